"""Fault kind 9: a table's header is what names its columns, whatever its row; blank is blank; 方眼紙 is a page.

Wrong: the first row is always the header and empty cells are called "NaN"; the sheet's title names the columns; of
a header of two rows one is lost; a page drawn on narrow columns becomes a table of one letter a cell.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.faults.documents import (
    assert_once,
    chunk_with,
    deck,
    excel,
    lines,
    markdown,
    path_of,
    slides,
    statement_with,
    statements,
    text_of,
    times,
    word,
)
from tests.readers.excel.workbooks import BOLD, GREY, box, grid, squared_paper
from tests.readers.slides.decks import TITLE_ONLY, slide_of
from tests.readers.word.files import cell, row, table

HEADER = "<w:tblHeader/>"


class TestBlanks:
    """A blank is no value, but it holds its column."""

    def assert_no_stand_ins(self, texts: list[str]) -> None:
        assert not [t for t in texts if any(word in t for word in ("NaN", "nan", "None", "null", "Unnamed"))]

    def test_in_excel(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(
            sheet,
            2,
            "B:E F:I J:M N:Q",
            [["項目", "登録", "更新", "削除"], ["氏名", None, None, "○"], ["住所", "○", None, None]],
        )
        found = excel(tmp_path, book)
        assert statement_with(found, "氏名") == "項目: 氏名 / 削除: ○"
        assert "氏名 |  |  | ○" in lines(found)
        self.assert_no_stand_ins([*lines(found), *statements(found)])

    def test_in_word(self, tmp_path: Path) -> None:
        rows = row("項目", "登録", "更新", properties=HEADER), row("氏名", "", "○"), row("", "○", "")
        found = word(tmp_path, table(*rows))
        assert statement_with(found, "氏名") == "項目: 氏名 / 更新: ○"
        assert statements(found)[-1] == "登録: ○"
        assert lines(found)[-1] == " | ○"

    def test_in_slides(self, tmp_path: Path) -> None:
        show = deck()
        made = slide_of(show, TITLE_ONLY).shapes.add_table(2, 3, 914400, 1828800, 5486400, 914400).table
        for place, text in {(0, 0): "項目", (0, 1): "登録", (0, 2): "更新", (1, 0): "氏名", (1, 2): "○"}.items():
            made.cell(*place).text = text
        assert statement_with(slides(tmp_path, show), "氏名") == "項目: 氏名 / 更新: ○"

    def test_in_markdown(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "| 項目 | 登録 | 更新 |\n|---|---|---|\n| 氏名 |  | ○ |\n")
        assert statement_with(found, "氏名") == "項目: 氏名 / 更新: ○"

    @pytest.mark.parametrize("typed", ["None", "NaN", "N/A", "null", "nan", "-", "0", "FALSE", "なし"])
    def test_what_somebody_typed_stays_whatever_it_looks_like(self, tmp_path: Path, typed: str) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:I", [["項目", "既定値"], ["氏名", typed], ["住所", "東京"]])
        assert statement_with(excel(tmp_path, book), "氏名") == f"項目: 氏名 / 既定値: {typed}"

    def test_a_zero_is_a_value(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:I", [["項目", "下限"], ["件数", 0], ["桁数", 8]])
        assert statement_with(excel(tmp_path, book), "件数") == "項目: 件数 / 下限: 0"


class TestWhichRowsAreTheHeader:
    def test_a_form_of_labels_and_values_has_none(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        for top, (label, value) in enumerate([("文書名", "記入規則"), ("版", "第3版"), ("作成者", "品質管理部")], 2):
            box(sheet, f"B{top}:E{top}", label, GREY)
            box(sheet, f"F{top}:P{top}", value)
        found = excel(tmp_path, book)
        assert statement_with(found, "第3版") == "版 / 第3版"
        assert "文書名: 版" not in text_of(found)

    def test_two_rows_are_joined_into_one_title_a_column(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:M", [["", "文字"]])
        grid(sheet, 3, "B:E F:I J:M", [["項目", "種類", "桁数"]])
        grid(sheet, 4, "B:E F:I J:M", [["氏名", "全角", 40], ["番号", "半角", 8]], header=0)
        assert statement_with(excel(tmp_path, book), "番号") == "項目: 番号 / 文字 種類: 半角 / 文字 桁数: 8"

    def test_three_rows_are_joined_too(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        box(sheet, "B2:E4", "項目", GREY)
        box(sheet, "F2:U2", "処理", GREY)
        box(sheet, "F3:M3", "画面", GREY)
        box(sheet, "N3:U3", "一括", GREY)
        grid(sheet, 4, "F:I J:M N:Q R:U", [["登録", "更新", "登録", "更新"]])
        grid(sheet, 5, "B:E F:I J:M N:Q R:U", [["氏名", "○", "×", "△", "－"], ["住所", "○", "○", "△", "－"]], header=0)
        assert statement_with(excel(tmp_path, book), "氏名") == (
            "項目: 氏名 / 処理 画面 登録: ○ / 処理 画面 更新: × / 処理 一括 登録: △ / 処理 一括 更新: －"
        )

    def test_the_title_of_the_sheet_is_no_header(self, tmp_path: Path) -> None:
        book = Workbook()
        sheet = book.active
        sheet.append(["入力項目一覧", None, None])
        sheet.append(["項目", "種類", "桁数"])
        for values in (["氏名", "全角", 40], ["番号", "半角", 8], ["住所", "全角", 120]):
            sheet.append(values)
        for line in sheet["A1:C2"]:
            for part in line:
                part.font = BOLD
        sheet.merge_cells("A1:C1")
        found = excel(tmp_path, book)
        assert statement_with(found, "番号") == "項目: 番号 / 種類: 半角 / 桁数: 8"
        assert times(found, "入力項目一覧") + ("入力項目一覧" in path_of(found, "番号")) == 1

    def test_a_table_without_any_header_states_its_values_alone(self, tmp_path: Path) -> None:
        found = word(tmp_path, table(row("起動", "5秒以内とする。"), row("検索", "3秒以内とする。")))
        assert statements(found) == ["起動 / 5秒以内とする。", "検索 / 3秒以内とする。"]

    def test_a_group_row_between_rules_names_no_columns(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:M", [["項目", "規則"], ["氏名", "全角とする。"]])
        box(sheet, "B4:M4", "■ 連絡先", GREY)
        grid(sheet, 5, "B:E F:M", [["電話", "半角とする。"], ["住所", "全角とする。"]], header=0)
        found = excel(tmp_path, book)
        assert statement_with(found, "電話").endswith("項目: 電話 / 規則: 半角とする。")
        assert "連絡先:" not in statement_with(found, "電話")
        assert times(found, "■ 連絡先") == 1

    def test_a_slide_table_that_says_it_has_no_header_has_none(self, tmp_path: Path) -> None:
        show = deck()
        made = slide_of(show, TITLE_ONLY).shapes.add_table(2, 2, 914400, 1828800, 5486400, 914400).table
        made.first_row = False
        for place, text in {(0, 0): "起動", (0, 1): "5秒", (1, 0): "検索", (1, 1): "3秒"}.items():
            made.cell(*place).text = text
        assert statements(slides(tmp_path, show))[1:] == ["起動 / 5秒", "検索 / 3秒"]

    def test_a_blank_header_of_a_markdown_table_names_nothing(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "|  |  |\n|---|---|\n| 起動 | 5秒 |\n| 検索 | 3秒 |\n")
        assert statements(found) == ["起動 / 5秒", "検索 / 3秒"]

    def test_the_header_is_known_in_every_part_of_a_long_table(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        long = "利用者が入力する値であり、登録の前に形式と桁数を検査する。"
        grid(sheet, 2, "B:E F:Z", [["項目", "規則"], *([f"項目{n}", f"{n}番。{long}"] for n in range(60))])
        found = excel(tmp_path, book)
        assert len(found.chunks) > 2
        assert times(found, "項目 | 規則") == 1
        assert statement_with(found, "59番。") == f"項目: 項目59 / 規則: 59番。{long}"
        assert chunk_with(found, "59番。").table_header == "項目 | 規則"

    def test_the_header_of_a_word_table_may_lie_on_its_side(self, tmp_path: Path) -> None:
        """Row titles at the left: each value is stated with its row's name."""
        rows = row("", "登録", "更新", properties=HEADER), row("氏名", "必須", "任意"), row("住所", "任意", "不可")
        assert statement_with(word(tmp_path, table(*rows)), "不可") == "住所 / 登録: 任意 / 更新: 不可"


