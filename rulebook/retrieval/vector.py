"""The vector channel: the query as a vector and the chunks nearest to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import Encoder
from rulebook.handbook.opened import OpenVersion
from rulebook.model.chunk import Category

EncoderOf = Callable[[str, str], Encoder]
"""Name and revision of a model → its encoder; raises ``EncoderUnavailable``."""


def query_vector(text: str, version: OpenVersion, encoder_of: EncoderOf) -> NDArray[np.float32] | None:
    """``text`` as the model of the version sees it; ``None`` for a version without chunks.

    Raises ``EncoderUnavailable``.
    """
    for entry in version.manifest.collections.values():
        encoder = encoder_of(entry.embedding_model, entry.embedding_revision)
        return np.asarray(encoder.encode_queries([text])[0], dtype=np.float32)
    return None


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
