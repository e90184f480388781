"""Fault kind 7: a formula is read as the value that a person sees, and a missing value never costs its row.

Wrong: ``=VLOOKUP(B4,コード!A:C,3,0)`` is indexed as a rule, or a row vanishes because nobody has ever calculated
its total.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from rulebook.model.chunk import ParsedDocument
from tests.faults.documents import APART, assert_once, codes, excel, lines, parsed, statement_with, text_of, warned
from tests.packages import save, workbook
from tests.readers.excel.workbooks import grid, squared_paper

SHEET = "xl/worksheets/sheet1.xml"


def sheet_of(folder: Path, *cells: str) -> ParsedDocument:
    """A workbook with these cells (``c`` elements), one a row, a blank row between."""
    rows = "".join(f'<row r="{2 * n + 1}">{cell}</row>' for n, cell in enumerate(cells))
    return parsed(save(folder, "規則.xlsx", workbook(f"<sheetData>{rows}</sheetData>")), APART)


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ('<c t="str"><f>B1&amp;"版"</f><v>第3版</v></c>', "第3版"),
        ("<c><f>SUM(B1:B9)</f><v>42</v></c>", "42"),
        ("<c><f>1/3</f><v>0.33333333333333331</v></c>", "0.333333333"),
        ('<c t="b"><f>B1&gt;3</f><v>1</v></c>', "TRUE"),
        ('<c t="e"><f>VLOOKUP(B1,C:D,2,0)</f><v>#N/A</v></c>', "#N/A"),
        ('<c t="str"><f t="array" ref="A1:A3">C1:C3&amp;"条"</f><v>第一条</v></c>', "第一条"),
        ('<c t="str"><f t="shared" ref="A1:A3" si="0">C1&amp;"号"</f><v>1号</v></c>', "1号"),
        ('<c t="str"><f t="shared" si="0"/><v>2号</v></c>', "2号"),
        ('<c t="str"><f>HYPERLINK("#目次!A1","目次へ")</f><v>目次へ</v></c>', "目次へ"),
    ],
)  # fmt: skip
def test_the_value_is_read_and_the_formula_is_not(tmp_path: Path, cell: str, shown: str) -> None:
    found = sheet_of(tmp_path, cell)
    assert lines(found) == [shown]
    assert codes(found) == []


def without_results(part: str) -> str:
    """The sheet as programs save it that do not calculate: every formula without its value."""
    return part.replace("<v></v>", "").replace("<v />", "").replace("<v/>", "")


def test_a_row_with_a_formula_that_was_never_calculated_keeps_its_other_values_in_their_columns(tmp_path: Path) -> None:
    book, sheet = squared_paper()
    grid(
        sheet, 2, "B:E F:I J:M", [["項目", "合計", "備考"], ["氏名", "=SUM(Z1:Z2)", "全角"], ["住所", 120, "半角不可"]]
    )
    found = excel(tmp_path, book, {SHEET: without_results})
    assert statement_with(found, "氏名").startswith("項目: 氏名")
    assert "備考: 全角" in statement_with(found, "氏名")
    assert statement_with(found, "住所") == "項目: 住所 / 合計: 120 / 備考: 半角不可"
    assert "SUM(" not in text_of(found)


def test_a_missing_value_is_told_once_a_sheet_with_its_cells(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    for top in range(1, 6):
        sheet.cell(top, 1).value, sheet.cell(top, 2).value = f"規則{top}を守る。", "=ROW()"
    found = excel(tmp_path, book, {SHEET: without_results})
    assert len(codes(found)) == 1
    (warning,) = found.report.warnings
    assert "B1" in f"{warning.place} {warning.message}"
    assert "5" in warning.message
    assert_once(found, *(f"規則{top}を守る。" for top in range(1, 6)))


def test_a_formula_whose_result_is_empty_text_is_an_empty_cell_and_no_fault(tmp_path: Path) -> None:
    found = sheet_of(tmp_path, '<c t="str"><f>IF(B1,"","")</f><v></v></c>', '<c t="str"><v>規則</v></c>')
    assert lines(found) == ["規則"]
    assert codes(found) == []


def test_text_that_begins_with_an_equals_sign_is_text(tmp_path: Path) -> None:
    found = sheet_of(tmp_path, '<c t="inlineStr"><is><t>=の前後に空白を入れる。</t></is></c>')
    assert lines(found) == ["=の前後に空白を入れる。"]


def test_a_date_that_a_formula_gives_is_shown_as_a_date(tmp_path: Path) -> None:
    book = Workbook()
    book.active["A1"] = "=DATE(2019,5,1)"
    book.active["A1"].number_format = '[$-411]ggge"年"m"月"d"日"'
    filled = {SHEET: lambda part: without_results(part).replace("</f></c>", "</f><v>43586</v></c>")}
    assert lines(excel(tmp_path, book, filled)) == ["令和1年5月1日"]


def test_a_reference_to_another_workbook_is_read_by_its_last_value(tmp_path: Path) -> None:
    found = sheet_of(tmp_path, '<c t="str"><f>[1]コード!$B$3</f><v>COMP_NAME_KANJI</v></c>')
    assert lines(found) == ["COMP_NAME_KANJI"]


def test_the_warning_says_what_to_do(tmp_path: Path) -> None:
    found = sheet_of(tmp_path, "<c><f>NOW()</f></c>", '<c t="str"><v>規則</v></c>')
    (code,) = codes(found)
    assert "S1" in warned(found, code)
    assert any(word in warned(found, code) for word in ("save", "Save", "open", "Open", "calculat"))
