"""Data validations are rules that no cell shows: allowed values, limits, messages."""

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from rulebook.model.document import BlockKind, Flag
from tests.readers.excel.workbooks import all_text, grid, of_kind, read_book, section_of, squared_paper, tables

SHEET = "xl/worksheets/sheet1.xml"


def _table(*validations: DataValidation) -> Workbook:
    book, sheet = squared_paper()
    rows = [["No.", "項目のなまえ", "必須区分"], [1, "氏名", "必須"], [2, "住所", "任意"]]
    grid(sheet, 2, "B:C D:J K:M", rows)
    for validation in validations:
        sheet.add_data_validation(validation)
    return book


_NAMES = ("入力規則", "数据验证", "Data validation")


def _in_table(document) -> dict[int, str]:
    """Column → text of the row of validations."""
    (block,) = tables(document)
    assert block.table is not None
    found = [c for c in block.table.rows[-1].cells if c.text.text.startswith(_NAMES)]
    return {cell.column: cell.text.text for cell in found}


def _beside(document) -> list[str]:
    return [text for text in of_kind(document, BlockKind.PARAGRAPH) if text.startswith(_NAMES)]


def test_the_values_of_a_list_stand_in_the_column_that_they_are_for(tmp_path):
    book = _table(DataValidation("list", formula1='"必須,任意"', sqref="K3:K4"))
    document = read_book(book, tmp_path)
    assert _in_table(document) == {2: "入力規則 K3:K4: 必須 / 任意"}
    statements = [s.text for p in section_of(document, "入力規則").pieces for s in p.statements]
    assert "必須区分: 入力規則 K3:K4: 必須 / 任意" in statements
    (block,) = tables(document)
    assert (len(block.table.rows), block.table.rows[-1].span.fragment) == (4, "規則!K4")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"type": "textLength", "operator": "lessThanOrEqual", "formula1": "60"}, "文字数 ≤ 60"),
        ({"type": "whole", "operator": "between", "formula1": "1", "formula2": "31"}, "整数 1～31"),
        ({"type": "whole", "formula1": "1", "formula2": "31"}, "整数 1～31"),
        ({"type": "decimal", "operator": "notBetween", "formula1": "0", "formula2": "0.5"}, "数値 0～0.5以外"),
        ({"type": "date", "operator": "greaterThanOrEqual", "formula1": "45444"}, "日付 ≥ 2024/6/1"),
        ({"type": "time", "operator": "lessThan", "formula1": "0.75"}, "時刻 < 18:00"),
        ({"type": "date", "operator": "notEqual", "formula1": "$A$1"}, "日付 ≠ A1"),
        ({"type": "custom", "formula1": "LEN(D3)<=60"}, "条件 LEN(D3)<=60"),
    ],
)
def test_limits_are_told_with_their_operator(tmp_path, options, text):
    book = _table(DataValidation(sqref="D3:D4", **options))
    assert _in_table(read_book(book, tmp_path)) == {1: f"入力規則 D3:D4: {text}"}


def test_messages_that_are_shown_are_told_and_others_are_not(tmp_path):
    shown = DataValidation(
        "textLength", operator="lessThanOrEqual", formula1="60", sqref="D3:D4", showInputMessage=True,
        promptTitle="項目名", prompt="全角で入力する。", showErrorMessage=True, error="60文字以内です。",
        errorStyle="warning",
    )  # fmt: skip
    silent = DataValidation(
        sqref="B3", prompt="見えない", error="見えない", showInputMessage=False, showErrorMessage=False
    )
    prompt_only = DataValidation(sqref="K3:K4", prompt="決まった後に記入する。", showInputMessage=True)
    assert _in_table(read_book(_table(shown, silent, prompt_only), tmp_path)) == {
        1: "入力規則 D3:D4: 文字数 ≤ 60\n入力時メッセージ: 項目名: 全角で入力する。\n警告: 60文字以内です。",
        2: "入力規則 K3:K4: 決まった後に記入する。",
    }


def test_equal_validations_are_told_once_a_column(tmp_path):
    book = _table(*(DataValidation("list", formula1='"○,×"', sqref=place) for place in ("K3", "K4", "D3")))
    assert _in_table(read_book(book, tmp_path)) == {1: "入力規則 D3: ○ / ×", 2: "入力規則 K3, K4: ○ / ×"}


def test_different_validations_of_one_column_stand_in_one_slot(tmp_path):
    book = _table(
        DataValidation("list", formula1='"甲"', sqref="K3"), DataValidation("list", formula1='"乙"', sqref="K4")
    )
    assert _in_table(read_book(book, tmp_path)) == {2: "入力規則 K3: 甲\n入力規則 K4: 乙"}


def test_a_list_of_shown_cells_is_named_by_its_range(tmp_path):
    book = _table(
        DataValidation("list", formula1="区分", sqref="K3"),
        DataValidation("list", formula1="マスタ!$A$1:$A$2", sqref="K4"),
        DataValidation("list", formula1="$D$3:$D$4", sqref="B3:B4"),
    )
    other = book.create_sheet("マスタ")
    other["A1"], other["A2"] = "必ず入力する", "入力してもよい"
    book.defined_names["区分"] = DefinedName("区分", attr_text="マスタ!$A$1:$A$2")
    document = read_book(book, tmp_path)
    assert _in_table(document) == {
        0: "入力規則 B3:B4: D3:D4",
        2: "入力規則 K3: マスタ!A1:A2\n入力規則 K4: マスタ!A1:A2",
    }
    assert all_text(document).count("必ず入力する") == 1


