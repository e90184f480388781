"""Which paragraphs are headings, and on which level."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from rulebook.model.document import BlockKind, Document
from rulebook.model.text import Mark
from rulebook.readers.word import read
from tests.readers.word.files import HEADINGS, cell, document, level, numbering, p, row, run, styled, table, texts


def style(style_id: str, name: str, inner: str = "", *, custom: bool = False, based_on: str = "") -> str:
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    made = ' w:customStyle="1"' if custom else ""
    return (
        f'<w:style w:type="paragraph"{made} w:styleId="{style_id}"><w:name w:val="{name}"/>{base}'
        f"<w:pPr>{inner}</w:pPr></w:style>"
    )


def levels(found: Document) -> list[tuple[int, str]]:
    return [(b.level, b.text.text) for b in found.blocks if b.kind is BlockKind.HEADING]


def test_an_outline_level_on_the_paragraph_makes_a_heading_whatever_its_style(tmp_path: Path) -> None:
    found = document(tmp_path, p("総則", '<w:outlineLvl w:val="1"/>') + p("本文"))
    assert levels(found) == [(2, "総則")]


def test_outline_level_nine_is_body_text_even_in_a_heading_style(tmp_path: Path) -> None:
    body = p("本文", '<w:pStyle w:val="H1"/><w:outlineLvl w:val="9"/>')
    assert levels(document(tmp_path, body, {"styles": HEADINGS})) == []


def test_the_outline_level_is_inherited_along_the_style_chain(tmp_path: Path) -> None:
    styles = HEADINGS + style("X", "条見出し", custom=True, based_on="Y") + style("Y", "節", custom=True, based_on="H3")
    assert levels(document(tmp_path, styled("X", "目的"), {"styles": styles})) == [(3, "目的")]


def test_a_style_chain_that_bites_its_tail_ends(tmp_path: Path) -> None:
    styles = style("X", "甲", based_on="Y") + style("Y", "乙", based_on="X")
    assert texts(document(tmp_path, styled("X", "本文"), {"styles": styles})) == ["本文"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("heading 2", 2),
        ("Heading 3", 3),
        ("見出し 2", 2),
        ("見出し２", 2),
        ("标题 1", 1),
        ("標題 4", 4),
        ("heading 1,章", 1),
        ("見出し 1", 1),
        ("标题3", 3),
        ("HEADING 5", 5),
        ("heading 9", 9),
    ],
)
def test_heading_styles_are_known_by_their_built_in_and_localised_names(
    tmp_path: Path, name: str, expected: int
) -> None:
    found = document(tmp_path, styled("s", "総則"), {"styles": style("s", name)})
    assert levels(found) == [(expected, "総則")]


@pytest.mark.parametrize("name", ["見出し 1　本文", "見出し１本文", "heading 1 Char", "標題", "heading 10"])
def test_names_that_only_begin_like_a_heading_style_are_body_text(tmp_path: Path, name: str) -> None:
    assert levels(document(tmp_path, styled("s", "文"), {"styles": style("s", name, custom=True)})) == []


def test_a_built_in_style_that_the_style_sheet_does_not_hold_is_known_by_its_id(tmp_path: Path) -> None:
    assert levels(document(tmp_path, styled("Heading2", "総則"))) == [(2, "総則")]


def test_headings_made_by_python_docx_are_read(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("規程集", level=0)
    made.add_heading("総則", level=1)
    made.add_heading("目的", level=2)
    made.save(str(tmp_path / "a.docx"))
    found = read(tmp_path / "a.docx", "a.docx")
    assert levels(found) == [(1, "総則"), (2, "目的")]
    assert found.title == "規程集"


@pytest.mark.parametrize("written", ["8", "0"])
def test_the_outline_level_counts_before_the_name(tmp_path: Path, written: str) -> None:
    styles = style("s", "heading 2", f'<w:outlineLvl w:val="{written}"/>')
    assert levels(document(tmp_path, styled("s", "総則"), {"styles": styles})) == [(int(written) + 1, "総則")]


def test_the_level_of_the_paragraph_counts_before_that_of_its_style(tmp_path: Path) -> None:
    body = p("総則", '<w:pStyle w:val="H1"/><w:outlineLvl w:val="2"/>')
    assert levels(document(tmp_path, body, {"styles": HEADINGS})) == [(3, "総則")]


def test_level_nine_in_a_style_is_body_text_whatever_the_style_is_based_on(tmp_path: Path) -> None:
    styles = HEADINGS + style("X", "要約", '<w:outlineLvl w:val="9"/>', custom=True, based_on="H1")
    assert levels(document(tmp_path, styled("X", "本文"), {"styles": styles})) == []


def test_a_heading_is_not_marked_bold_but_keeps_its_other_marks(tmp_path: Path) -> None:
    body = p(run("旧", "<w:b/><w:strike/>") + run("総則", "<w:b/>"), '<w:pStyle w:val="H1"/>')
    (heading,) = document(tmp_path, body, {"styles": HEADINGS}).blocks
    assert [span.mark for span in heading.text.marks] == [Mark.STRIKE]


def test_a_headings_number_is_its_label_without_the_final_stop(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1.", '<w:pStyle w:val="H1"/>'), level(1, "decimal", "%1.%2."))
    styles = HEADINGS.replace("<w:outlineLvl", '<w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl', 1)
    found = document(tmp_path, styled("H1", "総則"), {"styles": styles, **lists})
    assert [(b.label, b.text.text) for b in found.blocks] == [("1", "総則")]
    assert found.blocks[0].span.fragment == "見出し!1"


def test_places_are_named_by_number_else_by_heading_and_before_the_first_by_the_title(tmp_path: Path) -> None:
    body = p("前文") + styled("H1", "総則" * 40) + p("本文") + table(row("表", "値"))
    found = document(tmp_path, body, {"styles": HEADINGS}, title="就業規則")
    assert [b.span.fragment for b in found.blocks][:1] == ["見出し!就業規則"]
    assert found.blocks[2].span.fragment == "見出し!" + ("総則" * 40)[:59] + "…"
    assert found.blocks[3].span.fragment.startswith("表!総則")


def test_a_number_that_counts_inside_its_chapter_is_told_with_the_chapters(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1"), level(1, "decimal", "%1.%2"), level(2, "decimal", "（%3）"))
    body = "".join(
        p(text, f'<w:outlineLvl w:val="{n}"/><w:numPr><w:ilvl w:val="{n}"/><w:numId w:val="1"/></w:numPr>')
        for n, text in enumerate(("章", "節", "項"))
    )
    found = document(tmp_path, body, lists)
    assert [b.span.fragment for b in found.blocks] == ["見出し!1", "見出し!1.1", "見出し!1.1 （1）"]


def test_a_heading_inside_a_table_cell_stays_text_of_the_cell(tmp_path: Path) -> None:
    found = document(tmp_path, table(row(cell(styled("H1", "枠")), "値")), {"styles": HEADINGS})
    assert levels(found) == []
    assert found.report.headings == 0


class TestTitle:
    def test_the_title_style_names_the_document_and_stays_in_the_text(self, tmp_path: Path) -> None:
        styles = style("T", "Title") + style("U", "Subtitle", based_on="T")
        body = styled("T", "調達規程") + styled("T", "（第2版）") + styled("U", "2024年") + p("本文")
        found = document(tmp_path, body, {"styles": styles}, title="無題")
        assert found.title == "調達規程 （第2版）"
        assert texts(found) == ["調達規程", "（第2版）", "2024年", "本文"]

    def test_without_one_the_stored_title_counts(self, tmp_path: Path) -> None:
        assert document(tmp_path, p("本文"), title="調達規程").title == "調達規程"

    def test_then_a_heading_that_is_alone_on_the_highest_level(self, tmp_path: Path) -> None:
        body = styled("H1", "調達規程") + styled("H2", "総則") + styled("H2", "目的")
        assert document(tmp_path, body, {"styles": HEADINGS}).title == "調達規程"

    def test_and_where_chapters_stand_there_the_file_name(self, tmp_path: Path) -> None:
        body = styled("H1", "はじめに") + styled("H1", "総則")
        assert document(tmp_path, body, {"styles": HEADINGS}).title == "規程"
