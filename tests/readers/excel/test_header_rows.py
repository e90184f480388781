"""Header rows: stacked ones, those that the workbook declares, and those known from another table of the sheet."""

import pytest
from openpyxl import Workbook
from openpyxl.styles import PatternFill
from openpyxl.worksheet.table import Table

from rulebook.model.document import BlockKind
from tests.readers.excel.workbooks import BOLD, GREY, box, grid, of_kind, read_book, rows, squared_paper, tables

_PALE = PatternFill("solid", fgColor="FFEEEEEE")
_PLAIN_ROWS = [["文字", "書き方", "断り"], ["見出し", "太字とする", "なし"], ["本文", "明朝体とする", "引用"]]


def _plain_table(first_row=1):
    """A table whose look tells nothing of its header."""
    book = Workbook()
    for offset, row in enumerate(_PLAIN_ROWS):
        for column, text in enumerate(row, 1):
            book.active.cell(first_row + offset, column).value = text
    return book, book.active


def _headers(document):
    return [block.table.header_rows for block in tables(document)]


@pytest.mark.parametrize("fill", [None, GREY])
def test_titles_merged_down_beside_divided_ones_make_a_header_of_two_rows(tmp_path, fill):
    book, sheet = squared_paper()
    for area, text in [("B2:C3", "No."), ("D2:I3", "名称"), ("J2:O2", "桁数"), ("J3:L3", "最小"), ("M3:O3", "最大")]:
        box(sheet, area, text, fill)
    grid(sheet, 4, "B:C D:I J:L M:O", [[1, "ユーザID", 8, 10], [2, "氏名", 1, 40]], header=0)
    assert _headers(read_book(book, tmp_path)) == [2]


@pytest.mark.parametrize(("upper", "lower"), [(None, None), (GREY, _PALE)])
def test_a_row_that_only_divides_the_wide_titles_belongs_to_the_header(tmp_path, upper, lower):
    book, sheet = squared_paper()
    for area, text in [("B2:C2", "No."), ("D2:I2", "名称"), ("J2:O2", "桁数")]:
        box(sheet, area, text, upper)
    for area, text in [("B3:C3", None), ("D3:I3", None), ("J3:L3", "最小"), ("M3:O3", "最大")]:
        box(sheet, area, text, lower)
    grid(sheet, 4, "B:C D:I J:L M:O", [[1, "ユーザID", 8, 10], [2, "氏名", 1, 40]], header=0)
    assert _headers(read_book(book, tmp_path)) == [2]


def test_values_under_a_wide_title_are_no_second_header_row(tmp_path):
    book, sheet = squared_paper()
    for area, text in [("B2:C2", "No."), ("D2:I2", "分類"), ("J2:O2", "規則")]:
        box(sheet, area, text, GREY)
    grid(sheet, 3, "B:C D:F G:I J:O", [[1, "画面", "一覧", "罫線"], [2, "画面", "照会", "余白"]], header=0)
    assert _headers(read_book(book, tmp_path)) == [1]


