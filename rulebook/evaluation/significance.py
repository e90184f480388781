"""Whether two runs differ by more than chance: the paired randomisation test of their per-query measures.

Were the two runs alike, each query's difference could as well have the other sign. The p value is the share of all
ways to choose the signs whose sum is at least as far from 0 as the one that was found. (Smucker, Allan, Carterette: A
Comparison of Statistical Significance Tests for Information Retrieval Evaluation, CIKM 2007.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

DRAWS = 100_000
"""How many ways are drawn where there are too many to count: a p value of 0.05 is then exact to 0.0014 (two standard
errors)."""

_COUNTED_BELOW = 2**16
_SEED = 20260801
_BLOCK = 8192
_ROUNDING = 1e-9
"""Sums that are equal but for rounding count as equal; measures are in 0-1."""


def p_value(before: Sequence[float], after: Sequence[float]) -> float:
    """The two-sided p value in (0, 1] for the measures of the same queries in two runs, in one order.

    Exact below 2^16 ways, else from ``DRAWS`` drawn ones; the same input gives the same value. 1 for equal runs. Raises
    ``ValueError`` for runs of different lengths.
    """
    changes = [y - x for x, y in zip(before, after, strict=True) if y != x]  # a sign does not matter to the others
    differences = np.abs(np.asarray(changes, dtype=np.float64))
    observed = abs(sum(changes)) - _ROUNDING
    if 2 ** len(changes) < _COUNTED_BELOW:
        sums = np.zeros(1)
        for difference in differences:
            sums = np.concatenate([sums - difference, sums + difference])
        return float(np.mean(np.abs(sums) >= observed))
    as_far = sum(int((np.abs(sums) >= observed).sum()) for sums in _drawn(differences))
    return (as_far + 1) / (DRAWS + 1)  # what was found is one of the ways, so that no p value is 0


def _drawn(differences: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    """The sums of ``DRAWS`` ways to choose the signs, in blocks."""
    random = np.random.default_rng(_SEED)
    for start in range(0, DRAWS, _BLOCK):
        ways = min(_BLOCK, DRAWS - start)
        signs = random.integers(0, 2, size=(ways, len(differences)), dtype=np.int8)
        yield (2.0 * signs - 1.0) @ differences
