"""The keyword channel: BM25 over the terms that were stored when the version was built."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulebook.handbook.keyword_table import KeywordTable, Terms
from rulebook.retrieval.postings import FieldWeight, build_postings

Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]


class Addition(NamedTuple):
    """What rows, each named once and in ascending order, are worth besides the terms that they have."""

    rows: Rows
    worth: float


class KeywordIndex:
    """BM25F over the rows of one version, with a field for headings and one for content (see ``build_postings``).

    The inverse document frequency ``log((N + 1) / df)`` is above 0 for every term, so that in a small handbook a word
    that stands in most chunks still puts a chunk that has it above one that has not, where Okapi's turns negative.
    A search touches only the rows that share a term with the query.
    """

    def __init__(
        self,
        fields: KeywordTable | Sequence[tuple[Terms, Terms]],
        heading_weight: float = 1.0,
        *,
        k1: float = 1.5,
        b: float = 0.75,
        heading_b: float = 0.75,
    ) -> None:
        table = fields if isinstance(fields, KeywordTable) else KeywordTable.of(fields)
        self._size = len(table)
        self._k1 = k1
        heading, content = FieldWeight(weight=heading_weight, b=heading_b), FieldWeight(weight=1.0, b=b)
        self._postings = build_postings(table, heading, content, k1)

    def search(
        self,
        terms: Sequence[str] | Mapping[str, float],
        allowed: Mask | Iterable[int] | None,
        top_k: int,
        additions: Sequence[Addition] = (),
    ) -> list[tuple[int, float]]:
        """``(row, score)`` of the ``top_k`` rows of ``allowed`` that share a term with the query or have an addition,
        best first, equal scores by row.

        ``terms`` and ``additions`` as for ``scores``. ``allowed`` is a mask over all rows, their numbers, or ``None``
        for every row; the mask is the quick way.
        """
        scores = np.zeros(self._size)
        for term, weight in _weights(terms).items():
            rows, worths = self._postings.of(term)
            scores[rows] += weight * worths
        for addition in additions:
            scores[addition.rows] += addition.worth
        matching = scores > 0 if allowed is None else (scores > 0) & self._mask(allowed)
        return _best(np.flatnonzero(matching), scores, top_k)

    def rows_of(self, keys: Sequence[Set[str]]) -> Rows:
        """The rows that have every term of one of ``keys``, in ascending order."""
        found = np.zeros(self._size, np.bool_)
        for key in keys:
            found[_common([self._postings.of(term)[0] for term in key])] = True
        return np.flatnonzero(found)

    def scores(
        self,
        terms: Sequence[str] | Mapping[str, float],
        rows: Sequence[int],
        additions: Sequence[Addition] = (),
    ) -> list[float]:
        """The score of each row, 0 where it shares no term.

        ``terms`` are those of the query, each distinct one counting once; or the weight of each, where one of weight 0
        or less is not asked for. ``additions`` are added to the rows that they name.
        """
        wanted = np.asarray(rows, np.intp)
        found = np.zeros(len(wanted))
        for term, weight in _weights(terms).items():
            having, worths = self._postings.of(term)
            if len(having):
                at = np.minimum(np.searchsorted(having, wanted), len(having) - 1)
                found += np.where(having[at] == wanted, weight * worths[at], 0.0)
        for addition in additions:
            found[_among(addition.rows, wanted)] += addition.worth
        return [float(score) for score in found]

    def highest(self, terms: Sequence[str] | Mapping[str, float]) -> float:
        """What a row would score that has each of the terms without end: ``Σ weight · log((N + 1) / df) · (k1 + 1)``
        over those that any row has."""
        weights = _weights(terms)
        return (self._k1 + 1) * sum(weight * self.rarity(self.spread(term)) for term, weight in weights.items())

    def rarity(self, rows: int) -> float:
        """What it says to be one of ``rows`` rows, ``log((N + 1) / rows)``; 0 for none, since it says nothing."""
        return math.log((self._size + 1) / rows) if rows else 0.0

    def reads(self, terms: Sequence[str] | Mapping[str, float]) -> int:
        """How many scores of a row for a term a search adds up: what it costs, whatever else the book holds."""
        return sum(len(self._postings.of(term)[0]) for term in _weights(terms))

    @property
    def size(self) -> int:
        """How many rows there are."""
        return self._size

    def spread(self, term: str) -> int:
        """How many rows have the term."""
        return len(self._postings.of(term)[0])

    def _mask(self, allowed: Mask | Iterable[int]) -> Mask:
        if isinstance(allowed, np.ndarray) and allowed.dtype == np.bool_:
            return allowed
        mask = np.zeros(self._size, np.bool_)
        mask[np.fromiter(allowed, np.intp)] = True
        return mask


def _weights(terms: Sequence[str] | Mapping[str, float]) -> dict[str, float]:
    if isinstance(terms, Mapping):
        return {term: weight for term, weight in terms.items() if weight > 0}
    return dict.fromkeys(terms, 1.0)


def _best(rows: Rows, scores: NDArray[np.float64], top_k: int) -> list[tuple[int, float]]:
    """The ``top_k`` of ``rows``, which ascend: best first, equal scores by row."""
    if top_k < 1:
        return []
    if len(rows) > top_k:
        found = scores[rows]
        rows = rows[found >= np.partition(found, len(found) - top_k)[len(found) - top_k]]
    best = rows[np.argsort(-scores[rows], kind="stable")[:top_k]]
    return list(zip(best.tolist(), scores[best].tolist(), strict=True))


def _common(postings: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """The rows that stand in all of them."""
    first, *others = sorted(postings, key=len)
    for other in others:
        first = first[_among(other, first)]
    return first


def _among(having: NDArray[np.integer[Any]], wanted: NDArray[np.integer[Any]]) -> Mask:
    """For each row of ``wanted`` whether it is one of ``having``, which ascend: as many steps as are wanted, however
    many there are."""
    if not len(having):
        return np.zeros(len(wanted), np.bool_)
    found: Mask = having[np.minimum(np.searchsorted(having, wanted), len(having) - 1)] == wanted
    return found
