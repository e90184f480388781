"""Which stored files the versions of a handbook need; everything else may go."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.errors import VersionDamaged
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.version_files import read_manifest
from rulebook.model.decode import from_json
from rulebook.model.manifest import Manifest
from rulebook.store.versions import VersionTable


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """The SHA-256 of originals and of parts."""

    originals: frozenset[str]
    parts: frozenset[str]


def referenced(manifests: Iterable[Manifest]) -> References:
    """Everything that ``manifests`` name."""
    sources = [source for manifest in manifests for source in manifest.source_files]
    return References(
        originals=frozenset(source.sha256 for source in sources),
        parts=frozenset(sha256 for source in sources for sha256 in source.parts.values()),
    )


def needed(layout: HandbookLayout, versions: VersionTable) -> References:
    """What the living versions need, and the version folders that the database does not know.

    Raises ``VersionDamaged`` when a manifest cannot be read: then nobody knows what it needs, and nothing may go.
    """
    living = [read_manifest(layout.version(row.n), row.manifest_sha256) for row in versions.all()]
    return referenced([*living, *_unregistered(layout)])


def _unregistered(layout: HandbookLayout) -> Iterable[Manifest]:
    for folder in sorted(layout.unregistered.glob("*")):
        path = VersionFolder(folder).manifest
        try:
            yield from_json(Manifest, json.loads(path.read_bytes()))
        except (OSError, ValueError) as error:
            raise VersionDamaged(
                f"the manifest of a version set aside cannot be read: {error}.",
                where=str(path.relative_to(layout.home)),
                remedy="Move that folder out of the handbook's folder when it is not needed.",
            ) from error
