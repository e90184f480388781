"""Which rows below a header belong to it, told by how cells span."""

from __future__ import annotations

import pytest

from rulebook.model.document import TableCell, TableRow
from rulebook.model.place import SectionPlace
from rulebook.model.text import RichText
from rulebook.readers.stacked_header import spanned_header, stacked_header

Cells = list[tuple[str, int, int, int]]
"""A row as (text, column, rows, columns)."""


def rows(*cells: Cells) -> list[TableRow]:
    return [
        TableRow(
            cells=tuple(
                TableCell(text=RichText(text), row=n, column=column, row_span=down, column_span=across)
                for text, column, down, across in row
            ),
            span=SectionPlace("表", "1"),
        )
        for n, row in enumerate(cells)
    ]


def plain(*texts: str) -> Cells:
    return [(text, column, 1, 1) for column, text in enumerate(texts)]


MERGED: list[Cells] = [
    [("項目", 0, 2, 1), ("桁", 1, 1, 2), ("備考", 3, 2, 1)],
    [("最小", 1, 1, 1), ("最大", 2, 1, 1)],
]
BLANK: list[Cells] = [
    [("項目", 0, 1, 1), ("桁", 1, 1, 2), ("備考", 3, 1, 1)],
    [("", 0, 1, 1), ("最小", 1, 1, 1), ("最大", 2, 1, 1), ("", 3, 1, 1)],
]
VALUES = plain("氏名", "1", "60", "全角")


@pytest.mark.parametrize("header", [MERGED, BLANK])
def test_a_row_that_divides_the_titles_above_belongs_to_the_header(header: list[Cells]) -> None:
    assert stacked_header(rows(*header, VALUES, VALUES), 1) == 2


def test_a_row_that_a_title_reaches_into_belongs_to_the_header() -> None:
    first: Cells = [("項目", 0, 2, 1), ("物理名", 1, 1, 1)]
    second: Cells = [("（英字）", 1, 1, 1)]
    assert stacked_header(rows(first, second, plain("氏名", "name")), 1) == 2


def test_a_header_has_three_rows_at_most_and_leaves_a_row_of_values() -> None:
    top: Cells = [("No", 0, 3, 1), ("変更", 1, 1, 3)]
    middle: Cells = [("箇所", 1, 1, 2), ("内容", 3, 2, 1)]
    low: Cells = [("頁", 1, 1, 1), ("項番", 2, 1, 1)]
    assert stacked_header(rows(top, middle, low, VALUES, VALUES), 1) == 3
    assert stacked_header(rows(*MERGED), 1) == 1


def test_a_cell_that_names_the_rows_below_is_no_title_of_columns() -> None:
    side: list[Cells] = [[("申請者", 0, 4, 1), ("項目", 1, 1, 1), ("桁", 2, 1, 1)]]
    side += [[(f"値{n}", 1, 1, 1), ("60", 2, 1, 1)] for n in range(4)]
    assert stacked_header(rows(*side), 1) == 1


def test_a_full_row_below_a_wide_title_is_values() -> None:
    first: Cells = [("版数", 0, 1, 1), ("変更箇所", 1, 1, 2)]
    assert stacked_header(rows(first, plain("1.0", "-", "-"), plain("1.1", "3", "2.1")), 1) == 1


def test_a_table_without_a_header_stays_without() -> None:
    assert stacked_header(rows(*MERGED, VALUES), 0) == 0


@pytest.mark.parametrize("header", [MERGED, BLANK])
def test_spans_alone_give_a_stacked_header_away(header: list[Cells]) -> None:
    assert spanned_header(rows(*header, VALUES)) == 2


@pytest.mark.parametrize(
    "table",
    [
        [plain("氏名", "全角"), plain("住所", "全角")],
        [[("項目は次による。", 0, 2, 1), *MERGED[0][1:]], MERGED[1], VALUES],
        [*MERGED, [("氏名", 0, 1, 1), ("1から60", 1, 1, 2), ("全角", 3, 1, 1)]],
        [[("申請者", 0, 3, 1), ("氏名", 1, 1, 2)], [("姓", 1, 1, 1), ("名", 2, 1, 1)], plain("", "山田", "太郎")[1:]],
        [*MERGED],
        [],
    ],
    ids=["no spans", "a sentence", "values span too", "a name of rows", "no values", "empty"],
)
def test_other_tables_show_no_header_by_their_spans(table: list[Cells]) -> None:
    assert spanned_header(rows(*table)) == 0


@pytest.mark.parametrize("amount", ["10mm", "1.5 行", "５０％", "5MB"])
def test_amounts_are_values_and_no_titles(amount: str) -> None:
    first: Cells = [("余白", 0, 1, 1), ("上下", 1, 1, 2)]
    below = plain("", "左", amount)
    assert spanned_header(rows(first, below, plain("行間", "1", "2"))) == 0
    assert spanned_header(rows(first, plain("", "左", "右"), plain("行間", "1", amount))) == 2
