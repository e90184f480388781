"""The SQLite file of the embedding cache: derived data, which may be lost at any time but must never stop a build."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

T = TypeVar("T")

_SCHEMA = """
create table if not exists embedding (
    model text not null, revision text not null, kind text not null, sha256 blob not null, vector blob not null,
    primary key (model, revision, kind, sha256)
) without rowid
"""


def journal_mode(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """``wal`` where SQLite's WAL is sound, else ``truncate``: see sqlite.org/wal.html#walresetbug."""
    sound = version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)
    return "wal" if sound else "truncate"


class CacheFile:
    """Runs one piece of work at a time on a connection of its own.

    A connection costs a third of a millisecond against 20 for encoding a query. In return the file is safe for any
    number of threads and processes, holds no handle in between, and may be deleted whenever one likes. sqlite3 is
    enough here: one table, no migrations, since another layout would be another file.
    """

    def __init__(self, path: Path, on_notice: Callable[[str], None]) -> None:
        self._path = path
        self._notice = on_notice

    @property
    def size(self) -> int:
        """Bytes on the disk, 0 for a file that is not there."""
        return self._path.stat().st_size if self._path.is_file() else 0

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """What ``work`` returns, or None, after a notice, when the file cannot be used.

        A damaged file is set aside and begun anew.
        """
        try:
            return self._once(work)
        except (sqlite3.OperationalError, OSError) as error:
            self._notice(f"The embedding cache {self._path} is not used: {error}.")
            return None
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            return self._anew(work, error)

    def _once(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=30, isolation_level=None)) as connection:
            # both only have a say in a file that is begun here
            connection.execute("pragma page_size = 32768")  # a row fits into a page up to some 2,000 dimensions
            connection.execute("pragma auto_vacuum = incremental")  # pages of forgotten vectors can be given back
            connection.execute(f"pragma journal_mode = {journal_mode()}")
            connection.execute("pragma synchronous = normal")
            connection.execute(_SCHEMA)
            return work(connection)

    def _anew(self, work: Callable[[sqlite3.Connection], T], damage: sqlite3.DatabaseError) -> T | None:
        aside = self._path.with_name(f"{self._path.name}.damaged-{uuid4().hex[:8]}")
        try:
            # a journal of the damaged file would be played into the new one
            for suffix in ("-journal", "-wal", "-shm"):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
            if self._path.exists():
                self._path.rename(aside)
            self._notice(f"The embedding cache was damaged ({damage}); it is set aside as {aside} and begun anew.")
            return self._once(work)
        except (sqlite3.DatabaseError, OSError) as error:
            self._notice(f"The embedding cache {self._path} is damaged and cannot be begun anew: {error}.")
            return None
