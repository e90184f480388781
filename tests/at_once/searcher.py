"""Searches throughout: without a session, in sessions, and in named versions."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import dataclass, field

from rulebook.engine import Engine
from rulebook.errors import VersionRetired
from rulebook.model.search import Mode, Query, SearchResult
from tests.at_once.answers import Answers
from tests.at_once.journal import Journal
from tests.at_once.texts import QUERIES


@dataclass(frozen=True, slots=True, kw_only=True)
class Activations:
    """The moves of the active pointer, read past the product: ``last`` is the number of the latest one."""

    last: int
    active: int
    since: frozenset[int] = field(default_factory=frozenset)


class Watch:
    """Looks at the database by itself."""

    def __init__(self, engine: Engine) -> None:
        self._connection = sqlite3.connect(engine.layout.state, timeout=60, isolation_level=None)

    def look(self, since: int = 0) -> Activations:
        rows = self._connection.execute("SELECT id, n FROM activation WHERE id >= ? ORDER BY id", [since]).fetchall()
        return Activations(last=rows[-1][0], active=rows[-1][1], since=frozenset(n for _, n in rows))


class Searcher:
    """The process that only reads, but for its own sessions."""

    def __init__(self, engine: Engine, journal: Journal, rng: random.Random, store: str) -> None:
        self._engine = engine
        self._journal = journal
        self._rng = rng
        self._answers = Answers(journal, store)
        self._watch = Watch(engine)
        self._sessions: dict[str, str] = {}
        self._started = 0

    def step(self) -> None:
        self._rng.choices([self._active, self._in_session, self._named, self._turn_over], [8, 8, 3, 2])[0]()

    def _asked(self) -> tuple[str, int, Mode]:
        mode = self._rng.choices(list(Mode), [6, 1, 1])[0]
        return self._rng.choice(QUERIES), self._rng.choice([1, 3, 50]), mode

    def _search(
        self, doing: str, *expected: type[VersionRetired], session: str | None = None, version: str | None = None
    ) -> SearchResult | None:
        text, top_k, mode = self._asked()
        query = Query(text=text, top_k=top_k, mode=mode, session_id=session, version=version)
        result = self._journal.attempt(doing, lambda: self._engine.rag.run(query), *expected)
        if result is not None:
            self._answers.take(result, f"{mode.value}|{top_k}")
            self._journal.note("searched", how=doing)
        return result

    def _active(self) -> None:
        """The version that was active when the search began, or one activated while it ran, and no other."""
        before = self._watch.look()
        result = self._search("search without a session")
        during = self._watch.look(before.last)
        if result is not None and int((result.version or "v0")[1:]) not in during.since:
            self._journal.fault(f"{result.version} answered, active were {sorted(during.since)}")

    def _in_session(self) -> None:
        if not self._sessions:
            return
        session = self._rng.choice(sorted(self._sessions))
        result = self._search("search in a session", session=session)
        if result is not None and result.version != self._sessions[session]:
            self._journal.fault(f"{session} is locked to {self._sessions[session]}, {result.version} answered")

    def _named(self) -> None:
        n = self._rng.choice(self._engine.versions.all()).n
        self._search("search in a named version", VersionRetired, version=f"v{n}")

    def _turn_over(self) -> None:
        """Ends its oldest session when there are three, and starts one with the active version."""
        while len(self._sessions) >= 3:
            self._end(next(iter(self._sessions)))
        self._started += 1
        session = f"{self._journal.who}-{self._started}"
        self._journal.attempt("lock", lambda: self._engine.sessions.lock_version(session, by=self._journal.who))
        version = self._journal.attempt("locked", lambda: self._engine.sessions.get_locked_version(session))
        if version is not None:
            self._journal.note("locked", session=session, version=version)
            self._sessions[session] = version

    def _end(self, session: str) -> None:
        self._journal.attempt("end", lambda: self._engine.sessions.end(session, by=self._journal.who))
        self._journal.note("ended", session=session)
        del self._sessions[session]