def test_the_same_titles_under_each_wide_one_are_a_header_row(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:K2", "画面")
    box(sheet, "L2:U2", "帳票")
    body = [["項目", "規則", "項目", "規則"], ["氏名", "全角", "余白", "狭く"], ["住所", "全角", "罫線", "細く"]]
    grid(sheet, 3, "B:F G:K L:P Q:U", body, header=0)
    assert _headers(read_book(book, tmp_path)) == [2]


def test_a_stacked_header_without_lines_stays_with_its_table(tmp_path):
    book = Workbook()
    sheet = book.active
    for place, text in {"A1": "No.", "B1": "項目", "C1": "桁数", "C2": "最小", "D2": "最大"}.items():
        sheet[place], sheet[place].font = text, BOLD
    for merged in ("A1:A2", "B1:B2", "C1:D1"):
        sheet.merge_cells(merged)
    for row in [[1, "氏名", 8, 10], [2, "住所", 1, 40]]:
        sheet.append(row)
    (block,) = tables(read_book(book, tmp_path))
    assert (rows(block)[0], block.table.header_rows) == (["No.", "項目", "桁数"], 2)


def test_a_plain_table_of_words_has_no_header_that_anything_tells(tmp_path):
    book, _ = _plain_table()
    assert _headers(read_book(book, tmp_path)) == [0]


def test_a_listed_table_has_the_header_and_the_extent_that_it_declares(tmp_path):
    book, sheet = _plain_table()
    sheet["A4"], sheet["A5"] = "注記", "表の下の文である。"
    sheet.add_table(Table(displayName="規則表", ref="A1:C4"))
    document = read_book(book, tmp_path)
    assert [rows(block) for block in tables(document)] == [[*_PLAIN_ROWS, ["注記"]]]
    assert _headers(document) == [1]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["表の下の文である。"]


def _with_filter(sheet):
    sheet.auto_filter.ref = "A1:C3"


def _frozen(sheet):
    sheet.freeze_panes = "A2"


def _printed_again(sheet):
    sheet.print_title_rows = "1:1"


@pytest.mark.parametrize("declare", [_with_filter, _frozen, _printed_again])
def test_filter_buttons_frozen_rows_and_print_titles_tell_the_header(tmp_path, declare):
    book, sheet = _plain_table()
    declare(sheet)
    assert _headers(read_book(book, tmp_path)) == [1]


def test_frozen_rows_do_not_make_a_header_of_a_table_that_ends_in_them_or_begins_below(tmp_path):
    book, sheet = _plain_table(first_row=8)
    sheet["A1"], sheet["B1"], sheet["A2"], sheet["B2"] = "文書名", "記入規則", "版数", "1.0版"
    sheet.freeze_panes = "A4"
    assert _headers(read_book(book, tmp_path)) == [0, 0]


def test_a_header_known_from_one_table_is_known_in_the_next(tmp_path):
    book, sheet = _plain_table(first_row=8)
    for column, text in enumerate(_PLAIN_ROWS[0], 1):
        sheet.cell(1, column).value, sheet.cell(1, column).font = text, BOLD
        sheet.cell(2, column).value, sheet.cell(3, column).value = f"甲{column}", f"乙{column}"
    assert _headers(read_book(book, tmp_path)) == [1, 1]


@pytest.mark.parametrize("header", [0, 1])
def test_column_titles_written_again_begin_a_new_table_under_the_row_between(tmp_path, header):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:K L:P", _PLAIN_ROWS, header=header)
    box(sheet, "B5:P5", "2. 帳票の規則")
    grid(sheet, 6, "B:F G:K L:P", [_PLAIN_ROWS[0], ["余白", "十ミリとする", "なし"]], header=header)
    document = read_book(book, tmp_path)
    assert _headers(document) == [1, 1]
    assert of_kind(document, BlockKind.CAPTION) == ["2. 帳票の規則"]
    assert rows(tables(document)[1]) == [_PLAIN_ROWS[0], ["余白", "十ミリとする", "なし"]]


def test_names_over_identifiers_are_a_header_under_the_row_that_names_the_table(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:K L:P", [["利用者表", "sys_user", "利用者の一覧"]], header=0)
    body = [
        ["主キー", "氏名", "住所", "更新日"],
        ["uuid", "user_name", "address", "updated"],
        ["文字", "文字", "文字", "日付"],
    ]
    grid(sheet, 3, "G:K L:P Q:U V:Z", body, header=0)
    document = read_book(book, tmp_path)
    assert _headers(document) == [1]
    assert of_kind(document, BlockKind.CAPTION) == ["利用者表 sys_user 利用者の一覧"]


@pytest.mark.parametrize(
    ("titles", "header"),
    [(["対象", "規則", "例外"], 1), (["规则", "说明"], 1), (["Item", "Description"], 1), (["文書名", "記入規則"], 0)],
)
def test_words_that_name_columns_anywhere_are_a_header(tmp_path, titles, header):
    book = Workbook()
    for row in (titles, ["甲", "乙", "丙"][: len(titles)], ["丁", "戊", "己"][: len(titles)]):
        book.active.append(row)
    assert _headers(read_book(book, tmp_path)) == [header]


def test_the_same_first_row_over_two_tables_is_the_header_of_both(tmp_path):
    book, sheet = _plain_table()
    for offset, row in enumerate([_PLAIN_ROWS[0], ["注記", "小さくする", "なし"], ["引用", "斜体とする", "なし"]]):
        for column, text in enumerate(row, 1):
            sheet.cell(8 + offset, column).value = text
    assert _headers(read_book(book, tmp_path)) == [1, 1]


def test_a_form_of_pairs_over_the_header_is_the_caption_of_its_table(tmp_path):
    book, sheet = squared_paper()
    for row, (label, value) in enumerate([("レコード名", "振込"), ("レコードID", "transfer")], 2):
        box(sheet, f"B{row}:F{row}", label, GREY)
        box(sheet, f"G{row}:K{row}", value)
    grid(sheet, 4, "B:C D:K L:U", [["通番", "項目の名", "項目の型"], [1, "金額", "数値"], [2, "日時", "文字"]])
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.CAPTION) == ["レコード名 振込\nレコードID transfer"]
    assert _headers(document) == [1]
    assert rows(tables(document)[0])[0] == ["通番", "項目の名", "項目の型"]


def test_a_wider_form_over_the_header_is_a_table_of_its_own(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:C D:I J:P Q:U", [["文書名", "記入規則", "版", "初版"]], header=0)
    grid(sheet, 3, "B:C D:I J:P Q:U", [["通番", "名", "書き方", "断り"], [1, "罫線", "細線", "なし"]])
    document = read_book(book, tmp_path)
    assert [rows(block)[0][0] for block in tables(document)] == ["文書名", "通番"]
    assert _headers(document) == [0, 1]


def test_a_coloured_row_of_values_is_no_header(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:K L:P", [["甲", "100", "あり"], ["乙", "200", "なし"]], header=0)
    grid(sheet, 4, "B:F G:K L:P", [["丙", "300", "あり"], ["丁", "400", "なし"]], header=1)
    assert len(tables(read_book(book, tmp_path))) == 1


def test_a_listed_table_that_cannot_be_read_is_a_warning_and_its_cells_are_kept(tmp_path):
    book, sheet = _plain_table()
    sheet.add_table(Table(displayName="規則表", ref="A1:C3"))
    document = read_book(book, tmp_path, {"xl/tables/table1.xml": lambda _: "<table"})
    warnings = [w for w in document.report.warnings if "column titles may be missed" in w.message]
    assert [(w.code, w.place) for w in warnings] == [("part_not_read", "Sheet")]
    assert [rows(block) for block in tables(document)] == [_PLAIN_ROWS]


def test_words_over_columns_of_answers_are_titles(tmp_path):
    book, sheet = squared_paper()
    marks = [["項目＼画面", "登録", "照会"], ["顧客名", "○", "△"], ["電話番号", "×", "○"]]
    grid(sheet, 2, "B:F G:J K:N", marks, header=0)
    grid(sheet, 7, "B:F G:J K:N", [["略語", "可", "否"], ["英語", "可", "可"], ["記号", "否", "可"]], header=0)
    assert _headers(read_book(book, tmp_path)) == [1, 0]


def test_two_rows_of_titles_over_columns_of_answers_are_titles(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:F3", "区分＼環境")
    grid(sheet, 2, "G:N O:V", [["開発", "本番"]], header=0)
    grid(sheet, 3, "G:J K:N O:R S:V", [["閲覧", "更新", "閲覧", "更新"]], header=0)
    grid(
        sheet,
        4,
        "B:F G:J K:N O:R S:V",
        [["開発者", "可", "可", "否", "否"], ["運用者", "可", "否", "可", "可"]],
        header=0,
    )
    assert _headers(read_book(book, tmp_path)) == [2]


def test_examples_of_right_and_wrong_are_titles(tmp_path):
    book, sheet = squared_paper()
    names = [["規則", "違反例", "正しい例"], ["略語を使わない", "usrNm", "userName"], ["複数形にする", "user", "users"]]
    grid(sheet, 2, "B:H I:N O:T", names, header=0)
    assert _headers(read_book(book, tmp_path)) == [1]


def test_what_tells_how_to_fill_in_a_field_is_a_title(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:H I:T", [["欄", "記入方法"], ["件名", "40文字以内"], ["宛先", "部署名まで"]], header=0)
    grid(sheet, 6, "B:H I:T", [["件名", "40文字以内"], ["宛先", "部署名まで"]], header=0)
    assert _headers(read_book(book, tmp_path)) == [1, 0]
