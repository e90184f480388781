"""A database on disk, and a clock that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rulebook.store.database import StateDatabase
from rulebook.store.versions import VersionTable


class Clock:
    """The time of a test, which goes on only when told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> str:
        return self.time.isoformat(timespec="seconds")

    def go_on(self, **span: float) -> None:
        self.time += timedelta(**span)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDatabase]:
    opened = StateDatabase(tmp_path / "state.db")
    yield opened
    opened.close()


@pytest.fixture
def versions(state: StateDatabase) -> VersionTable:
    """Two versions, v2 is active."""
    table = VersionTable(state)
    table.publish(1, "a", None)
    table.publish(2, "b", 1)
    return table
