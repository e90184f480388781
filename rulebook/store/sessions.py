"""Which version each session is locked to."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.errors import SessionNotFound, UsageError
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A session's lock; ``n`` is ``None`` when it was started before there was any version."""

    id: str
    n: int | None
    locked_at: str
    ended_at: str | None


class SessionTable:
    """The locks of sessions. A lock is set once and stands until the session ends."""

    def __init__(self, state: StateDatabase) -> None:
        self._state = state

    def lock(self, session_id: str, n: int | None) -> SessionRow:
        """Locks a session to version ``n`` and gives the lock that stands.

        A session that is locked already keeps its lock; asking for another version raises ``UsageError``. A session
        started without any version takes the first lock it is offered; one that ended can be started again.
        """
        if not session_id.strip():
            raise UsageError("the session's id is empty.", remedy="Name the session.")
        with self._state.write() as db:
            found = self.find(session_id)
            if found is None or found.ended_at or found.n is None:
                db.execute(
                    "INSERT INTO session VALUES (?, ?, ?, NULL) "
                    "ON CONFLICT (id) DO UPDATE SET n = excluded.n, locked_at = excluded.locked_at, ended_at = NULL",
                    [session_id, n, now()],
                )
            elif n is not None and found.n != n:
                raise UsageError(
                    f"session {session_id} is locked to v{found.n}, not v{n}.",
                    remedy="End the session, or start another one for the other version.",
                )
            return self.get(session_id)

    def find(self, session_id: str) -> SessionRow | None:
        """``None`` for a session that never was."""
        for row in self._state.db.query("SELECT id, n, locked_at, ended_at FROM session WHERE id = ?", [session_id]):
            return SessionRow(**row)
        return None

    def get(self, session_id: str) -> SessionRow:
        """Raises ``SessionNotFound``."""
        found = self.find(session_id)
        if found is None:
            raise SessionNotFound(f"there is no session {session_id}.", remedy="Start it: 'rulebook session start ID'.")
        return found

    def all(self) -> list[SessionRow]:
        """Every session, the newest first."""
        rows = self._state.db.query("SELECT id, n, locked_at, ended_at FROM session ORDER BY locked_at DESC, id")
        return [SessionRow(**row) for row in rows]

    def end(self, session_id: str) -> SessionRow:
        """Ends a session; its lock is kept as a record. Raises ``SessionNotFound``."""
        with self._state.write() as db:
            self.get(session_id)
            db.execute("UPDATE session SET ended_at = ? WHERE id = ? AND ended_at IS NULL", [now(), session_id])
            return self.get(session_id)
