"""The measured runs, kept so that they can be compared over time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.errors import StoreDamaged, UsageError
from rulebook.model.json import JsonValue
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run: who measured ``version`` with which judged set, under which settings, and what came of it.

    ``settings`` and ``report`` are JSON objects; ``evaluation.runs`` writes them and reads the report back.
    """

    id: int
    at: str
    by: str
    version: str
    judged_set: str
    label: str
    settings: Mapping[str, Any]
    report: Mapping[str, Any]


class RunTable:
    """Runs, only added to. ``clock`` gives the time as ``clock.now`` does."""

    def __init__(self, state: StateDatabase, clock: Callable[[], str] = now) -> None:
        self._state = state
        self._clock = clock

    def add(
        self,
        *,
        version: str,
        judged_set: str,
        settings: Mapping[str, JsonValue],
        report: Mapping[str, JsonValue],
        label: str = "",
        by: str = "",
    ) -> RunRow:
        """Stores a run and gives its row. Raises ``StoreError``, and ``UsageError`` for what is no JSON."""
        values = [by, version, judged_set, label, _encoded(settings), _encoded(report)]
        with self._state.write() as db:
            found = db.execute(
                "INSERT INTO eval_runs (at, by, version, judged_set, label, settings, report) "
                "VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                [self._clock(), *values],
            ).fetchone()
            return self.get(int(found[0]))

    def all(self) -> list[RunRow]:
        """Every run, the newest first."""
        return self._rows("ORDER BY id DESC")

    def get(self, run_id: int) -> RunRow:
        """Raises ``UsageError`` for a run that never was."""
        for row in self._rows("WHERE id = ?", run_id):
            return row
        raise UsageError(f"there is no run {run_id}.", remedy="'rulebook eval runs' lists those that were stored.")

    def _rows(self, which: str, *values: object) -> list[RunRow]:
        columns = "id, at, by, version, judged_set, label, settings, report"
        rows = self._state.query(f"SELECT {columns} FROM eval_runs {which}", values)
        return [_run(row) for row in rows]


def _run(row: dict[str, Any]) -> RunRow:
    try:
        return RunRow(**{**row, "settings": json.loads(row["settings"]), "report": json.loads(row["report"])})
    except ValueError as error:
        raise StoreDamaged(
            f"the stored run {row['id']} cannot be read: {error}.", remedy="Restore the database from a backup."
        ) from error


def _encoded(value: Mapping[str, JsonValue]) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise UsageError(f"the run is no JSON: {error}.") from error
