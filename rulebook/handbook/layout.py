"""Where a handbook's files lie below its home folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class HandbookLayout:
    """Paths below ``home``. What lies in ``versions``, ``parts`` and ``objects`` is written once; ``cache`` may be
    deleted at any time."""

    home: Path

    @property
    def state(self) -> Path:
        return self.home / "state.db"

    @property
    def objects(self) -> Path:
        """The uploaded originals, each under its SHA-256."""
        return self.home / "objects"

    @property
    def parts(self) -> Path:
        """What builds made of the originals, each file under its SHA-256; versions share them."""
        return self.home / "parts"

    @property
    def cache(self) -> Path:
        return self.home / "cache" / "embeddings.db"

    @property
    def staging(self) -> Path:
        """Folders that each exist as long as one build or retirement is at work."""
        return self.home / "staging"

    @property
    def unregistered(self) -> Path:
        """Version folders that the database did not know, set aside."""
        return self.home / "unregistered"

    @property
    def versions(self) -> Path:
        return self.home / "versions"

    @property
    def manifests(self) -> Path:
        """Manifests with their ``active`` fields, written anew from the database: for people and other programs."""
        return self.home / "manifests"

    @property
    def lock(self) -> Path:
        """Held by the one who builds, retires or repairs."""
        return self.home / "build.lock"

    @property
    def jobs(self) -> Path:
        """Locks that tell which building processes live."""
        return self.home / "jobs"

    @property
    def files_lock(self) -> Path:
        """Held for a moment by whoever adds originals, projects manifests or removes files."""
        return self.home / "files.lock"

    @property
    def removal_lock(self) -> Path:
        """Held while a version is retired, and while a backup copies what it found."""
        return self.home / "removal.lock"

    def version(self, n: int) -> VersionFolder:
        return VersionFolder(self.versions / f"v{n}")


@dataclass(frozen=True, slots=True)
class VersionFolder:
    """The files of one version, in staging or published; its documents' parts are shared and lie elsewhere."""

    path: Path

    @property
    def manifest(self) -> Path:
        return self.path / "manifest.json"

    @property
    def chroma(self) -> Path:
        return self.path / "chroma"
