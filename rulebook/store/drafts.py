"""What people have put together for a next version and not built yet."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from rulebook.store.clock import now
from rulebook.store.database import StateDatabase

KEPT_DAYS = 30
"""How long a draft that nobody changes is kept, and with it the uploads that it names."""

Content = Mapping[str, Any]
"""A JSON object. Whatever it has under a key ``sha256``, at any depth, is the hash of an upload that it needs."""

Change = Callable[[Content | None], Content | None]
"""From what is stored to what shall be stored; ``None`` stands for no draft."""


class DraftTable:
    """Drafts by an id that cannot be guessed. ``clock`` gives the time as ``clock.now`` does.

    Two windows may work on one draft: with ``change`` each change is made to what is stored at that moment, whoever
    stored it, so that changes to different things add up and the later of two changes to one thing stands. ``save``
    replaces the whole.
    """

    def __init__(self, state: StateDatabase, clock: Callable[[], str] = now) -> None:
        self._state = state
        self._clock = clock

    @staticmethod
    def new_id() -> str:
        return secrets.token_urlsafe(16)

    def save(self, draft_id: str, content: Content) -> None:
        """Stores ``content`` in place of what was stored; writes nothing when it is the same."""
        self.change(draft_id, lambda _: content)

    def change(self, draft_id: str, change: Change) -> None:
        """Stores what ``change`` makes of the stored content, in one transaction; writes nothing when it is equal."""
        with self._state.write():
            before = self.load(draft_id)
            after = change(before)
            if after is None:
                self._delete(draft_id)
            elif after != before:
                self._put(draft_id, after)

    def load(self, draft_id: str) -> Content | None:
        """``None`` for a draft that was deleted, that is too old, or that never was; an empty content, which no draft
        has, for one that is no JSON object."""
        rows = self._state.query(
            "SELECT content FROM draft WHERE id = ? AND updated_at > ?", [draft_id, self._kept_since()]
        )
        return _decoded(rows[0]["content"]) if rows else None

    def delete(self, draft_id: str) -> None:
        """Deletes a draft; one that is not there is deleted already."""
        with self._state.write():
            self._delete(draft_id)

    def latest_with(self, key: str, value: str) -> str | None:
        """The id of the draft last changed among those whose content has ``value`` under ``key``."""
        rows = self._state.query(
            "SELECT id, content FROM draft WHERE updated_at > ? ORDER BY updated_at DESC, rowid DESC",
            [self._kept_since()],
        )
        return next((row["id"] for row in rows if _decoded(row["content"]).get(key) == value), None)

    def originals(self) -> frozenset[str]:
        """The SHA-256 of every upload that a draft of the last ``KEPT_DAYS`` days needs."""
        rows = self._state.query("SELECT content FROM draft WHERE updated_at > ?", [self._kept_since()])
        return frozenset(sha256 for row in rows for sha256 in _hashes(_decoded(row["content"])))

    def _put(self, draft_id: str, content: Content) -> None:
        """Also forgets drafts that are too old, so that there is an end to them."""
        db = self._state.db
        db.execute("DELETE FROM draft WHERE updated_at <= ?", [self._kept_since()])
        db.execute(
            """INSERT INTO draft (id, content, updated_at) VALUES (?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at""",
            [draft_id, json.dumps(content, ensure_ascii=False), self._clock()],
        )

    def _delete(self, draft_id: str) -> None:
        self._state.db.execute("DELETE FROM draft WHERE id = ?", [draft_id])

    def _kept_since(self) -> str:
        return (datetime.fromisoformat(self._clock()) - timedelta(days=KEPT_DAYS)).isoformat(timespec="seconds")


def _decoded(text: str) -> Content:
    try:
        content = json.loads(text)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _hashes(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _hashes(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "sha256" and isinstance(item, str):
                yield item
            else:
                yield from _hashes(item)
