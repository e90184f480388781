"""Locks sessions, decides, ends them and exports their records; some sessions are its own, some shared by all."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import partial

from rulebook.engine import Engine
from rulebook.errors import DecisionOutdated, RulebookError, SessionNotFound, VersionRetired
from rulebook.model.search import Query
from rulebook.model.session import Decision, SessionRecord
from tests.at_once.answers import Answers
from tests.at_once.journal import Journal
from tests.at_once.texts import QUERIES

SHARED = ("共有-1", "共有-2")
_CONFLICTS = tuple(f"conflict-{n}" for n in range(4))


@dataclass(slots=True)
class _Own:
    """What this writer knows of a session that is its own."""

    version: str
    decided: list[tuple[str, int, str]] = field(default_factory=list)

    def rev(self, key: str) -> int:
        return sum(1 for found, _, _ in self.decided if found == key)


class Writer:
    """One thread of those who share an engine."""

    def __init__(self, engine: Engine, journal: Journal, rng: random.Random, store: str) -> None:
        self._engine = engine
        self._journal = journal
        self._rng = rng
        self._answers = Answers(journal, store)
        self._own: dict[str, _Own] = {}
        self._count = 0

    def step(self) -> None:
        steps = [self._lock, self._decide, self._end, self._record, self._search, self._shared]
        self._rng.choices(steps, [3, 8, 2, 3, 3, 6])[0]()

    def _one(self) -> str | None:
        return self._rng.choice(sorted(self._own)) if self._own else None

    def _next(self) -> str:
        self._count += 1
        return f"{self._journal.who}-{self._count}"

    def _lock(self) -> None:
        """A session with the active version, or with one of the others."""
        if len(self._own) >= 2:
            return
        session, asked = self._next(), None
        if self._rng.random() < 0.2:
            asked = f"v{self._rng.choice(self._engine.versions.all()).n}"
        done = self._journal.attempt("lock", lambda: self._locked(session, asked), *([VersionRetired] if asked else []))
        if done is None:
            return
        if asked not in (None, done):
            self._journal.fault(f"{session} asked for {asked} and was locked to {done}")
        self._journal.note("locked", session=session, version=done)
        self._own[session] = _Own(done)

    def _locked(self, session: str, asked: str | None) -> str:
        self._engine.sessions.lock_version(session, asked, by=self._journal.who)
        return self._engine.sessions.get_locked_version(session)

    def _decide(self) -> None:
        if (session := self._one()) is None:
            return
        own, key = self._own[session], self._rng.choice(_CONFLICTS)
        token = self._decided(session, key, own.rev(key))
        if token:
            own.decided.append((key, own.rev(key) + 1, token))

    def _decided(self, session: str, key: str, seen: int, *expected: type[RulebookError]) -> str:
        """The mark of the decision, by which it is found again; ``""`` when it was refused."""
        token = self._next()
        row = self._journal.attempt(
            "decide",
            lambda: self._engine.decisions.decide(
                session,
                key,
                self._rng.choice(list(Decision)).value,
                by=self._journal.who,
                why=token,
                record={"token": token},
                seen_rev=seen,
            ),
            *expected,
        )
        if row is None:
            return ""
        if (row.rev, row.why) != (seen + 1, token):
            self._journal.fault(f"{token} was acknowledged as {row}")
        self._journal.note("decided", session=session, key=key, rev=row.rev, token=token, version=row.n)
        return token

    def _end(self) -> None:
        if (session := self._one()) is None:
            return
        self._journal.attempt("end", lambda: self._engine.sessions.end(session, by=self._journal.who))
        self._journal.note("ended", session=session)
        record = self._journal.attempt("record of an ended session", lambda: self._engine.sessions.record(session))
        self._compare(session, record)
        self._journal.attempt("after the end", lambda: self._refused(session))
        del self._own[session]

    def _refused(self, session: str) -> None:
        try:
            self._engine.rag.search(session_id=session, query=QUERIES[0])
        except SessionNotFound:
            return
        self._journal.fault(f"{session} has ended and was answered")

    def _record(self) -> None:
        if (session := self._one()) is not None:
            self._compare(session, self._journal.attempt("record", lambda: self._engine.sessions.record(session)))
            self._journal.note("exported")

    def _compare(self, session: str, record: SessionRecord | None) -> None:
        """Nobody else works in the session: its record is what this writer was told, no more and no less."""
        if record is None:
            return
        own = self._own[session]
        log = [(d.conflict_key, d.rev, d.why) for d in record.decision_log]
        latest = {key: (key, rev, why) for key, rev, why in log}
        standing = [(d.conflict_key, d.rev, d.why) for d in record.decisions]
        if record.version != own.version or log != own.decided or standing != [latest[k] for k in sorted(latest)]:
            self._journal.fault(f"{session}: known are {own}, the record is {record}")

    def _search(self) -> None:
        if (session := self._one()) is None:
            return
        text, top_k = self._rng.choice(QUERIES), self._rng.choice([1, 3, 50])
        query = Query(text=text, session_id=session, top_k=top_k)
        result = self._journal.attempt("search in a session", lambda: self._engine.rag.run(query))
        if result is not None:
            self._answers.take(result, f"hybrid|{top_k}")
            if result.version != self._own[session].version:
                self._journal.fault(f"{session} is locked to {self._own[session].version}, {result.version} answered")

    def _shared(self) -> None:
        """All writers decide the same conflicts of the same sessions, which each of them may start and end."""
        session, key = self._rng.choice(SHARED), self._rng.choice(_CONFLICTS)
        lot = self._rng.random()
        if lot < 0.15:
            locking = partial(self._engine.sessions.lock_version, session, by=self._journal.who)
            self._journal.attempt("lock a shared session", locking)
        elif lot < 0.2:
            ending = partial(self._engine.sessions.end, session, by=self._journal.who)
            self._journal.attempt("end a shared session", ending, SessionNotFound)
        else:
            standing = self._engine.decisions.find(session, key)
            self._decided(session, key, standing.rev if standing else 0, DecisionOutdated, SessionNotFound)
