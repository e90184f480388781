"""A score is calibrated when it is the share of right hits among those that have it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.evaluation.calibration import calibration_bins, calibration_error


def error(*hits: tuple[float, bool]) -> float | None:
    return calibration_error(calibration_bins(hits))


def test_a_score_that_is_the_share_of_right_hits_has_no_error() -> None:
    assert error(*[(0.75, True)] * 3, (0.75, False)) == pytest.approx(0)


def test_the_error_is_the_distance_of_each_bin_weighted_by_its_hits() -> None:
    hits = [(0.9, True), (0.9, False), (0.12, False), (0.18, True)]
    assert error(*hits) == pytest.approx(2 / 4 * abs(1 / 2 - 0.9) + 2 / 4 * abs(1 / 2 - 0.15))


def test_a_score_of_1_lies_in_the_last_bin_and_a_border_in_the_upper_one() -> None:
    bins = calibration_bins([(1.0, True), (0.5, False)])
    assert [(b.lower, b.upper, b.hits) for b in bins if b.hits] == [(0.5, 0.6, 1), (0.9, 1.0, 1)]


def test_a_bin_shows_its_mean_score_and_its_precision() -> None:
    second = calibration_bins([(0.11, True), (0.19, False)])[1]
    assert second.confidence == pytest.approx(0.15)
    assert second.precision == 0.5


def test_no_hit_has_no_error_and_ten_empty_bins() -> None:
    assert error() is None
    assert [(b.hits, b.confidence, b.precision) for b in calibration_bins([])] == [(0, None, None)] * 10


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_every_hit_lies_in_one_bin_and_the_error_is_a_share(hits: list[tuple[float, bool]]) -> None:
    bins = calibration_bins(hits)
    assert sum(each.hits for each in bins) == len(hits)
    assert 0 <= (calibration_error(bins) or 0) <= 1
