"""From one text to another: in units that people read, and without losing a character of either."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.handbook.text_edits import Edit, text_edits


def edits(before: str, after: str) -> list[tuple[Edit, str]]:
    return [(edit.edit, edit.text) for edit in text_edits(before, after)]


def test_words_and_numbers_change_whole() -> None:
    found = edits("最大24文字のORDER名", "最大30文字のORDERS名")
    assert (Edit.REMOVED, "24") in found
    assert (Edit.ADDED, "ORDERS") in found


def test_equal_texts_have_no_change() -> None:
    assert edits("押印する。", "押印する。") == [(Edit.EQUAL, "押印する。")]
    assert edits("", "") == []


def test_one_shared_character_inside_a_change_does_not_split_it() -> None:
    assert edits("申請の書式", "承認の手順") == [(Edit.REMOVED, "申請の書式"), (Edit.ADDED, "承認の手順")]


def test_one_character_that_stays_at_an_end_is_told_as_equal() -> None:
    assert edits("上に書く。", "下に書く。") == [(Edit.REMOVED, "上"), (Edit.ADDED, "下"), (Edit.EQUAL, "に書く。")]


@settings(max_examples=60)
@given(st.text("甲乙丙 a1\n", max_size=20), st.text("甲乙丙 a1\n", max_size=20))
def test_the_edits_hold_both_texts_and_runs_of_one_kind_are_one(before: str, after: str) -> None:
    found = text_edits(before, after)
    assert "".join(e.text for e in found if e.edit is not Edit.ADDED) == before
    assert "".join(e.text for e in found if e.edit is not Edit.REMOVED) == after
    kinds = [e.edit for e in found]
    assert all(one is not other for one, other in pairwise(kinds))
