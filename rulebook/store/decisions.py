"""What people decided about rules that contradict each other, and every decision before it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.errors import DecisionOutdated, SessionExpired, SessionNotFound, UsageError
from rulebook.model.choices import choice
from rulebook.model.json import to_json
from rulebook.model.session import Decision
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase
from rulebook.store.sessions import SessionTable

_COLUMNS = "session_id, conflict_key, decision, by, why, at, rev, chapter, record, n"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """A decision; ``rev`` counts those of its conflict in its session from 1, ``n`` is the version the session had."""

    session_id: str
    conflict_key: str
    decision: Decision
    by: str
    why: str
    at: str
    rev: int
    chapter: str
    record: Mapping[str, Any]
    n: int | None


class DecisionTable:
    """Decisions of sessions: the one in force for each conflict, and a log that is only added to."""

    def __init__(self, state: StateDatabase) -> None:
        self._state = state
        self._sessions = SessionTable(state)

    def decide(
        self,
        session_id: str,
        conflict_key: str,
        decision: str,
        *,
        by: str,
        why: str = "",
        chapter: str = "",
        record: Mapping[str, Any],
        seen_rev: int = 0,
    ) -> DecisionRow:
        """Records a decision and gives it with its ``rev``.

        ``seen_rev`` is the rev of the decision that the person saw, 0 for none: when another one is in force by now,
        nothing is written and ``DecisionOutdated`` says who decided what and when. Raises ``SessionNotFound`` and
        ``SessionExpired`` for a session that does not live, and ``UsageError``.
        """
        wanted, encoded = choice(Decision, decision), _encoded(record)
        if not conflict_key.strip():
            raise UsageError("the conflict has no key.", remedy="Name the conflict that is decided.")
        with self._state.write() as db:
            n = self._living_version(session_id)
            standing = self.find(session_id, conflict_key)
            _refuse_outdated(conflict_key, standing, seen_rev)
            values = [session_id, conflict_key, wanted.value, by, why, now(), seen_rev + 1, chapter, encoded, n]
            places = ", ".join("?" for _ in values)
            db.execute(f"INSERT OR REPLACE INTO decision ({_COLUMNS}) VALUES ({places})", values)
            db.execute(f"INSERT INTO decision_log ({_COLUMNS}) VALUES ({places})", values)
            return self._rows("decision", "WHERE session_id = ? AND conflict_key = ?", session_id, conflict_key)[0]

    def find(self, session_id: str, conflict_key: str) -> DecisionRow | None:
        """The decision in force, ``None`` where there is none."""
        for row in self._rows("decision", "WHERE session_id = ? AND conflict_key = ?", session_id, conflict_key):
            return row
        return None

    def of_session(self, session_id: str) -> list[DecisionRow]:
        """The decisions in force, in the order of the conflicts' keys."""
        return self._rows("decision", "WHERE session_id = ? ORDER BY conflict_key", session_id)

    def log(self, session_id: str) -> list[DecisionRow]:
        """Every decision that was ever recorded in the session, oldest first."""
        return self._rows("decision_log", "WHERE session_id = ? ORDER BY id", session_id)

    def _living_version(self, session_id: str) -> int | None:
        session = self._sessions.get(session_id)
        if session.ended_at is None:
            return session.n
        kind, how = (SessionExpired, "expired") if session.ended_why == "expired" else (SessionNotFound, "ended")
        raise kind(
            f"session {session_id} has {how} at {session.ended_at}; nothing more is decided in it.",
            remedy="Start it again: 'rulebook session start ID'.",
        )

    def _rows(self, table: str, which: str, *values: object) -> list[DecisionRow]:
        return [_row(row) for row in self._state.query(f"SELECT {_COLUMNS} FROM {table} {which}", values)]


def _refuse_outdated(conflict_key: str, standing: DecisionRow | None, seen_rev: int) -> None:
    if (standing.rev if standing else 0) == seen_rev:
        return
    if standing is None:
        raise DecisionOutdated(
            f"conflict {conflict_key} has no decision in this session, not one of revision {seen_rev}.",
            remedy="Look at the conflict again, then decide.",
        )
    who = standing.by or "somebody"
    because = f" ({standing.why})" if standing.why else ""
    raise DecisionOutdated(
        f"{who} decided '{standing.decision.value}' for conflict {conflict_key} at {standing.at}{because}.",
        remedy="Look at that decision; if you still see it otherwise, decide again.",
    )


def _encoded(record: Mapping[str, Any]) -> str:
    try:
        return json.dumps(to_json(record), ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise UsageError(f"the record of the decision is no JSON: {error}.") from error


def _row(row: dict[str, Any]) -> DecisionRow:
    return DecisionRow(**{**row, "decision": Decision(row["decision"]), "record": json.loads(row["record"])})
