"""A database of an earlier release is brought up to date whole or not at all, and a copy of it is kept."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from pathlib import Path

import pytest

from rulebook.errors import StoreError
from rulebook.store import database
from rulebook.store.database import StateDatabase
from rulebook.store.migrations import MIGRATIONS, Migration
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import ActivationRow, VersionTable

FIRST = "2bf48ea907369b9d904d6ccf61be53efc1d0dcd8f8fc8d76b6caf12750e82703"
"""SHA-256 of the first step's statements."""


@pytest.fixture
def first_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the first release, with a version, an activation, a living session and one that ended."""
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", MIGRATIONS[:1])
        state = StateDatabase(tmp_path / "state.db")
        with state.write() as db:
            db.execute("INSERT INTO version VALUES (1, '2026-01-01T00:00:00+00:00', 'hash')")
            db.execute("INSERT INTO active VALUES (1, 1, NULL)")
            db.execute("INSERT INTO activation VALUES (1, 1, NULL, '2026-01-01T00:00:00+00:00')")
            lock = "INSERT INTO session VALUES (?, 1, '2026-01-02T00:00:00+00:00', ?)"
            db.execute(lock, ["living", None])
            db.execute(lock, ["over", "2026-01-03T00:00:00+00:00"])
        state.close()
    return tmp_path / "state.db"


def tables(path: Path) -> set[str]:
    with sqlite3.connect(path) as raw:
        found = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    raw.close()
    return found


def test_the_rows_of_the_first_release_are_kept_and_completed(first_release: Path) -> None:
    state = StateDatabase(first_release)
    sessions, versions = SessionTable(state), VersionTable(state)
    assert [row.n for row in versions.all()] == [1]
    assert versions.retired() == []
    assert versions.activations() == [ActivationRow(n=1, previous=None, at="2026-01-01T00:00:00+00:00", by="")]
    assert (sessions.get("living").n, sessions.get("living").ended_why) == (1, None)
    assert (sessions.get("over").ended_why, sessions.get("over").last_used_at) == ("ended", "2026-01-03T00:00:00+00:00")
    assert [(e.event, e.n, e.at) for e in sessions.events("over")] == [
        ("locked", 1, "2026-01-02T00:00:00+00:00"),
        ("ended", 1, "2026-01-03T00:00:00+00:00"),
    ]
    state.close()


def test_a_session_of_the_first_release_counts_as_used_when_it_is_taken_over(first_release: Path) -> None:
    state = StateDatabase(first_release)
    row = SessionTable(state).get("living")
    assert row.last_used_at > row.locked_at
    assert len(row.last_used_at) == len(row.locked_at)
    state.close()


def test_a_copy_of_the_database_before_the_step_is_kept(first_release: Path) -> None:
    StateDatabase(first_release).close()
    copy = first_release.with_name("state.before-002.db")
    assert "decision" not in tables(copy)
    assert "decision" in tables(first_release)
    with sqlite3.connect(copy) as raw:
        assert raw.execute("SELECT count(*) FROM session").fetchone() == (2,)
    raw.close()


def test_a_fresh_database_and_one_that_is_up_to_date_leave_no_copy(tmp_path: Path) -> None:
    StateDatabase(tmp_path / "state.db").close()
    StateDatabase(tmp_path / "state.db").close()
    assert [path.name for path in tmp_path.iterdir() if "before" in path.name or "part" in path.name] == []


def test_a_step_that_fails_leaves_the_database_as_it_was(first_release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables(first_release)
    broken = Migration("999_broken", ("CREATE TABLE half (n)", "INSERT INTO nowhere VALUES (1)"))
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(StoreError, match="nowhere"):
            StateDatabase(first_release)
    assert tables(first_release) == before
    state = StateDatabase(first_release)
    assert "decision" in tables(first_release)
    assert SessionTable(state).get("living").n == 1
    state.close()


def test_processes_that_start_at_once_apply_each_step_once(first_release: Path) -> None:
    failed: list[StoreError] = []
    start = threading.Barrier(4)

    def open_it() -> None:
        start.wait()
        try:
            StateDatabase(first_release).close()
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with sqlite3.connect(first_release) as raw:
        names = [row[0] for row in raw.execute("SELECT name FROM migration ORDER BY name")]
    raw.close()
    assert names == [migration.name for migration in MIGRATIONS]


def test_a_step_that_was_published_is_never_edited() -> None:
    statements = "\n".join(MIGRATIONS[0].statements).encode()
    assert hashlib.sha256(statements).hexdigest() == FIRST
    assert [migration.name[:3] for migration in MIGRATIONS] == [f"{n:03}" for n in range(1, len(MIGRATIONS) + 1)]
