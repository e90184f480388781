"""Whether a quality score means what it says: of the hits with 0.8, eight in ten should be right.

The expected calibration error is the mean distance between a bin's mean score and its share of right hits, weighted by
the bins' sizes. (Guo et al.: On Calibration of Modern Neural Networks, ICML 2017.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

BINS = 10

JudgedHit = tuple[float, bool]
"""A hit's quality score in 0-1, and whether it is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationBin:
    """The hits with a score from ``lower`` to below ``upper`` (the last bin has 1 too): how many, their mean score
    ``confidence``, and the share of them that is right; both ``None`` for an empty bin."""

    lower: float
    upper: float
    hits: int
    confidence: float | None
    precision: float | None


def calibration_bins(hits: Iterable[JudgedHit]) -> tuple[CalibrationBin, ...]:
    """Ten bins of equal width, lowest first: a reliability diagram."""
    found: list[list[JudgedHit]] = [[] for _ in range(BINS)]
    for quality, right in hits:
        found[min(max(int(quality * BINS), 0), BINS - 1)].append((quality, right))
    return tuple(_bin(number, members) for number, members in enumerate(found))


def calibration_error(bins: Sequence[CalibrationBin]) -> float | None:
    """The expected calibration error in 0-1; ``None`` without a hit."""
    total = sum(each.hits for each in bins)
    if not total:
        return None
    return sum(
        each.hits / total * abs(each.precision - each.confidence)
        for each in bins
        if each.precision is not None and each.confidence is not None
    )


def _bin(number: int, members: Sequence[JudgedHit]) -> CalibrationBin:
    return CalibrationBin(
        lower=number / BINS,
        upper=(number + 1) / BINS,
        hits=len(members),
        confidence=fmean(quality for quality, _ in members) if members else None,
        precision=fmean(right for _, right in members) if members else None,
    )
