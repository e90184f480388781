"""The p value of two runs is the share of sign choices that lie as far from 0 as what was found."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.evaluation.significance import DRAWS, p_value

MEASURE = st.sampled_from([0.0, 1 / 3, 0.5, 0.63, 1.0])
PAIRS = st.lists(st.tuples(MEASURE, MEASURE), max_size=10)


def by_counting(before: list[float], after: list[float]) -> float:
    """Over all ways to choose the signs, also of queries without a difference."""
    differences = [y - x for x, y in zip(before, after, strict=True)]
    observed = abs(sum(differences))
    sums = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    return sum(found >= observed - 1e-9 for found in sums) / len(sums)


@given(PAIRS)
def test_few_queries_are_counted_exactly(pairs: list[tuple[float, float]]) -> None:
    before, after = [x for x, _ in pairs], [y for _, y in pairs]
    assert p_value(before, after) == pytest.approx(by_counting(before, after))


@settings(max_examples=10, deadline=None)  # each may draw all ways, twice
@given(st.lists(st.tuples(MEASURE, MEASURE), max_size=40))
def test_a_p_value_is_above_0_at_most_1_and_the_same_both_ways(pairs: list[tuple[float, float]]) -> None:
    before, after = [x for x, _ in pairs], [y for _, y in pairs]
    found = p_value(before, after)
    assert 0 < found <= 1
    assert found == p_value(after, before)


@given(st.lists(MEASURE, max_size=40))
def test_equal_runs_have_a_p_value_of_1(measures: list[float]) -> None:
    assert p_value(measures, measures) == 1


def test_ten_wins_without_a_loss_are_no_chance() -> None:
    assert p_value([0.0] * 10, [1.0] * 10) == 2 / 2**10


def test_drawn_ways_come_close_to_the_exact_share() -> None:
    # 20 wins and 4 losses of one size: at least 16 ahead of 24 throws of a coin, both ways
    from math import comb

    exact = 2 * sum(comb(24, wins) for wins in range(20, 25)) / 2**24
    found = p_value([0.0] * 20 + [1.0] * 4, [1.0] * 20 + [0.0] * 4)
    assert found == pytest.approx(exact, abs=4 * (exact / DRAWS) ** 0.5)


def test_a_great_difference_of_many_queries_is_not_0() -> None:
    assert p_value([0.0] * 60, [1.0] * 60) == 1 / (DRAWS + 1)


def test_runs_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        p_value([1.0], [])
