"""The vector index of a version: derived from its own vectors, built aside, checked before anything relies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from filelock import FileLock, Timeout

from rulebook.errors import RulebookError, VectorStoreError
from rulebook.vectorstore import StorageAdapterFactory, VectorStoreAdapter

if TYPE_CHECKING:
    from rulebook.handbook.version_files import Collection

_TOLERANCE = 1e-5
"""Chroma gives cosine vectors back normalised anew, so they differ in the last bits."""

_PROBES = 50
"""Vectors of a collection that must find themselves."""


def collection_name(collection: Collection, n: int) -> str:
    """``rules-write-v3``."""
    return f"{collection.category.collection}-v{n}"


def new_adapter(kind: str, folder: Path) -> VectorStoreAdapter:
    return StorageAdapterFactory.create({"vector_store": {"adapter": kind, "chroma": {"persist_dir": folder}}})


def fill(adapter: VectorStoreAdapter, collections: Sequence[Collection], n: int) -> None:
    """Stores every searchable chunk of the version."""
    for collection in collections:
        name, chunks = collection_name(collection, n), collection.searchable
        adapter.create_collection(name)
        if chunks:
            adapter.upsert(
                name,
                [chunk.chunk_id for chunk in chunks],
                collection.vectors,
                [chunk.content for chunk in chunks],
                [{"doc": chunk.doc, "category": collection.category.value} for chunk in chunks],
            )


def verify(adapter: VectorStoreAdapter, collections: Sequence[Collection], n: int) -> None:
    """Raises ``VectorStoreError`` unless every vector is there, is ours, and can be found.

    The number of rows proves nothing: an index can count right and still find only a part.
    """
    for collection in collections:
        name, chunks = collection_name(collection, n), collection.searchable
        if adapter.count(name) != len(chunks):
            raise VectorStoreError(f"{adapter.count(name)} rows instead of {len(chunks)}.", where=name)
        if not chunks:
            continue
        stored = adapter.vectors(name, [chunk.chunk_id for chunk in chunks])
        difference = float(np.abs(stored - collection.vectors).max())
        if difference > _TOLERANCE:
            raise VectorStoreError(f"stored vectors differ by up to {difference:.1e}.", where=name)
        _probe(adapter, name, collection)


def _probe(adapter: VectorStoreAdapter, name: str, collection: Collection) -> None:
    chunks = collection.searchable
    for row in range(0, len(chunks), max(1, len(chunks) // _PROBES)):
        vector = collection.vectors[row]
        best = adapter.query(name, vector.tolist(), 1)
        # equal texts have equal vectors, so any of them may come first
        if not best or best[0].score < float(vector @ vector) - 1e-3:
            raise VectorStoreError(f"the vector of {chunks[row].chunk_id} does not find itself.", where=name)


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """An index ready to search. ``trouble`` says why it is not the configured one, ``None`` when it is as good.

    ``close`` may be called again.
    """

    adapter: VectorStoreAdapter
    trouble: str | None = None
    lock: FileLock | None = None

    def close(self) -> None:
        self.adapter.close()
        if self.lock is not None:
            self.lock.release()


def open_index(kind: str, folder: Path, collections: Sequence[Collection], n: int) -> OpenIndex:
    """The index of a published version.

    Opening Chroma's folder writes to it, so only one process does; another one, and every one when the folder is
    damaged, searches the version's own vectors exactly: the same vectors, so the same answers.
    """
    if kind != "chroma":
        return OpenIndex(_exact(collections, n))
    if not folder.is_dir():
        return OpenIndex(_exact(collections, n), "its folder is missing")
    # a server closes a version in another thread than the one that opened it
    lock = FileLock(folder.with_suffix(".lock"), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return OpenIndex(_exact(collections, n))
    try:
        adapter = new_adapter("chroma", folder)
        for collection in collections:
            if adapter.count(collection_name(collection, n)) != len(collection.searchable):
                raise VectorStoreError("the index holds another number of rows.", where=folder.parent.name)
    except RulebookError as error:
        lock.release()
        return OpenIndex(_exact(collections, n), error.what)
    return OpenIndex(adapter, None, lock)


def _exact(collections: Sequence[Collection], n: int) -> VectorStoreAdapter:
    adapter = new_adapter("memory", Path())
    fill(adapter, collections, n)
    return adapter
