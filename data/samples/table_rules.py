"""図表規則.xlsx: how tables, figures and numbers look."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from packing import WRITTEN

FONT = "Yu Gothic"
HEADER_ROW = 4

_THIN, _MEDIUM = Side(style="thin", color="8A94A6"), Side(style="medium", color="1F3A5F")


@dataclass(frozen=True)
class Rule:
    """A row; an empty ``target`` continues that of the row above."""

    number: str
    target: str
    rule: str
    example: str


TABLES = (
    Rule("TBL-01", "表ヘッダー", "表ヘッダーは太字のみ（下線なし）とする。", "項目名"),
    Rule("TBL-02", "", "表ヘッダーの背景は薄い灰色とし、文字は黒とする。", "灰色15％"),
    Rule("TBL-03", "", "一覧表が複数ページにわたるときは、各ページに表ヘッダーを繰り返す。", "－"),
    Rule("TBL-04", "表題", "表題は表の上に左寄せで置く。", "表2　画面一覧"),
    Rule("TBL-05", "列", "列は、識別子、名称、説明、備考の順に並べる。", "画面ID｜画面名｜説明｜備考"),
    Rule("TBL-06", "セル", "文字列は左寄せ、数値は右寄せ、コードは中央寄せとする。", "－"),
    Rule("TBL-07", "", "該当する値がないセルには「－」を入れ、空欄を残さない。", "－"),
    Rule("TBL-08", "", "表の中の文字は9ポイントとする。", "－"),
    Rule("TBL-09", "罫線", "外枠は太線、内側は細線とする。二重線は使わない。", "－"),
)

FIGURES = (
    Rule("FIG-01", "図題", "図題は図の下に中央寄せで置く。", "図3　画面遷移"),
    Rule("FIG-02", "", "図の番号は章ごとに振り直さず、文書全体の通し番号とする。", "図12"),
    Rule(
        "FIG-03", "画面遷移図", "画面は角丸四角形、遷移は矢印で表し、矢印には操作の名前を書く。", "［登録］ボタン押下"
    ),
    Rule("FIG-04", "", "1枚に載せる画面は15個以内とする。超えるときは業務の単位で分ける。", "受注／出荷／請求"),
    Rule("FIG-05", "画像", "画像は本文の幅に収め、解像度は150dpi以上とする。", "PNG"),
    Rule("FIG-06", "文字と色", "図中の文字は8ポイント以上とする。", "－"),
    Rule("FIG-07", "", "色だけで区別せず、線の種類または記号を併用する。", "実線＝同期、破線＝非同期"),
)

NUMBERS = (
    Rule("NUM-01", "金額", "表の中の金額は千円単位とし、列見出しに単位を書く。", "売上（千円）"),
    Rule("NUM-02", "桁区切り", "コード値と西暦には、桁区切りのカンマを付けない。", "2026年、商品コード10482"),
    Rule("NUM-03", "比率", "比率は百分率で表し、小数第2位を四捨五入して小数第1位まで示す。", "12.5％"),
    Rule("NUM-04", "日付", "表の中の日付は「2026-04-01」の形式とする。", "2026-04-01"),
    Rule("NUM-05", "時間", "応答時間は秒で表し、小数第1位まで示す。", "2.0秒"),
    Rule("NUM-06", "データ量", "データ量は1,024倍ごとにKB、MB、GBとし、丸めた値には「約」を付ける。", "約3.2GB"),
)

WITHDRAWN = (
    Rule("OLD-01", "表ヘッダー", "表ヘッダーは斜体とする。", "2025年3月31日で廃止"),
    Rule("OLD-02", "金額", "表の中の金額は円単位とする。", "2025年3月31日で廃止"),
)


def make() -> bytes:
    """The finished workbook; the sheet of withdrawn rules is hidden."""
    book = Workbook()
    book.remove(book.active)
    _sheet(book, "表の規則", "図表規則　表", TABLES)
    _sheet(book, "図の規則", "図表規則　図", FIGURES)
    _sheet(book, "単位と数値", "図表規則　単位と数値", NUMBERS)
    _sheet(book, "旧規則", "図表規則　廃止した規則", WITHDRAWN)
    book["旧規則"].sheet_state = "hidden"
    remark = Comment("2026年度の見直しで、記入規則とそろえるか検討する。", "標準化チーム", height=60, width=260)
    book["表の規則"].cell(HEADER_ROW + 1, 3).comment = remark
    properties = book.properties
    properties.title, properties.creator, properties.lastModifiedBy = "図表規則", "標準化チーム", "標準化チーム"
    properties.created = properties.modified = WRITTEN
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet(book: Any, name: str, title: str, rules: Sequence[Rule]) -> None:
    sheet = book.create_sheet(name)
    for column, width in zip("ABCD", (11, 16, 62, 30), strict=True):
        sheet.column_dimensions[column].width = width
    sheet.merge_cells("A1:D1")
    sheet["A1"] = title
    sheet["A1"].font = Font(name=FONT, size=16, bold=True, color="1F3A5F")
    sheet.row_dimensions[1].height = 28
    sheet.merge_cells("A2:D2")
    sheet["A2"] = "第2.0版　2026年4月1日　標準化チーム"
    sheet["A2"].font = Font(name=FONT, size=9, color="5B6472")
    _header(sheet)
    for n, rule in enumerate(rules):
        _row(sheet, HEADER_ROW + 1 + n, rule)
    _merge_targets(sheet, rules)
    _frame(sheet, HEADER_ROW + len(rules))
    sheet.freeze_panes = sheet.cell(HEADER_ROW + 1, 1)
    sheet.sheet_view.showGridLines = False
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"{HEADER_ROW}:{HEADER_ROW}"


def _header(sheet: Any) -> None:
    for column, text in enumerate(("No", "対象", "規則", "例"), 1):
        cell = sheet.cell(HEADER_ROW, column, text)
        cell.font = Font(name=FONT, size=10, bold=True)
        cell.fill = PatternFill("solid", fgColor="D9D9D9")
        cell.alignment = Alignment(horizontal="center", vertical="center")
    sheet.row_dimensions[HEADER_ROW].height = 22


def _row(sheet: Any, row: int, rule: Rule) -> None:
    for column, text in enumerate((rule.number, rule.target, rule.rule, rule.example), 1):
        cell = sheet.cell(row, column, text or None)
        cell.font = Font(name=FONT, size=10, bold=rule.number == "TBL-01" and column == 4)
        centred = column == 1
        cell.alignment = Alignment(
            horizontal="center" if centred else "left", vertical="center", wrap_text=True, indent=0 if centred else 1
        )
    sheet.row_dimensions[row].height = 32


def _merge_targets(sheet: Any, rules: Sequence[Rule]) -> None:
    """One merged cell over the rows that share a target."""
    starts = [n for n, rule in enumerate(rules) if rule.target] + [len(rules)]
    for start, end in pairwise(starts):
        if end - start > 1:
            top = HEADER_ROW + 1 + start
            sheet.merge_cells(start_row=top, end_row=top + end - start - 1, start_column=2, end_column=2)


def _frame(sheet: Any, last: int) -> None:
    for row in range(HEADER_ROW, last + 1):
        for column in range(1, 5):
            sheet.cell(row, column).border = Border(
                top=_MEDIUM if row == HEADER_ROW else _THIN,
                bottom=_MEDIUM if row == last else _THIN,
                left=_MEDIUM if column == 1 else _THIN,
                right=_MEDIUM if column == 4 else _THIN,
            )
