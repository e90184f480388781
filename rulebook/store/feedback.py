"""Feedback on searches: rows that are added and closed, never edited."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rulebook.errors import FeedbackNotFound, StoreDamaged
from rulebook.model.decode import from_json
from rulebook.model.feedback import Feedback, FeedbackState, FiledFeedback
from rulebook.model.json import to_json
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase

_COLUMNS = ("id", "at", "by", "version", "kind", "state")
"""What has a column of its own; everything else is in ``body``."""


class FeedbackTable:
    """Every feedback that was ever filed. ``clock`` gives the time as ``clock.now`` does."""

    def __init__(self, state: StateDatabase, clock: Callable[[], str] = now) -> None:
        self._state = state
        self._clock = clock

    def add(self, filed: FiledFeedback) -> Feedback:
        """Keeps a feedback as open; gives it with its id and time."""
        body = _body(filed)
        with self._state.write() as db:
            found = db.execute(
                "INSERT INTO feedback (at, by, version, kind, state, body) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
                [self._clock(), filed.by, filed.version, filed.kind.value, FeedbackState.OPEN.value, body],
            ).fetchone()
            return self.get(int(found[0]))

    def get(self, feedback_id: int) -> Feedback:
        """Raises ``FeedbackNotFound``."""
        for row in self._state.query("SELECT * FROM feedback WHERE id = ?", [feedback_id]):
            return _feedback(row)
        raise FeedbackNotFound(
            f"there is no feedback {feedback_id}.", remedy="'rulebook feedback list' shows what was filed."
        )

    def all(self, *, open_only: bool = False) -> tuple[Feedback, ...]:
        """Every feedback, or those that are open, oldest first."""
        where, values = (" WHERE state = ?", [FeedbackState.OPEN.value]) if open_only else ("", [])
        return tuple(_feedback(row) for row in self._state.query(f"SELECT * FROM feedback{where} ORDER BY id", values))

    def close(self, feedback_id: int) -> Feedback:
        """Marks a feedback as done, whatever it was; raises ``FeedbackNotFound``."""
        return self._set_state(feedback_id, FeedbackState.DONE)

    def reopen(self, feedback_id: int) -> Feedback:
        """Marks a feedback as open, whatever it was; raises ``FeedbackNotFound``."""
        return self._set_state(feedback_id, FeedbackState.OPEN)

    def _set_state(self, feedback_id: int, state: FeedbackState) -> Feedback:
        with self._state.write() as db:
            db.execute("UPDATE feedback SET state = ? WHERE id = ?", [state.value, feedback_id])
            return self.get(feedback_id)


def _body(filed: FiledFeedback) -> str:
    encoded = to_json(filed)
    assert isinstance(encoded, dict)  # a dataclass is written as an object
    kept = {name: value for name, value in encoded.items() if name not in _COLUMNS}
    return json.dumps(kept, ensure_ascii=False, allow_nan=False)


def _feedback(row: dict[str, Any]) -> Feedback:
    try:
        return from_json(Feedback, {**json.loads(row["body"]), **{name: row[name] for name in _COLUMNS}})
    except ValueError as error:
        raise StoreDamaged(
            f"feedback {row['id']} cannot be read: {error}.", remedy="Restore the database from a backup."
        ) from error
