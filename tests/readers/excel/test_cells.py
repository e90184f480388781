"""Cells are read as they are shown: text without furigana, marks, cached results, what a merge covers."""

import datetime

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from rulebook.model.document import BlockKind
from rulebook.model.text import Mark
from rulebook.readers.excel import read
from tests.packages import save, workbook
from tests.readers.excel.workbooks import all_text, of_kind, read_book, with_strings

SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    "item",
    [
        '<t>変更日</t><rPh sb="0" eb="3"><t>ヘンコウビ</t></rPh><phoneticPr fontId="1"/>',
        '<r><t>変更</t></r><r><rPr><b/></rPr><t>日</t></r><rPh sb="0" eb="3"><t>ヘンコウビ</t></rPh>',
    ],
)
def test_furigana_is_no_part_of_the_text(tmp_path, item):
    assert of_kind(with_strings(tmp_path, item), BlockKind.PARAGRAPH) == ["変更日"]


def test_runs_of_a_shared_string_keep_their_marks(tmp_path):
    item = "<r><t>見出しは</t></r><r><rPr><b/><u/></rPr><t>太字+下線</t></r><r><rPr><strike/></rPr><t>のみ</t></r>"
    text = next(b.text for b in with_strings(tmp_path, item).blocks if b.kind is BlockKind.PARAGRAPH)
    assert text.text == "見出しは太字+下線のみ"
    assert {(text.text[m.start : m.end], m.mark) for m in text.marks} == {
        ("太字+下線", Mark.BOLD),
        ("太字+下線", Mark.UNDERLINE),
        ("のみ", Mark.STRIKE),
    }


def test_runs_keep_their_marks_and_the_cells_font_holds_for_the_rest(tmp_path):
    book = Workbook()
    cell = book.active["A1"]
    cell.font = Font(underline="single")
    cell.value = CellRichText(
        "見出しは", TextBlock(InlineFont(b=True), "太字"), TextBlock(InlineFont(strike=True), "斜体")
    )
    text = next(b.text for b in read_book(book, tmp_path).blocks if b.kind is BlockKind.PARAGRAPH)
    assert text.text == "見出しは太字斜体"
    assert {text.text[m.start : m.end]: m.mark for m in text.marks} == {
        "見出しは": Mark.UNDERLINE,
        "太字": Mark.BOLD,
        "斜体": Mark.STRIKE,
    }
    assert text.without(Mark.STRIKE) == "見出しは太字"


def test_values_of_every_type_are_shown(tmp_path):
    book = Workbook()
    sheet = book.active
    for row, value in enumerate([True, 12, datetime.date(2018, 8, 24), "=1/0", "文字"], 1):
        sheet.cell(row * 2, 1).value = value
    sheet["A6"].number_format = '[$-411]ggge"年"m"月"d"日"'
    patches = {
        SHEET: lambda part: part.replace('<c r="A8"><f>1/0</f><v></v></c>', '<c r="A8" t="e"><v>#DIV/0!</v></c>')
    }
    document = read_book(book, tmp_path, {SHEET: lambda part: patches[SHEET](part.replace("<v />", "<v></v>"))})
    assert all_text(document).split("\n")[1:] == ["TRUE", "12", "平成30年8月24日", "#DIV/0!", "文字"]


def test_cached_results_are_read_and_missing_ones_are_warned_about_once_a_sheet(tmp_path):
    rows = (
        '<row r="1"><c r="A1" t="str"><f>B1&amp;"版"</f><v>1版</v></c></row>'
        '<row r="3"><c r="A3"><f>SUM(B1:B2)</f></c><c r="B3"><f>NOW()</f><v></v></c></row>'
        '<row r="5"><c r="A5" t="str"><f>IF(1,"","")</f><v></v></c></row>'
    )
    path = save(tmp_path, "a.xlsx", workbook(f"<sheetData>{rows}</sheetData>"))
    document = read(path, path.name)
    assert of_kind(document, BlockKind.PARAGRAPH) == ["1版"]
    (warning,) = document.report.warnings
    assert (warning.code, warning.place) == ("formula_without_value", "S1!A3, B3")
    assert warning.message.startswith("2 formulas")


def test_the_1904_system_is_taken_from_the_workbook(tmp_path):
    book = Workbook()
    book.active["A1"] = 41874
    book.active["A1"].number_format = "yyyy/m/d"
    patches = {"xl/workbook.xml": lambda part: part.replace("<workbookPr", '<workbookPr date1904="1"', 1)}
    assert of_kind(read_book(book, tmp_path, patches), BlockKind.PARAGRAPH) == ["2018/8/24"]


def test_what_stands_under_a_merge_is_not_shown(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["B2"], sheet["D1"] = "統合", "下に隠れた値", "隣"
    merge = '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>'
    document = read_book(book, tmp_path, {SHEET: lambda part: part.replace("</sheetData>", f"</sheetData>{merge}")})
    assert "下に隠れた値" not in all_text(document)
    assert document.blocks[1].span.fragment == "Sheet!A1:B2"


def test_a_blanked_cell_shows_nothing(tmp_path):
    book = Workbook()
    book.active["A1"], book.active["A3"] = 5, "残る"
    book.active["A1"].number_format = ";;;"
    assert of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH) == ["残る"]


@pytest.mark.parametrize(
    ("cell", "code"),
    [('<c r="B7" t="s"><v>99</v></c>', "bad_string_index"), ('<c r="B7" s="99"><v>1</v></c>', "bad_style_index")],
)
def test_a_wrong_index_is_named_with_its_cell_and_stops_nothing(tmp_path, cell, code):
    sheet = f'<sheetData><row r="1"><c r="A1"><v>8</v></c></row><row r="7">{cell}</row></sheetData>'
    path = save(tmp_path, "a.xlsx", workbook(sheet))
    document = read(path, path.name)
    assert "8" in all_text(document)
    assert [(w.code, w.place) for w in document.report.warnings] == [(code, "S1!B7")]


def test_escapes_and_line_ends_of_stored_text_are_resolved(tmp_path):
    sheet = (
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>一行目_x000D_&#10;二行目</t></is></c></row></sheetData>'
    )
    path = save(tmp_path, "a.xlsx", workbook(sheet))
    assert "一行目\n二行目" in all_text(read(path, path.name))


def test_escaped_halves_of_a_character_are_joined_and_lone_ones_replaced(tmp_path):
    document = with_strings(tmp_path, "<t>_xD83D__xDE00_</t>", "<t>_xD83D_</t>", "<t>_x005F_x000D_</t>")
    assert of_kind(document, BlockKind.PARAGRAPH) == ["😀", "\N{REPLACEMENT CHARACTER}", "_x000D_"]