class TestSquaredPaper:
    """A page drawn on narrow columns reads like a page."""

    def test_a_paragraph_spread_over_rows_is_one_sentence(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        sheet["B2"], sheet["B3"] = (
            "画面に表示する文言は、利用者が次に何をすればよいかが分かるように",
            "書かなければならない。",
        )
        assert_once(
            excel(tmp_path, book),
            "画面に表示する文言は、利用者が次に何をすればよいかが分かるように書かなければならない。",
        )

    def test_a_table_of_merged_boxes_has_the_columns_a_reader_sees(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(
            sheet, 2, "B:C D:M N:Z", [["No.", "項目", "規則"], [1, "氏名", "全角とする。"], [2, "番号", "半角とする。"]]
        )
        found = excel(tmp_path, book)
        assert lines(found) == ["No. | 項目 | 規則", "1 | 氏名 | 全角とする。", "2 | 番号 | 半角とする。"]

    def test_one_letter_a_cell_is_one_word(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        for offset, letter in enumerate("記入規則"):
            sheet.cell(2, 2 + offset).value = letter
        sheet["B4"] = "氏名は全角とする。"
        assert times(excel(tmp_path, book), "記入規則") == 1

    def test_tables_side_by_side_do_not_mix_their_rows(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:I", [["記号", "意味"], ["○", "必須"], ["△", "任意"]])
        grid(sheet, 2, "M:P Q:T", [["略号", "部門"], ["品", "品質管理部"], ["開", "開発部"]])
        found = excel(tmp_path, book)
        assert statement_with(found, "必須") == "記号: ○ / 意味: 必須"
        assert statement_with(found, "開発部") == "略号: 開 / 部門: 開発部"

    def test_prose_under_a_table_belongs_to_no_row(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:I", [["記号", "意味"], ["○", "必須"]])
        sheet["B5"] = "※1 記号のない欄は入力しない。"
        found = excel(tmp_path, book)
        assert "※1 記号のない欄は入力しない。" in lines(found)
        assert statement_with(found, "必須") == "記号: ○ / 意味: 必須"

    def test_a_line_break_in_a_cell_of_markdown_glues_no_words(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "| 項目 | 規則 |\n|---|---|\n| 氏名 | 全角<br>空白を置く<br/>姓が先 |\n")
        assert_once(found, "全角", "空白を置く", "姓が先")
        assert "全角空白" not in text_of(found)

    def test_lines_in_one_cell_stay_lines(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:M", [["項目", "規則"], ["氏名", "全角とする。\n姓と名の間に空白を置く。"]])
        assert_once(excel(tmp_path, book), "全角とする。", "姓と名の間に空白を置く。")

    @pytest.mark.parametrize(
        ("value", "code", "shown"),
        [
            (datetime.date(2026, 4, 1), "yyyy/m/d", "2026/4/1"),
            (datetime.date(2026, 4, 1), '[$-411]ggge"年"m"月"d"日"', "令和8年4月1日"),
            (0.15, "0%", "15%"),
            (1234567, "#,##0", "1,234,567"),
            (1234567, '#,##0"円"', "1,234,567円"),
            (3, "General", "3"),
            (7, "0000", "0007"),
            (datetime.time(9, 30), "h:mm", "9:30"),
        ],
    )
    def test_a_value_is_as_shown(self, tmp_path: Path, value: object, code: str, shown: str) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:M", [["項目", "値"], ["施行", value], ["備考", "なし"]])
        sheet["F3"].number_format = code
        assert statement_with(excel(tmp_path, book), "施行") == f"項目: 施行 / 値: {shown}"


def test_a_cell_with_only_a_blank_in_it_is_blank(tmp_path: Path) -> None:
    rows = row("項目", "登録", "更新", properties=HEADER), row("氏名", cell("　"), "○")
    assert statement_with(word(tmp_path, table(*rows)), "氏名") == "項目: 氏名 / 更新: ○"
