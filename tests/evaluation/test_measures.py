"""Each measure is its formula."""

from __future__ import annotations

from math import log2

import pytest

from rulebook.evaluation.measures import first_relevant_rank, ndcg, recall_at, reciprocal_rank


def test_recall_asks_for_one_answer_among_the_first_k() -> None:
    assert recall_at([0, 1, 0, 0, 2], 5) == 1
    assert recall_at([0, 1, 0, 0, 0, 3], 5) == 0
    assert recall_at([], 5) == 0


def test_something_related_is_no_answer() -> None:
    assert first_relevant_rank([1, 1, 1], 10) is None
    assert first_relevant_rank([1, 3, 2], 10) == 2


def test_the_reciprocal_rank_is_that_of_the_first_answer_among_k() -> None:
    assert reciprocal_rank([0, 1, 2, 3], 10) == 1 / 3
    assert reciprocal_rank([0] * 10 + [3], 10) == 0


def test_ndcg_is_the_gain_over_that_of_the_ideal_ranking() -> None:
    dcg = (2**2 - 1) / log2(2) + (2**3 - 1) / log2(4)
    ideal = (2**3 - 1) / log2(2) + (2**2 - 1) / log2(3) + (2**1 - 1) / log2(4)
    assert ndcg([2, 0, 3], [1, 2, 3], 10) == pytest.approx(dcg / ideal)


def test_the_ideal_ranking_has_k_places_too() -> None:
    assert ndcg([3, 3], [3] * 20, 2) == 1


def test_ndcg_is_0_where_no_chunk_has_a_grade() -> None:
    assert ndcg([0, 0], [], 10) == 0
