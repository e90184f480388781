"""A database copied whole while others write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from rulebook.errors import StoreDamaged
from rulebook.store.trouble import explained, explained_files, store_error


def copy_database(source: Path, target: Path, wait_seconds: float) -> None:
    """Puts a copy of ``source``, as it was at one moment, at ``target``, replacing what is there.

    The copy is one file, checked, flushed to the disk and moved into place in one step. Raises ``StoreError``: also
    when ``source`` is damaged, and then ``target`` is left as it was.
    """
    aside = target.with_name(f"{target.name}.{uuid4().hex}.part")
    with explained_files(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    try:
        _copy(source, aside, wait_seconds)
        with explained_files(target):
            _flush(aside)
            aside.replace(target)
            _flush_folder(target.parent)
    finally:
        aside.unlink(missing_ok=True)


def _copy(source: Path, aside: Path, wait_seconds: float) -> None:
    address = f"{source.absolute().as_uri()}?mode=rw"  # a database that is not there is not made
    with explained(source, wait_seconds), closing(sqlite3.connect(address, uri=True, timeout=wait_seconds)) as origin:
        origin.execute("BEGIN")
        # the read lock is taken here, where the wait applies: a backup that finds the file locked tries for ever
        origin.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with explained(aside, wait_seconds):
            found = _copied(origin, aside)
    if found != "ok":
        raise store_error(StoreDamaged, source, found)


def _copied(origin: sqlite3.Connection, aside: Path) -> str:
    """Copies, and gives what SQLite finds in the copy: ``ok``, or the first damage."""
    with closing(sqlite3.connect(aside, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=OFF")  # a copy that fails is thrown away, and flushed once at the end
        copy.execute("PRAGMA synchronous=OFF")
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a copy of a database in WAL mode would be two files
        return str(copy.execute("PRAGMA integrity_check(1)").fetchone()[0])


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _flush_folder(path: Path) -> None:
    """Makes the name durable; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
