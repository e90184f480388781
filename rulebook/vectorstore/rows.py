"""What a row must be before any store sees it, so that all stores refuse the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulebook.errors import VectorStoreError
from rulebook.vectorstore.base import Metadata, Vectors


def checked_rows(
    ids: Sequence[str], embeddings: Vectors, documents: Sequence[str], metadatas: Sequence[Metadata]
) -> Vectors:
    """The embeddings as float32, one a row.

    Raises ``VectorStoreError`` when lengths differ, an id is empty or stands twice, or a number is not finite.
    """
    vectors = np.asarray(embeddings, dtype=np.float32)
    if not len(ids) == len(documents) == len(metadatas) == len(vectors):
        raise VectorStoreError(
            f"{len(ids)} ids, {len(vectors)} vectors, {len(documents)} texts and {len(metadatas)} metadata do not match"
        )
    if len(set(ids)) != len(ids) or not all(ids):
        raise VectorStoreError("an id is empty or stands twice in one call.")
    if not np.isfinite(vectors).all():
        bad = int(np.argmin(np.isfinite(vectors).all(axis=1)))
        raise VectorStoreError(f"the vector of {ids[bad]} holds a number that is not finite.")
    return vectors
