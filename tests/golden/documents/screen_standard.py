"""画面標準: a table with a stacked header, group rows, merged values and a hidden row; formulas."""

from __future__ import annotations

from pathlib import Path

from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from tests.golden.settled import settled
from tests.readers.excel.workbooks import GREY, box, grid, saved, squared_paper

NAME = "画面標準.xlsx"

_RULES: list[tuple[str, list[tuple[str, list[str]]]]] = [
    ("■ 入力部品", [
        ("文字", [
            "一行の入力欄は全角20文字の幅を既定とする。",
            "桁数を超える入力は、途中で止めずに、確定のときに誤りとして示す。",
        ]),
        ("日付", ["日付はカレンダーから選べるようにし、手で入力するときは「2026/04/01」の形とする。"]),
    ]),
    ("■ 表示部品", [
        ("一覧", [
            "一覧の見出し行は、縦に動かしても常に見えるようにする。",
            "一覧は一度に50件まで示し、続きはページを分ける。",
            "該当する件がないときは「該当するデータがありません。」と示す。",
        ]),
        ("伝言", ["誤りの伝言は、原因と次にすることとを一文ずつで書く。"]),
    ]),
]  # fmt: skip


def build(folder: Path) -> bytes:
    book, sheet = squared_paper("部品")
    sheet["B2"] = "画面部品の標準"
    sheet["B2"].font = Font(bold=True, size=18)
    sheet["B3"] = "この標準は、社内の利用者が使う画面に適用する。"
    _header(sheet)
    _rows(sheet)
    _response_times(book.create_sheet("応答時間"))
    _messages(book.create_sheet("伝言一覧"))
    return settled(saved(book, folder, {"xl/worksheets/sheet2.xml": _calculated}).read_bytes())


def _header(sheet: Worksheet) -> None:
    box(sheet, "B5:C6", "No.", GREY)
    box(sheet, "D5:H6", "部品", GREY)
    box(sheet, "I5:AH6", "規則", GREY)
    box(sheet, "AI5:AP5", "適用", GREY)
    grid(sheet, 6, "AI:AL AM:AP", [["新規", "改修"]])


def _rows(sheet: Worksheet) -> None:
    top, number = 7, 0
    for title, parts in _RULES:
        box(sheet, f"B{top}:AP{top}", title, GREY)
        top += 1
        for name, rules in parts:
            box(sheet, f"D{top}:H{top + len(rules) - 1}", name)
            for rule in rules:
                number += 1
                box(sheet, f"B{top}:C{top}", number)
                box(sheet, f"I{top}:AH{top}", rule)
                box(sheet, f"AI{top}:AL{top}", "○")
                box(sheet, f"AM{top}:AP{top}", "○" if number % 2 else "")
                top += 1
    sheet.row_dimensions[9].hidden = True


def _response_times(sheet: Worksheet) -> None:
    for values in (
        ["処理", "目標（秒）", "上限（秒）", "備考"],
        ["検索", 3, "=B2*2", "件数による"],
        ["登録", 2, "=B3*2", None],
        ["印刷", 10, "=B4*2", "起動まで"],
    ):
        sheet.append(values)
    for cell in sheet[1]:
        cell.fill = GREY
    for cell in sheet["B"]:
        cell.number_format = "0.0"


_KINDS = {
    "入力の誤り": [
        "必須の項目に入力がない",
        "桁数が超えている",
        "使えない文字がある",
        "日付が正しくない",
        "範囲の外の値である",
    ],
    "照合の誤り": [
        "該当するデータがない",
        "同じ番号のデータが既にある",
        "他の利用者が更新した",
        "参照先が削除されている",
        "権限がない",
    ],
    "処理の誤り": [
        "通信が途切れた",
        "時間内に終わらなかった",
        "容量が足りない",
        "印刷機が応じない",
        "原因が分からない",
    ],
}


def _messages(sheet: Worksheet) -> None:
    """A list too long for one chunk, the kind of its rows merged over the place where it is cut."""
    sheet["A1"] = "伝言の一覧（2026年4月現在）"
    for column, title in enumerate(["種別", "番号", "起きたこと", "示す文", "次にすること"], 1):
        sheet.cell(3, column).value, sheet.cell(3, column).fill = title, GREY
    top = 4
    for kind, causes in _KINDS.items():
        sheet.cell(top, 1).value = kind
        sheet.merge_cells(start_row=top, start_column=1, end_row=top + len(causes) - 1, end_column=1)
        for cause in causes:
            texts = [
                f"MSG-{top - 3:03}",
                f"{cause}。",
                f"{cause}ため、処理を続けられません。",
                "内容を確かめて、もう一度操作する。",
            ]
            for column, text in enumerate(texts, 2):
                sheet.cell(top, column).value = text
            top += 1


def _calculated(part: str) -> str:
    """The values that Excel keeps beside the formulas, but for the last one, which was never calculated."""
    for formula, value in (("B2*2", "6"), ("B3*2", "4")):
        part = part.replace(f"<f>{formula}</f><v></v>", f"<f>{formula}</f><v>{value}</v>")
        part = part.replace(f"<f>{formula}</f><v />", f"<f>{formula}</f><v>{value}</v>")
    return part
