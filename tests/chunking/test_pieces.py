"""A table row stands alone: with the titles of its columns and the merged values that reach into it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking.pieces import joined, prose_piece, table_pieces
from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.model.text import Mark, RichText
from tests.chunking.blocks import HERE, at, cells, paragraph, rich_texts, table


def merged_table() -> Block:
    """区分 spans two rows, the header's 値 two columns."""

    def cell(text: str, row: int, column: int, rows: int = 1, columns: int = 1) -> TableCell:
        return TableCell(text=RichText(text), row=row, column=column, row_span=rows, column_span=columns)

    rows = (
        (cell("区分", 0, 0), cell("値", 0, 1, columns=2)),
        (cell("余白", 1, 0, rows=2), cell("上", 1, 1), cell("10mm", 1, 2)),
        (cell("下", 2, 1), cell("12mm", 2, 2)),
    )
    made = tuple(TableRow(cells=row, span=at(n)) for n, row in enumerate(rows, 1))
    return Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=made, header_rows=1))


def one_row(*texts: RichText) -> Block:
    """A table of one row, blank texts left out as readers do."""
    row = tuple(TableCell(text=text, row=0, column=column) for column, text in enumerate(texts) if text)
    return Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=(TableRow(cells=row, span=HERE),)))


def test_a_row_reads_with_its_column_titles() -> None:
    pieces = table_pieces(table([["項目", "値"], ["余白", "10mm"]]), 1)
    assert [piece.text.text for piece in pieces] == ["項目 | 値", "余白 | 10mm"]
    assert [s.text for s in pieces[1].statements] == ["項目: 余白 / 値: 10mm"]


def test_a_merged_value_is_shown_once_and_carried_to_each_row_it_covers() -> None:
    pieces = table_pieces(merged_table(), 1)
    assert [piece.text.text for piece in pieces] == ["区分 | 値", "余白 | 上 | 10mm", " | 下 | 12mm"]
    assert pieces[2].statements[0].text == "区分: 余白 / 値: 下 / 値: 12mm"
    assert pieces[2].repeat == "区分 | 値 | 値\n余白"


def test_a_hidden_row_is_flagged_alone() -> None:
    block = table([["項目", "値"], ["余白", "10mm"]])
    assert block.table is not None
    rows = (block.table.rows[0], TableRow(cells=block.table.rows[1].cells, span=HERE, hidden=True))
    pieces = table_pieces(Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=rows, header_rows=1)), 1)
    assert [Flag.HIDDEN in piece.flags for piece in pieces] == [False, True]


def test_struck_cells_stay_in_the_text_and_out_of_the_statement() -> None:
    (piece,) = table_pieces(one_row(RichText("上の余白"), RichText.of("8mm", Mark.STRIKE)), 1)
    assert (piece.text.text, piece.statements[0].text) == ("上の余白 | 8mm", "上の余白")


def test_a_row_whose_longest_cell_is_struck_states_nothing() -> None:
    (piece,) = table_pieces(one_row(RichText("余白"), RichText.of("上下とも8mmとする。", Mark.STRIKE)), 1)
    assert (piece.text.text, piece.statements) == ("余白 | 上下とも8mmとする。", ())


def test_a_struck_name_does_not_lead_the_sentences_of_its_row() -> None:
    struck, long = RichText.of("旧名", Mark.STRIKE), RichText("機能の概要を記入する。" * 25)
    (piece,) = table_pieces(one_row(RichText("新名"), struck, long), 1)
    assert {s.text for s in piece.statements} == {"新名", "新名: 機能の概要を記入する。"}


@pytest.mark.parametrize("texts", [("電話", "半角とする。"), ("3", "電話", "半角とする。"), ("電話", "40", "必須")])
def test_a_row_whose_name_is_struck_states_nothing(texts: tuple[str, ...]) -> None:
    """A rule about nothing would pass for one about everything."""
    row = [RichText.of(text, Mark.STRIKE) if text == "電話" else RichText(text) for text in texts]
    (piece,) = table_pieces(one_row(*row), 1)
    assert (piece.text.text, piece.statements) == (" | ".join(texts), ())


def test_a_struck_number_withdraws_no_row() -> None:
    (piece,) = table_pieces(one_row(RichText.of("3", Mark.STRIKE), RichText("電話"), RichText("半角とする。")), 1)
    assert [s.text for s in piece.statements] == ["電話 / 半角とする。"]


def test_a_struck_name_over_several_rows_withdraws_each_of_them_unless_they_have_names_of_their_own() -> None:
    def merged(*texts: str) -> list[int]:
        first = TableCell(text=RichText.of("電話", Mark.STRIKE), row=0, column=0, row_span=2)
        cells = [[TableCell(text=RichText(t), row=r, column=c) for c, t in enumerate(texts, 1)] for r in range(2)]
        rows = (TableRow(cells=(first, *cells[0]), span=HERE), TableRow(cells=tuple(cells[1]), span=HERE))
        block = Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=rows))
        return [len(piece.statements) for piece in table_pieces(block, 1)]

    assert merged("半角とする。") == [0, 0]
    assert merged("番号", "半角とする。") == [1, 1]


