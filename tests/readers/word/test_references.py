"""Cross-references: the text keeps what the file shows, and the report tells where that is out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import Document
from tests.readers.word.files import HEADINGS, codes, document, level, numbering, p, run, texts


def field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def referring(tmp_path: Path, reference: str) -> Document:
    """A reference, and behind it the numbered headings 1 総則 and 2 命名, which carries the bookmark."""
    lists = numbering(level(0, "decimal", "第%1章."))
    numbered = '<w:pStyle w:val="H1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    mark = '<w:bookmarkStart w:id="0" w:name="_Ref1"/>{}<w:bookmarkEnd w:id="0"/>'
    body = p(reference + run("に従う。")) + p("総則", numbered) + p(mark.format(run("命名規約")), numbered)
    return document(tmp_path, body, {**lists, "styles": HEADINGS})


@pytest.mark.parametrize(
    ("instruction", "result", "now"),
    [
        (r"REF _Ref1 \r \h", "第3章", "第2章"),
        (r"REF _Ref1 \w", "3.1", "第2章"),
        (r"REF _Ref1 \h", "命名規則", "命名規約"),
    ],
)
def test_a_reference_that_shows_an_old_number_or_old_words_is_a_warning(
    tmp_path: Path, instruction: str, result: str, now: str
) -> None:
    found = referring(tmp_path, field(instruction, result))
    assert texts(found)[0] == f"{result}に従う。"
    (warning,) = found.report.warnings
    assert (warning.code, warning.place) == ("reference_outdated", "見出し!本文")
    assert f"「{result}」→「{now}」" in warning.message


@pytest.mark.parametrize(
    "reference",
    [
        field(r"REF _Ref1 \r \h", "第2章"),
        field(r"REF _Ref1 \n", "２"),
        field(r"REF _Ref1 \h", "命名規約"),
        field(r"REF _Ref1 \p", "以下"),
        field(r"REF _RefElsewhere \r", "9"),
        field(r"PAGEREF _Ref1", "12"),
        r'<w:fldSimple w:instr="REF _Ref1 \r">' + run("第2章") + "</w:fldSimple>",
    ],
    ids=["number", "part of it", "words", "position", "unknown target", "page", "simple field"],
)
def test_a_reference_that_is_right_or_cannot_be_told_is_none(tmp_path: Path, reference: str) -> None:
    assert codes(referring(tmp_path, reference)) == []


@pytest.mark.parametrize(
    "error", ["エラー! 参照元が見つかりません。", "Error! Reference source not found.", "错误！未找到引用源。"]
)
def test_a_reference_to_nothing_is_a_warning(tmp_path: Path, error: str) -> None:
    found = referring(tmp_path, field(r"REF _RefGone \r", error))
    assert [w.code for w in found.report.warnings] == ["reference_broken"]
    assert error in texts(found)[0]


def test_many_outdated_references_are_one_warning(tmp_path: Path) -> None:
    found = referring(tmp_path, "".join(field(r"REF _Ref1 \r", f"第{n}章") for n in range(3, 12)))
    (warning,) = found.report.warnings
    assert warning.message.startswith("9 cross-references")
    assert warning.message.count("→") == 5
