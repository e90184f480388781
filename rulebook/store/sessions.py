"""Which version each session is locked to."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rulebook.errors import SessionNotFound, UsageError
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase
from rulebook.store.versions import VersionTable

_LONGEST_NAME = 200
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of characters that nobody sees, so that two sessions would look alike."""

_USE_IS_WRITTEN_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A session's lock; ``n`` is ``None`` when it was started before there was any version.

    ``ended_why`` is ``ended`` or ``expired``; ``last_used_at`` is exact to an hour.
    """

    id: str
    n: int | None
    locked_at: str
    last_used_at: str
    started_by: str
    ended_at: str | None
    ended_why: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEventRow:
    """What happened to a session: ``locked``, ``ended`` or ``expired``, with the version it had."""

    id: int
    session_id: str
    event: str
    n: int | None
    at: str
    by: str


class SessionTable:
    """The locks of sessions. A lock is set once and stands until the session ends; what happened is kept.

    ``clock`` gives the time as ``clock.now`` does.
    """

    def __init__(self, state: StateDatabase, clock: Callable[[], str] = now) -> None:
        self._state = state
        self._versions = VersionTable(state)
        self._clock = clock

    def lock(self, session_id: str, n: int | None, by: str = "") -> SessionRow:
        """Locks a session to version ``n`` and gives the lock that stands.

        A session that is locked already keeps its lock; asking for another version raises ``UsageError``. A session
        started without any version takes the first lock it is offered; one that ended can be started again. Raises
        ``VersionNotFound`` and ``VersionRetired``, and ``UsageError`` for an id that is no name.
        """
        check_name(session_id)
        with self._state.write():
            return self._lock(session_id, n, by)

    def lock_active(self, session_id: str, by: str = "") -> SessionRow:
        """The same with the version that is active at this moment, or none; a lock that stands is kept."""
        check_name(session_id)
        with self._state.write():
            found, active = self.find(session_id), self._versions.active()
            standing = found.n if found and not found.ended_at else None
            return self._lock(session_id, standing or (active.n if active else None), by)

    def find(self, session_id: str) -> SessionRow | None:
        """``None`` for a session that never was."""
        for row in self._rows("WHERE id = ?", session_id):
            return row
        return None

    def get(self, session_id: str) -> SessionRow:
        """Raises ``SessionNotFound``."""
        found = self.find(session_id)
        if found is None:
            raise SessionNotFound(f"there is no session {session_id}.", remedy="Start it: 'rulebook session start ID'.")
        return found

    def all(self) -> list[SessionRow]:
        """Every session, the newest lock first."""
        return self._rows("ORDER BY locked_at DESC, id")

    def living(self) -> list[SessionRow]:
        """The sessions that have not ended, the newest lock first."""
        return self._rows("WHERE ended_at IS NULL ORDER BY locked_at DESC, id")

    def locking(self, n: int) -> list[SessionRow]:
        """The sessions that hold version ``n`` and have not ended, by id."""
        return self._rows("WHERE n = ? AND ended_at IS NULL ORDER BY id", n)

    def events(self, session_id: str) -> list[SessionEventRow]:
        """What happened to a session, oldest first; empty for one that never was."""
        rows = self._state.query("SELECT * FROM session_event WHERE session_id = ? ORDER BY id", [session_id])
        return [SessionEventRow(**row) for row in rows]

    def touch(self, session_id: str) -> None:
        """Counts as use of a session that has not ended; written at most once an hour. Raises ``SessionNotFound``."""
        due = self._before(_USE_IS_WRITTEN_EVERY)
        if self.get(session_id).last_used_at <= due:
            with self._state.write() as db:
                db.execute(
                    "UPDATE session SET last_used_at = ? WHERE id = ? AND ended_at IS NULL AND last_used_at <= ?",
                    [self._clock(), session_id, due],
                )

    def end(self, session_id: str, by: str = "") -> SessionRow:
        """Ends a session; its lock is kept as a record, and an end that stands stays. Raises ``SessionNotFound``."""
        with self._state.write():
            found = self.get(session_id)
            return found if found.ended_at else self._end(found, "ended", by)

    def expire(self, idle: timedelta, *, only: str | None = None) -> list[SessionRow]:
        """Ends the sessions that nobody used for ``idle`` or longer, or that one; gives them by id."""
        if not self._idle(idle, only):
            return []
        with self._state.write():  # asked again: one may have been used a moment ago
            return [self._end(row, "expired", "") for row in self._idle(idle, only)]

    def _idle(self, idle: timedelta, only: str | None) -> list[SessionRow]:
        return self._rows(
            "WHERE ended_at IS NULL AND last_used_at <= ? AND (? IS NULL OR id = ?) ORDER BY id",
            self._before(idle),
            only,
            only,
        )

    def _lock(self, session_id: str, n: int | None, by: str) -> SessionRow:
        found = self.find(session_id)
        if n is not None:
            self._versions.get(n)
        if found is not None and not found.ended_at:
            if found.n is not None and n not in (None, found.n):
                raise UsageError(
                    f"session {session_id} is locked to v{found.n}, not v{n}.",
                    remedy="End the session, or start another one for the other version.",
                )
            if found.n is not None or n is None:
                return found
        at = self._clock()
        self._state.db.execute(
            """INSERT INTO session (id, n, locked_at, last_used_at, started_by) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET n = excluded.n, locked_at = excluded.locked_at, ended_at = NULL,
               last_used_at = excluded.last_used_at, started_by = excluded.started_by, ended_why = NULL""",
            [session_id, n, at, at, by],
        )
        self._record(session_id, "locked", n, at, by)
        return self.get(session_id)

    def _end(self, session: SessionRow, why: str, by: str) -> SessionRow:
        at = self._clock()
        self._state.db.execute("UPDATE session SET ended_at = ?, ended_why = ? WHERE id = ?", [at, why, session.id])
        self._record(session.id, why, session.n, at, by)
        return self.get(session.id)

    def _record(self, session_id: str, event: str, n: int | None, at: str, by: str) -> None:
        self._state.db.execute(
            "INSERT INTO session_event (session_id, event, n, at, by) VALUES (?, ?, ?, ?, ?)",
            [session_id, event, n, at, by],
        )

    def _before(self, span: timedelta) -> str:
        """The time ``span`` ago, in the form that compares as text."""
        return (datetime.fromisoformat(self._clock()) - span).isoformat(timespec="seconds")

    def _rows(self, which: str, *values: object) -> list[SessionRow]:
        columns = "id, n, locked_at, last_used_at, started_by, ended_at, ended_why"
        return [SessionRow(**row) for row in self._state.query(f"SELECT {columns} FROM session {which}", values)]


def check_name(session_id: str) -> None:
    """Raises ``UsageError`` for an id that people could not read or write."""
    if not session_id.strip():
        raise UsageError("the session's id is empty.", remedy="Name the session.")
    if len(session_id) > _LONGEST_NAME:
        raise UsageError(
            f"the session's id has {len(session_id)} characters; {_LONGEST_NAME} are allowed.",
            remedy="Give it a shorter name.",
        )
    unseen = next((c for c in session_id if unicodedata.category(c) in _UNSEEN), None)
    if unseen is not None:
        raise UsageError(
            f"the session's id holds a character that cannot be seen (U+{ord(unseen):04X}).",
            remedy="Name the session without line breaks, tabs and control characters.",
        )
