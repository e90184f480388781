"""The database keeps what was committed, all of it or nothing, whoever writes."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from rulebook.errors import StoreError
from rulebook.store import database
from rulebook.store.database import StateDatabase


def insert(state: StateDatabase, *numbers: int) -> None:
    with state.write() as db:
        for number in numbers:
            db.execute("INSERT INTO version VALUES (?, 'now', 'hash')", [number])


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    with pytest.raises(StoreError, match="UNIQUE"):
        insert(state, 1, 2, 1)
    assert list(state.db.query("SELECT * FROM version")) == []
    state.close()


def test_many_threads_write_without_losing_a_row(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")

    def insert_twenty(first: int) -> None:
        for n in range(first, first + 20):
            insert(state, n)
        state.close()

    threads = [threading.Thread(target=insert_twenty, args=(start * 20 + 1,)) for start in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert next(state.db.query("SELECT count(*) AS n FROM version"))["n"] == 100
    state.close()


def test_opening_twice_keeps_the_content(tmp_path: Path) -> None:
    first = StateDatabase(tmp_path / "state.db")
    insert(first, 1)
    first.close()
    second = StateDatabase(tmp_path / "state.db")
    assert [row["n"] for row in second.db.query("SELECT n FROM version")] == [1]
    second.close()


def test_a_database_of_a_newer_rulebook_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    with state.write() as db:
        db.execute("INSERT INTO migration VALUES ('999_from_the_future', 'now')")
    with pytest.raises(StoreError, match="newer rulebook"):
        StateDatabase(tmp_path / "state.db")
    state.close()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "state.db").write_bytes("これはデータベースではない".encode() * 100)
    with pytest.raises(StoreError, match=r"state\.db"):
        StateDatabase(tmp_path / "state.db")


def test_wal_is_used_only_where_sqlite_is_sound_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.sqlite3, "sqlite_version_info", (3, 51, 2))
    assert database.journal_mode() == "TRUNCATE"
    monkeypatch.setattr(database.sqlite3, "sqlite_version_info", (3, 51, 3))
    assert database.journal_mode() == "WAL"


def test_a_version_that_does_not_exist_cannot_be_active(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    with pytest.raises(StoreError), state.write() as db:
        db.execute("INSERT INTO active VALUES (1, 7, NULL)")
    state.close()
    with sqlite3.connect(tmp_path / "state.db") as raw:
        assert raw.execute("SELECT count(*) FROM active").fetchone() == (0,)
    raw.close()
