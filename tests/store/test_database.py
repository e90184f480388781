"""The database keeps what was committed, all of it or nothing, whoever writes."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from rulebook.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly, UsageError
from rulebook.store import database
from rulebook.store.database import StateDatabase


def insert(state: StateDatabase, *numbers: int) -> None:
    with state.write() as db:
        for number in numbers:
            db.execute("INSERT INTO version (n, created_at, manifest_sha256) VALUES (?, 'now', 'hash')", [number])


def write(state: StateDatabase, *statements: str) -> None:
    with state.write() as db:
        for statement in statements:
            db.execute(statement)


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


def test_a_file_that_is_no_database_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    content = "これはデータベースではない".encode() * 100
    (tmp_path / "state.db").write_bytes(content)
    with pytest.raises(StoreDamaged, match=r"state\.db: .*no database.*backup"):
        StateDatabase(tmp_path / "state.db")
    assert (tmp_path / "state.db").read_bytes() == content


def test_a_broken_page_is_told_as_damage(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    insert(state, 1)
    page = state.query("PRAGMA page_size")[0]["page_size"]
    state.close()
    with (tmp_path / "state.db").open("r+b") as file:
        file.seek(page)
        file.write(b"\xff" * page * 3)
    with pytest.raises(StoreDamaged, match="malformed"):
        StateDatabase(tmp_path / "state.db").query("SELECT * FROM version")


def test_a_database_that_another_program_holds_is_told_after_the_wait(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db", wait_seconds=0)
    other = sqlite3.connect(tmp_path / "state.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="another program holds"):
        insert(state, 1)
    other.execute("ROLLBACK")
    other.close()
    insert(state, 1)
    assert state.query("SELECT n FROM version") == [{"n": 1}]
    state.close()


def test_a_reading_that_finds_the_database_held_is_told_too(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db", wait_seconds=0)
    other = sqlite3.connect(tmp_path / "state.db", isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    if database.journal_mode() == "TRUNCATE":  # in WAL mode readers go on
        with pytest.raises(StoreBusy):
            state.query("SELECT * FROM version")
    other.close()
    assert state.query("SELECT * FROM version") == []
    state.close()


def test_a_database_that_is_up_to_date_is_opened_while_another_program_writes(tmp_path: Path) -> None:
    StateDatabase(tmp_path / "state.db").close()
    other = sqlite3.connect(tmp_path / "state.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    state = StateDatabase(tmp_path / "state.db", wait_seconds=0)
    assert state.query("SELECT * FROM version") == []
    other.close()
    state.close()


def test_a_full_disk_is_told_and_the_next_write_works(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    pages = state.query("PRAGMA page_count")[0]["page_count"]
    state.query(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreFull, match=r"disk .* full.*Free some space"), state.write() as db:
        db.execute("INSERT INTO job VALUES ('a', 'k', 'done', ?, '', '', '', 1, 0, '', '')", ["x" * 100_000])
    assert not state.db.conn.in_transaction
    state.query("PRAGMA max_page_count=100000")
    insert(state, 1)
    assert state.query("SELECT count(*) AS n FROM job") == [{"n": 0}]
    state.close()


def test_a_database_that_may_only_be_read_is_told(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    state.db.conn.execute("PRAGMA query_only=ON")
    with pytest.raises(StoreReadOnly, match="cannot be written"):
        insert(state, 1)
    state.close()


def test_a_commit_that_fails_is_told_and_undone(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    deferred = "PRAGMA defer_foreign_keys=ON"  # checked by COMMIT, which then leaves the transaction open
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        write(state, deferred, "INSERT INTO active VALUES (1, 7, NULL)")
    assert not state.db.conn.in_transaction
    insert(state, 1)
    assert state.query("SELECT * FROM active") == []
    state.close()


def test_the_first_error_is_told_when_sqlite_has_rolled_back_by_itself(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    insert(state, 1)
    into = "INTO version (n, created_at, manifest_sha256) VALUES"
    with pytest.raises(StoreError, match="UNIQUE"):
        write(state, f"INSERT {into} (2, '', '')", f"INSERT OR ROLLBACK {into} (1, '', '')")
    assert state.query("SELECT n FROM version") == [{"n": 1}]
    state.close()


def test_an_error_of_the_caller_passes_as_it_is_and_undoes_the_write(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")

    def fail() -> None:
        with state.write() as db:
            db.execute("INSERT INTO version (n, created_at, manifest_sha256) VALUES (1, '', '')")
            (tmp_path / "nothing").read_bytes()

    with pytest.raises(FileNotFoundError):
        fail()
    assert state.query("SELECT n FROM version") == []
    state.close()


def test_a_write_within_a_write_is_refused_and_undoes_the_outer_one(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")

    def write_twice() -> None:
        with state.write() as db:
            db.execute("INSERT INTO version (n, created_at, manifest_sha256) VALUES (1, '', '')")
            insert(state, 2)

    with pytest.raises(StoreError, match="within a transaction"):
        write_twice()
    assert state.query("SELECT n FROM version") == []
    state.close()


def test_half_a_character_is_refused_as_wrong_input(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    with pytest.raises(UsageError, match=r"U\+DCFF"):
        state.query("SELECT * FROM session WHERE id = ?", ["\udcff"])
    state.close()


def test_a_thread_that_ends_closes_its_connection(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    used: list[sqlite3.Connection] = []
    threads = [threading.Thread(target=lambda: used.append(state.db.conn)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(used) == 20
    for connection in used:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
    assert state.query("SELECT 1 AS one") == [{"one": 1}]
    state.close()


def test_closing_leaves_the_connections_of_other_threads(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    opened, closed, found = threading.Event(), threading.Event(), list[dict[str, int]]()

    def use() -> None:
        state.query("SELECT 1")
        opened.set()
        closed.wait(10)
        found.extend(state.query("SELECT 2 AS two"))

    thread = threading.Thread(target=use)
    thread.start()
    opened.wait(10)
    state.close()
    closed.set()
    thread.join()
    assert found == [{"two": 2}]


def test_wal_is_used_only_where_sqlite_is_sound_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    assert database.journal_mode() == "TRUNCATE"
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
    assert database.journal_mode() == "WAL"


def test_a_version_that_does_not_exist_cannot_be_active(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.db")
    with pytest.raises(StoreError), state.write() as db:
        db.execute("INSERT INTO active VALUES (1, 7, NULL)")
    state.close()
    with sqlite3.connect(tmp_path / "state.db") as raw:
        assert raw.execute("SELECT count(*) FROM active").fetchone() == (0,)
    raw.close()
