"""A copy of the database is whole, whoever writes, and replaces what stood there only when it is."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from rulebook.errors import StoreBusy, StoreDamaged, StoreError
from rulebook.store.copying import copy_database
from rulebook.store.database import StateDatabase
from rulebook.store.versions import VersionTable


def counted(path: Path) -> tuple[int, int]:
    with sqlite3.connect(path) as raw:
        versions, activations = raw.execute(
            "SELECT (SELECT count(*) FROM version), (SELECT count(*) FROM activation)"
        ).fetchone()
    raw.close()
    return versions, activations


def test_copies_made_while_others_write_hold_whole_transactions(state: StateDatabase, tmp_path: Path) -> None:
    enough = threading.Event()

    def publish() -> None:
        n = 0
        while not enough.wait(0.001):
            VersionTable(state).publish(n + 1, "hash", n or None)
            n += 1

    writer = threading.Thread(target=publish)
    writer.start()
    seen = []
    for turn in range(10):
        state.copy_to(tmp_path / f"copy-{turn}.db")
        seen.append(counted(tmp_path / f"copy-{turn}.db"))
    enough.set()
    writer.join()
    assert all(versions == activations for versions, activations in seen)
    assert seen == sorted(seen)


def test_a_write_that_is_not_committed_is_not_in_the_copy(state: StateDatabase, tmp_path: Path) -> None:
    with state.write() as db:
        db.execute("INSERT INTO version (n, created_at, manifest_sha256) VALUES (1, '', '')")
        state.copy_to(tmp_path / "copy.db")
    assert counted(tmp_path / "copy.db") == (0, 0)
    assert counted(tmp_path / "state.db") == (1, 0)


def test_a_copy_is_a_database_that_can_be_opened(state: StateDatabase, versions: VersionTable, tmp_path: Path) -> None:
    state.copy_to(tmp_path / "elsewhere" / "state.db")
    copy = StateDatabase(tmp_path / "elsewhere" / "state.db")
    assert VersionTable(copy).all() == versions.all()
    copy.close()
    assert [path.name for path in (tmp_path / "elsewhere").iterdir() if "part" in path.name] == []


def test_a_copy_of_a_database_in_wal_mode_is_one_file(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / "wal.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("CREATE TABLE t (n)")
    raw.execute("INSERT INTO t VALUES (7)")  # lies in the log as long as the connection is open
    copy_database(tmp_path / "wal.db", tmp_path / "copy" / "wal.db", 1)
    raw.close()
    copy = sqlite3.connect(tmp_path / "copy" / "wal.db")
    assert copy.execute("SELECT n FROM t").fetchall() == [(7,)]
    assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    copy.close()
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["wal.db"]


def test_a_damaged_database_is_not_copied_over_a_good_copy(state: StateDatabase, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    state.copy_to(target)
    good = target.read_bytes()
    page = state.query("PRAGMA page_size")[0]["page_size"]
    state.close()
    with (tmp_path / "state.db").open("r+b") as file:
        file.seek(page * 2)
        file.write(b"\xff" * page)
    with pytest.raises(StoreDamaged):
        state.copy_to(target)
    assert target.read_bytes() == good
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []


def test_a_database_that_is_held_is_told_after_the_wait(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / "held.db", isolation_level=None)
    raw.execute("CREATE TABLE t (n)")
    raw.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy, match="another program"):
        copy_database(tmp_path / "held.db", tmp_path / "copy.db", 0)
    raw.close()
    assert not (tmp_path / "copy.db").exists()


def test_a_database_that_is_not_there_is_not_made_by_copying_it(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        copy_database(tmp_path / "none.db", tmp_path / "copy.db", 0)
    assert list(tmp_path.iterdir()) == []


def test_a_target_that_cannot_be_written_is_named(state: StateDatabase, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(StoreError, match="file"):
        state.copy_to(tmp_path / "file" / "copy.db")
