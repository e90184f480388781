"""What a handbook holds, in a form that can be compared: the same work always comes to the same state."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rulebook.engine import Engine
from rulebook.handbook.layout import HandbookLayout
from rulebook.model.manifest import Manifest


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionState:
    """A version: its documents by name with the hashes of the original and of the parts, and its chunks."""

    version: str
    documents: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    chunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandbookState:
    """Everything that people can see of a handbook, and what it must find again."""

    active: str | None
    versions: tuple[VersionState, ...]
    retired: tuple[str, ...]

    def __str__(self) -> str:
        held = ", ".join(f"{v.version} ({v.chunks} chunks in {len(v.documents)} documents)" for v in self.versions)
        return f"active {self.active}, versions {held or 'none'}, retired {', '.join(self.retired) or 'none'}"


def state_of(engine: Engine) -> HandbookState:
    """The state of an open handbook. Raises ``VersionDamaged`` when a version cannot be read."""
    for damage in engine.handbooks.damaged_versions():
        raise damage
    manifests = engine.handbooks.list_versions()
    active = [manifest.version for manifest in manifests if manifest.active]
    return HandbookState(
        active=active[0] if active else None,
        versions=tuple(map(_version_state, manifests)),
        retired=tuple(manifest.version for manifest in engine.handbooks.retired_versions()),
    )


def _version_state(manifest: Manifest) -> VersionState:
    return VersionState(
        version=manifest.version,
        documents=tuple((s.name, s.sha256, tuple(sorted(s.parts.items()))) for s in manifest.source_files),
        chunks=manifest.chunk_count,
    )


def sound_files(home: Path) -> frozenset[str]:
    """The originals and parts that are what their names say, by path below the home."""
    layout = HandbookLayout(home)
    files = [path for folder in (layout.objects, layout.parts) for path in folder.glob("??/*")]
    return frozenset(str(path.relative_to(home)) for path in files if _sha256(path) == path.name)


def altered_files(home: Path) -> list[str]:
    """The originals and parts that are not what their names say."""
    layout = HandbookLayout(home)
    files = [path for folder in (layout.objects, layout.parts) for path in folder.glob("??/*")]
    return sorted(str(path.relative_to(home)) for path in files if _sha256(path) != path.name)


def cached_texts(home: Path) -> frozenset[bytes]:
    """The hashes of the texts of documents whose vectors are cached."""
    path = HandbookLayout(home).cache
    if not path.is_file():
        return frozenset()
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'embedding'").fetchall()
        rows = connection.execute("SELECT sha256 FROM embedding WHERE kind = 'passage'") if tables else ()
        return frozenset(row[0] for row in rows)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
