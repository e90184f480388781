"""What a backup holds, as its ``backup.json`` says."""

from __future__ import annotations

from dataclasses import dataclass

FORMAT = 1
"""Raised when an older rulebook could not restore a backup any more."""

KIND = "rulebook backup"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackedUpVersion:
    """A version in a backup; of a retired one there is the manifest only."""

    version: str
    manifest_sha256: str
    retired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingFile:
    """A file that was damaged or missing in the handbook already, so that the backup has no copy of it."""

    file: str
    use: str
    document: str
    versions: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRecord:
    """What a backup holds. ``state_sha256`` names its database, in which everything else is named."""

    created_at: str
    made_by: str
    rulebook: str
    state_sha256: str
    versions: tuple[BackedUpVersion, ...]
    active: str | None
    sessions: int
    decisions: int
    originals: int
    parts: int
    bytes: int
    missing: tuple[MissingFile, ...]
    complete: bool
    kind: str = KIND
    format: int = FORMAT
