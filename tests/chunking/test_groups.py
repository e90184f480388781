"""A row with one name over the rows below it: what it names holds for each of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking.groups import grouping
from rulebook.chunking.packing import ChunkLimits, pack
from rulebook.chunking.pieces import table_pieces
from rulebook.model.document import Block, BlockKind, Table, TableCell, TableRow
from rulebook.model.text import Mark, RichText
from tests.chunking.blocks import HERE, at, table

Row = list[str | tuple[str, int] | RichText]


def sheet(*rows: Row, header_rows: int = 1) -> Table:
    """A table; ``("A. 画面", 3)`` spans three columns, blank texts are left out as readers do."""
    made = []
    for number, row in enumerate(rows):
        cells, column = [], 0
        for entry in row:
            value, width = entry if isinstance(entry, tuple) else (entry, 1)
            text = RichText(value) if isinstance(value, str) else value
            if text:
                cells.append(TableCell(text=text, row=number, column=column, column_span=width))
            column += width
        made.append(TableRow(cells=tuple(cells), span=at(number + 1)))
    return Table(rows=tuple(made), header_rows=header_rows)


def block(found: Table) -> Block:
    return Block(kind=BlockKind.TABLE, span=HERE, table=found)


HEADER: Row = ["No", "項目", "規則"]
SCREEN: Row = ["1", "見出し", "太字にする"]
REPORT: Row = ["2", "余白", "10mm とする"]


def test_a_name_over_the_whole_width_leads_the_statements_of_the_rows_below_up_to_the_next_one() -> None:
    found = sheet(HEADER, [("A. 画面", 3)], SCREEN, [("B. 帳票", 3)], REPORT)
    assert [s.text for p in table_pieces(block(found), 1) for s in p.statements][1:] == [
        "A. 画面",
        "A. 画面 / No: 1 / 項目: 見出し / 規則: 太字にする",
        "B. 帳票",
        "B. 帳票 / No: 2 / 項目: 余白 / 規則: 10mm とする",
    ]


def test_a_name_stands_in_the_content_once_and_beside_the_rows_of_a_later_chunk() -> None:
    rows: list[Row] = [[str(n), f"項目{n}", "必ず記入すること"] for n in range(100)]
    found = sheet(HEADER, [("A. 画面", 3)], SCREEN, [("B. 帳票", 3)], *rows)
    drafts = pack(table_pieces(block(found), 1), ChunkLimits())
    assert len(drafts) > 2
    assert {draft.table_header for draft in drafts[2:]} == {"No | 項目 | 規則\nB. 帳票"}
    assert sum(draft.text.text.count("B. 帳票") for draft in drafts) == 1


def test_a_name_goes_with_the_first_of_its_rows() -> None:
    pieces = table_pieces(block(sheet(HEADER, SCREEN, [("B. 帳票", 3)], REPORT)), 1)
    assert [piece.text.text for piece in pieces] == [
        "No | 項目 | 規則",
        "1 | 見出し | 太字にする",
        "B. 帳票\n2 | 余白 | 10mm とする",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "帳票",  # a word among numbers
        RichText.of("帳票", Mark.BOLD),
        "【帳票】",
    ],
)
def test_a_name_in_the_first_column_is_told_by_its_kind(name: str | RichText) -> None:
    found = sheet(HEADER, SCREEN, [name], REPORT)
    assert grouping(found).above[3] == (("【帳票】",) if name == "【帳票】" else ("帳票",))


def test_a_name_set_like_the_values_of_its_column_is_one_of_them() -> None:
    assert grouping(sheet(["項目", "値"], ["余白", "10mm"], ["備考欄"], ["文字", "明朝"])).names == frozenset()
    bold = [RichText.of(text, Mark.BOLD) for text in ("余白", "備考欄", "文字")]
    rows: list[Row] = [[bold[0], "10mm"], [bold[1]], [bold[2], "明朝"]]
    assert grouping(sheet(["項目", "値"], *rows)).names == frozenset()


@pytest.mark.parametrize(
    "remark",
    [
        "※必須項目は太字で示す。",
        "注 単位は mm",
        "（単位はすべてミリメートル）",
        "以上を守ること。",
        "以上は必須項目",
        "（中略）",
        "～省略～",
        "住所は任意とする",
        "必ず記入すること",
        "欠番",
    ],
)
def test_a_remark_names_no_group_and_ends_none(remark: str) -> None:
    found = sheet(HEADER, [("A. 画面", 3)], SCREEN, [(remark, 3)], REPORT)
    assert grouping(found).names == {1}
    assert grouping(found).above[4] == ("A. 画面",)


def test_a_remark_right_below_a_name_does_not_part_it_from_its_rows() -> None:
    found = sheet(HEADER, [("A. 画面", 3)], [("※必須", 3)], SCREEN)
    assert grouping(found).above[3] == ("A. 画面",)


def test_a_name_at_the_end_or_without_rows_of_its_own_names_nothing() -> None:
    assert grouping(sheet(HEADER, SCREEN, [("以上", 3)])).names == frozenset()
    found = sheet(HEADER, [("A. 廃止", 3)], [("B. 帳票", 3)], REPORT)
    assert grouping(found).above[3] == ("B. 帳票",)


def test_indented_and_narrower_names_lie_within() -> None:
    header: Row = [("名称", 3), "形式"]
    rows: list[Row] = [
        [("設計ドキュメント", 3)],
        ["", ("標準書式", 2)],
        ["", "", "甲", "Excel"],
        ["", ("画面設計", 2)],
        ["", "", "乙", "Excel"],
        [("テスト", 3)],
        ["", "", "丙", "Word"],
    ]
    above = grouping(sheet(header, *rows)).above
    assert (above[3], above[5], above[7]) == (
        ("設計ドキュメント", "標準書式"),
        ("設計ドキュメント", "画面設計"),
        ("テスト",),
    )


def test_a_withdrawn_or_hidden_name_ends_the_group_before_it_and_names_none() -> None:
    struck = RichText.of("B. 帳票", Mark.STRIKE)
    found = sheet(HEADER, [("A. 画面", 3)], SCREEN, [(struck, 3)], REPORT)  # type: ignore[list-item]
    assert grouping(found).above[4] == ()
    plain = sheet(HEADER, [("A. 画面", 3)], SCREEN, [("B. 帳票", 3)], REPORT)
    rows = tuple(replace(row, hidden=index == 3) for index, row in enumerate(plain.rows))
    assert grouping(replace(plain, rows=rows)).above[4] == ()


def test_a_row_that_a_merged_value_reaches_into_names_no_group() -> None:
    cells = (
        TableCell(text=RichText("区分"), row=0, column=0, row_span=2),
        TableCell(text=RichText("上"), row=0, column=1),
    )
    below = TableCell(text=RichText("【下】"), row=1, column=1, column_span=2)
    rows = (
        TableRow(cells=cells, span=HERE),
        TableRow(cells=(below,), span=HERE),
        TableRow(cells=tuple(replace(cell, row=2, row_span=1) for cell in cells), span=HERE),
    )
    assert grouping(Table(rows=rows)).names == frozenset()


def test_a_form_whose_value_is_left_blank_has_no_groups() -> None:
    found = sheet(
        [("レコード名", 2), "", "", ""],
        [("レコードID", 2), "", "", ""],
        ["1", "項目", "型", "桁", "備考"],
        header_rows=0,
    )
    assert grouping(found).names == frozenset()


def test_what_may_be_a_label_ends_the_group_before_it() -> None:
    values: Row = ["1", "項目", "型", "桁", "備考"]
    found = sheet([("A. 画面", 5)], values, [("B. 帳票", 2), "", "", ""], values, header_rows=0)
    above = grouping(found).above
    assert (above[1], above[3]) == (("A. 画面",), ())


@given(st.lists(st.lists(st.sampled_from(["", "1", "B. 帳票", "余白", "※注"]), min_size=3, max_size=3), max_size=12))
def test_every_name_has_rows_and_no_row_is_above_itself(rows: list[list[str]]) -> None:
    made = table([HEADER_TEXT, *rows]).table
    assert made is not None
    found = grouping(made)
    assert len(found.above) == len(made.rows)
    for index in found.names:
        (cell,) = made.rows[index].cells
        assert any(cell.text.text in above for above in found.above[index + 1 :])


HEADER_TEXT = ["No", "項目", "規則"]
