"""Retiring a version: its record stays, the files that no other version needs are given back to the disk."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from filelock import Timeout

from rulebook.encoders.cache import EmbeddingCache
from rulebook.errors import RulebookError, StoreError, VersionDamaged, VersionInUse
from rulebook.handbook.encoding import encoded_texts
from rulebook.handbook.garbage import KeptOriginals, find_garbage, remove_garbage
from rulebook.handbook.index.opening import index_lock
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import build_lock, files_lock, owner_name
from rulebook.handbook.parts import Part
from rulebook.handbook.references import referenced
from rulebook.handbook.version_files import read_document, read_manifest
from rulebook.model.manifest import Manifest
from rulebook.store.versions import VersionTable

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    """A version that was retired, and the bytes that the disk got back."""

    version: str
    freed_bytes: int


class Retirement:
    """Retires versions for good. ``release`` is called before: it ends sessions that have expired, and closes the
    version where this process has it open."""

    def __init__(
        self,
        layout: HandbookLayout,
        versions: VersionTable,
        cache: EmbeddingCache,
        kept_originals: KeptOriginals,
        release: Callable[[int], None],
    ) -> None:
        self._layout = layout
        self._versions = versions
        self._cache = cache
        self._kept = kept_originals
        self._release = release

    def retire(self, n: int, by: str = "") -> Retired:
        """Retires ``vN``. What a crash keeps it from removing is swept at the next start.

        Raises ``VersionInUse`` for one that is active, locked by a session or open in another process,
        ``VersionDamaged`` when a manifest cannot be read (then nobody knows which files are needed),
        ``BuildInProgress`` while somebody builds or makes a backup, ``StoreError`` when a file cannot be removed, and
        ``VersionNotFound``.
        """
        doing = f"is retiring v{n}"
        with (
            build_lock(self._layout.lock, by, doing=doing),
            build_lock(self._layout.removal_lock, by, doing=doing),
        ):
            manifest = read_manifest(self._layout.version(n), self._versions.get(n).manifest_sha256)
            find_garbage(self._layout, self._versions, self._kept)  # raises now what it would raise half-way
            self._release(n)
            with self._index_alone(n):
                return self._retired(manifest, n, by)

    @contextmanager
    def _index_alone(self, n: int) -> Iterator[None]:
        """While nobody has the index of ``vN`` open, nor can open it."""
        chroma = self._layout.version(n).chroma
        try:
            with index_lock(chroma) if chroma.is_dir() else nullcontext():
                yield
        except Timeout as error:
            raise VersionInUse(
                f"v{n} is open in another process.", remedy="Close the programs that search it, then retire it."
            ) from error
        except OSError as error:
            raise _not_removed(self._layout, n, error) from error

    def _retired(self, manifest: Manifest, n: int, by: str) -> Retired:
        """The marker in staging makes the next start sweep what a crash keeps this from removing."""
        marker = self._layout.staging / f"retire-v{n}-{uuid4().hex}"
        try:
            marker.mkdir(parents=True)
            cached = self._record(manifest, n, by, marker)
            freed = self._remove_files(n)
            shutil.rmtree(marker)
        except OSError as error:
            raise _not_removed(self._layout, n, error) from error
        return Retired(version=manifest.version, freed_bytes=cached + freed)

    def _record(self, manifest: Manifest, n: int, by: str, marker: Path) -> int:
        """Gives the bytes that the cache gave back. That goes first: a crash afterwards costs time, while vectors whose
        version is on record as retired would never be removed."""
        try:
            self._versions.refuse_in_use(n)
            freed = self._forget_vectors(manifest, n)
            self._versions.retire(n, owner_name(by))
            return freed
        except RulebookError:
            shutil.rmtree(marker)
            raise

    def _remove_files(self, n: int) -> int:
        with files_lock(self._layout.files_lock):
            garbage = find_garbage(self._layout, self._versions, self._kept)
            chroma = self._layout.version(n).chroma
            index = _size(chroma)
            if chroma.exists():
                shutil.rmtree(chroma)
            return index + remove_garbage(self._layout, garbage)

    def _forget_vectors(self, manifest: Manifest, n: int) -> int:
        """Drops the cached vectors of texts that no other version has; where a document is damaged nobody knows which
        these are, and they stay."""
        before = self._cache.size
        rows = [row for row in self._versions.all() if row.n != n]
        try:
            others = [read_manifest(self._layout.version(row.n), row.manifest_sha256) for row in rows]
            shared = referenced(others).parts
            texts = set(self._texts([manifest], lambda part: part not in shared))
            texts.difference_update(self._texts(others, lambda _: True))
        except VersionDamaged as error:
            _log.warning("The cached vectors of %s stay: %s", manifest.version, error)
            return 0
        for model, revision in {(e.embedding_model, e.embedding_revision) for e in manifest.collections.values()}:
            self._cache.forget(model, revision, texts)
        return before - self._cache.size

    def _texts(self, manifests: Sequence[Manifest], wanted: Callable[[str], bool]) -> Iterator[str]:
        """The texts that have vectors, of each part with chunks once."""
        by_part = {s.parts[Part.CHUNKS]: (m, s) for m in manifests for s in m.source_files}
        for part, (manifest, source) in by_part.items():
            if wanted(part):
                yield from encoded_texts(read_document(self._layout, manifest, source))


def _not_removed(layout: HandbookLayout, n: int, error: OSError) -> StoreError:
    return StoreError(
        f"the files of v{n} cannot be removed: {error.strerror or error}.",
        where=str(error.filename or layout.home),
        remedy="Check the rights of the folder; 'rulebook doctor --repair' removes the rest.",
    )


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
