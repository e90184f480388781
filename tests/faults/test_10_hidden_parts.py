"""Fault kind 10: what the author hid is read and kept, but passes for no rule, and the report says where it is.

Wrong: last year's sheet, a filtered row or a slide taken out of the show is found and obeyed; or it is dropped so
that nobody knows it was ever there.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from rulebook.handbook.inclusion import with_included
from rulebook.model.chunk import ParsedDocument
from tests.faults.documents import (
    assert_once,
    chunk_with,
    deck,
    excel,
    markdown,
    path_of,
    slides,
    word,
)
from tests.faults.sheet_shapes import anchored, drawing, shape
from tests.readers.excel.workbooks import grid, squared_paper
from tests.readers.slides.decks import TITLE_ONLY, box, slide_of
from tests.readers.word.files import HEADINGS, cell, new_text_box, p, row, run, styled, table

HIDE = "<w:vanish/>"


def assert_set_apart(document: ParsedDocument, shown: str, hidden: str) -> None:
    """``shown`` is found by search; ``hidden`` is kept once, out of search, and listed."""
    assert_once(document, shown, hidden)
    assert chunk_with(document, shown).searchable
    assert not chunk_with(document, hidden).searchable
    assert document.report.hidden
    assert not any(hidden in s.text for c in document.chunks if c.searchable for s in c.statements)
    assert not any(hidden in h for c in document.chunks if c.searchable for h in (*c.headings, c.table_header))


class TestWord:
    STYLE: ClassVar[str] = (
        f'<w:style w:type="paragraph" w:styleId="V"><w:name w:val="下書き"/><w:rPr>{HIDE}</w:rPr></w:style>'
    )
    BODIES: ClassVar[dict[str, str]] = {
        "a run": p(run("見える規則。") + run("隠れた規則。", HIDE)),
        "a run between others": p(run("見える") + run("隠れた規則。", HIDE) + run("規則。")),
        "a paragraph": p("見える規則。") + p(run("隠れた規則。", HIDE), f"<w:rPr>{HIDE}</w:rPr>"),
        "a style": p("見える規則。") + styled("V", "隠れた規則。"),
        "a row": table(row("見える規則。", "甲"), row("隠れた規則。", "乙", properties="<w:hidden/>")),
        "a cell's text": table(row("見える規則。", cell(p(run("隠れた規則。", HIDE))))),
        "a text box": p(run("見える規則。") + new_text_box(p(run("隠れた規則。", HIDE)))),
        "an insertion": p(run("見える規則。") + f"<w:ins>{run('隠れた規則。', HIDE)}</w:ins>"),
        "a web-hidden run that is hidden too": p(run("見える規則。") + run("隠れた規則。", f"<w:webHidden/>{HIDE}")),
    }

    @pytest.mark.parametrize("where", BODIES)
    def test_hidden_text_is_set_apart(self, tmp_path: Path, where: str) -> None:
        assert_set_apart(word(tmp_path, self.BODIES[where], {"styles": self.STYLE}), "見える規則。", "隠れた規則。")

    def test_a_hidden_heading_heads_nothing(self, tmp_path: Path) -> None:
        hidden = p(run("隠れた章", HIDE), f'<w:pStyle w:val="H1"/><w:rPr>{HIDE}</w:rPr>')
        body = styled("H1", "総則") + p("一。") + hidden + p("二。")
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert path_of(found, "二。") == ("総則",)
        assert_set_apart(found, "二。", "隠れた章")

    def test_a_note_and_a_remark_that_only_hidden_text_refers_to_are_hidden_with_it(self, tmp_path: Path) -> None:
        refer = "".join(
            f"<w:r><w:rPr>{HIDE}</w:rPr>{reference}</w:r>"
            for reference in ('<w:footnoteReference w:id="2"/>', '<w:commentReference w:id="3"/>')
        )
        parts = {
            "footnotes": f'<w:footnote w:id="2">{p("隠れた注。")}</w:footnote>',
            "comments": f'<w:comment w:id="3" w:author="甲">{p("隠れた評。")}</w:comment>',
        }
        found = word(tmp_path, p("見える規則。") + p(run("隠れた規則。", HIDE) + refer), parts)
        assert_set_apart(found, "見える規則。", "隠れた注。")
        assert_set_apart(found, "見える規則。", "隠れた評。")

    def test_a_box_in_hidden_text_is_hidden_with_it(self, tmp_path: Path) -> None:
        hidden_box = new_text_box(p("隠れた規則。")).replace("<w:r>", f"<w:r><w:rPr>{HIDE}</w:rPr>", 1)
        assert_set_apart(word(tmp_path, p(run("見える規則。") + hidden_box)), "見える規則。", "隠れた規則。")

    def test_text_that_only_the_web_view_hides_is_shown(self, tmp_path: Path) -> None:
        found = word(tmp_path, p(run("印刷では見える規則。", "<w:webHidden/>")))
        assert chunk_with(found, "印刷では見える規則。").searchable

    def test_vanish_switched_off_again_is_shown(self, tmp_path: Path) -> None:
        body = p(run("また見える規則。", '<w:vanish w:val="0"/>'), '<w:pStyle w:val="V"/>')
        assert chunk_with(word(tmp_path, body, {"styles": self.STYLE}), "また見える規則。").searchable


class TestExcel:
    def two_rules(self, second: str = "A3") -> Workbook:
        book = Workbook()
        book.active["A1"], book.active[second] = "見える規則。", "隠れた規則。"
        return book

    def test_a_hidden_row(self, tmp_path: Path) -> None:
        book = self.two_rules()
        book.active.row_dimensions[3].hidden = True
        found = excel(tmp_path, book)
        assert_set_apart(found, "見える規則。", "隠れた規則。")
        assert any("3" in place for place in found.report.hidden)

    def test_a_hidden_column(self, tmp_path: Path) -> None:
        book = self.two_rules("D1")
        book.active.column_dimensions["D"].hidden = True
        assert_set_apart(excel(tmp_path, book), "見える規則。", "隠れた規則。")

    @pytest.mark.parametrize(("axis", "place"), [("row", "A3"), ("column", "D1")])
    def test_a_height_or_width_of_nothing_hides_too(self, tmp_path: Path, axis: str, place: str) -> None:
        book = self.two_rules(place)

        def flat(part: str) -> str:
            if axis == "row":
                return part.replace('<row r="3"', '<row r="3" ht="0" customHeight="1"')
            return part.replace(
                "<sheetData>", '<cols><col min="4" max="4" width="0" customWidth="1"/></cols><sheetData>'
            )

        assert_set_apart(excel(tmp_path, book, {"xl/worksheets/sheet1.xml": flat}), "見える規則。", "隠れた規則。")

    def test_rows_hidden_unless_said_otherwise(self, tmp_path: Path) -> None:
        """A sheet can hide every row by default and list the shown ones."""
        book = self.two_rules()

        def hidden_by_default(part: str) -> str:
            start = part.index("<sheetFormatPr")
            end = part.index(">", start) + 1
            part = part[:start] + '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>' + part[end:]
            return part.replace('<row r="3"', '<row r="3" hidden="1"')

        found = excel(tmp_path, book, {"xl/worksheets/sheet1.xml": hidden_by_default})
        assert_set_apart(found, "見える規則。", "隠れた規則。")

    def test_rows_folded_away_under_an_outline(self, tmp_path: Path) -> None:
        book = self.two_rules()
        book.active.row_dimensions.group(3, 4, outline_level=1, hidden=True)
        assert_set_apart(excel(tmp_path, book), "見える規則。", "隠れた規則。")

    @pytest.mark.parametrize("state", ["hidden", "veryHidden"])
    def test_a_hidden_sheet_with_its_table_and_comments(self, tmp_path: Path, state: str) -> None:
        book, sheet = squared_paper()
        sheet["B2"] = "見える規則。"
        old = book.create_sheet("旧版")
        grid(old, 2, "B:C D:E", [["項目", "規則"], ["氏名", "隠れた規則。"], ["住所", "半角"]])
        old["B3"].comment = Comment("旧版の注", "甲")
        old.sheet_state = state
        found = excel(tmp_path, book)
        assert_set_apart(found, "見える規則。", "隠れた規則。")
        assert not chunk_with(found, "旧版の注").searchable
        assert "旧版" in found.report.hidden

    def test_a_hidden_row_inside_a_table(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(
            sheet,
            2,
            "B:E F:M",
            [["項目", "規則"], ["氏名", "見える規則。"], ["住所", "隠れた規則。"], ["電話", "半角"]],
        )
        sheet.row_dimensions[4].hidden = True
        assert_set_apart(excel(tmp_path, book), "見える規則。", "隠れた規則。")

    def test_a_hidden_column_inside_a_table_moves_no_value_under_another_title(self, tmp_path: Path) -> None:
        book = Workbook()
        sheet = book.active
        for values in (["項目", "旧桁数", "新桁数", "備考"], ["氏名", 20, 40, "全角"], ["住所", 60, 120, "半角"]):
            sheet.append(values)
        sheet.column_dimensions["B"].hidden = True
        found = excel(tmp_path, book)
        shown = [s.text for c in found.chunks if c.searchable for s in c.statements]
        assert "項目: 氏名 / 新桁数: 40 / 備考: 全角" in shown
        assert not any("20" in s.replace("120", "") for s in shown)
        assert any("20" in c.content for c in found.chunks if not c.searchable)

    @pytest.mark.parametrize(("axis", "place"), [("row", "A3"), ("column", "D1")])
    def test_a_comment_on_a_hidden_cell(self, tmp_path: Path, axis: str, place: str) -> None:
        book = self.two_rules(place)
        book.active[place].comment = Comment("隠れた注。", "査閲者")
        dimension = book.active.row_dimensions[3] if axis == "row" else book.active.column_dimensions["D"]
        dimension.hidden = True
        assert_set_apart(excel(tmp_path, book), "見える規則。", "隠れた注。")

    def test_a_hidden_shape(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        sheet["B2"] = "見える規則。"
        hidden = shape("隠れた規則。").replace('name="図形 2"', 'name="図形 2" hidden="1"')
        assert_set_apart(excel(tmp_path, book, drawing(anchored(hidden, 4, 4, 6, 9))), "見える規則。", "隠れた規則。")

    def test_a_shape_that_lies_in_hidden_rows(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        sheet["B2"] = "見える規則。"
        for top in range(4, 8):
            sheet.row_dimensions[top].hidden = True
        found = excel(tmp_path, book, drawing(anchored(shape("隠れた規則。"), 5, 4, 6, 9)))
        assert_set_apart(found, "見える規則。", "隠れた規則。")

    def test_a_value_that_its_format_does_not_show(self, tmp_path: Path) -> None:
        book = self.two_rules()
        book.active["A3"].number_format = ";;;"
        found = excel(tmp_path, book)
        assert not any("隠れた規則。" in c.content for c in found.chunks if c.searchable)


class TestSlides:
    def test_a_slide_taken_out_of_the_show_with_its_table_and_notes(self, tmp_path: Path) -> None:
        show = deck()
        box(slide_of(show, TITLE_ONLY, "方針"), "見える規則。", 1, 2)
        away = slide_of(show, TITLE_ONLY, "旧方針")
        box(away, "隠れた規則。", 1, 2)
        away.shapes.add_table(1, 1, 914400, 3657600, 914400, 457200).table.cell(0, 0).text = "旧い値"
        away.notes_slide.notes_text_frame.text = "旧い話"
        away._element.set("show", "0")
        found = slides(tmp_path, show)
        assert_set_apart(found, "見える規則。", "隠れた規則。")
        assert not any(chunk_with(found, text).searchable for text in ("旧い値", "旧い話", "旧方針"))
        assert any(place.startswith("slide!2") for place in found.report.hidden)

    def test_a_hidden_shape_and_a_shape_in_a_hidden_group(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, TITLE_ONLY, "方針")
        box(slide, "見える規則。", 1, 2)
        group = slide.shapes.add_group_shape()
        group.shapes.add_textbox(914400, 3657600, 2743200, 457200).text_frame.text = "隠れた規則。"
        group._element.nvGrpSpPr.cNvPr.set("hidden", "1")
        assert_set_apart(slides(tmp_path, show), "見える規則。", "隠れた規則。")

    def test_a_hidden_slide_is_not_joined_to_a_shown_one(self, tmp_path: Path) -> None:
        show = deck()
        for n in range(4):
            slide = slide_of(show, TITLE_ONLY, f"題{n}")
            if n % 2:
                slide._element.set("show", "0")
        found = slides(tmp_path, show)
        assert [chunk_with(found, f"題{n}").searchable for n in range(4)] == [True, False, True, False]


def test_a_hidden_part_counts_again_where_somebody_says_so_by_its_place(tmp_path: Path) -> None:
    book = Workbook()
    book.active["A1"] = "見える規則。"
    for name in ("旧版", "作業用"):
        book.create_sheet(name)["A1"] = f"{name}の規則。"
        book[name].sheet_state = "hidden"
    found = excel(tmp_path, book)
    chosen = with_included(found, [chunk_with(found, "旧版の規則。").place])
    assert chunk_with(chosen, "旧版の規則。").searchable
    assert not chunk_with(chosen, "作業用の規則。").searchable


def test_a_comment_in_markdown_is_out_of_the_rules(tmp_path: Path) -> None:
    found = markdown(tmp_path, "見える規則。\n\n<!-- 隠れた規則。 -->\n")
    assert not any("隠れた規則。" in s.text for c in found.chunks if not c.flags for s in c.statements)


def test_a_document_with_nothing_hidden_lists_nothing(tmp_path: Path) -> None:
    assert word(tmp_path, p("見える規則。")).report.hidden == ()
