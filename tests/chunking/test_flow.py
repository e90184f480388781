"""What belongs together in a section stays together where it fits."""

from __future__ import annotations

import pytest

from rulebook.chunking.flow import section_pieces
from rulebook.model.document import Block, BlockKind, Flag
from tests.chunking.blocks import paragraph, table

TABLE = table([["項目", "値"], ["余白", "10mm"]])


def caption(text: str) -> Block:
    return paragraph(text, kind=BlockKind.CAPTION)


def footnote(text: str) -> Block:
    return paragraph(text, kind=BlockKind.FOOTNOTE)


def grouped(blocks: list[Block]) -> list[tuple[str, int]]:
    return [(piece.text.text, piece.group) for piece in section_pieces(blocks)]


def test_a_sentence_that_announces_a_table_goes_with_it() -> None:
    found = grouped([paragraph("本文。"), paragraph("余白は次の表のとおりとする。"), TABLE])
    assert [group for _, group in found] == [0, 3, 3, 3]


def test_a_caption_above_and_notes_below_go_with_their_table() -> None:
    blocks = [caption("表1 余白"), TABLE, paragraph("※単位は mm"), footnote("規程第3条"), paragraph("本文。")]
    assert [group for _, group in grouped(blocks)] == [2, 2, 2, 2, 2, 0]


def test_a_caption_between_two_tables_is_that_of_the_second() -> None:
    assert [group for _, group in grouped([TABLE, caption("表2"), TABLE])] == [1, 1, 3, 3, 3]


def test_a_caption_below_the_last_table_is_its_own() -> None:
    assert [group for _, group in grouped([TABLE, caption("表1"), paragraph("本文。")])] == [1, 1, 1, 0]


def test_a_note_away_from_any_table_is_prose() -> None:
    assert grouped([paragraph("本文。"), paragraph("※注意")]) == [("本文。", 0), ("※注意", 0)]


def test_a_footnote_is_one_piece_with_the_text_it_stands_behind() -> None:
    assert grouped([paragraph("本文。"), footnote("出典。"), paragraph("次。")]) == [("本文。\n出典。", 0), ("次。", 0)]


def test_a_footnote_of_hidden_text_does_not_join_what_is_shown() -> None:
    hidden = paragraph("秘。", Flag.HIDDEN, kind=BlockKind.FOOTNOTE)
    assert [piece.flags for piece in section_pieces([paragraph("本文。"), hidden])] == [frozenset(), {Flag.HIDDEN}]


@pytest.mark.parametrize("label", ["【補足事項】", "＜例＞", "備考：", "Note:"])
def test_a_label_is_one_piece_with_what_it_introduces(label: str) -> None:
    assert grouped([TABLE, paragraph(label), paragraph("本文。")])[2:] == [(f"{label}\n本文。", 0)]
    assert [group for _, group in grouped([paragraph("本文。"), paragraph(label), TABLE])] == [0, 3, 3, 3]


def test_a_label_with_words_of_its_own_introduces_nothing() -> None:
    assert grouped([paragraph("【必須】氏名"), paragraph("本文。")]) == [("【必須】氏名", 0), ("本文。", 0)]
    assert grouped([paragraph("[会社名]"), paragraph("本文。")]) == [("[会社名]", 0), ("本文。", 0)]


def test_a_label_waits_for_nothing_hidden() -> None:
    found = section_pieces([paragraph("【補足】"), paragraph("秘。", Flag.HIDDEN), paragraph("本文。")])
    assert [piece.text.text for piece in found] == ["【補足】", "秘。", "本文。"]
