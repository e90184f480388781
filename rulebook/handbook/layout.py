"""Where a handbook's files lie below its home folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulebook.model.chunk import Category


@dataclass(frozen=True, slots=True)
class HandbookLayout:
    """Paths below ``home``. Everything in ``versions`` and ``objects`` is written once; ``cache`` may be deleted."""

    home: Path

    @property
    def state(self) -> Path:
        return self.home / "state.db"

    @property
    def objects(self) -> Path:
        return self.home / "objects"

    @property
    def cache(self) -> Path:
        return self.home / "cache" / "embeddings.db"

    @property
    def staging(self) -> Path:
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
        return self.home / "build.lock"

    def version(self, n: int) -> VersionFolder:
        return VersionFolder(self.versions / f"v{n}")


@dataclass(frozen=True, slots=True)
class VersionFolder:
    """The files of one version, in staging or published."""

    path: Path

    @property
    def manifest(self) -> Path:
        return self.path / "manifest.json"

    @property
    def documents(self) -> Path:
        return self.path / "documents.json"

    @property
    def chroma(self) -> Path:
        return self.path / "chroma"

    def chunks(self, category: Category) -> Path:
        return self.path / category.collection / "chunks.json"

    def vectors(self, category: Category) -> Path:
        return self.path / category.collection / "vectors.npy"

    def statements(self, category: Category) -> Path:
        return self.path / category.collection / "statements.npy"

    def keywords(self, category: Category) -> Path:
        return self.path / category.collection / "keywords.json"
