"""Headings that only their typed number or their bold type shows, in a document that marks none."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import BlockKind, Document
from tests.readers.word.files import (
    HEADINGS,
    cell,
    codes,
    document,
    item,
    level,
    numbering,
    p,
    row,
    run,
    styled,
    table,
    texts,
)


def levels(found: Document) -> list[tuple[int, str]]:
    return [(b.level, f"{b.label} {b.text.text}".strip()) for b in found.blocks if b.kind is BlockKind.HEADING]


def bold(text: str) -> str:
    return p(run(text, "<w:b/>"))


RULES = (
    p("就業規則")
    + p("第１章　総則")
    + p("（目的）")
    + p("第１条　この規則は、就業について定める。")
    + p("第２条（適用範囲）")
    + p("この規則は全社員に適用する。")
    + p("第２章　服務")
    + p("第３条　社員は誠実に勤務しなければならない。")
)


def test_chapters_and_titled_articles_are_headings_in_their_order(tmp_path: Path) -> None:
    found = document(tmp_path, RULES)
    assert levels(found) == [(1, "第１章　総則"), (2, "（目的）"), (2, "第２条（適用範囲）"), (1, "第２章　服務")]
    assert "第１条　この規則は、就業について定める。" in texts(found, BlockKind.PARAGRAPH)


def test_places_are_named_by_them_and_a_warning_says_so(tmp_path: Path) -> None:
    found = document(tmp_path, RULES + table(row("区分", "日数"), row("年次", "20")))
    assert [b.span.fragment for b in found.blocks][-2:] == ["見出し!第２章 服務", "表!第２章 服務"]
    assert found.blocks[-1].table is not None
    assert found.blocks[-1].table.rows[0].span.fragment == "表!第２章 服務"
    (warning,) = found.report.warnings
    assert (warning.code, warning.place) == ("headings_inferred", "見出し!第１章 総則")
    assert "4 lines" in warning.message
    assert found.report.headings == 4


def test_automatic_numbers_count_like_typed_ones(tmp_path: Path) -> None:
    lists = numbering(level(0, "japaneseCounting", "第%1章"))
    found = document(tmp_path, item("総則", 1) + p("本文") + item("服務", 1) + p("本文"), lists)
    assert levels(found) == [(1, "第一章 総則"), (1, "第二章 服務")]


def test_numbers_alone_on_their_line_stand_below_what_they_go_on_from(tmp_path: Path) -> None:
    lines = ["1.2.1", "甲", "1.3", "乙", "1.3.1", "丙", "2.1.1", "丁"]
    found = document(tmp_path, "".join(p(line) for line in lines))
    assert levels(found) == [(1, "1.2.1"), (1, "1.3"), (2, "1.3.1"), (1, "2.1.1")]


def test_a_number_that_only_a_line_break_parts_from_its_text_is_one_too(tmp_path: Path) -> None:
    lines = ["1.1", "1.2", "1.2.R (後)"]
    found = document(tmp_path, "".join(p(run(line) + "<w:r><w:br/></w:r>" + run("本文")) for line in lines))
    assert levels(found) == [(1, "1.1"), (1, "1.2"), (2, "1.2.R (後)")]
    assert texts(found, BlockKind.PARAGRAPH) == ["本文"] * 3


def test_short_bold_lines_are_headings_and_lose_their_bold(tmp_path: Path) -> None:
    body = bold("適用範囲") + p("全社に適用する。") * 3 + bold("連絡先") + p("総務部") * 3
    found = document(tmp_path, body)
    assert levels(found) == [(1, "適用範囲"), (1, "連絡先")]
    assert all(b.text.marks == () for b in found.blocks)


@pytest.mark.parametrize(
    "rule", ["半角英数字で入力すること", "必須項目は空にしない", "半角カナ使用不可", "必须加粗", "Never use tabs"]
)
def test_a_bold_line_that_states_a_rule_is_no_heading(tmp_path: Path, rule: str) -> None:
    """As a heading it would make no statement and lead what does not belong to it."""
    body = (bold(rule) + p("本文") * 3) * 2
    assert levels(document(tmp_path, body)) == []


def test_a_bold_title_inside_a_table_is_a_heading_unless_it_numbers_the_table(tmp_path: Path) -> None:
    def titled(title: str) -> str:
        return table(row(cell(bold(title), '<w:gridSpan w:val="2"/>')), row("区分", "日数"))

    found = document(tmp_path, bold("総則") + p("本文") * 5 + titled("付録1") + titled("表1"))
    assert levels(found) == [(1, "総則"), (1, "付録1")]
    assert texts(found, BlockKind.CAPTION) == ["表1"]


@pytest.mark.parametrize(
    "body",
    [
        bold("必ず記入する。") + p("本文") * 3 + bold("提出する。") + p("本文") * 3,
        bold("注意") + p("本文") * 5,
        (bold("太字") + p("本文")) * 4,
        bold("表紙") + bold("規程集") + p("本文") * 6,
        p("1.2 全角で記入する") + p("1.3 半角で記入する") + p("1.4 空白は入れない") + p("本文"),
        p("版 1.2") + p("1.2") + p("2.0") + p("本文"),
        p("第１条　目的は次のとおり") + p("第２条　範囲は次のとおり") + p("本文"),
        p("第１章に定める様式を用いる") + p("本文"),
        p("第３章（書式）に従うこと") + p("本文"),
        p("（注）") + p("本文"),
        p("本文") * 3,
    ],
    ids=[
        "bold sentences",
        "one bold line",
        "half of it bold",
        "bold lines in a row",
        "numbered rules",
        "too few numbers",
        "wordings of articles",
        "a sentence about a chapter",
        "a rule about a chapter",
        "a bracket",
        "plain",
    ],
)
def test_other_lines_are_no_headings(tmp_path: Path, body: str) -> None:
    found = document(tmp_path, body)
    assert levels(found) == []
    assert codes(found) == []
    assert {b.span.fragment for b in found.blocks} == {"見出し!本文"}


def test_a_document_that_marks_one_heading_is_read_by_its_marks_alone(tmp_path: Path) -> None:
    found = document(tmp_path, styled("H1", "就業規則") + RULES, {"styles": HEADINGS})
    assert levels(found) == [(1, "就業規則")]


def test_hidden_lines_and_lines_of_cells_are_none(tmp_path: Path) -> None:
    hidden = p(run("第１章　総則", "<w:vanish/>"))
    found = document(tmp_path, hidden + table(row("第２章　服務", "値")) + p("本文"))
    assert levels(found) == []
