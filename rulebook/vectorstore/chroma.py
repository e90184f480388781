"""Chroma as the vector index: one persist folder per adapter, our own vectors, no model and no telemetry of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rulebook.errors import CollectionNotFound, VectorStoreError
from rulebook.vectorstore.base import Metadata, VectorHit, Vectors, VectorStoreAdapter
from rulebook.vectorstore.rows import checked_rows

if TYPE_CHECKING:
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection

_BATCH = 5_000  # Chroma takes at most 5,461 rows a call
_HNSW: CreateHNSWConfiguration = {"space": "cosine", "ef_construction": 200, "ef_search": 200, "max_neighbors": 32}
"""Wide search: with the defaults one near neighbour in ten was missed at 20,000 vectors, and a missed neighbour is a
missed rule."""

_MOST_TIES = 1_000
"""Rows with one score, beyond those asked for, that are put in the order of their ids; of more, Chroma chooses."""


class ChromaAdapter(VectorStoreAdapter):
    """Collections in one Chroma folder. Opening a folder writes to it, so one process owns it."""

    def __init__(self, persist_dir: Path) -> None:
        import chromadb
        from chromadb.config import Settings

        persist_dir.mkdir(parents=True, exist_ok=True)
        path = str(persist_dir.absolute())
        with _translated(path), _forgotten_on_failure(path):
            self._client = chromadb.PersistentClient(path=path, settings=Settings(anonymized_telemetry=False))

    def create_collection(self, name: str) -> None:
        with _translated(name):
            self._client.create_collection(name, embedding_function=None, configuration={"hnsw": _HNSW})

    def delete_collection(self, name: str) -> None:
        self._get(name)
        with _translated(name):
            self._client.delete_collection(name)

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
        for start in range(0, len(ids), _BATCH):
            part = slice(start, start + _BATCH)
            with _translated(collection):
                target.upsert(
                    ids=list(ids[part]),
                    embeddings=vectors[part],
                    documents=list(documents[part]),
                    metadatas=[dict(m) or None for m in metadatas[part]],  # type: ignore[misc]
                )

    def query(
        self, collection: str, query_embedding: Sequence[float], top_k: int, where: Metadata | None = None
    ) -> list[VectorHit]:
        target = self._get(collection)
        query = np.asarray(query_embedding, dtype=np.float32)
        if not np.isfinite(query).all():  # Chroma would answer with arbitrary rows
            raise VectorStoreError("the query vector holds a number that is not finite.", where=collection)
        with _translated(collection):
            size = target.count()
            if not size or top_k < 1:
                return []
            return _without_cut_ties(lambda asked: _nearest(target, query, asked, where), min(top_k, size), size)

    def count(self, collection: str) -> int:
        target = self._get(collection)
        with _translated(collection):
            return int(target.count())

    def vectors(self, collection: str, ids: Sequence[str]) -> Vectors:
        target, found = self._get(collection), dict[str, Vectors]()
        for start in range(0, len(ids), _BATCH):
            with _translated(collection):
                got: Any = target.get(ids=list(ids[start : start + _BATCH]), include=["embeddings"])
            found.update(zip(got["ids"], got["embeddings"], strict=True))
        missing = [i for i in ids if i not in found]
        if missing:
            raise VectorStoreError(f"{len(missing)} rows are missing, the first is {missing[0]}.", where=collection)
        return np.asarray([found[i] for i in ids], dtype=np.float32) if ids else np.empty((0, 0), np.float32)

    def close(self) -> None:
        self._client.close()  # type: ignore[attr-defined]  # the class has it, the protocol does not

    def _get(self, name: str) -> Collection:
        from chromadb.errors import NotFoundError

        try:
            with _translated(name):
                return self._client.get_collection(name, embedding_function=None)
        except VectorStoreError as error:
            if isinstance(error.__cause__, NotFoundError):
                raise CollectionNotFound(f"there is no collection {name}.") from error
            raise


def _nearest(target: Collection, query: Vectors, asked: int, where: Metadata | None) -> list[VectorHit]:
    """At most ``asked`` rows, best first, equal scores by id."""
    found: Any = target.query(
        query_embeddings=query[None, :],
        n_results=asked,
        where=_where(where),
        include=["documents", "metadatas", "distances"],
    )
    rows = zip(found["ids"][0], found["documents"][0], found["metadatas"][0], found["distances"][0], strict=True)
    hits = [VectorHit(i, d or "", m or {}, 1.0 - float(distance)) for i, d, m, distance in rows]
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))


def _without_cut_ties(nearest: Callable[[int], list[VectorHit]], top_k: int, size: int) -> list[VectorHit]:
    """The first ``top_k`` of the nearest rows. Chroma cuts equal scores in an order of its own: it is asked for more
    rows until all that tie with the last one are there."""
    most = min(size, top_k + _MOST_TIES)
    asked = min(size, top_k + 1)
    while True:
        hits = nearest(asked)
        if len(hits) < asked or asked >= most or hits[-1].score < hits[top_k - 1].score:
            return hits[:top_k]
        asked = min(most, asked * 2)


def _where(where: Metadata | None) -> Any:
    """Chroma takes one condition a level and refuses an empty filter."""
    conditions = [{key: {"$eq": value}} for key, value in (where or {}).items()]
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else {"$and": conditions}


@contextmanager
def _forgotten_on_failure(path: str) -> Iterator[None]:
    """Chroma keeps its systems by path, also one that could not start: without this, a folder that was made anew at
    that path would be given the broken one."""
    from chromadb.api.shared_system_client import SharedSystemClient

    try:
        yield
    except BaseException:
        if path not in SharedSystemClient._identifier_to_refcount:
            SharedSystemClient._identifier_to_system.pop(path, None)
        raise


@contextmanager
def _translated(where: str) -> Iterator[None]:
    """Chroma's own errors, and the value errors that its checks raise, as ``VectorStoreError``."""
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, ValueError, TypeError, OSError) as error:
        raise VectorStoreError(
            f"the vector index refused: {error}.",
            where=where,
            remedy="'rulebook doctor' rebuilds the index from the version's own vectors.",
        ) from error
