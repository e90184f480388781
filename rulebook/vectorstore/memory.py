"""Exact search over vectors held in memory: the reference that other stores are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rulebook.errors import CollectionNotFound, VectorStoreError
from rulebook.vectorstore.base import Metadata, VectorHit, Vectors, VectorStoreAdapter
from rulebook.vectorstore.rows import checked_rows


@dataclass(slots=True)
class _Collection:
    rows: dict[str, tuple[str, Metadata, Vectors]] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    matrix: Vectors | None = None

    def prepared(self) -> Vectors:
        """The normalised vectors, rows in the order of sorted ids, so that a stable sort ends ties by id."""
        if self.matrix is None:
            self.ids = sorted(self.rows)
            stacked = np.stack([self.rows[i][2] for i in self.ids])
            norms = np.linalg.norm(stacked, axis=1, keepdims=True)
            self.matrix = (stacked / np.where(norms == 0, 1, norms)).astype(np.float32)
        return self.matrix


class MemoryAdapter(VectorStoreAdapter):
    """Keeps everything in memory and compares the query with every row."""

    def __init__(self) -> None:
        self._collections: dict[str, _Collection] = {}

    def create_collection(self, name: str) -> None:
        if name in self._collections:
            raise VectorStoreError(f"the collection {name} exists already.")
        self._collections[name] = _Collection()

    def delete_collection(self, name: str) -> None:
        self._get(name)
        del self._collections[name]

    def upsert(
        self,
        collection: str,
        ids: Sequence[str],
        embeddings: Vectors,
        documents: Sequence[str],
        metadatas: Sequence[Metadata],
    ) -> None:
        target = self._get(collection)
        vectors = checked_rows(ids, embeddings, documents, metadatas)
        target.rows.update({i: (d, dict(m), v) for i, d, m, v in zip(ids, documents, metadatas, vectors, strict=True)})
        target.matrix = None

    def query(
        self, collection: str, query_embedding: Sequence[float], top_k: int, where: Metadata | None = None
    ) -> list[VectorHit]:
        target = self._get(collection)
        if not target.rows or top_k < 1:
            return []
        query = np.asarray(query_embedding, dtype=np.float32)
        matrix = target.prepared()
        if query.shape != (matrix.shape[1],) or not np.isfinite(query).all():
            raise VectorStoreError(f"the query vector must be {matrix.shape[1]} finite numbers, found {query.shape}.")
        scores = matrix @ (query / (np.linalg.norm(query) or 1.0))
        hits = []
        for row in np.argsort(-scores, kind="stable"):
            document, metadata, _ = target.rows[target.ids[row]]
            if all(metadata.get(key) == value for key, value in (where or {}).items()):
                hits.append(VectorHit(target.ids[row], document, metadata, float(scores[row])))
            if len(hits) == top_k:
                break
        return hits

    def count(self, collection: str) -> int:
        return len(self._get(collection).rows)

    def vectors(self, collection: str, ids: Sequence[str]) -> Vectors:
        rows = self._get(collection).rows
        missing = [i for i in ids if i not in rows]
        if missing:
            raise VectorStoreError(f"{len(missing)} rows are missing, the first is {missing[0]}.", where=collection)
        return np.stack([rows[i][2] for i in ids]) if ids else np.empty((0, 0), np.float32)

    def close(self) -> None:
        self._collections.clear()

    def _get(self, name: str) -> _Collection:
        if name not in self._collections:
            raise CollectionNotFound(f"there is no collection {name}.")
        return self._collections[name]
