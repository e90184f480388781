"""What a version is made of, what a build would do, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rulebook.model.chunk import Category
from rulebook.model.document import DocType, ParseReport
from rulebook.model.notice import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A document of a version. ``built`` is ``rebuilt`` or ``reuse_from_vN``; ``key`` is what its chunks depend on:
    content, reader and chunker version, chunk settings, category. ``included`` are the places of hidden parts that
    count as rules in this version, sorted. ``parts`` are the SHA-256 of what was made of it: its chunks, their vectors,
    keywords and the report of the reading; a document that did not change has the same parts in every version.
    """

    name: str
    hash: str
    type: Category
    built: str
    doc_id: str
    doc_type: DocType
    title: str
    chunk_count: int
    key: str
    parts: Mapping[str, str]
    included: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """The hash of the original, under which it is stored."""
        return self.hash.removeprefix("sha256:")


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionEntry:
    """One category of a version: how many chunks, and with which models."""

    chunk_count: int
    embedding_model: str
    embedding_revision: str
    dimensions: int
    rerank_model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The documents in which a version differs from the one it was built on, by name, sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A version: immutable but for ``active`` and ``active_previous``, which are read from the database.

    ``based_on`` is the version that was active when it was built, ``None`` for one that was built on nothing.
    """

    version: str
    created_at: str
    source_files: tuple[SourceFile, ...]
    collections: Mapping[str, CollectionEntry]
    based_on: str | None = None
    built_by: str = ""
    changes: Changes = field(default_factory=Changes)
    active: bool = False
    active_previous: str | None = None

    @property
    def chunk_count(self) -> int:
        return sum(entry.chunk_count for entry in self.collections.values())

    @property
    def embedding_model(self) -> str:
        """The model that every collection of the version was built with; empty for a version without chunks."""
        return next((e.embedding_model for e in self.collections.values()), "")


class Status(StrEnum):
    """A document against the active version."""

    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a build would do: names of documents, sorted. ``reasons`` tells why an unchanged file counts as changed."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def changes_nothing(self) -> bool:
        return not (self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedDocument:
    """A document that could not be read; ``kept_from`` names the version whose text of it stays in force, if any."""

    doc: str
    code: str
    message: str
    kept_from: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentReport:
    """A document of a version with the report of its reading and what holds for all of it (page headers …)."""

    doc: str
    doc_id: str
    doc_type: DocType
    title: str
    sha256: str
    report: ParseReport
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """What a build did. ``version`` is ``None`` when nothing was published: no change, a plan only, or a failure.

    ``notices`` tell what the version lacks. ``activated`` is false for a version that was published while somebody
    activated another one: their choice stands.
    """

    version: str | None
    plan: Plan
    manifest: Manifest | None = None
    failed: tuple[FailedDocument, ...] = ()
    reports: tuple[DocumentReport, ...] = ()
    activated: bool = True
    notices: tuple[Notice, ...] = ()


class Stage(StrEnum):
    """The steps of a build in their order."""

    STORE = "store"
    READ = "read"
    ENCODE = "encode"
    VERIFY = "verify"
    INDEX = "index"
    PUBLISH = "publish"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a build is: ``done`` of ``total`` units of the stage, what it works on, and an estimate in seconds.

    ``version`` is the one that is about to be published.
    """

    stage: Stage
    done: int
    total: int
    doc: str = ""
    seconds_left: float | None = field(default=None)
    version: str = ""
