"""The vector index of a version: derived from its own vectors, built aside, checked before anything relies on it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from rulebook.errors import RulebookError, StoreError, VectorStoreError
from rulebook.handbook.files import flush_folder
from rulebook.handbook.index.content import collection_name, contents_of
from rulebook.handbook.index.probe import probe
from rulebook.settings import VectorStore
from rulebook.vectorstore import StorageAdapterFactory, VectorStoreAdapter
from rulebook.vectorstore.seal import write_seal

if TYPE_CHECKING:
    from rulebook.handbook.version_files import Collection


def new_adapter(kind: str, folder: Path) -> VectorStoreAdapter:
    return StorageAdapterFactory.create({"vector_store": {"adapter": kind, "chroma": {"persist_dir": folder}}})


def wants_index(vector_store: VectorStore, chunk_count: int) -> bool:
    """Whether a version with so many searchable chunks, all collections together, gets an index besides its own
    vectors."""
    return vector_store.adapter == "chroma" and chunk_count >= vector_store.exact_below


def index_lock(folder: Path) -> FileLock:
    """The lock of the one process that may have the index in ``folder`` open; ``Timeout`` at once when one has."""
    # a server closes a version in another thread than the one that opened it
    return FileLock(folder.with_suffix(".lock"), timeout=0, thread_local=False)


def index_in_use(folder: Path) -> bool:
    """Whether somebody, in this process or another one, has the index in ``folder`` open. Raises ``StoreError``."""
    if not folder.is_dir():
        return False
    try:
        with index_lock(folder):
            return False
    except Timeout:
        return True
    except OSError as error:
        raise StoreError(
            f"nobody can tell whether the vector index is open: {error.strerror or error}.",
            where=str(folder),
            remedy="Check the rights of the folder.",
        ) from error


def build_index(folder: Path, collections: Sequence[Collection], n: int) -> None:
    """Makes the index of ``vN`` in ``folder``, flushes it to the disk, and checks it as it will be opened.

    Raises ``VectorStoreError`` for an index that is not sound, and ``OSError`` where the disk is at fault.
    """
    adapter = new_adapter("chroma", folder)
    try:
        fill(adapter, collections, n)
    finally:
        adapter.close()
    try:
        write_seal(folder)
        _flush(folder)
        trouble = probe(folder, contents_of(collections, n))
    except sqlite3.Error as error:
        raise VectorStoreError(f"the index cannot be written: {error}.", where=str(folder)) from error
    if trouble:
        raise VectorStoreError(f"the index is not what was written: {trouble}.", where=str(folder))


def _flush(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_dir():
            flush_folder(path)
        else:
            with path.open("r+b") as file:
                os.fsync(file.fileno())
    flush_folder(folder)


def fill(adapter: VectorStoreAdapter, collections: Sequence[Collection], n: int) -> None:
    """Stores every searchable chunk of the version."""
    for collection in collections:
        name, chunks = collection_name(collection, n), collection.searchable
        adapter.create_collection(name)
        if chunks:
            of_doc = {chunk.doc: {"doc": chunk.doc, "category": collection.category.value} for chunk in chunks}
            adapter.upsert(
                name,
                [chunk.chunk_id for chunk in chunks],
                collection.vectors,
                [chunk.content for chunk in chunks],
                [of_doc[chunk.doc] for chunk in chunks],
            )


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

    Opening Chroma's folder writes to it, so only one process does, and only after another one that it can afford to
    lose has found every vector in it. Whoever cannot have the folder, and everybody when it is damaged, searches the
    version's own vectors exactly: the same vectors, so the same answers.
    """
    if kind != "chroma":
        return OpenIndex(_exact(collections, n))
    if not folder.is_dir():
        return OpenIndex(_exact(collections, n), "its folder is missing")
    lock = index_lock(folder)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return OpenIndex(_exact(collections, n))
    try:
        # the lock is held from before the probe until the index is closed: what was examined is what is opened
        return _opened(folder, collections, n, lock)
    except BaseException:
        lock.release()
        raise


def _opened(folder: Path, collections: Sequence[Collection], n: int, lock: FileLock) -> OpenIndex:
    try:
        trouble = probe(folder, contents_of(collections, n))
        if not trouble:
            return OpenIndex(new_adapter("chroma", folder), None, lock)
    except (RulebookError, OSError) as error:
        trouble = error.what if isinstance(error, RulebookError) else f"it cannot be examined: {error}"
    lock.release()
    return OpenIndex(_exact(collections, n), trouble)


def _exact(collections: Sequence[Collection], n: int) -> VectorStoreAdapter:
    adapter = new_adapter("memory", Path())
    fill(adapter, collections, n)
    return adapter
