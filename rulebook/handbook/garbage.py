"""Stored files that no version needs any more."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from rulebook.handbook.content import ContentStore
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.originals import original_store
from rulebook.handbook.parts import part_store
from rulebook.handbook.references import needed, referenced
from rulebook.handbook.version_files import read_manifest
from rulebook.store.versions import VersionTable

_UPLOAD_KEPT_SECONDS = 7 * 24 * 3600
"""An upload that no version ever held may still wait to be built."""

KeptOriginals = Callable[[], frozenset[str]]
"""The SHA-256 of uploads that somebody is about to build."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Garbage:
    """The SHA-256 of originals and of parts, each sorted."""

    originals: tuple[str, ...]
    parts: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.originals or self.parts)

    def __str__(self) -> str:
        return f"{len(self.parts)} parts and {len(self.originals)} originals that no version needs"


def find_garbage(layout: HandbookLayout, versions: VersionTable, kept: KeptOriginals) -> Garbage:
    """The files that may go: parts that no version needs, and originals that none needs, unless somebody has stored
    them lately, or again since a version that is retired was made of them.

    The caller holds the build lock, since a build writes parts before there is a version that needs them. Raises
    ``VersionDamaged`` when a manifest cannot be read: then nobody knows what it needs, and nothing may go.
    """
    living, originals = needed(layout, versions), original_store(layout)
    outdated = originals.older_than(time.time() - _UPLOAD_KEPT_SECONDS) | _of_retired(layout, versions, originals)
    return Garbage(
        originals=tuple(sorted((outdated - living.originals) - kept())),
        parts=tuple(sorted(part_store(layout).names() - living.parts)),
    )


def _of_retired(layout: HandbookLayout, versions: VersionTable, originals: ContentStore) -> frozenset[str]:
    """The originals that were last stored before a retired version was made of them."""
    found: frozenset[str] = frozenset()
    for row in versions.retired():
        folder = layout.version(row.n)
        named = referenced([read_manifest(folder, row.manifest_sha256)]).originals
        found |= named & originals.older_than(folder.manifest.stat().st_mtime)
    return found


def remove_garbage(layout: HandbookLayout, garbage: Garbage) -> int:
    """Removes the files; gives the bytes that the disk got back. Raises ``OSError``."""
    originals, parts = original_store(layout), part_store(layout)
    freed = sum(originals.remove(sha256) for sha256 in garbage.originals)
    return freed + sum(parts.remove(sha256) for sha256 in garbage.parts)
