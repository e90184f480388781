"""Builds one version after the other: updates, removals, whole handbooks, and now and then a roll back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from rulebook.engine import Engine
from rulebook.errors import BuildInProgress, UsageError, VersionRetired
from rulebook.handbook.manager import BuildRequest
from rulebook.model.manifest import BuildResult, Manifest
from rulebook.store.versions import version_number
from tests.at_once.journal import Journal
from tests.at_once.texts import ALWAYS, DRAFT_OF, DRAFTS, STEMS, category_of, content_of, name_of


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes = field(repr=False)

    def getvalue(self) -> bytes:
        return self.content


def request(
    engine: Engine, drafts: Mapping[str, int], *, keep: bool, without: frozenset[str] = frozenset()
) -> BuildRequest:
    return BuildRequest(
        originals=tuple(engine.handbooks.store(Upload(name, content_of(name, d))) for name, d in drafts.items()),
        categories={name: category_of(name) for name in drafts},
        keep_others=keep,
        remove=without,
    )


def drafts_of(manifest: Manifest) -> dict[str, int]:
    """The drafts that a version holds, by document."""
    return {source.name: DRAFT_OF[source.sha256] for source in manifest.source_files}


class Builder:
    """One of those who build."""

    def __init__(self, engine: Engine, journal: Journal, rng: random.Random) -> None:
        self._engine = engine
        self._journal = journal
        self._rng = rng

    def step(self) -> None:
        self._rng.choices([self._update, self._whole, self._without, self._roll_back], [6, 2, 3, 2])[0]()

    def _update(self) -> None:
        drafts = {name_of(s): self._draft() for s in self._rng.sample(STEMS, self._rng.randint(1, 2))}
        self._build(drafts, keep=True)

    def _whole(self) -> None:
        others = self._rng.sample(STEMS[len(ALWAYS) :], self._rng.randint(0, 3))
        self._build({name_of(s): self._draft() for s in (*ALWAYS, *others)}, keep=False)

    def _without(self) -> None:
        """Removes a document that the active version had a moment ago."""
        found = self._journal.attempt("look", self._active, VersionRetired)
        there = sorted({s.name for s in found.source_files} - {name_of(s) for s in ALWAYS}) if found else []
        if there:
            self._build({name_of(ALWAYS[0]): self._draft()}, keep=True, without=frozenset([self._rng.choice(there)]))

    def _active(self) -> Manifest:
        return self._engine.handbooks.get_version(self._engine.handbooks.get_latest_version())

    def _draft(self) -> int:
        return self._rng.randrange(DRAFTS)

    def _build(self, drafts: Mapping[str, int], *, keep: bool, without: frozenset[str] = frozenset()) -> None:
        outdated = [UsageError] if without else []  # the other one has removed it first
        wanted = request(self._engine, drafts, keep=keep, without=without)
        result = self._journal.attempt(
            "build",
            lambda: self._engine.handbooks.build(wanted, owner=self._journal.who),
            BuildInProgress,
            *outdated,
        )
        if result is not None:
            self._note(result, drafts, keep=keep, without=without)

    def _note(self, result: BuildResult, drafts: Mapping[str, int], *, keep: bool, without: frozenset[str]) -> None:
        for failure in result.failed:
            self._journal.fault(f"an upload of a moment ago could not be built: {failure.code} {failure.message}")
        if result.version is None or result.manifest is None:
            self._journal.note("unchanged")
            return
        self._journal.note(
            "published",
            n=version_number(result.version),
            base=result.manifest.based_on,
            activated=result.activated,
            given=dict(drafts),
            keep=keep,
            without=sorted(without),
            drafts=drafts_of(result.manifest),
        )

    def _roll_back(self) -> None:
        rows = self._engine.versions.all()
        n = self._rng.choice(rows).n
        self._journal.attempt("roll back", lambda: self._roll_back_to(n), VersionRetired)

    def _roll_back_to(self, n: int) -> None:
        self._engine.handbooks.rollback_to(f"v{n}", by=self._journal.who)
        self._journal.note("rolled back", n=n)
