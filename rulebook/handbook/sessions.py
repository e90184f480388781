"""Sessions: a document is drafted under one version from its first search to its last."""

from __future__ import annotations

from rulebook.errors import SessionNotFound
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable, version_number


class SessionVersion:
    """Locks sessions to versions; whatever is activated meanwhile, a session keeps the version it began with."""

    def __init__(self, sessions: SessionTable, versions: VersionTable) -> None:
        self._sessions = sessions
        self._versions = versions

    def lock_version(self, session_id: str, version_id: str | None = None) -> None:
        """Locks a session to ``version_id``, or to the active version; a lock that stands is kept.

        Without any version the session starts unlocked and takes the first version it is locked to later. Raises
        ``VersionNotFound``, and ``UsageError`` when the session is locked to another version than the one asked for.
        """
        if version_id is not None:
            number: int | None = self._versions.get(version_number(version_id)).n
        else:
            known, active = self._sessions.find(session_id), self._versions.active()
            standing = known.n if known and not known.ended_at else None
            number = standing if standing is not None else active.n if active else None
        self._sessions.lock(session_id, number)

    def get_locked_version(self, session_id: str) -> str:
        """``v3``. Raises ``SessionNotFound`` for a session that was never started, has ended, or has no version."""
        session = self._sessions.get(session_id)
        if session.n is None or session.ended_at:
            state = "has ended" if session.ended_at else "was started before there was a version"
            raise SessionNotFound(f"session {session_id} {state}.", remedy="Lock it: 'rulebook session start ID'.")
        return f"v{session.n}"

    def end(self, session_id: str) -> None:
        """Ends a session; its record stays."""
        self._sessions.end(session_id)
