"""Each measure is its formula."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.evaluation.measures import RankingScores, first_relevant_rank, score_rankings


def scored(grades: Sequence[int], others: Sequence[int] = ()) -> RankingScores:
    """The scores of one ranking, given by its grades; ``others`` are those of chunks that were not returned."""
    returned = {f"c{n}": grade for n, grade in enumerate(grades)}
    missing = {f"d{n}": grade for n, grade in enumerate(others)}
    judged = {chunk: grade for chunk, grade in (returned | missing).items() if grade}
    return score_rankings({"q": judged}, {"q": list(returned)})["q"]


def dcg(grades: Sequence[int]) -> float:
    return sum((2.0**grade - 1) / log2(rank + 1) for rank, grade in enumerate(grades[:10], 1))


def test_recall_asks_for_one_answer_among_the_first_five() -> None:
    assert scored([0, 1, 0, 0, 2]).recall == 1
    assert scored([0, 1, 0, 0, 0, 3]).recall == 0


def test_something_related_is_no_answer() -> None:
    assert first_relevant_rank([1, 1, 1], 10) is None
    assert first_relevant_rank([1, 3, 2], 10) == 2
    assert (scored([1, 1, 1]).recall, scored([1, 1, 1]).rr) == (0, 0)


def test_the_reciprocal_rank_is_that_of_the_first_answer_among_ten() -> None:
    assert scored([0, 1, 2, 3]).rr == 1 / 3
    assert scored([0] * 9 + [3]).rr == 1 / 10
    assert scored([0] * 10 + [3]).rr == 0


def test_ndcg_is_the_gain_over_that_of_the_ideal_ranking() -> None:
    gained = (2**2 - 1) / log2(2) + (2**3 - 1) / log2(4)
    ideal = (2**3 - 1) / log2(2) + (2**2 - 1) / log2(3) + (2**1 - 1) / log2(4)
    assert scored([2, 0, 3], [1]).ndcg == pytest.approx(gained / ideal)


def test_the_ideal_ranking_has_ten_places_too() -> None:
    assert scored([3] * 10, [3] * 5).ndcg == pytest.approx(1)


def test_a_query_without_grades_or_without_hits_scores_0() -> None:
    nothing = RankingScores(recall=0, rr=0, ndcg=0)
    ungraded = score_rankings({"a": {}, "b": {"c": 3}, "d": {"c": 3}}, {"a": ["c"], "b": []})
    assert ungraded == {"a": nothing, "b": nothing, "d": nothing}
    assert score_rankings({}, {}) == {}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=14), st.lists(st.integers(1, 3), max_size=14))
def test_any_ranking_scores_as_its_formulas(grades: list[int], others: list[int]) -> None:
    found = scored(grades, others)
    ideal = dcg(sorted([*grades, *others], reverse=True))
    rank = first_relevant_rank(grades, 10)
    assert found.ndcg == pytest.approx(dcg(grades) / ideal if ideal else 0, abs=1e-9)
    assert found.rr == pytest.approx(1 / rank if rank else 0, abs=1e-9)
    assert found.recall == (rank is not None and rank <= 5)


def test_the_library_is_loaded_only_by_a_measured_run() -> None:
    program = (
        "import sys, rulebook.evaluation.comparison, rulebook.evaluation.runs; assert 'ir_measures' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
