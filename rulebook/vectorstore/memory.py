"""The exact vector store: compares the query with every row. Measure of the others, and good for 50,000 chunks."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray

from rulebook.errors import CollectionNotFound, VectorStoreError
from rulebook.vectorstore.base import Metadata, VectorHit, Vectors, VectorStoreAdapter
from rulebook.vectorstore.rows import checked_rows

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]

_ROUGH = 1e-4
"""How far a score of the quick product may be from the exact one, which makes equal rows equal; measured: 1e-6."""

_STEPS = 2.0**24
"""Scores are told apart to a part in so many, as single precision does near 1; what differs less is rounding."""

_BLOCK = 4_096
"""Rows whose exact scores are computed at once, when very many rows tie."""


class _Table:
    """The rows of a collection as they were given; never changed, ``upsert`` puts another table in its place."""

    def __init__(
        self, ids: Sequence[str], vectors: Vectors, documents: Sequence[str], metadatas: Sequence[Metadata]
    ) -> None:
        self.ids = ids
        self.vectors = np.ascontiguousarray(vectors)
        self.documents = documents
        self.metadatas = metadatas
        self.row_of = {i: row for row, i in enumerate(ids)}
        norms = np.sqrt(np.einsum("ij,ij->i", self.vectors, self.vectors)) if len(ids) else np.ones(0, np.float32)
        self._scale = (1 / np.where(norms == 0, 1, norms)).astype(np.float32)
        self._codes: dict[str, tuple[dict[object, int], NDArray[np.int32]]] = {}

    def replaced(
        self, ids: Sequence[str], vectors: Vectors, documents: Sequence[str], metadatas: Sequence[Metadata]
    ) -> _Table:
        """With these rows instead of those that have their ids."""
        if not self.ids:
            return _Table(ids, vectors, documents, metadatas)
        going = set(ids)
        kept = [row for row, i in enumerate(self.ids) if i not in going]
        return _Table(
            [*(self.ids[row] for row in kept), *ids],
            np.concatenate([self.vectors[kept], vectors]),
            [*(self.documents[row] for row in kept), *documents],
            [*(self.metadatas[row] for row in kept), *metadatas],
        )

    def best(self, direction: NDArray[np.float64], top_k: int, where: Metadata) -> list[VectorHit]:
        """The ``top_k`` nearest rows with the values of ``where``, equal scores by id."""
        rough = (self.vectors @ direction.astype(np.float32)) * self._scale
        rows = _may_be_best(rough, top_k, self._matching(where) if where else None)
        scores = self._scores(rows, direction)
        best = nsmallest(top_k, zip(scores, rows.tolist(), strict=True), key=lambda hit: (-hit[0], self.ids[hit[1]]))
        return [VectorHit(self.ids[row], self.documents[row], self.metadatas[row], score) for score, row in best]

    def _scores(self, rows: Rows, direction: NDArray[np.float64]) -> list[float]:
        """The cosines, computed for each row in the same way: a matrix product rounds equal rows differently,
        depending on where they stand."""
        scores: list[float] = []
        for start in range(0, len(rows), _BLOCK):
            block = self.vectors[rows[start : start + _BLOCK]].astype(np.float64)
            norms = np.sqrt((block * block).sum(axis=1))
            cosines = (block * direction).sum(axis=1) / np.where(norms == 0, 1, norms)
            scores += (np.round(cosines * _STEPS) / _STEPS + 0.0).tolist()
        return scores

    def _matching(self, where: Metadata) -> Mask:
        found = np.ones(len(self.ids), np.bool_)
        for key, value in where.items():
            numbers, column = self._column(key)
            found &= column == numbers.get(value, -2)
        return found

    def _column(self, key: str) -> tuple[dict[object, int], NDArray[np.int32]]:
        """The values of a key, numbered, and the number of each row's value, -1 for a row without."""
        if key not in self._codes:
            numbers: dict[object, int] = {}
            codes = (numbers.setdefault(m[key], len(numbers)) if key in m else -1 for m in self.metadatas)
            self._codes[key] = numbers, np.fromiter(codes, np.int32, len(self.metadatas))
        return self._codes[key]


class MemoryAdapter(VectorStoreAdapter):
    """Keeps everything in memory. What is given to ``upsert`` is held as it is, not copied."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}

    def create_collection(self, name: str) -> None:
        if name in self._tables:
            raise VectorStoreError(f"the collection {name} exists already.")
        self._tables[name] = _Table([], np.empty((0, 0), np.float32), [], [])

    def delete_collection(self, name: str) -> None:
        self._get(name)
        del self._tables[name]

    def upsert(
        self,
        collection: str,
        ids: Sequence[str],
        embeddings: Vectors,
        documents: Sequence[str],
        metadatas: Sequence[Metadata],
    ) -> None:
        table = self._get(collection)
        vectors = checked_rows(ids, embeddings, documents, metadatas)
        if not ids:
            return
        if table.ids and table.vectors.shape[1] != vectors.shape[1]:
            raise VectorStoreError(
                f"its vectors have {table.vectors.shape[1]} numbers, found {vectors.shape[1]}.", where=collection
            )
        self._tables[collection] = table.replaced(ids, vectors, documents, metadatas)

    def query(
        self, collection: str, query_embedding: Sequence[float], top_k: int, where: Metadata | None = None
    ) -> list[VectorHit]:
        table = self._get(collection)
        if not table.ids or top_k < 1:
            return []
        query, dimensions = np.asarray(query_embedding, dtype=np.float32), table.vectors.shape[1]
        if query.shape != (dimensions,) or not np.isfinite(query).all():
            raise VectorStoreError(f"the query vector must be {dimensions} finite numbers, found {query.shape}.")
        wide = query.astype(np.float64)
        return table.best(wide / (np.linalg.norm(wide) or 1.0), top_k, where or {})

    def count(self, collection: str) -> int:
        return len(self._get(collection).ids)

    def vectors(self, collection: str, ids: Sequence[str]) -> Vectors:
        table = self._get(collection)
        missing = [i for i in ids if i not in table.row_of]
        if missing:
            raise VectorStoreError(f"{len(missing)} rows are missing, the first is {missing[0]}.", where=collection)
        return table.vectors[[table.row_of[i] for i in ids]] if ids else np.empty((0, 0), np.float32)

    def close(self) -> None:
        self._tables.clear()

    def _get(self, name: str) -> _Table:
        if name not in self._tables:
            raise CollectionNotFound(f"there is no collection {name}.")
        return self._tables[name]


def _may_be_best(rough: NDArray[np.float32], top_k: int, matching: Mask | None) -> Rows:
    """Every row whose exact score may be among the ``top_k`` best, by its rough score; in the order of rows."""
    rows = np.arange(len(rough)) if matching is None else np.flatnonzero(matching)
    scores = rough[rows]
    if top_k >= len(rows):
        return rows
    cut = np.partition(scores, len(scores) - top_k)[len(scores) - top_k]
    near: Rows = rows[scores >= cut - _ROUGH]
    return near
