"""Fault kind 12: one odd part costs itself, never the document; and the report names it.

Wrong: a chart sheet, a broken picture or a shape of a newer Office stops the reading of two hundred pages of rules
– or is passed over so quietly that nobody looks at it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference

from rulebook.model.chunk import ParsedDocument
from tests.faults.documents import (
    assert_once,
    codes,
    complete,
    deck,
    excel,
    markdown,
    parsed,
    pdf_file,
    slides,
    text_of,
    word,
)
from tests.faults.sheet_shapes import anchored, drawing, shape
from tests.faults.slide_parts import PNG
from tests.pdfs import Text, pdf
from tests.readers.slides.decks import TITLE_ONLY, box, slide_of, within
from tests.readers.word.files import p, row, run, table, word_file

BEFORE, AFTER = "前の規則。", "後の規則。"


def around(odd: str, parts: dict[str, str], folder: Path) -> ParsedDocument:
    """A Word document with ``odd`` between two rules."""
    return word(folder, p(BEFORE) + odd + p(AFTER), parts)


def named(document: ParsedDocument) -> bool:
    """Whether the report has a warning, each with a place or a part and a sentence."""
    return bool(document.report.warnings) and all(w.code and len(w.message) > 20 for w in document.report.warnings)


WORD_PARTS = {
    "a picture": p("<w:r><w:drawing><wp:inline><pic:pic/></wp:inline></w:drawing></w:r>"),
    "an old picture": p('<w:r><w:pict><v:shape><v:imagedata r:id="gone"/></v:shape></w:pict></w:r>'),
    "a chart": p('<w:r><w:drawing><c:chart r:id="gone"/></w:drawing></w:r>'),
    "a diagram without data": p('<w:r><w:drawing><dgm:relIds r:dm="gone"/></w:drawing></w:r>'),
    "an embedded workbook": p('<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12" r:id="gone"/></w:object></w:r>'),
    "an imported file": '<w:altChunk r:id="gone"/>',
    "a control": p('<w:r><w:object><w:control r:id="gone"/></w:object></w:r>'),
}


@pytest.mark.parametrize("part", WORD_PARTS)
def test_a_part_of_word_that_has_no_text_is_named_and_the_rest_is_read(tmp_path: Path, part: str) -> None:
    found = around(WORD_PARTS[part], {}, tmp_path)
    assert_once(found, BEFORE, AFTER)
    assert named(found)


WORD_UNKNOWN = {
    "an element of a newer Word": p('<w16:thing xmlns:w16="urn:new"><w16:more/></w16:thing>' + run("途中の規則。")),
    "text inside an unknown element": p(f'<x:wrap xmlns:x="urn:new">{run("途中の規則。")}</x:wrap>'),
    "text inside smart tags and custom XML": p(
        f"<w:smartTag><w:customXml>{run('途中の規則。')}</w:customXml></w:smartTag>"
    ),
    "a reference to a style that is not there": p("途中の規則。", '<w:pStyle w:val="gone"/>'),
    "a list that is not there": p("途中の規則。", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="99"/></w:numPr>'),
    "a note that is not there": p(run("途中の規則。") + '<w:r><w:footnoteReference w:id="99"/></w:r>'),
    "a row without cells": table("<w:tr/>", row("途中の規則。")),
    "a bookmark that never ends": p('<w:bookmarkStart w:id="1" w:name="x"/>' + run("途中の規則。")),
    "a field that never ends": p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + run("途中の規則。")),
    "text that runs in a direction of its own": p(
        f'<w:bdo w:val="ltr"><w:dir w:val="ltr">{run("途中の規則。")}</w:dir></w:bdo>'
    ),
    "a choice that only a newer Word knows": p(
        f'<mc:AlternateContent><mc:Choice Requires="w99"><w99:x xmlns:w99="urn:new"/></mc:Choice>'
        f"<mc:Fallback>{run('途中の規則。')}</mc:Fallback></mc:AlternateContent>"
    ),
    "a choice around whole paragraphs": (
        f'<mc:AlternateContent><mc:Choice Requires="wps">{p("途中の規則。")}</mc:Choice>'
        f"<mc:Fallback>{p('途中の規則。')}</mc:Fallback></mc:AlternateContent>"
    ),
    "a paragraph in nested content controls": (
        f"<w:customXml><w:sdt><w:sdtContent>{p('途中の規則。')}</w:sdtContent></w:sdt></w:customXml>"
    ),
}


@pytest.mark.parametrize("part", WORD_UNKNOWN)
def test_odd_structure_in_word_loses_no_text(tmp_path: Path, part: str) -> None:
    assert_once(around(WORD_UNKNOWN[part], {}, tmp_path), BEFORE, "途中の規則。", AFTER)


@pytest.mark.parametrize("kind", ["styles", "numbering", "footnotes", "endnotes", "comments", "settings", "header1"])
def test_a_broken_part_beside_the_text_is_named(tmp_path: Path, kind: str) -> None:
    section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    path = word_file(tmp_path, p(BEFORE) + p(AFTER) + section, {"header1": "", kind: "<broken"})
    found = parsed(complete(path))
    assert_once(found, BEFORE, AFTER)
    assert "part_damaged" in codes(found)


class TestExcel:
    def book(self) -> Workbook:
        book = Workbook()
        book.active.title = "規則"
        book.active["A1"] = BEFORE
        book.create_sheet("次")["A1"] = AFTER
        return book

    def test_a_chart_sheet_is_no_reason_to_stop_and_its_title_is_read_or_it_is_named(self, tmp_path: Path) -> None:
        book = self.book()
        chart = BarChart()
        chart.title = "障害の推移"
        chart.add_data(Reference(book["規則"], min_col=1, min_row=1))
        book.create_chartsheet("推移").add_chart(chart)
        found = excel(tmp_path, book)
        assert_once(found, BEFORE, AFTER)
        assert "障害の推移" in text_of(found) or any("推移" in f"{w.place}{w.message}" for w in found.report.warnings)

    def test_a_broken_sheet_is_named_and_the_others_are_read(self, tmp_path: Path) -> None:
        found = excel(tmp_path, self.book(), {"xl/worksheets/sheet1.xml": lambda _: "<worksheet><oops"})
        assert_once(found, AFTER)
        assert any("規則" in f"{w.place}{w.message}" for w in found.report.warnings)

    @pytest.mark.parametrize(
        "odd",
        [
            '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="図"/></xdr:nvPicPr><xdr:blipFill/><xdr:spPr/></xdr:pic>',
            '<xdr:contentPart xmlns:r="urn:r" r:id="gone"/>',
            '<xdr:graphicFrame><a:graphic><a:graphicData uri="urn:new"/></a:graphic></xdr:graphicFrame>',
            "<xdr:unheardOf/>",
        ],
        ids=["picture", "ink", "frame of a newer Excel", "unknown element"],
    )  # fmt: skip
    def test_an_odd_shape_beside_a_shape_with_text(self, tmp_path: Path, odd: str) -> None:
        found = excel(
            tmp_path, self.book(), drawing(anchored(odd, 3, 3, 5, 5), anchored(shape("枠の規則。"), 7, 3, 9, 5))
        )
        assert_once(found, BEFORE, "枠の規則。", AFTER)

    def test_a_broken_drawing_is_named(self, tmp_path: Path) -> None:
        patches = {**drawing(), "xl/drawings/drawing1.xml": lambda _: "<oops"}
        found = excel(tmp_path, self.book(), patches)
        assert_once(found, BEFORE, AFTER)
        assert named(found)

    def test_a_missing_style_sheet_is_no_reason_to_stop(self, tmp_path: Path) -> None:
        found = excel(tmp_path, self.book(), {"xl/styles.xml": lambda _: "<oops"})
        assert_once(found, BEFORE, AFTER)
        assert named(found)

    def test_a_picture_on_a_sheet_is_told_of(self, tmp_path: Path) -> None:
        """A rule that stands in a picture is not in the index: somebody has to know."""
        picture = (
            '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="図 3"/></xdr:nvPicPr><xdr:blipFill/><xdr:spPr/></xdr:pic>'
        )
        found = excel(tmp_path, self.book(), drawing(anchored(picture, 3, 3, 5, 5)))
        assert named(found)


class TestSlides:
    def test_a_picture_between_texts(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, TITLE_ONLY, BEFORE)
        slide.shapes.add_picture(io.BytesIO(PNG), 914400, 914400)
        box(slide, AFTER, 1, 5)
        assert_once(slides(tmp_path, show), BEFORE, AFTER)

    def test_a_broken_picture_is_no_reason_to_stop(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, TITLE_ONLY, BEFORE)
        slide.shapes.add_picture(io.BytesIO(PNG), 914400, 914400)
        box(slide, AFTER, 1, 5)
        spoil: Callable[[str, bytes], bytes] = lambda name, part: b"\x89PNG" if name.endswith(".png") else part  # noqa: E731
        assert_once(slides(tmp_path, show, spoil), BEFORE, AFTER)

    def test_a_frame_of_a_newer_program_is_named(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, TITLE_ONLY, BEFORE)
        slide.shapes.add_table(1, 1, 914400, 1828800, 914400, 457200)
        box(slide, AFTER, 1, 5)

        def replaced(name: str, part: bytes) -> bytes:
            newer = b'<a:graphicData uri="urn:a-newer-program"><x:thing xmlns:x="urn:x"/></a:graphicData>'
            return re.sub(rb"<a:graphicData.*</a:graphicData>", newer, part, flags=re.DOTALL)

        found = slides(tmp_path, show, replaced)
        assert_once(found, BEFORE, AFTER)
        assert named(found)

    def test_an_unknown_element_among_the_shapes(self, tmp_path: Path) -> None:
        show = deck()
        box(slide_of(show, TITLE_ONLY, BEFORE), AFTER, 1, 5)
        odd = '<p16:thing xmlns:p16="urn:new"><p16:nv/></p16:thing></p:spTree>'
        assert_once(slides(tmp_path, show, within("slide1.xml", "</p:spTree>", odd)), BEFORE, AFTER)

    def test_broken_notes_are_named(self, tmp_path: Path) -> None:
        show = deck()
        slide_of(show, TITLE_ONLY, BEFORE).notes_slide.notes_text_frame.text = "覚え書き"
        spoil: Callable[[str, bytes], bytes] = lambda name, part: b"<oops" if "notesSlide1.xml" in name[-15:] else part  # noqa: E731
        found = slides(tmp_path, show, spoil)
        assert_once(found, BEFORE)
        assert named(found)


def test_a_picture_in_markdown_is_named_with_its_address(tmp_path: Path) -> None:
    found = markdown(tmp_path, f"{BEFORE}\n\n![](図/流れ.png)\n\n{AFTER}\n")
    assert_once(found, BEFORE, AFTER)
    assert "流れ.png" in found.report.warnings[0].message


def test_a_page_of_a_pdf_that_has_no_text_is_named(tmp_path: Path) -> None:
    found = pdf_file(tmp_path, pdf([[Text("The rule before.", 700)], [], [Text("The rule after.", 700)]]))
    assert_once(found, "The rule before.", "The rule after.")
    assert [w.place for w in found.report.warnings] == ["page!2"]
