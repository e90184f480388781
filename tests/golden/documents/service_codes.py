"""コード設計書: merged cells, dates of the Japanese calendar, number formats and furigana."""

from __future__ import annotations

import datetime
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Border, Side
from openpyxl.worksheet.worksheet import Worksheet

from tests.golden.settled import settled
from tests.readers.excel.workbooks import GREY, saved

NAME = "コード設計書.xlsx"

_ERA = '[$-411]ggge"年"m"月"d"日"'
_READING = '<rPh sb="0" eb="2"><t>クブン</t></rPh><phoneticPr fontId="1"/>'
_ROWS: list[list[object]] = [
    ["区分", "コード", "名称", "桁数", "適用開始", "適用終了"],
    ["顧客", 1, "個人", 4, datetime.date(2019, 4, 30), datetime.date(2024, 3, 31)],
    [None, 2, "法人", 4, datetime.date(2019, 5, 1), None],
    [None, 3, "官公庁", 4, datetime.date(2026, 4, 1), None],
    ["商品", 10, "物品", 6, datetime.date(1989, 1, 7), "廃止まで"],
    [None, 11, "役務", 6, datetime.date(1989, 1, 8), "廃止まで"],
    ["予備", None, None, None, None, None],
]


def build(folder: Path) -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = "区分コード"
    sheet["A1"] = "区分コード一覧"
    sheet["A2"] = "コードは先頭を0で埋めて印字する。"
    _table(sheet, 4)
    _rates(book.create_sheet("料率"))
    return settled(saved(book, folder, {"xl/worksheets/sheet1.xml": _with_reading}).read_bytes())


def _table(sheet: Worksheet, top: int) -> None:
    for offset, values in enumerate(_ROWS):
        for column, value in enumerate(values, 1):
            cell = sheet.cell(top + offset, column)
            cell.value = value
            _framed(sheet, top + offset, column)
            if offset == 0:
                cell.fill = GREY
            elif column == 2:
                cell.number_format = "000"
            elif isinstance(value, datetime.date):
                cell.number_format = _ERA
    for area in ("A5:A7", "A8:A9", "F8:F9", "B10:F10"):
        sheet.merge_cells(area)
    sheet["B10"] = "予備の区分は、業務管理部の承認を得て割り当てる。"


def _rates(sheet: Worksheet) -> None:
    rows = [
        ["区分", "料率", "上限", "下限"],
        ["個人", 0.015, 50000, 0],
        ["法人", 0.01, 1200000, 0],
        ["官公庁", 0, None, None],
    ]
    for top, values in enumerate(rows, 1):
        for column, value in enumerate(values, 1):
            cell = sheet.cell(top, column)
            cell.value = value
            _framed(sheet, top, column)
            if top == 1:
                cell.fill = GREY
            else:
                cell.number_format = {2: "0.0%", 3: '#,##0"円"', 4: '#,##0"円"'}.get(column, "General")


def _framed(sheet: Worksheet, row: int, column: int) -> None:
    side = Side(style="thin")
    sheet.cell(row, column).border = Border(left=side, right=side, top=side, bottom=side)


def _with_reading(part: str) -> str:
    """The reading that Excel keeps of the first text that was typed with the input method."""
    assert "</is>" in part
    return part.replace("</is>", f"{_READING}</is>", 1)
