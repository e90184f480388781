"""What should not be on the disk when nobody is at work: looked for without the product's own eyes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from rulebook.handbook.layout import HandbookLayout

_AT_HOME = frozenset({"state.db", "state.db-journal", "state.db-wal", "state.db-shm", "build.log"})
_FOLDERS = frozenset({"objects", "parts", "versions", "manifests", "staging", "cache", "jobs", "unregistered"})


def leftovers(home: Path) -> list[str]:
    """Everything that a killed process has left and that is still there, sorted."""
    layout = HandbookLayout(home)
    if not home.is_dir():
        return []
    rows = _rows(layout)
    living = [n for n, retired in rows.items() if not retired]
    manifests = [_manifest(layout.version(n).manifest) for n in living]
    return sorted([*_unfinished(layout), *_unnamed(layout, rows, living), *_unneeded(layout, rows, manifests)])


def _unfinished(layout: HandbookLayout) -> Iterator[str]:
    """What lies where only work in progress lies."""
    home = layout.home
    for pattern in ("staging/*", "unregistered/*", "jobs/*"):
        yield from (str(path.relative_to(home)) for path in home.glob(pattern))
    for pattern in ("*.tmp", "*.part"):
        yield from (str(p.relative_to(home)) for p in home.rglob(pattern) if not p.is_relative_to(layout.staging))
    for path in home.iterdir():
        if path.name not in _AT_HOME | _FOLDERS and path.suffix != ".lock":
            yield path.name


def _unnamed(layout: HandbookLayout, rows: dict[int, bool], living: list[int]) -> Iterator[str]:
    """Folders and copies of manifests of versions that the database does not know, and indexes of retired ones."""
    known = {f"v{n}" for n in rows}
    for path in layout.versions.glob("*"):
        if path.name not in known:
            yield f"versions/{path.name}, which no row names"
    for path in layout.manifests.glob("*"):
        if path.stem not in known:
            yield f"manifests/{path.name}, which no row names"
    for n in set(rows) - set(living):
        if layout.version(n).chroma.exists():
            yield f"versions/v{n}/chroma of a retired version"


def _unneeded(layout: HandbookLayout, rows: dict[int, bool], manifests: list[dict[str, Any]]) -> Iterator[str]:
    """Parts that no living version names, and originals that only retired versions name."""
    sources = [source for manifest in manifests for source in manifest["source_files"]]
    parts = {sha256 for source in sources for sha256 in source["parts"].values()}
    for path in layout.parts.glob("??/*"):
        if path.name not in parts:
            yield f"{path.relative_to(layout.home)}, which no manifest names"
    gone = [_manifest(layout.version(n).manifest) for n, retired in rows.items() if retired]
    retired = {source["hash"] for manifest in gone for source in manifest["source_files"]}
    for sha256 in retired - {source["hash"] for source in sources}:
        if layout.objects.joinpath(sha256[7:9], sha256[7:]).exists():
            yield f"the original {sha256}, which only a retired version names"


def _rows(layout: HandbookLayout) -> dict[int, bool]:
    """By number whether a version is retired; an empty one before there is a database."""
    if not layout.state.is_file():
        return {}
    with closing(sqlite3.connect(layout.state)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'version'").fetchall():
            return {}
        return {n: bool(at) for n, at in connection.execute("SELECT n, retired_at FROM version ORDER BY n")}


def _manifest(path: Path) -> dict[str, Any]:
    """A manifest as it stands, an empty one when it cannot be read, as that of a handbook that is to be repaired."""
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {"source_files": []}
    return found
