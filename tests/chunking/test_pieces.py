"""A table row stands alone: with the titles of its columns and the merged values that reach into it."""

from __future__ import annotations

from rulebook.chunking.pieces import joined, prose_piece, table_pieces
from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.model.text import Mark, RichText
from tests.chunking.blocks import HERE, at, paragraph, table


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


def test_a_row_reads_with_its_column_titles() -> None:
    pieces = table_pieces(table([["項目", "値"], ["余白", "10mm"]]), 1)
    assert [piece.text.text for piece in pieces] == ["項目 | 値", "余白 | 10mm"]
    assert [s.text for s in pieces[1].statements] == ["項目: 余白 / 値: 10mm"]


def test_a_merged_value_is_shown_once_and_carried_to_each_row_it_covers() -> None:
    pieces = table_pieces(merged_table(), 1)
    assert [piece.text.text for piece in pieces] == ["区分 | 値", "余白 | 上 | 10mm", "下 | 12mm"]
    assert pieces[2].statements[0].text == "区分: 余白 / 値: 下 / 値: 12mm"
    assert pieces[2].repeat == "区分 | 値\n余白"


def test_a_hidden_row_is_flagged_alone() -> None:
    block = table([["項目", "値"], ["余白", "10mm"]])
    assert block.table is not None
    rows = (block.table.rows[0], TableRow(cells=block.table.rows[1].cells, span=HERE, hidden=True))
    pieces = table_pieces(Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=rows, header_rows=1)), 1)
    assert [Flag.HIDDEN in piece.flags for piece in pieces] == [False, True]


def test_struck_cells_stay_in_the_text_and_out_of_the_statement() -> None:
    cells = (
        TableCell(text=RichText("余白"), row=0, column=0),
        TableCell(text=RichText.of("8mm", Mark.STRIKE), row=0, column=1),
    )
    block = Block(kind=BlockKind.TABLE, span=HERE, table=Table(rows=(TableRow(cells=cells, span=HERE),)))
    (piece,) = table_pieces(block, 1)
    assert (piece.text.text, piece.statements[0].text) == ("余白 | 8mm", "余白")


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


def test_joined_pieces_keep_the_statements_of_both_on_their_words() -> None:
    piece = joined(prose_piece(paragraph("前。", line=3), 0), prose_piece(paragraph("後。", Flag.CHANGED, line=5), 0))
    assert [piece.text.text[s.start : s.end] for s in piece.statements] == ["前。", "後。"]
    assert (piece.span.fragment, piece.flags) == ("line!3-5", {Flag.CHANGED})
