"""The keyword channel, in books of any size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulebook.retrieval.bm25 import KeywordIndex

TERMS = ["表", "ヘッダー", "太字", "下線", "章", "番号"]


def index(*bodies: tuple[str, ...], heading_weight: int = 1) -> KeywordIndex:
    return KeywordIndex([((), body) for body in bodies], heading_weight)


def test_an_empty_book_answers_with_nothing() -> None:
    assert index().search(["表"], range(0), 10) == []
    assert index((), ()).search(["表"], range(2), 10) == []


def test_a_word_that_stands_in_every_chunk_still_finds_them() -> None:
    found = index(("表", "太字"), ("表", "下線"), ("表",)).search(["表", "下線"], range(3), 10)
    assert found[0][0] == 1
    assert all(score > 0 for _, score in found)


def test_an_exact_match_in_a_book_of_one_is_found() -> None:
    ((row, score),) = index(("表", "ヘッダー")).search(["ヘッダー"], range(1), 10)
    assert row == 0
    assert score > 0


def test_a_row_without_any_of_the_words_is_not_returned() -> None:
    assert [row for row, _ in index(("表",), ("章",)).search(["章"], range(2), 10)] == [1]


def test_rows_outside_the_allowed_ones_are_not_returned() -> None:
    assert [row for row, _ in index(("表",), ("表",), ("表",)).search(["表"], [2], 10)] == [2]


def test_equal_scores_are_ordered_by_row() -> None:
    assert [row for row, _ in index(*[("表", "太字")] * 4).search(["表"], range(4), 3)] == [0, 1, 2]


def test_words_of_the_heading_count_as_often_as_their_weight() -> None:
    fields = [(("表",), ("章", "番号")), ((), ("表", "章", "番号"))]
    scores = KeywordIndex(fields, 3).scores(["表"], [0, 1])
    assert scores[0] > scores[1]
    assert KeywordIndex(fields, 0).scores(["表"], [0, 1])[0] == 0


def test_scores_come_in_the_order_of_the_rows() -> None:
    book = index(("表", "太字"), ("章",), ("表", "表"))
    by_search = dict(book.search(["表"], range(3), 10))
    assert book.scores(["表"], [2, 1, 0]) == [by_search[2], 0.0, by_search[0]]


@given(st.lists(st.lists(st.sampled_from(TERMS), max_size=6).map(tuple), max_size=12), st.lists(st.sampled_from(TERMS)))
def test_exactly_the_rows_that_share_a_word_are_returned_and_score_above_zero(
    bodies: list[tuple[str, ...]], query: list[str]
) -> None:
    found = index(*bodies).search(query, range(len(bodies)), 100)
    assert {row for row, _ in found} == {row for row, body in enumerate(bodies) if set(body) & set(query)}
    assert all(score > 0 for _, score in found)
