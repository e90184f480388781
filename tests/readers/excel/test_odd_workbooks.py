"""One odd part never stops a workbook, and size on paper costs no time."""

import time

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Border, Side

from rulebook.errors import DamagedFile
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


def test_a_chart_sheet_is_named_and_the_others_are_read(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    chart = BarChart()
    chart.add_data(Reference(book.active, min_col=1, min_row=1, max_row=1))
    book.create_chartsheet("推移").add_chart(chart)
    document = read_book(book, tmp_path)
    assert "規則" in all_text(document)
    assert [(w.code, w.place) for w in document.report.warnings] == [("sheet_not_read", "推移")]


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
        ("part_not_read", "xl/drawings/d.xml"),
    ]


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
