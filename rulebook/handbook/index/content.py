"""What the vector index of a version holds, and whether it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rulebook.errors import VectorStoreError
from rulebook.vectorstore import VectorStoreAdapter

if TYPE_CHECKING:
    from rulebook.handbook.version_files import Collection

_TOLERANCE = 1e-5
"""Chroma gives cosine vectors back normalised anew, so they differ in the last bits."""

_PROBES = 50
"""Vectors of a collection that must find themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexContent:
    """What one collection of the index holds: a vector for each id."""

    name: str
    ids: tuple[str, ...]
    vectors: NDArray[np.float32]


def collection_name(collection: Collection, n: int) -> str:
    """``rules-write-v3``."""
    return f"{collection.category.collection}-v{n}"


def contents_of(collections: Sequence[Collection], n: int) -> tuple[IndexContent, ...]:
    """The collections of ``vN`` as its index holds them."""
    return tuple(
        IndexContent(
            name=collection_name(collection, n),
            ids=tuple(chunk.chunk_id for chunk in collection.searchable),
            vectors=collection.vectors,
        )
        for collection in collections
    )


def verify(adapter: VectorStoreAdapter, contents: Sequence[IndexContent]) -> None:
    """Raises ``VectorStoreError`` unless every vector is there, is ours, and can be found.

    The number of rows proves nothing: an index can count right and still find only a part.
    """
    for content in contents:
        name, count = content.name, adapter.count(content.name)
        if count != len(content.ids):
            raise VectorStoreError(f"{count} rows instead of {len(content.ids)}.", where=name)
        if not content.ids:
            continue
        stored = adapter.vectors(name, content.ids)
        difference = float(np.abs(stored - content.vectors).max()) if stored.shape == content.vectors.shape else np.inf
        if not difference <= _TOLERANCE:
            raise VectorStoreError(f"stored vectors differ by up to {difference:.1e}.", where=name)
        _probe(adapter, content)


def _probe(adapter: VectorStoreAdapter, content: IndexContent) -> None:
    for row in range(0, len(content.ids), max(1, len(content.ids) // _PROBES)):
        vector = content.vectors[row]
        best = adapter.query(content.name, vector.tolist(), 1)
        # equal texts have equal vectors, so any of them may come first
        if not best or best[0].score < float(vector @ vector) - 1e-3:
            raise VectorStoreError(f"the vector of {content.ids[row]} does not find itself.", where=content.name)
