"""The one database of what changes: active version, locks of sessions, jobs, searches."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from rulebook.errors import StoreError
from rulebook.store.migrations import MIGRATIONS

_FIXED_WAL = (3, 51, 3)
"""Before this release two connections that commit and checkpoint at one moment can lose data in WAL mode
(https://sqlite.org/wal.html#walresetbug)."""


class StateDatabase:
    """Opens ``path``, brings its schema up to date, and hands out one connection a thread.

    Raises ``StoreError`` when the file cannot be opened or written, or was made by a newer rulebook.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.local()
        with _explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._migrate()

    @property
    def db(self) -> Database:
        """This thread's connection, for reading; writes go through ``write``."""
        found: Database | None = getattr(self._threads, "db", None)
        if found is None:
            with _explained(self._path):
                connection = sqlite3.connect(self._path, timeout=30, isolation_level=None)
                for pragma in ("foreign_keys=ON", "synchronous=FULL", f"journal_mode={journal_mode()}"):
                    connection.execute(f"PRAGMA {pragma}")
                connection.row_factory = sqlite3.Row
            found = self._threads.db = Database(connection)
        return found

    @contextmanager
    def write(self) -> Iterator[Database]:
        """A transaction that holds the write lock from its first moment; everything in it happens, or nothing."""
        with _explained(self._path):
            self.db.conn.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
            except BaseException:
                self.db.conn.execute("ROLLBACK")
                raise
            self.db.conn.execute("COMMIT")

    def close(self) -> None:
        """Closes this thread's connection."""
        found: Database | None = getattr(self._threads, "db", None)
        if found is not None:
            found.conn.close()
            self._threads.db = None

    def _migrate(self) -> None:
        with self.write() as db:  # two processes that start at once migrate one after the other
            known = {migration.name for migration in MIGRATIONS}
            db.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)")
            applied = {row["name"] for row in db.query("SELECT name FROM migration")}
            if applied - known:
                raise StoreError(
                    "the handbook was written by a newer rulebook.",
                    where=str(self._path),
                    remedy="Install that version, or open another folder.",
                )
            for migration in MIGRATIONS:
                if migration.name not in applied:
                    for statement in migration.statements:
                        db.execute(statement)
                    db.execute("INSERT INTO migration VALUES (?, datetime('now'))", [migration.name])


def journal_mode() -> str:
    """WAL where the linked SQLite is sound in it, else the rollback journal."""
    return "WAL" if sqlite3.sqlite_version_info >= _FIXED_WAL else "TRUNCATE"


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.DatabaseError, OSError) as error:
        raise StoreError(
            f"the handbook's database cannot be used: {error}.",
            where=str(path),
            remedy="Check that the folder can be written, the disk is not full and no other program holds the file.",
        ) from error
