"""Scores the candidates of the fusion again, by what the chunks and their single statements say."""

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
from rulebook.model.search import RerankScore

Scores = NDArray[np.float32]

_CHUNK_SHARE = 0.75
"""Share of the whole chunk's similarity, the rest is that of its best statement."""
_LENGTH_SHARE = 0.04
_TELLING_LENGTH = 200
"""Characters from which on a chunk's length says nothing more: a caption or a lone cell is similar to much and answers
little. All three were chosen by cross-validation on judged queries: docs/retrieval.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What a reranker sees: rows of ``version``, the share in 0-1 that each has of the BM25 score that the words of the
    query can reach, and the query as text and as vector."""

    version: OpenVersion
    rows: Sequence[int]
    keywords: Sequence[float]
    text: str
    vector: NDArray[np.float32] | None

    def first(self, count: int) -> Candidates:
        """The first ``count`` of them."""
        return replace(self, rows=self.rows[:count], keywords=self.keywords[:count])


class RerankStep(Protocol):
    """Gives the first candidates a score in 0-1, in their order; raises ``RerankerUnavailable``."""

    @property
    def model(self) -> str: ...

    @property
    def needs_vector(self) -> bool:
        """Whether it can do nothing for a query that was not encoded."""
        ...

    @property
    def window(self) -> int | None:
        """How many candidates it scores; ``None`` for all, since it costs next to nothing."""
        ...

    def score(self, candidates: Candidates) -> list[RerankScore]: ...


class StatementReranker:
    """Mixes how near a chunk and its best statement are to the query with the chunk's BM25 score.

    It asks no model at query time: the vectors of the statements were made with the version's own model. No signal
    depends on the other candidates, so that scores of different queries can be compared.
    """

    model = "statements"
    needs_vector = True
    window = None

    def __init__(self, similarity_weight: float) -> None:
        self._similarity = (1 - _LENGTH_SHARE) * similarity_weight
        self._keywords = (1 - _LENGTH_SHARE) * (1 - similarity_weight)

    def score(self, candidates: Candidates) -> list[RerankScore]:
        """``0.96 · (w · (0.75 · chunk + 0.25 · statement) + (1 - w) · keywords) + 0.04 · length``, cut at 0 and 1.

        ``chunk`` and ``statement`` are cosines, ``keywords`` is the share that ``Candidates`` has, ``length`` the
        chunk's characters over 200, at most 1. The parts are these summands.
        """
        vector = candidates.vector
        if vector is None:
            raise RerankerUnavailable("statements cannot be compared: the query has no vector.")
        version, rows = candidates.version, np.asarray(candidates.rows, dtype=np.intp)
        chunks = version.vectors[rows] @ vector
        lengths = np.array([len(version.chunks[row].content) for row in candidates.rows], np.float32)
        parts = {
            "chunk": self._similarity * _CHUNK_SHARE * chunks,
            "statement": self._similarity * (1 - _CHUNK_SHARE) * _best_statements(version, vector, rows, chunks),
            "keywords": self._keywords * np.asarray(candidates.keywords, np.float32),
            "length": _LENGTH_SHARE * np.minimum(lengths / _TELLING_LENGTH, 1),
        }
        totals = np.clip(sum(parts.values()), 0, 1)
        return [
            RerankScore(
                score=float(total), model=self.model, parts={name: float(part[n]) for name, part in parts.items()}
            )
            for n, total in enumerate(totals)
        ]


class CrossEncoderStep:
    """A cross-encoder over query and chunk, for the top of the fusion."""

    needs_vector = False

    def __init__(self, reranker: Reranker, window: int) -> None:
        self._reranker = reranker
        self._window = window

    @property
    def model(self) -> str:
        return self._reranker.identity.name

    @property
    def window(self) -> int:
        return self._window

    def score(self, candidates: Candidates) -> list[RerankScore]:
        passages = [embedding_text(candidates.version.chunks[row]) for row in candidates.rows]
        scores = self._reranker.score(candidates.text, passages)
        return [RerankScore(score=float(score), model=self.model) for score in scores]


def _best_statements(version: OpenVersion, vector: Scores, rows: NDArray[np.intp], chunks: Scores) -> Scores:
    """The cosine of each row's best statement; that of the chunk, as given, for one without statements."""
    starts, ends = version.statement_start[rows], version.statement_start[rows + 1]
    having = np.flatnonzero(ends > starts)
    best = np.array(chunks, dtype=np.float32)
    if len(having):
        counts = (ends - starts)[having]
        borders = np.concatenate([[0], np.cumsum(counts)[:-1]])
        of_all = np.arange(counts.sum()) + np.repeat(starts[having] - borders, counts)
        best[having] = np.maximum.reduceat(version.statements[of_all] @ vector, borders)
    return best
