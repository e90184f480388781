"""A published version opened for search, and a small store of those that are open."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.vector_index import OpenIndex, collection_name, open_index
from rulebook.handbook.version_files import Collection, Vectors, check_hashes, read_collections, read_manifest
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.manifest import Manifest
from rulebook.store.versions import VersionTable, version_number

_KEPT_OPEN = 4


@dataclass(frozen=True, eq=False)
class OpenVersion:
    """Everything a search needs of one version; never changed after opening, shared between threads.

    Rows number the searchable chunks of all collections in the order of ``collections``.
    """

    manifest: Manifest
    collections: tuple[Collection, ...]
    index: OpenIndex

    @property
    def version(self) -> str:
        return self.manifest.version

    @cached_property
    def chunks(self) -> tuple[RuleChunk, ...]:
        """The searchable chunks, by row."""
        return tuple(chunk for collection in self.collections for chunk in collection.searchable)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Chunk id → row."""
        return {chunk.chunk_id: row for row, chunk in enumerate(self.chunks)}

    @cached_property
    def keywords(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """Heading terms and content terms, by row."""
        return tuple(entry for collection in self.collections for entry in collection.keywords)

    @cached_property
    def vectors(self) -> Vectors:
        """The vectors of the chunks, by row."""
        return _stacked([c.vectors for c in self.collections])

    @cached_property
    def statements(self) -> Vectors:
        """The vectors of all statements, the chunks' rows one after the other."""
        return _stacked([c.statements for c in self.collections])

    @cached_property
    def statement_start(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Where each row's statements begin in ``statements``; one entry more than rows, the last is the end."""
        counts = [len(chunk.statements) for chunk in self.chunks]
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    def rows(self, categories: Sequence[Category]) -> list[int]:
        """The rows that belong to ``categories``."""
        wanted = set(categories)
        return [row for row, chunk in enumerate(self.chunks) if chunk.category in wanted]

    def collection_names(self, categories: Sequence[Category]) -> list[str]:
        """The names of those collections in the vector index, in order."""
        number = version_number(self.version)
        return [collection_name(c, number) for c in self.collections if c.category in categories]


def _stacked(parts: Sequence[Vectors]) -> Vectors:
    return np.concatenate(parts) if parts else np.empty((0, 0), np.float32)


class OpenVersions:
    """Opens versions when first asked and keeps the few used last; safe for threads.

    Raises ``VersionNotFound``, and ``VersionDamaged`` when a file is not what was published.
    """

    def __init__(self, layout: HandbookLayout, versions: VersionTable, adapter: str) -> None:
        self._layout = layout
        self._versions = versions
        self._adapter = adapter
        self._open: OrderedDict[int, OpenVersion] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, version_id: str) -> OpenVersion:
        n = version_number(version_id)
        with self._lock:
            if n not in self._open:
                self._open[n] = self._load(n)
            self._open.move_to_end(n)
            while len(self._open) > _KEPT_OPEN:
                self._open.popitem(last=False)
            return self._open[n]

    def close(self) -> None:
        """Closes every open version."""
        with self._lock:
            for version in self._open.values():
                version.index.close()
            self._open.clear()

    def _load(self, n: int) -> OpenVersion:
        row, folder = self._versions.get(n), self._layout.version(n)
        manifest = read_manifest(folder, row.manifest_sha256)
        check_hashes(folder, manifest)
        collections = read_collections(folder, manifest)
        version = OpenVersion(manifest, collections, open_index(self._adapter, folder.chroma, collections, n))
        # an evicted version may be in use: its index is closed when the last search lets go of it
        weakref.finalize(version, version.index.close)
        return version
