"""The vector channel: the chunks nearest to a query's vector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rulebook.handbook.opened import OpenVersion
from rulebook.model.chunk import Category
from rulebook.model.search import ChannelScore

_STEPS = 2.0**24
"""Cosines that differ by less are equal: the difference is rounding, as in the exact vector store."""

_ROUGH = 1e-4
"""How far a cosine in single precision may be from the exact one."""


def nearest_rows(
    version: OpenVersion, vector: NDArray[np.float32], covered: Sequence[Category], top_k: int
) -> list[tuple[int, float]]:
    """``(row, cosine)`` of the ``top_k`` nearest chunks of all covered collections, best first, equal scores by id.

    Raises ``VectorStoreError``.
    """
    hits = [
        hit
        for name in version.collection_names(covered)
        for hit in version.index.adapter.query(name, vector.tolist(), top_k)
    ]
    best = sorted(hits, key=lambda hit: (-hit.score, hit.id))[:top_k]
    return [(version.row_of[hit.id], hit.score) for hit in best]


def place_among(version: OpenVersion, vector: NDArray[np.float32], rows: Sequence[int], row: int) -> ChannelScore:
    """The cosine of ``row`` and its rank among ``rows``, equal cosines by id: compared exactly, however deep it is."""
    among = np.asarray(rows, dtype=np.intp)
    own = _cosine(version, vector, row)
    rough = version.vectors[among] @ vector
    above = int((rough > own + _ROUGH).sum())
    close = among[np.abs(rough - own) <= _ROUGH]
    before = sum(_stands_before(version, vector, int(other), row, own) for other in close if other != row)
    return ChannelScore(rank=1 + above + before, score=own)


def _stands_before(version: OpenVersion, vector: NDArray[np.float32], other: int, row: int, own: float) -> bool:
    cosine = _cosine(version, vector, other)
    return (-cosine, version.chunks[other].chunk_id) < (-own, version.chunks[row].chunk_id)


def _cosine(version: OpenVersion, vector: NDArray[np.float32], row: int) -> float:
    first, second = version.vectors[row].astype(np.float64), vector.astype(np.float64)
    lengths = float(np.linalg.norm(first) * np.linalg.norm(second)) or 1.0
    return float(np.round((first * second).sum() / lengths * _STEPS) / _STEPS)
