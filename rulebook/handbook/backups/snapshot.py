"""What a copy of the database says that a handbook consists of, and the files that this needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulebook.handbook.content import ContentStore
from rulebook.model.decode import from_json
from rulebook.model.manifest import Manifest
from rulebook.store.database import StateDatabase
from rulebook.store.drafts import DraftTable
from rulebook.store.versions import ActivePointer, VersionRow, VersionTable

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The state of a handbook at one moment. ``uploads`` are the SHA-256 of originals that drafts name."""

    living: tuple[VersionRow, ...]
    retired: tuple[VersionRow, ...]
    active: ActivePointer | None
    sessions: int
    decisions: int
    uploads: frozenset[str]

    @property
    def rows(self) -> tuple[VersionRow, ...]:
        """All versions by number, retired ones too."""
        return tuple(sorted((*self.living, *self.retired), key=lambda row: row.n))


class Kind(StrEnum):
    """The folders of stored files."""

    OBJECTS = "objects"
    PARTS = "parts"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededFile:
    """A stored file, and the first use that is found for it: as what, of which document, in which versions.

    A file that only drafts name is of no document.
    """

    kind: Kind
    sha256: str
    what: str
    document: str
    versions: tuple[str, ...]

    @property
    def name(self) -> str:
        """``parts/ab/ab12…``, below the folder of the handbook or of the backup."""
        return f"{self.kind.value}/{self.sha256[:2]}/{self.sha256}"

    @property
    def use(self) -> str:
        """``vectors.npy of 記入規則.md (v1, v2)``."""
        return f"{self.what} of {self.document} ({', '.join(self.versions)})" if self.document else self.what


def read_snapshot(state: StateDatabase) -> Snapshot:
    """What ``state``, to which nobody writes, says. Raises ``StoreError``."""
    versions = VersionTable(state)
    return Snapshot(
        living=tuple(versions.all()),
        retired=tuple(versions.retired()),
        active=versions.active(),
        sessions=_count(state, "session"),
        decisions=_count(state, "decision"),
        uploads=frozenset(name for name in DraftTable(state).originals() if _SHA256.fullmatch(name)),
    )


def stored_manifest(records: ContentStore, row: VersionRow) -> Manifest:
    """A version's manifest. Raises ``ValueError`` saying what is wrong with it, and ``OSError``."""
    content = records.read(row.manifest_sha256)
    try:
        return from_json(Manifest, json.loads(content))
    except ValueError as error:
        raise ValueError(f"it was written by another release of rulebook ({error})") from error


def needed_files(manifests: Iterable[Manifest], uploads: frozenset[str]) -> tuple[NeededFile, ...]:
    """The stored files that ``manifests`` and drafts name, each once, by kind and name."""
    uses: dict[tuple[Kind, str], list[tuple[str, str, str]]] = {}
    for manifest in manifests:
        for kind, sha256, what, document in _uses(manifest):
            uses.setdefault((kind, sha256), []).append((what, document, manifest.version))
    for sha256 in uploads:
        uses.setdefault((Kind.OBJECTS, sha256), [("an upload that waits to be built", "", "")])
    return tuple(_needed(kind, sha256, uses[kind, sha256]) for kind, sha256 in sorted(uses))


def _uses(manifest: Manifest) -> Iterator[tuple[Kind, str, str, str]]:
    for source in manifest.source_files:
        yield Kind.OBJECTS, source.sha256, "the original", source.name
        for part, sha256 in source.parts.items():
            yield Kind.PARTS, sha256, part, source.name


def _needed(kind: Kind, sha256: str, uses: list[tuple[str, str, str]]) -> NeededFile:
    what, document, _ = uses[0]
    versions = dict.fromkeys(version for _, name, version in uses if name == document and version)
    return NeededFile(kind=kind, sha256=sha256, what=what, document=document, versions=tuple(versions))


def _count(state: StateDatabase, table: str) -> int:
    return int(state.query(f"SELECT count(*) AS n FROM {table}")[0]["n"])
