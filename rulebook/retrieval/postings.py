"""The inverted index of the keyword channel: for each term the rows that have it, and what it is worth in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rulebook.handbook.keyword_table import KeywordTable, Occurrences

Rows = NDArray[np.int32]
Worths = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldWeight:
    """``weight`` of one occurrence in a field of average length; ``b`` in 0-1 says how much less it is in a longer
    field."""

    weight: float
    b: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Postings:
    """Rows in ascending order and worths, the terms' one after the other; ``start[n]`` is where term ``n`` begins."""

    numbers: Mapping[str, int]
    start: NDArray[np.int64]
    rows: Rows
    worths: Worths

    def of(self, term: str) -> tuple[Rows, Worths]:
        """The rows that have the term, and what it adds to the score of each; all above 0."""
        number = self.numbers.get(term)
        span = slice(0) if number is None else slice(self.start[number], self.start[number + 1])
        return self.rows[span], self.worths[span]


def build_postings(table: KeywordTable, heading: FieldWeight, content: FieldWeight, k1: float) -> Postings:
    """BM25F: the frequency of a term in a row is ``f = Σ weight · count / (1 - b + b · length / average length)`` over
    the fields, and its worth ``log((N + 1) / df) · f · (k1 + 1) / (k1 + f)``.

    ``N`` is the number of rows and ``df`` that of the rows with the term. A term that only stands in a field of weight
    0 does not count as being there. (Robertson, Zaragoza, Taylor: Simple BM25 Extension to Multiple Weighted Fields,
    CIKM 2004; length normalisation by field as in Zaragoza et al., TREC 2004.)
    """
    fields = ((table.headings, heading), (table.contents, content))
    counted = [_frequencies(field, weight) for field, weight in fields if weight.weight > 0]
    places, frequencies = _summed(counted)
    rows = len(table)
    start = np.searchsorted(places, np.arange(len(table.numbers) + 1, dtype=np.int64) * rows)
    spread = np.diff(start)
    rarity = np.log((rows + 1) / np.maximum(spread, 1))
    frequencies *= (k1 + 1) / (k1 + frequencies)
    frequencies *= np.repeat(rarity, spread)
    return Postings(
        numbers=table.numbers,
        start=start,
        rows=(places % max(rows, 1)).astype(np.int32),
        worths=frequencies.astype(np.float32),
    )


def _frequencies(field: Occurrences, weight: FieldWeight) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The weighted frequency of each term in each row that has it; a place is ``term number · rows + row``."""
    rows = len(field.lengths)
    places, counts = np.unique(
        field.terms.astype(np.int64) * rows + np.repeat(np.arange(rows), field.lengths), return_counts=True
    )
    average = field.lengths.mean() if field.lengths.any() else 1.0
    norms = 1 - weight.b + weight.b * field.lengths / average
    return places, weight.weight * counts / norms[places % max(rows, 1)]


def _summed(
    fields: list[tuple[NDArray[np.int64], NDArray[np.float64]]],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The places of all fields in order, each once, with its frequencies summed."""
    every = np.sort(np.concatenate([np.empty(0, np.int64), *(places for places, _ in fields)]))
    every = every[np.diff(every, prepend=-1) > 0]  # np.unique would hash them: ten times slower for millions
    sums = np.zeros(len(every))
    for places, frequencies in fields:
        sums[np.searchsorted(every, places)] += frequencies
    return every, sums
