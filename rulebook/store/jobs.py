"""Long work as rows: what was asked, how far it is, what came of it. A page can be left and come back to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from rulebook.errors import UsageError
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """One job; ``request``, ``progress`` and ``result`` are JSON objects of the kind of work."""

    id: str
    kind: str
    state: str
    request: dict[str, Any]
    progress: dict[str, Any] | None
    result: dict[str, Any] | None
    error: str | None
    pid: int | None
    cancel_asked: bool
    created_at: str
    updated_at: str

    @property
    def ended(self) -> bool:
        return self.state in ("done", "failed", "cancelled")


class JobTable:
    """Jobs, written by the process that works and read by the pages that show."""

    def __init__(self, state: StateDatabase) -> None:
        self._state = state

    def add(self, kind: str, request: dict[str, Any]) -> str:
        """A waiting job; gives its id."""
        job_id = uuid4().hex
        with self._state.write() as db:
            db.execute(
                "INSERT INTO job (id, kind, state, request, created_at, updated_at) VALUES (?, ?, 'waiting', ?, ?, ?)",
                [job_id, kind, json.dumps(request, ensure_ascii=False), now(), now()],
            )
        return job_id

    def get(self, job_id: str) -> JobRow:
        """Raises ``UsageError`` for an id that was never given."""
        for row in self._state.query("SELECT * FROM job WHERE id = ?", [job_id]):
            return _job(row)
        raise UsageError(f"there is no job {job_id}.")

    def latest(self, kind: str) -> JobRow | None:
        """The newest job of a kind, whatever its state."""
        for row in self._state.query("SELECT * FROM job WHERE kind = ? ORDER BY rowid DESC LIMIT 1", [kind]):
            return _job(row)
        return None

    def start(self, job_id: str, pid: int) -> bool:
        """Marks a waiting job as running; gives whether it was still waiting."""
        with self._state.write() as db:
            waiting = self.get(job_id).state == "waiting"
            if waiting:
                db.execute(
                    "UPDATE job SET state = 'running', pid = ?, updated_at = ? WHERE id = ?", [pid, now(), job_id]
                )
            return waiting

    def report(self, job_id: str, progress: dict[str, Any]) -> bool:
        """Writes the progress; gives whether somebody asked to cancel."""
        self._set(job_id, progress=json.dumps(progress, ensure_ascii=False))
        return self.get(job_id).cancel_asked

    def ask_to_cancel(self, job_id: str) -> None:
        self._set(job_id, cancel_asked=1)

    def finish(
        self, job_id: str, state: str, *, result: dict[str, Any] | None = None, error: str | None = None
    ) -> None:
        """Ends a job as ``done``, ``failed`` or ``cancelled``; the first end stands."""
        encoded = None if result is None else json.dumps(result, ensure_ascii=False)
        with self._state.write():
            if not self.get(job_id).ended:
                self._update(job_id, state=state, result=encoded, error=error)

    def _set(self, job_id: str, **columns: str | int | None) -> None:
        with self._state.write():
            self._update(job_id, **columns)

    def _update(self, job_id: str, **columns: str | int | None) -> None:
        assignments = ", ".join(f"{name} = ?" for name in columns)
        self._state.db.execute(
            f"UPDATE job SET {assignments}, updated_at = ? WHERE id = ?", [*columns.values(), now(), job_id]
        )


def _job(row: dict[str, Any]) -> JobRow:
    decoded = {name: json.loads(row[name]) if row[name] else None for name in ("request", "progress", "result")}
    return JobRow(**{**row, **decoded, "cancel_asked": bool(row["cancel_asked"])})
