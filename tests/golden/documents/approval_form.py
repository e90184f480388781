"""変更申請様式: a form of labels and fields with choices, guidance, and a list to fill in."""

from __future__ import annotations

from pathlib import Path

from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation

from tests.golden.settled import settled
from tests.readers.excel.workbooks import GREY, box, grid, saved, squared_paper

NAME = "変更申請様式.xlsx"

_FIELDS = [
    ("申請者", "所属と氏名を記入する。"),
    ("変更の種類", "□ 仕様　□ 設計　□ 資料のみ"),
    ("変更の理由", "顧客の要求による場合は、受付番号を記入する。\n社内の要求による場合は、会議名と日付を記入する。"),
    ("影響", ""),
    ("承認", "部門長　　　印"),
]


def build(folder: Path) -> bytes:
    book, sheet = squared_paper("様式")
    sheet["B2"] = "変更申請書"
    sheet["B2"].font = Font(bold=True, size=16)
    for top, (label, field) in enumerate(_FIELDS, 4):
        box(sheet, f"B{top}:H{top}", label, GREY)
        box(sheet, f"I{top}:AH{top}", field or None)
    choice = DataValidation("list", formula1='"大,中,小"', showInputMessage=True, showErrorMessage=True)
    choice.promptTitle, choice.prompt = "影響の大きさ", "三日以上の手戻りがあるときは「大」を選ぶ。"
    choice.errorTitle, choice.error = "入力の誤り", "大・中・小のどれかを選ぶこと。"
    choice.add("I7")
    sheet.add_data_validation(choice)
    sheet["B10"] = "記入上の注意"
    sheet["C11"] = "(1) 一つの申請には一つの変更だけを書く。"
    sheet["C12"] = "(2) 承認の前に作業を始めてはならない。"
    sheet["B14"] = "変更する文書の一覧"
    blank = ["", "", ""]
    grid(
        sheet,
        15,
        "B:D E:R S:AH",
        [["No.", "文書名", "変更する箇所"], [1, "（例）画面標準", "（例）部品 No.3"], [2, *blank[1:]], [3, *blank[1:]]],
    )
    return settled(saved(book, folder).read_bytes())
