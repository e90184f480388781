"""帳票設計規則: squared paper with chapters, tables side by side, shapes, a remark and hidden parts."""

from __future__ import annotations

from pathlib import Path

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from tests.faults.sheet_shapes import anchored, drawing, group, shape
from tests.golden.settled import settled
from tests.readers.excel.workbooks import GREY, box, grid, saved, squared_paper

NAME = "帳票設計規則.xlsx"

_TEXT = {
    "B8": "1. 帳票の大きさ",
    "C9": "1.1. 用紙",
    "D10": "帳票の用紙はA4縦とする。顧客が用紙を指定するときは、その大きさに合わせて余白を決め、",
    "D11": "設計書の1ページ目に理由を記す。",
    "C13": "1.2. 余白",
    "D14": "・上下の余白は15mm以上とする。",
    "D15": "・左の余白は、綴じるときは25mm以上とする。",
    "E16": "綴じないときは15mmでもよい。",
    "B19": "2. 罫線と見出し",
    "C20": "2.1. 罫線の種類",
    "C30": "2.2. 見出し行",
    "B38": "3. 項目の並び",
    "C39": "項目は、利用者が読む順に左から右、上から下に並べる。合計は最後の行に置く。",
    "C40": "この行は2025年度の規則である。合計は最初の行に置く。",
}


def build(folder: Path) -> bytes:
    book, sheet = squared_paper("規則")
    _form_head(sheet)
    for place, text in _TEXT.items():
        sheet[place] = text
    _lines(sheet)
    _header_rows(sheet)
    sheet.row_dimensions[40].hidden = True
    _list_of_changes(book)
    _old_sheet(book)
    shapes = (
        anchored(shape("例外は品質管理部が\n承認する。", 3), 10, 40, 12, 52),
        anchored(group(shape("下：印字する値", 5, 500), shape("上：見出し", 4, 100)), 33, 40, 36, 52),
    )
    return settled(saved(book, folder, drawing(*shapes)).read_bytes())


def _form_head(sheet: Worksheet) -> None:
    """The frame at the top of each sheet, as forms of companies have it."""
    box(sheet, "B2:P4", "帳票設計規則")
    sheet["B2"].font = Font(bold=True, size=16)
    for area, text in [
        ("Q2:U2", "文書番号"),
        ("V2:AC2", "品-204"),
        ("Q3:U3", "版"),
        ("V3:AC3", "第4版"),
        ("Q4:U4", "施行日"),
        ("V4:AC4", "2026/4/1"),
    ]:
        box(sheet, area, text, GREY if area.startswith("Q") else None)


def _lines(sheet: Worksheet) -> None:
    grid(
        sheet,
        22,
        "D:H I:N O:W",
        [["場所", "線", "太さ"], ["外枠", "実線", "1.0pt"], ["明細", "実線", "0.5pt"], ["小計の上", "二重線", "0.5pt"]],
    )
    grid(sheet, 22, "AA:AC AD:AL", [["記号", "意味"], ["◎", "必ず引く"], ["○", "引いてよい"], ["×", "引かない"]])
    sheet["D27"] = "※ 色の線は用いない。"


def _header_rows(sheet: Worksheet) -> None:
    sheet["D31"] = CellRichText(
        "表ヘッダーは",
        TextBlock(InlineFont(b=True, u="single"), "太字+下線"),
        "とし、灰色で塗る。",
        TextBlock(InlineFont(strike=True), "下線は引かない。"),
    )
    sheet["D31"].comment = Comment("査閲者:\n画面標準の「太字のみ」と合わない。", "査閲者")
    box(sheet, "D33:H34", "項目", GREY)
    box(sheet, "I33:R33", "書式", GREY)
    grid(sheet, 34, "I:M N:R", [["見出し", "明細"]])
    grid(sheet, 35, "D:H I:M N:R", [["金額", "中央寄せ", "右寄せ"], ["名称", "中央寄せ", "左寄せ"]], header=0)


def _list_of_changes(book: Workbook) -> None:
    sheet = book.create_sheet("改訂履歴")
    for values in (
        ["版", "日付", "内容"],
        ["第3版", "2025/4/1", "余白を変更"],
        ["第4版", "2026/4/1", "罫線の種類を追加"],
    ):
        sheet.append(values)
    for cell in sheet[1]:
        cell.fill = GREY


def _old_sheet(book: Workbook) -> None:
    sheet = book.create_sheet("旧規則")
    sheet["A1"], sheet["A2"] = "帳票の用紙はB5とする。", "余白は10mmとする。"
    sheet.sheet_state = "hidden"