def test_a_list_of_hidden_cells_tells_its_values_once(tmp_path):
    book = _table(
        DataValidation("list", formula1="マスタ!$A$1:$A$2", sqref="K3"),
        DataValidation("list", formula1="マスタ!$A$1:$A$2", sqref="D3", prompt="選ぶ", showInputMessage=True),
    )
    other = book.create_sheet("マスタ")
    other["A1"], other["A2"], other.sheet_state = "甲種", "乙種", "hidden"
    assert _in_table(read_book(book, tmp_path)) == {
        1: "入力規則 D3: マスタ!A1:A2\n入力時メッセージ: 選ぶ",
        2: "入力規則 K3: マスタ!A1:A2 = 甲種 / 乙種",
    }


@pytest.mark.parametrize(
    ("formula", "text"),
    [("マスタ!$A:$A", "マスタ!A:A = 甲種 / 乙種"), ("INDIRECT($B3)", "INDIRECT(B3)")],
)
def test_lists_of_whole_columns_and_of_formulas(tmp_path, formula, text):
    book = _table(DataValidation("list", formula1=formula, sqref="K3"))
    other = book.create_sheet("マスタ")
    other["A1"], other["A2"], other.sheet_state = "甲種", "乙種", "hidden"
    assert _in_table(read_book(book, tmp_path)) == {2: f"入力規則 K3: {text}"}


def test_a_list_in_a_hidden_column_tells_its_values(tmp_path):
    book = _table(DataValidation("list", formula1="$AA$2:$AA$3", sqref="K3:K4"))
    sheet = book.active
    sheet["AA2"], sheet["AA3"] = "必須", "任意"
    sheet.column_dimensions["AA"].hidden = True
    assert _in_table(read_book(book, tmp_path)) == {2: "入力規則 K3:K4: AA2:AA3 = 必須 / 任意"}


@pytest.mark.parametrize(
    "formula", ["無い名前", "#REF!", "無いシート!$A$1:$A$3", "[1]別の本!$A$1:$A$3", "'[1]別 本'!$A$1"]
)
def test_a_list_that_points_nowhere_is_a_warning_and_no_text(tmp_path, formula):
    document = read_book(_table(DataValidation("list", formula1=formula, sqref="K3:K4")), tmp_path)
    assert "入力規則" not in all_text(document)
    (warning,) = document.report.warnings
    assert (warning.code, warning.place) == ("list_not_known", "規則!K3:K4")
    assert formula in warning.message


def test_a_list_far_from_all_text_is_left_over_and_says_nothing(tmp_path):
    book = _table(
        DataValidation("list", formula1='"○,×"', sqref="WVR3:WVU4"),
        DataValidation("list", formula1='"甲,乙"', sqref="K90:K1048576"),
    )
    assert "入力規則" not in all_text(read_book(book, tmp_path))


def test_the_cells_right_under_a_title_are_in_use_though_they_are_empty(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:C D:J K:M", [["No.", "項目のなまえ", "必須区分"]])
    sheet.add_data_validation(DataValidation("list", formula1='"必須,任意"', sqref="K3:K1048576"))
    document = read_book(book, tmp_path)
    assert _in_table(document) == {2: "入力規則 K3:K1048576: 必須 / 任意"}
    assert tables(document)[0].table.rows[-1].span.fragment == "規則!K3"


def test_a_field_is_named_by_the_text_on_its_left(tmp_path):
    book, sheet = squared_paper()
    sheet["B2"], sheet["F2"] = "送信のしかた", "TEXT"
    sheet.add_data_validation(DataValidation("list", formula1='"TEXT,HTML"', sqref="F2"))
    assert _beside(read_book(book, tmp_path)) == ["入力規則 送信のしかた (F2): TEXT / HTML"]


@pytest.mark.parametrize(
    ("word", "text"),
    [("状态", "数据验证 A2: 文本长度 ≤ 60"), ("state", "Data validation A2: text length ≤ 60")],
)
def test_the_words_are_those_of_the_sheets_language(tmp_path, word, text):
    book = Workbook()
    book.active["A1"], book.active["A2"] = word, "x"
    limit = DataValidation("textLength", operator="lessThanOrEqual", formula1="60", sqref="A2")
    book.active.add_data_validation(limit)
    assert _beside(read_book(book, tmp_path)) == [text]


def test_validations_that_refer_to_another_sheet_are_read_from_the_extension(tmp_path):
    book = _table()
    book.create_sheet("マスタ")["A1"] = "甲"
    extension = (
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" '
        'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">'
        '<x14:dataValidations count="1" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">'
        '<x14:dataValidation type="list" showErrorMessage="1"><x14:formula1><xm:f>マスタ!$A$1</xm:f></x14:formula1>'
        "<xm:sqref>K3:K4</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
    )
    document = read_book(book, tmp_path, {SHEET: lambda p: p.replace("</worksheet>", f"{extension}</worksheet>")})
    assert _in_table(document) == {2: "入力規則 K3:K4: マスタ!A1"}


def test_a_validation_of_hidden_columns_is_hidden(tmp_path):
    book = _table(DataValidation("list", formula1='"必須,任意"', sqref="K3:K4"))
    for letter in "KLM":
        book.active.column_dimensions[letter].hidden = True
    found = [b for b in read_book(book, tmp_path).blocks if b.text.text.startswith("入力規則")]
    assert [Flag.HIDDEN in b.flags for b in found] == [True]


def test_named_constants_are_told_and_named_ranges_are_not(tmp_path):
    book = _table()
    for name, formula in [("最大桁数", "60"), ("既定値", '"なし"'), ("範囲", "規則!$B$2"), ("隠れた", "1")]:
        book.defined_names[name] = DefinedName(name, attr_text=formula, hidden=name == "隠れた")
    texts = of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH)
    assert [t for t in texts if " = " in t] == ["最大桁数 = 60", "既定値 = なし"]
