"""Fault kind 3: a merged cell is one value over many places: once in the text, known to each row it covers.

Wrong: 「必須」 comes back five times, or stands in the first row only so that the others lose it, or two equal
neighbours are taken for one merged cell.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook
from pptx.presentation import Presentation as Deck
from pptx.table import Table

from tests.faults.documents import (
    assert_once,
    chunk_with,
    deck,
    excel,
    lines,
    markdown,
    slides,
    statement_with,
    statements,
    times,
    word,
)
from tests.readers.excel.workbooks import GREY, box, grid, squared_paper
from tests.readers.slides.decks import TITLE_ONLY, slide_of
from tests.readers.word.files import HEADINGS, cell, p, row, table

RESTART, GO_ON = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
HEADER = "<w:tblHeader/>"


def wide(columns: int) -> str:
    return f'<w:gridSpan w:val="{columns}"/>'


class TestWord:
    ROWS = (
        row("区分", "項目", "桁数", properties=HEADER),
        row(cell("必須", RESTART), "氏名", "40"),
        row(cell("", GO_ON), "住所", "120"),
        row("任意", "備考", "200"),
    )

    def test_a_value_over_rows_is_shown_once_and_stated_for_each(self, tmp_path: Path) -> None:
        found = word(tmp_path, table(*self.ROWS))
        assert times(found, "必須") == 1
        assert statement_with(found, "住所") == "区分: 必須 / 項目: 住所 / 桁数: 120"
        assert statement_with(found, "備考") == "区分: 任意 / 項目: 備考 / 桁数: 200"

    def test_the_row_below_keeps_the_slot_of_the_merged_column(self, tmp_path: Path) -> None:
        assert " | 住所 | 120" in lines(word(tmp_path, table(*self.ROWS)))

    def test_a_value_over_columns_is_shown_once_and_the_next_keeps_its_title(self, tmp_path: Path) -> None:
        rows = row("項目", "登録", "更新", "備考", properties=HEADER), row("氏名", cell("入力必須", wide(2)), "全角")
        found = word(tmp_path, table(*rows))
        assert times(found, "入力必須") == 1
        assert "備考: 全角" in statement_with(found, "氏名")
        assert "更新: 全角" not in statement_with(found, "氏名")

    def test_a_value_over_rows_and_columns_at_once(self, tmp_path: Path) -> None:
        rows = (
            row("一", "二", "三", properties=HEADER),
            row(cell("共通", wide(2) + RESTART), "甲"),
            row(cell("", wide(2) + GO_ON), "乙"),
        )
        found = word(tmp_path, table(*rows))
        assert times(found, "共通") == 1
        assert "共通" in statement_with(found, "乙")
        assert "三: 乙" in statement_with(found, "乙")

    def test_equal_neighbours_stay_two_cells(self, tmp_path: Path) -> None:
        found = word(tmp_path, table(row("登録", "更新", properties=HEADER), row("○", "○"), row("○", "○")))
        assert lines(found)[1:] == ["○ | ○", "○ | ○"]

    def test_two_merges_of_one_value_right_below_each_other_stay_two(self, tmp_path: Path) -> None:
        rows = [row("種別", "項目", properties=HEADER)]
        for items in (("甲", "乙"), ("丙", "丁")):
            rows += [row(cell("任意" if n == 0 else "", GO_ON if n else RESTART), t) for n, t in enumerate(items)]
        assert times(word(tmp_path, table(*rows)), "任意") == 2

    def test_a_merged_value_reaches_rows_in_a_later_chunk(self, tmp_path: Path) -> None:
        long = "この項目は、利用者が画面から入力する値であり、登録の前に形式と桁数を検査する。" * 3
        rows = [row("区分", "項目", properties=HEADER), row(cell("必須", RESTART), long)]
        rows += [row(cell("", GO_ON), f"{n}番。{long}") for n in range(12)]
        found = word(tmp_path, table(*rows))
        assert len(found.chunks) > 1
        assert times(found, "必須") == 1
        assert all("必須" in s.text for s in found.chunks[-1].statements)
        assert "区分 | 項目" in chunk_with(found, "11番。").table_header


class TestExcel:
    def test_a_value_over_rows_is_shown_once_and_stated_for_each(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(
            sheet,
            2,
            "B:E F:K L:N",
            [["区分", "項目", "桁数"], ["", "氏名", 40], ["", "住所", 120], ["任意", "備考", 200]],
        )
        for top in (3, 4):
            sheet.unmerge_cells(f"B{top}:E{top}")
        box(sheet, "B3:E4", "必須")
        found = excel(tmp_path, book)
        assert times(found, "必須") == 1
        assert statement_with(found, "住所") == "区分: 必須 / 項目: 住所 / 桁数: 120"
        assert statement_with(found, "備考") == "区分: 任意 / 項目: 備考 / 桁数: 200"

    def test_a_header_over_columns_names_each_of_them(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        box(sheet, "B2:E3", "項目", GREY)
        box(sheet, "F2:M2", "処理", GREY)
        grid(sheet, 3, "F:I J:M", [["登録", "更新"]])
        grid(sheet, 4, "B:E F:I J:M", [["氏名", "○", "×"], ["住所", "×", "○"]], header=0)
        found = excel(tmp_path, book)
        assert statement_with(found, "氏名") == "項目: 氏名 / 処理 登録: ○ / 処理 更新: ×"
        assert_once(found, "処理", "項目")

    def test_equal_neighbours_stay_two_cells(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:I J:M", [["項目", "登録", "更新"], ["氏名", "○", "○"], ["住所", "○", "○"]])
        found = excel(tmp_path, book)
        assert times(found, "○ | ○") == 2

    def test_what_a_merge_covers_does_not_pass_for_a_rule(self, tmp_path: Path) -> None:
        book = Workbook()
        sheet = book.active
        sheet["A1"], sheet["B1"], sheet["A3"] = "見える規則", "下に隠れた規則", "別の規則"

        def merged(part: str) -> str:
            return part.replace(
                "</sheetData>", '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'
            )

        found = excel(tmp_path, book, {"xl/worksheets/sheet1.xml": merged})
        shown = [c for c in found.chunks if c.searchable]
        assert_once(found, "見える規則", "別の規則")
        assert not any("下に隠れた規則" in c.content for c in shown)

    def test_a_merge_over_a_thousand_rows_is_one_value(self, tmp_path: Path) -> None:
        book = Workbook()
        book.active["A1"] = "全社共通"
        book.active.merge_cells("A1:Z1000")
        assert_once(excel(tmp_path, book), "全社共通")


class TestSlides:
    def table(self, rows: list[list[str]]) -> tuple[Deck, Table]:
        show = deck()
        shape = slide_of(show, TITLE_ONLY).shapes.add_table(len(rows), len(rows[0]), 914400, 1828800, 5486400, 1828800)
        for r, texts in enumerate(rows):
            for c, text in enumerate(texts):
                shape.table.cell(r, c).text = text
        return show, shape.table

    def test_a_value_over_rows_is_shown_once_and_stated_for_each(self, tmp_path: Path) -> None:
        show, made = self.table([["区分", "項目"], ["必須", "氏名"], ["", "住所"], ["任意", "備考"]])
        made.cell(1, 0).merge(made.cell(2, 0))
        found = slides(tmp_path, show)
        assert times(found, "必須") == 1
        assert statement_with(found, "住所") == "区分: 必須 / 項目: 住所"

    def test_a_header_over_columns_is_shown_once(self, tmp_path: Path) -> None:
        show, made = self.table([["項目", "処理", ""], ["", "登録", "更新"], ["氏名", "○", "×"]])
        made.cell(0, 0).merge(made.cell(1, 0))
        made.cell(0, 1).merge(made.cell(0, 2))
        found = slides(tmp_path, show)
        assert_once(found, "処理", "項目")
        assert statement_with(found, "氏名") == "項目: 氏名 / 処理 登録: ○ / 処理 更新: ×"

    def test_equal_neighbours_stay_two_cells(self, tmp_path: Path) -> None:
        show, _ = self.table([["登録", "更新"], ["○", "○"], ["○", "○"]])
        assert times(slides(tmp_path, show), "○ | ○") == 2


class TestMarkdown:
    def test_equal_neighbours_stay_two_cells(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "| 登録 | 更新 |\n|---|---|\n| ○ | ○ |\n| ○ | ○ |\n")
        assert times(found, "○ | ○") == 2

    def test_a_table_in_html_with_a_value_over_rows(self, tmp_path: Path) -> None:
        html = (
            "<table>\n<tr><th>区分</th><th>項目</th></tr>\n<tr><td rowspan='2'>必須</td><td>氏名</td></tr>\n"
            "<tr><td>住所</td></tr>\n</table>\n"
        )
        found = markdown(tmp_path, f"# 入力\n\n{html}")
        assert_once(found, "必須", "氏名", "住所", "区分")
        assert statement_with(found, "住所") == "区分: 必須 / 項目: 住所"


@pytest.mark.parametrize("heading", [p("表", '<w:pStyle w:val="H1"/>'), ""])
def test_no_statement_says_the_same_twice(tmp_path: Path, heading: str) -> None:
    found = statements(word(tmp_path, heading + table(*TestWord.ROWS), {"styles": HEADINGS}))
    assert len(found) == len(set(found))
