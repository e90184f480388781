"""Scores the top of the fusion again, by what the chunks' single statements say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import Reranker
from rulebook.errors import RerankerUnavailable
from rulebook.handbook.indexing import embedding_text
from rulebook.handbook.opened import OpenVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What a reranker sees: rows of ``version`` with their BM25 scores, and the query as text and as vector."""

    version: OpenVersion
    rows: Sequence[int]
    bm25: Sequence[float]
    text: str
    vector: NDArray[np.float32] | None

    def first(self, count: int) -> Candidates:
        """The first ``count`` of them."""
        return replace(self, rows=self.rows[:count], bm25=self.bm25[:count])


class RerankStep(Protocol):
    """Gives every candidate a score in 0-1; raises ``RerankerUnavailable``."""

    @property
    def model(self) -> str: ...

    @property
    def needs_vector(self) -> bool:
        """Whether it can do nothing for a query that was not encoded."""
        ...

    def score(self, candidates: Candidates) -> NDArray[np.float32]: ...


class StatementReranker:
    """Mixes how near a chunk and its best statement are to the query with the chunk's BM25 score.

    It asks no model at query time: the vectors of the statements were made with the version's own model.
    """

    model = "statements"
    needs_vector = True

    def __init__(self, similarity_weight: float) -> None:
        self._weight = similarity_weight

    def score(self, candidates: Candidates) -> NDArray[np.float32]:
        """``w · s + (1 - w) · b`` for each candidate.

        ``s`` is the mean of the chunk's cosine and that of its best statement, on the scale from the lowest to the
        highest of the candidates; ``b`` is the BM25 score over the highest of them.
        """
        vector = candidates.vector
        if vector is None:
            raise RerankerUnavailable("statements cannot be compared: the query has no vector.")
        similarities = np.array([_similarity(candidates.version, vector, row) for row in candidates.rows], np.float32)
        keywords = np.asarray(candidates.bm25, dtype=np.float32)
        return self._weight * _spread(similarities) + (1 - self._weight) * _over_highest(keywords)


class CrossEncoderStep:
    """A cross-encoder over query and chunk."""

    needs_vector = False

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker

    @property
    def model(self) -> str:
        return self._reranker.identity.name

    def score(self, candidates: Candidates) -> NDArray[np.float32]:
        passages = [embedding_text(candidates.version.chunks[row]) for row in candidates.rows]
        return self._reranker.score(candidates.text, passages)


def _similarity(version: OpenVersion, vector: NDArray[np.float32], row: int) -> float:
    whole = float(version.vectors[row] @ vector)
    start, end = version.statement_start[row], version.statement_start[row + 1]
    best = float((version.statements[start:end] @ vector).max()) if end > start else whole
    return (whole + best) / 2


def _spread(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """From 0 for the lowest to 1 for the highest; 1 for all where they are equal."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.ones_like(values)


def _over_highest(values: NDArray[np.float32]) -> NDArray[np.float32]:
    high = values.max()
    return values / high if high > 0 else np.zeros_like(values)