def test_a_struck_merged_value_is_not_carried() -> None:
    rows = (
        TableRow(
            cells=(
                TableCell(text=RichText.of("旧", Mark.STRIKE), row=0, column=0, row_span=2),
                TableCell(text=RichText("図"), row=0, column=1, row_span=2),
                TableCell(text=RichText("上に置く"), row=0, column=2),
            ),
            span=at(1),
        ),
        TableRow(cells=(TableCell(text=RichText("番号を付ける"), row=1, column=2),), span=at(2)),
    )
    pieces = table_pieces(Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=rows)), 1)
    assert (pieces[1].text.text, pieces[1].repeat) == (" |  | 番号を付ける", " | 図")


def test_a_blank_cell_keeps_its_column_and_trailing_ones_are_left_out() -> None:
    pieces = table_pieces(table([["節", "書く", "書かない", "備考"], ["概要", "", "○", ""], ["", "", "○", "後"]]), 1)
    assert [piece.text.text for piece in pieces[1:]] == ["概要 |  | ○", " |  | ○ | 後"]
    assert pieces[1].repeat == "節 | 書く | 書かない | 備考"


def test_equal_titles_of_neighbouring_columns_stay_apart() -> None:
    pieces = table_pieces(table([["", "値", "値", ""], ["a", "1", "2", "3"]]), 1)
    assert pieces[1].repeat == " | 値 | 値"


def test_a_value_that_spans_columns_stands_in_the_first_of_their_slots() -> None:
    cells = (
        TableCell(text=RichText("共通"), row=0, column=0, column_span=2),
        TableCell(text=RichText("○"), row=0, column=2),
    )
    block = Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=(TableRow(cells=cells, span=HERE),)))
    assert table_pieces(block, 1)[0].text.text == "共通 |  | ○"


@given(cells, st.integers(0, 1))
def test_every_value_stands_in_the_slot_of_its_column(rows: list[list[str]], header_rows: int) -> None:
    lines = [line for piece in table_pieces(table(rows, header_rows), 1) for line in piece.text.text.split("\n")]
    shown = [line.split(" | ") for line in lines]
    padded = [[*slots, *[""] * (3 - len(slots))] for slots in shown]
    assert padded == [row for row in rows if any(row)]


@given(st.lists(st.one_of(st.just(RichText()), rich_texts), min_size=2, max_size=5))
def test_statements_of_a_row_stand_on_the_words_of_its_cells(values: list[RichText]) -> None:
    for piece in table_pieces(one_row(*values), 1):
        words = piece.text.text
        for statement in piece.statements:
            place = words[statement.start : statement.end]
            if len(piece.statements) == 1 and place == words:
                assert all(part in words for value in values if (part := value.text))
            else:
                assert place.strip() == place
                assert any(place in value.text for value in values)
                assert statement.text.endswith(piece.text.slice(statement.start, statement.end).without(Mark.STRIKE))


def test_a_long_row_makes_a_statement_of_each_sentence_led_by_its_name_and_column() -> None:
    long = "機能の概要を記入する。" * 25 + "処理の流れは書かない。"
    pieces = table_pieces(table([["項目", "書き方"], ["概要", long]]), 1)
    texts = [statement.text for statement in pieces[1].statements]
    assert texts[-1] == "概要 / 書き方: 処理の流れは書かない。"
    assert len(texts) == 27


def test_empty_rows_make_no_piece() -> None:
    assert len(table_pieces(table([["項目", "値"], ["", ""], ["余白", "1"]]), 1)) == 2


def test_an_automatic_number_stands_in_front_of_its_text() -> None:
    block = Block(kind=BlockKind.LIST_ITEM, span=HERE, text=RichText.of("太字", Mark.BOLD), label="（一）")
    piece = prose_piece(block, 0)
    assert piece.text.text == "（一） 太字"
    assert piece.text.without(Mark.BOLD) == "（一） "


def test_a_wholly_struck_paragraph_states_nothing_not_even_its_number() -> None:
    block = Block(kind=BlockKind.LIST_ITEM, span=HERE, text=RichText.of("旧規定。", Mark.STRIKE), label="（一）")
    piece = prose_piece(block, 0)
    assert (piece.text.text, piece.statements) == ("（一） 旧規定。", ())


def test_joined_pieces_keep_the_statements_of_both_on_their_words() -> None:
    piece = joined(prose_piece(paragraph("前。", line=3), 0), prose_piece(paragraph("後。", Flag.CHANGED, line=5), 0))
    assert [piece.text.text[s.start : s.end] for s in piece.statements] == ["前。", "後。"]
    assert (piece.span.fragment, piece.flags) == ("line!3-5", {Flag.CHANGED})


def test_the_row_that_a_nested_table_stands_in_leads_all_of_its_rows() -> None:
    nested = replace(table([["項目", "値"], ["桁数", "10"]]), within="住所")
    pieces = table_pieces(nested, 1)
    assert [piece.repeat for piece in pieces] == ["住所", "住所\n項目 | 値"]
    assert [s.text for s in pieces[1].statements] == ["住所 / 項目: 桁数 / 値: 10"]


def test_the_field_that_a_comment_is_for_leads_its_statements_only() -> None:
    comment = Block(kind=BlockKind.COMMENT, span=HERE, text=RichText("半角で書く。\n例も書く。"), within="文字コード")
    piece = prose_piece(comment, 0)
    assert piece.text.text == "半角で書く。\n例も書く。"
    assert [s.text for s in piece.statements] == ["文字コード: 半角で書く。", "文字コード: 例も書く。"]
