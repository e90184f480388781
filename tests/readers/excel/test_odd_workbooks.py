"""One odd part never stops a workbook, and size on paper costs no time."""

import time

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Border, Side

from rulebook.errors import DamagedFile
from rulebook.model.document import BlockKind
from rulebook.readers.excel import read
from tests.packages import packed, relations, save, workbook
from tests.readers.excel.workbooks import all_text, read_book, saved


def test_styled_empty_cells_far_away_cost_nothing(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"] = "規則"
    for place in ("XFD1048576", "XFD1", "A1048576"):
        sheet[place].border = Border(left=Side(style="thin"), top=Side(style="thin"))
    path = saved(book, tmp_path)
    started = time.process_time()
    document = read(path, path.name)
    assert time.process_time() - started < 0.5
    assert [b.span.fragment for b in document.blocks] == ["Sheet!A1", "Sheet!A1"]


def test_merges_over_whole_columns_cost_nothing(tmp_path):
    rows = '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row>'
    merges = '<mergeCells><mergeCell ref="A1:A1048576"/><mergeCell ref="C1:XFD1"/></mergeCells>'
    path = save(tmp_path, "a.xlsx", workbook(f"<sheetData>{rows}</sheetData>{merges}"))
    started = time.process_time()
    assert all_text(read(path, path.name)).split("\n")[1:] == ["1", "2"]
    assert time.process_time() - started < 0.5


def test_a_chart_sheet_gives_the_texts_of_its_chart(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    chart = BarChart()
    chart.title = "月別の件数"
    chart.x_axis.title, chart.x_axis.delete = "月", False
    chart.add_data(Reference(book.active, min_col=1, min_row=1, max_row=1))
    book.create_chartsheet("推移").add_chart(chart)
    document = read_book(book, tmp_path)
    assert [(b.kind, b.span.fragment, b.text.text) for b in document.blocks[2:]] == [
        (BlockKind.HEADING, "推移!A1", "推移"),
        (BlockKind.TEXT_BOX, "推移!A1", "月別の件数\n月"),
    ]
    assert document.report.warnings == ()


def test_a_macro_sheet_is_named_with_what_to_do(tmp_path):
    parts = workbook(sheets=2)
    links = {"rId1": ("xlMacrosheet", "worksheets/s1.xml"), "rId2": ("worksheet", "worksheets/s2.xml")}
    parts["xl/_rels/workbook.xml.rels"] = relations(links).encode()
    path = save(tmp_path, "a.xlsx", parts)
    document = read(path, path.name)
    assert [b.text.text for b in document.blocks] == ["S2", "1"]
    assert [(w.code, w.place) for w in document.report.warnings] == [("sheet_not_read", "S1")]
    assert "Move what it states" in document.report.warnings[0].message


def test_a_sheet_that_is_listed_and_not_there_is_named(tmp_path):
    parts = workbook(sheets=2)
    parts["xl/_rels/workbook.xml.rels"] = relations({"rId2": ("worksheet", "worksheets/s2.xml")}).encode()
    path = save(tmp_path, "a.xlsx", parts)
    (warning,) = read(path, path.name).report.warnings
    assert (warning.code, warning.place) == ("sheet_not_read", "S1")
    assert "the file does not hold it" in warning.message


def test_a_dimension_that_lies_changes_nothing(tmp_path):
    data = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="9"><c r="C9"><v>2</v></c></row></sheetData>'
    for reference in ("A1", "A1:XFD1048576", "nonsense"):
        path = save(tmp_path, "a.xlsx", workbook(f'<dimension ref="{reference}"/>{data}'))
        started = time.process_time()
        assert all_text(read(path, path.name)).split("\n")[1:] == ["1", "2"]
        assert time.process_time() - started < 0.5


def test_rows_and_cells_without_addresses_follow_each_other(tmp_path):
    data = "<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c></row></sheetData>"
    path = save(tmp_path, "a.xlsx", workbook(data))
    document = read(path, path.name)
    assert [b.span.fragment for b in document.blocks[1:]] == ["S1!A1:B1", "S1!A3"]


def test_shared_formulas_show_the_stored_result_of_each_cell(tmp_path):
    cells = '<c r="A1"><f t="shared" ref="A1:A3" si="0">B1*2</f><v>2</v></c>'
    data = f'<row r="1">{cells}</row><row r="2"><c r="A2"><f t="shared" si="0"/><v>4</v></c></row>'
    path = save(tmp_path, "a.xlsx", workbook(f"<sheetData>{data}</sheetData>"))
    assert all_text(read(path, path.name)).split("\n")[1:] == ["2", "4"]


def test_twenty_thousand_merges_cost_little(tmp_path):
    data = "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 20_001))
    merges = "".join(f'<mergeCell ref="A{n}:C{n}"/>' for n in range(1, 20_001))
    path = save(tmp_path, "a.xlsx", workbook(f"<sheetData>{data}</sheetData><mergeCells>{merges}</mergeCells>"))
    started = time.process_time()
    assert "20000" in all_text(read(path, path.name))
    assert time.process_time() - started < 20  # reading merges cell by cell takes minutes


def test_formatted_rows_down_to_the_last_one_cost_nothing(tmp_path):
    data = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576" ht="20" hidden="1"/>'
    columns = '<cols><col min="1" max="16384" width="3" style="0"/></cols>'
    validation = (
        '<dataValidations><dataValidation type="list" sqref="A1:XFD1048576"><formula1>"1,2"</formula1>'
        "</dataValidation></dataValidations>"
    )
    path = save(tmp_path, "a.xlsx", workbook(f"{columns}<sheetData>{data}</sheetData>{validation}"))
    started = time.process_time()
    document = read(path, path.name)
    assert time.process_time() - started < 0.5
    assert [b.span.fragment for b in document.blocks[1:]] == ["S1!A1", "S1!A1"]


@pytest.mark.parametrize("broken", [b"", b"<worksheet", None])
def test_a_sheet_that_cannot_be_read_is_named_and_the_others_are_read(tmp_path, broken):
    parts = workbook(sheets=2)
    if broken is None:
        del parts["xl/worksheets/s1.xml"]
    else:
        parts["xl/worksheets/s1.xml"] = broken
    path = save(tmp_path, "a.xlsx", parts)
    document = read(path, path.name)
    assert [b.span.fragment for b in document.blocks] == ["S2!A1", "S2!A1"]
    assert [(w.code, w.place) for w in document.report.warnings] == [("sheet_not_read", "S1")]


def test_missing_strings_styles_and_drawings_are_warnings(tmp_path):
    rows = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3"><c r="A3" s="1"><v>5</v></c></row>'
    parts = workbook(f"<sheetData>{rows}</sheetData>")
    links = {
        "rId1": ("worksheet", "worksheets/s1.xml"),
        "rId2": ("sharedStrings", "s.xml"),
        "rId3": ("styles", "t.xml"),
    }
    parts["xl/_rels/workbook.xml.rels"] = relations(links).encode()
    parts["xl/worksheets/_rels/s1.xml.rels"] = relations({"rId1": ("drawing", "../drawings/d.xml")}).encode()
    parts["xl/t.xml"] = b"<styleSheet"
    path = save(tmp_path, "a.xlsx", parts)
    document = read(path, path.name)
    assert all_text(document).split("\n") == ["S1", "5"]
    assert [(w.code, w.place) for w in document.report.warnings] == [
        ("part_not_read", "xl/s.xml"),
        ("part_not_read", "xl/t.xml"),
        ("bad_string_index", "S1!A1"),
        ("bad_style_index", "S1!A3"),
        ("part_not_read", "S1"),
    ]
    assert "xl/drawings/d.xml" in document.report.warnings[-1].message


def test_a_package_without_a_workbook_part_is_damaged(tmp_path):
    parts = workbook()
    del parts["xl/workbook.xml"]
    path = tmp_path / "a.xlsx"
    path.write_bytes(packed(parts))
    with pytest.raises(DamagedFile, match=r"xl/workbook\.xml"):
        read(path, path.name)


def test_cells_and_rows_without_addresses_follow_each_other(tmp_path):
    sheet = "<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>"
    path = save(tmp_path, "a.xlsx", workbook(sheet))
    assert sorted(all_text(read(path, path.name)).replace("\n", " ").split()) == ["1", "2", "3", "S1"]


def test_a_sheet_without_text_gives_no_blocks(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    book.create_sheet("空")
    document = read_book(book, tmp_path)
    assert {b.span.sheet for b in document.blocks} == {"Sheet"}
    assert document.report.sheets == 2


def test_page_headers_and_footers_are_properties_of_the_document(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    book.active.oddHeader.center.text = "社外秘"
    book.active.oddFooter.center.text = "&P / &N"
    document = read_book(book, tmp_path)
    assert document.properties == (("header", "社外秘"),)
    assert "社外秘" not in all_text(document)


def test_the_name_is_kept_in_one_spelling_and_gives_the_title(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    path = saved(book, tmp_path)
    document = read(path, "ガイド.xlsx".replace("ガ", "カ\u3099"))
    assert (document.doc, document.title) == ("ガイド.xlsx", "ガイド")
