"""Whatever people do to a handbook, in whatever order: it is what a plain account of their steps says it is.

``RULEBOOK_EXAMPLES_TIMES=20`` tries twenty times as many, at random.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulebook.engine import Engine
from rulebook.errors import (
    DecisionOutdated,
    RulebookError,
    SessionExpired,
    SessionNotFound,
    UsageError,
    VersionInUse,
    VersionRetired,
)
from rulebook.handbook.doctor import examine
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.parts import Part
from rulebook.handbook.repairing import repair
from rulebook.model.chunk import Category
from rulebook.model.json import to_json
from rulebook.model.manifest import BuildResult
from rulebook.model.search import Query
from tests.crash.leftovers import leftovers
from tests.crash.state import altered_files
from tests.handbook.nearby import examples, names_below, nearby, temporary_home
from tests.handbooks import engine_at, part_path

NAMES = ("記入規則.md", "図表規則.md", "設計方針.md")
SESSIONS = ("設計書A", "設計書B")
CONFLICTS = ("c1", "c2")
CHUNKINGS: Mapping[str, Mapping[str, int]] = {
    "long": {},
    "short": {"max_tokens": 64, "target_tokens": 32, "min_tokens": 0},
}
EXPIRES = 30

names, sessions, conflicts = st.sampled_from(NAMES), st.sampled_from(SESSIONS), st.sampled_from(CONFLICTS)
drafts, categories = st.integers(0, 2), st.sampled_from(list(Category))


@dataclass(frozen=True, slots=True)
class Doc:
    """A document as the account has it: everything that its chunks depend on."""

    draft: int
    category: Category
    chunking: str


Docs = dict[str, Doc]


@dataclass(slots=True)
class Version:
    docs: Docs
    manifest: bytes
    retired: bool = False


@dataclass(slots=True)
class Session:
    """A session as the account has it; ``used`` is in days."""

    n: int | None
    used: float
    ended: str | None = None
    history: list[tuple[str, int | None]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes = field(repr=False)

    def getvalue(self) -> bytes:
        return self.content


def upload(name: str, draft: int) -> Upload:
    """A document with two sections; a draft that differs has another second section."""
    first = f"{name[:2]}の見出しの末尾に句点を付けない。表には必ず番号と題名を付け、本文から参照する。" * 2
    second = f"{name[:2]}の第{draft}稿では図の番号を章ごとに振り、図の下に中央揃えで記載する。" * (draft + 1)
    return Upload(name, f"# {name[:4]}\n\n## 1 見出し\n\n{first}\n\n## 2 図\n\n{second}\n".encode())


class HandbookMachine(RuleBasedStateMachine):
    """The handbook, and a plain account of it beside."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.clock = self.stack.enter_context(nearby())
        self.home = self.stack.enter_context(temporary_home())
        self.chunking = "long"
        self.engine = self._open()
        self.versions: dict[int, Version] = {}
        self.active: int | None = None
        self.moves: list[tuple[int, int | None]] = []
        self.sessions: dict[str, Session] = {}
        self.decided: dict[str, list[tuple[str, int, str, int | None]]] = {}
        self.day = 0.0
        self.waiting: set[str] = set()

    def _open(self) -> Engine:
        return engine_at(self.home, chunking=CHUNKINGS[self.chunking])

    def teardown(self) -> None:
        self.engine.close()
        self.stack.close()

    # Building

    @initialize(given=st.dictionaries(names, st.tuples(drafts, categories), min_size=1))
    def first(self, given: dict[str, tuple[int, Category]]) -> None:
        self.build(given)

    @rule(given=st.dictionaries(names, st.tuples(drafts, categories), min_size=1))
    def build(self, given: dict[str, tuple[int, Category]]) -> None:
        """A version of exactly these documents."""
        docs = {name: Doc(draft, category, self.chunking) for name, (draft, category) in given.items()}
        self._built(self._request(docs), docs)

    @rule(name=names, draft=drafts, category=categories)
    def update(self, name: str, draft: int, category: Category) -> None:
        """One document anew; the others stay, cut as is set now."""
        given = {name: Doc(draft, category, self.chunking)}
        self._built(self._request(given, keep_others=True), self._kept() | given)

    @rule(name=names)
    def remove(self, name: str) -> None:
        request = BuildRequest(originals=(), categories={}, keep_others=True, remove=frozenset([name]))
        kept = self._kept()
        if kept.pop(name, None) is None:
            with pytest.raises(UsageError, match="not in the active version"):
                self.engine.handbooks.build(request)
        elif kept:
            self._built(request, kept)
        else:
            with pytest.raises(RulebookError, match="no document"):
                self.engine.handbooks.build(request)

    @rule(name=names, draft=drafts)
    def store(self, name: str, draft: int) -> None:
        """An upload that waits to be built."""
        self.waiting.add(self.engine.handbooks.store(upload(name, draft)).sha256)

    def _kept(self) -> Docs:
        active = self.versions[self.active].docs if self.active else {}
        return {name: replace(doc, chunking=self.chunking) for name, doc in active.items()}

    def _request(self, docs: Docs, *, keep_others: bool = False) -> BuildRequest:
        return BuildRequest(
            originals=tuple(self.engine.handbooks.store(upload(name, doc.draft)) for name, doc in docs.items()),
            categories={name: doc.category for name, doc in docs.items()},
            keep_others=keep_others,
        )

    def _built(self, request: BuildRequest, wanted: Docs) -> None:
        before = self.versions[self.active].docs if self.active else {}
        result = self.engine.handbooks.build(request, owner="佐藤")
        assert not result.failed
        if wanted == before:
            assert result.version is None
            return
        n = len(self.versions) + 1
        assert result.version == f"v{n}"
        self._check_manifest(result, before, wanted)
        self.versions[n] = Version(wanted, self.engine.layout.version(n).manifest.read_bytes())
        self._move(n)

    def _check_manifest(self, result: BuildResult, before: Docs, wanted: Docs) -> None:
        """What was reused names the version that was active at the build; changes are those of the account."""
        manifest, base = result.manifest, f"v{self.active}"
        assert manifest is not None
        assert result.activated
        assert manifest.based_on == (base if self.active else None)
        assert {s.name: (s.type, s.built) for s in manifest.source_files} == {
            name: (doc.category, f"reuse_from_{base}" if before.get(name) == doc else "rebuilt")
            for name, doc in wanted.items()
        }
        assert list(manifest.changes.removed) == sorted(before.keys() - wanted.keys())
        assert list(manifest.changes.added) == sorted(wanted.keys() - before.keys())

    def _move(self, n: int) -> None:
        if n != self.active:
            self.moves.append((n, self.active))
            self.active = n

    # Choosing, retiring, keeping house

    @rule(lot=st.integers(0, 99))
    def activate(self, lot: int) -> None:
        n = self._any(lot)
        if self.versions[n].retired:
            with pytest.raises(VersionRetired):
                self.engine.handbooks.rollback_to(f"v{n}")
        else:
            self.engine.handbooks.rollback_to(f"v{n}")
            self._move(n)

    @rule(lot=st.integers(0, 99))
    def retire(self, lot: int) -> None:
        n = self._any(lot)
        if self.versions[n].retired:
            with pytest.raises(VersionRetired):
                self.engine.handbooks.retire(f"v{n}")
            return
        self._expired()
        locking = [name for name, s in self.sessions.items() if s.n == n and not s.ended]
        if n == self.active or locking:
            with pytest.raises(VersionInUse):
                self.engine.handbooks.retire(f"v{n}")
            return
        self.engine.handbooks.retire(f"v{n}", by="鈴木")
        self.versions[n].retired = True

    @rule(lot=st.integers(0, 99), name=names, part=st.sampled_from(list(Part)), how=st.sampled_from(["gone", "cut"]))
    def damage_and_repair(self, lot: int, name: str, part: Part, how: str) -> None:
        """A part that is lost comes back as it was, unless the documents are cut otherwise by now."""
        n = self._any(lot)
        doc = self.versions[n].docs.get(name)
        made_of_others = part in (Part.VECTORS, Part.STATEMENTS)
        if self.versions[n].retired or doc is None or not (made_of_others or doc.chunking == self.chunking):
            return
        path = part_path(self.home, name, part, f"v{n}")
        content = path.read_bytes()
        path.unlink() if how == "gone" else path.write_bytes(content[:-7])
        self._reopen()
        assert any(not check.ok for check in examine(self.engine.settings))
        assert any(f"{part.value} of {name} was made again" in line for line in repair(self.engine.settings))
        assert path.read_bytes() == content

    @rule(chunking=st.sampled_from(sorted(CHUNKINGS)))
    def change_chunking(self, chunking: str) -> None:
        self.chunking = chunking
        self._reopen()

    @rule()
    def restart(self) -> None:
        self._reopen()

    @rule()
    def delete_cache(self) -> None:
        self.engine.close()
        self.engine.layout.cache.unlink(missing_ok=True)
        self.engine = self._open()

    def _reopen(self) -> None:
        self.engine.close()
        self.engine = self._open()

    def _any(self, lot: int) -> int:
        return sorted(self.versions)[lot % len(self.versions)]

    # Sessions and decisions

    @rule(days=st.sampled_from([1, 12, 29, 30, 45]))
    def pass_time(self, days: int) -> None:
        self.clock.pass_days(days)
        self.day += days

    @rule()
    def expire(self) -> None:
        due = sorted(name for name, s in self.sessions.items() if self._is_due(s))
        assert [row.id for row in self.engine.sessions.expire()] == due
        self._expired()

    @rule(name=sessions, lot=st.none() | st.integers(0, 99))
    def lock(self, name: str, lot: int | None) -> None:
        self._expired(name)
        found, n = self.sessions.get(name), self._any(lot) if lot is not None else None
        wanted, living = f"v{n}" if n else None, found is not None and not found.ended
        refused: type[RulebookError] | None = None
        if n and self.versions[n].retired:
            refused = VersionRetired
        elif living and found and n not in (None, found.n):
            refused = UsageError
        if refused:
            with pytest.raises(refused):
                self.engine.sessions.lock_version(name, wanted)
            return
        self.engine.sessions.lock_version(name, wanted, by="田中")
        if found and living:
            found.used = self.day
            return
        history = [*(found.history if found else []), ("locked", n or self.active)]
        self.sessions[name] = Session(n or self.active, self.day, None, history)

    @rule(name=sessions)
    def end(self, name: str) -> None:
        self._expired(name)
        found = self.sessions.get(name)
        if found is None:
            with pytest.raises(SessionNotFound):
                self.engine.sessions.end(name)
            return
        self.engine.sessions.end(name)
        if not found.ended:
            found.ended = "ended"
            found.history.append(("ended", found.n))

    @rule(name=sessions)
    def search(self, name: str) -> None:
        """Counts as use; a session that does not live says how it ended."""
        self._expired(name)
        found = self.sessions.get(name)
        ask: Callable[[], Any] = lambda: self.engine.rag.search(session_id=name, query="図の番号")  # noqa: E731
        if found is None or found.ended:
            wanted = SessionExpired if found and found.ended == "expired" else SessionNotFound
            with pytest.raises(wanted) as caught:
                ask()
            assert caught.type is wanted
            return
        assert ask().version == f"v{found.n}"
        found.used = self.day

    @rule(name=sessions, key=conflicts, seen=st.sampled_from(["last", "older"]))
    def decide(self, name: str, key: str, seen: str) -> None:
        """A session that is idle for too long and that nobody has looked at since is still decided in."""
        log = self.decided.setdefault(name, [])
        rev = sum(1 for entry in log if entry[0] == key)
        found, why = self.sessions.get(name), f"理由{len(log)}"
        refused: type[RulebookError] | None = None
        if found is None or found.ended:
            refused = SessionExpired if found and found.ended == "expired" else SessionNotFound
        elif seen == "older":
            refused = DecisionOutdated
        if refused:
            with pytest.raises(refused) as caught:
                self._decide(name, key, why, rev + (seen == "older"))
            assert caught.type is refused
            return
        self._decide(name, key, why, rev)
        log.append((key, rev + 1, why, found.n if found else None))

    def _decide(self, name: str, key: str, why: str, seen: int) -> None:
        self.engine.decisions.decide(name, key, "adopt_a", by="田中", why=why, record={"k": key}, seen_rev=seen)

    def _is_due(self, session: Session) -> bool:
        return not session.ended and self.day - session.used >= EXPIRES

    def _expired(self, only: str | None = None) -> None:
        """Ends in the account what any look at sessions ends."""
        for name, session in self.sessions.items():
            if only in (None, name) and self._is_due(session):
                session.ended = "expired"
                session.history.append(("expired", session.n))

    # What always holds

    @invariant()
    def exactly_the_chosen_version_is_active(self) -> None:
        living = [f"v{n}" for n, version in self.versions.items() if not version.retired]
        manifests = self.engine.handbooks.list_versions()
        assert [m.version for m in manifests] == living
        assert [m.version for m in manifests if m.active] == ([f"v{self.active}"] if self.active else [])
        assert [(row.n, row.previous) for row in self.engine.versions.activations()] == self.moves
        for manifest in manifests:
            projected = json.loads((self.engine.layout.manifests / f"{manifest.version}.json").read_bytes())
            assert projected == json.loads(json.dumps(to_json(manifest)))

    @invariant()
    def manifests_are_those_that_were_published(self) -> None:
        for n, version in self.versions.items():
            assert self.engine.layout.version(n).manifest.read_bytes() == version.manifest
        retired = [f"v{n}" for n, version in self.versions.items() if version.retired]
        assert [m.version for m in self.engine.handbooks.retired_versions()] == retired

    @invariant()
    def a_search_is_answered_from_the_version_asked_for(self) -> None:
        asked = {session.n for session in self.sessions.values() if not session.ended} | {self.active}
        for n in sorted(n for n in asked if n):
            result = self.engine.rag.run(Query(text="図の番号", version=f"v{n}", top_k=50))
            assert result.version == f"v{n}"
            assert {hit.doc for hit in result.chunks} == set(self.versions[n].docs)
            assert all(f"_v{n}_" in hit.chunk_id for hit in result.chunks)
            for hit in result.chunks:
                assert hit.category is self.versions[n].docs[hit.doc].category

    @invariant()
    def a_retired_version_cannot_be_opened(self) -> None:
        for n in (n for n, version in self.versions.items() if version.retired):
            with pytest.raises(VersionRetired):
                self.engine.opened.get(f"v{n}")

    @invariant()
    def sessions_and_decisions_are_those_of_the_account(self) -> None:
        found = {row.id: (row.n, row.ended_why) for row in self.engine.session_table.all()}
        assert found == {name: (session.n, session.ended) for name, session in self.sessions.items()}
        for name, session in self.sessions.items():
            assert [(e.event, e.n) for e in self.engine.session_table.events(name)] == session.history
        for name, log in self.decided.items():
            assert [(d.conflict_key, d.rev, d.why, d.n) for d in self.engine.decisions.log(name)] == log
            latest = {entry[0]: entry for entry in log}
            force = [(d.conflict_key, d.rev, d.why, d.n) for d in self.engine.decisions.of_session(name)]
            assert force == [latest[key] for key in sorted(latest)]

    @invariant()
    def the_disk_holds_every_part_that_is_needed_and_no_other(self) -> None:
        layout = self.engine.layout
        manifests = self.engine.handbooks.list_versions()
        assert names_below(layout.parts) == {s for m in manifests for f in m.source_files for s in f.parts.values()}
        assert altered_files(self.home) == []
        assert [path for path in leftovers(self.home) if not path.startswith("the original")] == []
        assert names_below(layout.objects) >= {f.sha256 for m in manifests for f in m.source_files}

    @invariant()
    @precondition(lambda self: self.waiting)
    def an_upload_waits_to_be_built(self) -> None:
        assert names_below(self.engine.layout.objects) >= self.waiting


TestHandbook = HandbookMachine.TestCase
TestHandbook.settings = examples(15, steps=15)
