"""The one database of what changes: active version, locks of sessions, decisions, jobs."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from rulebook.errors import StoreBusy, StoreError
from rulebook.store.copying import copy_database
from rulebook.store.migrations import MIGRATIONS, Migration
from rulebook.store.trouble import explained, explained_files, store_error

_FIXED_WAL = (3, 51, 3)
"""Before this release two connections that commit and checkpoint at one moment can lose data in WAL mode
(https://sqlite.org/wal.html#walresetbug)."""


class StateDatabase:
    """Opens ``path``, brings its schema up to date, and hands out one connection a thread.

    ``wait_seconds`` is how long a call waits for another program that holds the database. Before the schema of a
    database that is in use is brought up to date, a copy of it is kept beside it: ``state.before-002.db``.
    Raises ``StoreError`` of the kind that tells what to do: ``StoreBusy``, ``StoreFull``, ``StoreReadOnly``,
    ``StoreDamaged``; or one that says that the file was written by a newer rulebook.
    """

    def __init__(self, path: Path, wait_seconds: float = 30) -> None:
        self._path = path
        self._wait_seconds = wait_seconds
        self._threads = threading.local()
        self._writer = threading.RLock()
        with explained_files(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    @property
    def db(self) -> Database:
        """This thread's connection; writes go through ``write``."""
        found: _Connection | None = getattr(self._threads, "connection", None)
        if found is None:
            with explained(self._path, self._wait_seconds):
                found = self._threads.connection = _Connection(self._path, self._wait_seconds)
        return found.db

    def query(self, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
        """All rows of a reading statement, by column; inside ``write`` it sees what was written so far."""
        with explained(self._path, self._wait_seconds):
            return [dict(row) for row in self.db.conn.execute(sql, tuple(values))]

    @contextmanager
    def write(self) -> Iterator[Database]:
        """A transaction that holds the write lock from its first moment; everything in it happens, or nothing."""
        with self._only_writer_here(), explained(self._path, self._wait_seconds):
            connection = self.db.conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                connection.execute("COMMIT")
            except BaseException as error:
                self._roll_back(error)
                raise

    def copy_to(self, path: Path) -> None:
        """Puts a copy of the database at ``path`` as it is at one moment, whoever writes meanwhile. What stands there
        is replaced in one step, or stays when the copy fails. Raises ``StoreError``."""
        copy_database(self._path, path, self._wait_seconds)

    def close(self) -> None:
        """Closes this thread's connection; those of other threads are closed when their thread ends."""
        found: _Connection | None = getattr(self._threads, "connection", None)
        if found is not None:
            self._threads.connection = None
            found.close()

    @contextmanager
    def _only_writer_here(self) -> Iterator[None]:
        """Threads of one process take turns here: SQLite lets them try again at random, and one may never win."""
        if not self._writer.acquire(timeout=self._wait_seconds):
            raise store_error(StoreBusy, self._path, "another part of this program is writing")
        try:
            yield
        finally:
            self._writer.release()

    def _roll_back(self, error: BaseException) -> None:
        """Undoes the transaction that ``error`` ended, and lets it be the error that is told.

        After a full disk SQLite has undone it by itself; a connection that cannot undo it is given up, which does.
        """
        connection = self.db.conn
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error as failure:
            error.add_note(f"and ROLLBACK failed: {failure}")
            self.close()

    def _migrate(self) -> None:
        if not self._pending():
            return  # a folder that may only be read can be opened
        with self.write() as db:  # two processes that start at once migrate one after the other
            pending = self._pending()
            if 0 < len(pending) < len(MIGRATIONS):
                number = pending[0].name.split("_")[0]
                self.copy_to(self._path.with_name(f"{self._path.stem}.before-{number}{self._path.suffix}"))
            db.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)")
            for migration in pending:
                for statement in migration.statements:
                    db.execute(statement)
                db.execute("INSERT INTO migration VALUES (?, datetime('now'))", [migration.name])

    def _pending(self) -> list[Migration]:
        tables = self.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migration'")
        applied = {row["name"] for row in self.query("SELECT name FROM migration")} if tables else set()
        if applied - {migration.name for migration in MIGRATIONS}:
            raise StoreError(
                "the handbook was written by a newer rulebook.",
                where=str(self._path),
                remedy="Install that version, or open another folder.",
            )
        return [migration for migration in MIGRATIONS if migration.name not in applied]


class _Connection:
    """A thread's connection. It is closed when the thread's values go, in whichever thread that is noticed."""

    def __init__(self, path: Path, wait_seconds: float) -> None:
        connection = sqlite3.connect(path, timeout=wait_seconds, isolation_level=None, check_same_thread=False)
        self.close = weakref.finalize(self, connection.close)
        try:
            for pragma in ("foreign_keys=ON", "synchronous=FULL", f"journal_mode={journal_mode()}"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            self.close()
            raise
        connection.row_factory = sqlite3.Row
        self.db = Database(connection)


def journal_mode() -> str:
    """WAL where the linked SQLite is sound in it, else the rollback journal."""
    return "WAL" if sqlite3.sqlite_version_info >= _FIXED_WAL else "TRUNCATE"
