"""Cells are read as they are shown: text without furigana, marks, cached results, what a merge covers."""

import datetime

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from rulebook.model.document import BlockKind, Flag
from rulebook.model.text import Mark
from rulebook.readers.excel import read
from tests.packages import relations, save, workbook
from tests.readers.excel.workbooks import all_text, grid, of_kind, read_book, rows, squared_paper, tables, with_strings

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


def test_raised_and_lowered_figures_keep_their_height(tmp_path):
    def run(text: str, height: str) -> str:
        return f'<r><rPr><vertAlign val="{height}"/></rPr><t>{text}</t></r>'

    items = [
        "<r><t>10</t></r>" + run("-6", "superscript"),
        "<r><t>H</t></r>" + run("2", "subscript") + "<r><t>O</t></r>",
    ]
    assert of_kind(with_strings(tmp_path, *items), BlockKind.PARAGRAPH) == ["10⁻⁶", "H₂O"]


def test_letters_of_a_symbol_font_are_the_signs_that_are_seen(tmp_path):
    book = Workbook()
    sheet = book.active
    for row, (text, font) in enumerate([("ü", "Wingdings"), ("û 対象外", "Wingdings"), ("P", "Wingdings 2")], 1):
        sheet.cell(2 * row, 1).value, sheet.cell(2 * row, 1).font = text, Font(name=font)
    sheet["A8"].value = CellRichText("済", TextBlock(InlineFont(rFont="Wingdings"), "þ"))
    assert of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH) == ["✓", "✗ 対象外", "✓", "済☑"]


def test_a_sign_without_a_counterpart_is_a_marker_and_named(tmp_path):
    book = Workbook()
    book.active["B2"], book.active["B2"].font = "3", Font(name="Webdings")
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.PARAGRAPH) == ["〓"]
    assert [(w.code, w.place) for w in document.report.warnings] == [("sign_not_known", "Sheet!B2")]


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


def test_cached_results_are_read_and_missing_ones_are_marked_and_warned_about_once_a_sheet(tmp_path):
    rows = (
        '<row r="1"><c r="A1" t="str"><f>B1&amp;"版"</f><v>1版</v></c></row>'
        '<row r="3"><c r="A3"><f>SUM(B1:B2)</f></c><c r="B3"><f>NOW()</f><v></v></c></row>'
        '<row r="5"><c r="A5" t="str"><f>IF(1,"","")</f><v></v></c></row>'
    )
    path = save(tmp_path, "a.xlsx", workbook(f"<sheetData>{rows}</sheetData>"))
    document = read(path, path.name)
    assert all_text(document).split() == ["S1", "1版", "[?]", "[?]"]
    (warning,) = document.report.warnings
    assert (warning.code, warning.place) == ("formula_without_value", "S1!A3, B3")
    assert warning.message.startswith("2 formula(s)")


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
    assert [b.text.text for b in document.blocks if Flag.HIDDEN not in b.flags] == ["Sheet", "統合", "隣"]
    assert document.blocks[1].span.fragment == "Sheet!A1:B2"


def test_a_row_with_a_missing_result_stays_in_its_table(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:C D:J", [["No.", "上限"], [1, "=A1*2"], [2, 60]])
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block) == [["No.", "上限"], ["1", "[?]"], ["2", "60"]]


def test_a_blanked_cell_is_no_rule_but_hidden_and_named(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["A2"], sheet["B1"], sheet["A3"], sheet["D9"] = 5, 6, "隠した語", "残る", 0
    for place in ("A1", "A2", "B1"):
        sheet[place].number_format = ";;;"
    sheet["D9"].number_format = "0;-0;"
    document = read_book(book, tmp_path)
    shown = [b.text.text for b in document.blocks if Flag.HIDDEN not in b.flags]
    assert shown == ["Sheet", "残る"]
    hidden = " ".join(b.text.text for b in document.blocks if Flag.HIDDEN in b.flags)
    assert all(text in hidden.split() for text in ("5", "6", "隠した語"))
    assert document.report.hidden == ("Sheet!A1:A2", "Sheet!B1")


def test_errors_and_days_in_iso_form_are_shown_as_excel_shows_them(tmp_path):
    styles = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1">'
        '<numFmt numFmtId="200" formatCode="0;-0;0;@&quot;様&quot;"/></numFmts><fonts><font/></fonts><fills><fill/>'
        '</fills><borders><border/></borders><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="200" quotePrefix="1"/>'
        "</cellXfs></styleSheet>"
    )
    cells = [
        '<c r="A1" t="d" s="1"><v>2024-06-01T00:00:00Z</v></c>',
        '<c r="A3" t="d" s="1"><v>1900-01-31</v></c>',
        '<c r="A5" t="e" s="2"><f>NA()</f><v>#N/A</v></c>',
        '<c r="A7" t="str" s="2"><v>=A1</v></c>',
        '<c r="A9" t="b" s="2"><v>0</v></c>',
    ]
    data = "".join(f'<row r="{2 * n + 1}">{cell}</row>' for n, cell in enumerate(cells))
    parts = workbook(f"<sheetData>{data}</sheetData>")
    links = {"rId1": ("worksheet", "worksheets/s1.xml"), "rId2": ("styles", "styles.xml")}
    parts["xl/_rels/workbook.xml.rels"] = relations(links).encode()
    parts["xl/styles.xml"] = styles.encode()
    path = save(tmp_path, "a.xlsx", parts)
    assert all_text(read(path, path.name)).split("\n")[1:] == ["2024/6/1", "1900/1/31", "#N/A", "=A1様", "FALSE"]


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
