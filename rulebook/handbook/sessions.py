"""Sessions: a document is drafted under one version from its first search to its last."""

from __future__ import annotations

import logging
from datetime import timedelta

from rulebook.errors import SessionExpired, SessionNotFound, StoreError
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import owner_name
from rulebook.handbook.release import installed_release
from rulebook.handbook.version_files import read_manifest
from rulebook.model.manifest import Manifest
from rulebook.model.session import SessionDecision, SessionDocument, SessionEvent, SessionRecord
from rulebook.store.clock import now
from rulebook.store.decisions import DecisionRow, DecisionTable
from rulebook.store.sessions import SessionRow, SessionTable, check_name
from rulebook.store.versions import VersionTable, version_number

_log = logging.getLogger(__name__)


class SessionVersion:
    """Locks sessions to versions; whatever is activated meanwhile, a session keeps the version it began with.

    A session that nobody used for ``expire_after_days`` ends by itself, 0 for never; its record stays.
    """

    def __init__(
        self,
        sessions: SessionTable,
        versions: VersionTable,
        decisions: DecisionTable,
        layout: HandbookLayout,
        *,
        expire_after_days: int,
    ) -> None:
        self._sessions = sessions
        self._versions = versions
        self._decisions = decisions
        self._layout = layout
        self._days = expire_after_days

    def lock_version(self, session_id: str, version_id: str | None = None, by: str = "") -> None:
        """Locks a session to ``version_id``, or to the active version; a lock that stands is kept and counts as used.

        Without any version the session starts unlocked and takes the first version it is locked to later. ``by`` is
        who starts it, by default the user of this process. Raises ``VersionNotFound``, ``VersionRetired``, and
        ``UsageError`` when the session is locked to another version than the one asked for or its id is no name.
        """
        check_name(session_id)
        self.expire(only=session_id)
        if version_id is None:
            self._sessions.lock_active(session_id, owner_name(by))
        else:
            self._sessions.lock(session_id, version_number(version_id), owner_name(by))
        self._sessions.touch(session_id)

    def get_locked_version(self, session_id: str) -> str:
        """``v3``; counts as use of the session.

        Raises ``SessionNotFound`` for a session that was never started, has ended, or has no version, and
        ``SessionExpired`` for one that nobody used for too long.
        """
        self.expire(only=session_id)
        session = self._sessions.get(session_id)
        if session.ended_why == "expired":
            raise self._expired(session)
        if session.n is None or session.ended_at:
            state = "has ended" if session.ended_at else "was started before there was a version"
            raise SessionNotFound(f"session {session_id} {state}.", remedy="Lock it: 'rulebook session start ID'.")
        self._count_use(session_id)
        return f"v{session.n}"

    def _count_use(self, session_id: str) -> None:
        """A full disk must not keep anybody from reading the rules: the next use is counted instead."""
        try:
            self._sessions.touch(session_id)
        except StoreError as error:
            _log.warning("The use of session %s is not recorded: %s", session_id, error)

    def end(self, session_id: str, by: str = "") -> None:
        """Ends a session; its record stays. Raises ``SessionNotFound``."""
        self.expire(only=session_id)
        self._sessions.end(session_id, owner_name(by))

    def expire(self, *, only: str | None = None) -> list[SessionRow]:
        """Ends the sessions that nobody used for too long, or that one; gives those that were ended, by id."""
        return self._sessions.expire(timedelta(days=self._days), only=only) if self._days else []

    def record(self, session_id: str) -> SessionRecord:
        """The session whole: version, documents, decisions and history. Not counted as use.

        Raises ``SessionNotFound``, and ``VersionDamaged`` when the version's manifest is not the one it locked.
        """
        self.expire(only=session_id)
        session = self._sessions.get(session_id)
        row = None if session.n is None else self._versions.row(session.n)
        manifest = None if row is None else read_manifest(self._layout.version(row.n), row.manifest_sha256)
        return SessionRecord(
            session_id=session.id,
            version=_version(session.n),
            manifest_sha256=row.manifest_sha256 if row else None,
            locked_at=session.locked_at,
            last_used_at=session.last_used_at,
            started_by=session.started_by,
            ended_at=session.ended_at,
            ended_why=session.ended_why,
            embedding_model=manifest.embedding_model if manifest else "",
            documents=_documents(manifest),
            decisions=tuple(map(_decision, self._decisions.of_session(session_id))),
            decision_log=tuple(map(_decision, self._decisions.log(session_id))),
            history=tuple(
                SessionEvent(event=e.event, version=_version(e.n), at=e.at, by=e.by)
                for e in self._sessions.events(session_id)
            ),
            rulebook=installed_release(),
            exported_at=now(),
        )

    def _expired(self, session: SessionRow) -> SessionExpired:
        what = f"session {session.id} has expired: it was last used at {session.last_used_at}"
        start = "'rulebook session start ID'"
        if session.n is None:
            return SessionExpired(f"{what}, without a version.", remedy=f"Start it again: {start}.")
        if self._versions.row(session.n).retired_at:
            return SessionExpired(
                f"{what}, under v{session.n}, which was retired since.",
                remedy=f"Start it again under the active version: {start}.",
            )
        return SessionExpired(
            f"{what}, under v{session.n}.",
            remedy=f"Go on with {start[:-1]} --version v{session.n}', or under the active version with {start}.",
        )


def _documents(manifest: Manifest | None) -> tuple[SessionDocument, ...]:
    sources = manifest.source_files if manifest else ()
    return tuple(SessionDocument(name=s.name, hash=s.hash, type=s.type.value) for s in sources)


def _decision(row: DecisionRow) -> SessionDecision:
    return SessionDecision(
        conflict_key=row.conflict_key,
        decision=row.decision,
        by=row.by,
        why=row.why,
        decided_at=row.at,
        rev=row.rev,
        chapter=row.chapter,
        version=_version(row.n),
        record=row.record,
    )


def _version(n: int | None) -> str | None:
    return None if n is None else f"v{n}"
