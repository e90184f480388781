"""A published version opened for search, and a small store of those that are open."""

from __future__ import annotations

import gc
import threading
import weakref
from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rulebook.errors import VersionDamaged
from rulebook.handbook.index.content import collection_name
from rulebook.handbook.index.opening import OpenIndex, open_index, wants_index
from rulebook.handbook.keyword_table import KeywordTable
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.parts import Vectors, damaged
from rulebook.handbook.verification import fault_of
from rulebook.handbook.version_files import Collection, VersionContent, read_content, read_manifest
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.manifest import Manifest
from rulebook.settings import VectorStore
from rulebook.store.versions import VersionRow, VersionTable, version_number

_KEPT_OPEN = 4


@dataclass(frozen=True, eq=False)
class OpenVersion:
    """Everything a search needs of one version; never changed after opening, shared between threads.

    Rows number the searchable chunks of all collections in the order of ``collections``.
    """

    manifest: Manifest
    content: VersionContent
    index: OpenIndex

    @property
    def version(self) -> str:
        return self.manifest.version

    @property
    def collections(self) -> tuple[Collection, ...]:
        return self.content.collections

    @cached_property
    def chunks(self) -> tuple[RuleChunk, ...]:
        """The searchable chunks, by row."""
        return tuple(chunk for collection in self.collections for chunk in collection.searchable)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Chunk id → row."""
        return {chunk.chunk_id: row for row, chunk in enumerate(self.chunks)}

    @property
    def keywords(self) -> KeywordTable:
        """Heading terms and content terms, by row; put together anew each time, since an index is made of it once."""
        return KeywordTable.joined([collection.keywords for collection in self.collections])

    @property
    def vectors(self) -> Vectors:
        """The vectors of the chunks, by row."""
        return self.content.vectors

    @property
    def statements(self) -> Vectors:
        """The vectors of all statements, the chunks' rows one after the other."""
        return self.content.statements

    @cached_property
    def statement_start(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Where each row's statements begin in ``statements``; one entry more than rows, the last is the end."""
        counts = [len(chunk.statements) for chunk in self.chunks]
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    def rows(self, categories: Sequence[Category]) -> list[int]:
        """The rows that belong to ``categories``."""
        return [int(row) for row in np.flatnonzero(self.mask(categories))]

    def mask(self, categories: Sequence[Category]) -> NDArray[np.bool_]:
        """For each row whether it belongs to ``categories``."""
        covered = [collection.category in categories for collection in self.collections]
        return np.repeat(np.array(covered, np.bool_), [len(collection.vectors) for collection in self.collections])

    def collection_names(self, categories: Sequence[Category]) -> list[str]:
        """The names of those collections in the vector index, in order."""
        number = version_number(self.version)
        return [collection_name(c, number) for c in self.collections if c.category in categories]


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Holds the search for reference cycles while very many values are made that all stay: looking through them again
    and again took a third of the time of opening."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class OpenVersions:
    """Opens versions when first asked and keeps the few used last; safe for threads.

    Raises ``VersionNotFound``, ``VersionRetired``, and ``VersionDamaged`` when a file is not what was published.
    """

    def __init__(self, layout: HandbookLayout, versions: VersionTable, vector_store: VectorStore) -> None:
        self._layout = layout
        self._versions = versions
        self._vector_store = vector_store
        self._open: OrderedDict[int, OpenVersion] = OrderedDict()
        self._lock = threading.Lock()
        self._opening: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)

    def get(self, version_id: str) -> OpenVersion:
        row = self._versions.get(version_number(version_id))  # another process may have retired one that is open here
        with self._lock:
            opening = self._opening[row.n]
        with opening:  # a large version takes seconds to open, in which the others are searched
            return self._opened(row.n) or self._kept(row.n, self._load(row))

    def _opened(self, n: int) -> OpenVersion | None:
        with self._lock:
            if n in self._open:
                self._open.move_to_end(n)
            return self._open.get(n)

    def _kept(self, n: int, version: OpenVersion) -> OpenVersion:
        with self._lock:
            self._open[n] = version
            while len(self._open) > _KEPT_OPEN:
                self._open.popitem(last=False)
            return version

    def forget(self, n: int) -> None:
        """Closes a version that is to be retired, when it is open."""
        with self._lock:
            found = self._open.pop(n, None)
        if found is not None:
            found.index.close()

    def close(self) -> None:
        """Closes every open version."""
        with self._lock:
            for version in self._open.values():
                version.index.close()
            self._open.clear()

    def _load(self, row: VersionRow) -> OpenVersion:
        n, folder = row.n, self._layout.version(row.n)
        try:
            manifest = read_manifest(folder, row.manifest_sha256)
            with _garbage_left():
                content = read_content(self._layout, manifest)
        except VersionDamaged:
            self._versions.get(n)  # its files may be gone because it has just been retired, which this says
            raise
        collections = content.collections
        if fault := fault_of(manifest, collections):
            raise damaged(manifest.version, fault)
        wanted = wants_index(self._vector_store, sum(len(c.searchable) for c in collections))
        kind = self._vector_store.adapter if wanted else "memory"
        version = OpenVersion(manifest, content, open_index(kind, folder.chroma, collections, n))
        # an evicted version may be in use: its index is closed when the last search lets go of it
        weakref.finalize(version, version.index.close)
        return version
