"""What SQLite refuses, as errors that say what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rulebook.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly, UsageError

_PRIMARY = 0xFF
"""The low byte of an extended result code is the code itself (https://sqlite.org/rescode.html)."""

_LONGEST_PATH = 500
"""Bytes that SQLite surely takes with the names that it adds; it opens no path of more than 512."""

_KINDS: Mapping[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
}

_SYSTEM: Mapping[int, type[StoreError]] = {
    errno.ENOSPC: StoreFull,
    errno.EDQUOT: StoreFull,
    errno.EROFS: StoreReadOnly,
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
}

_SENTENCES: Mapping[type[StoreError], tuple[str, str]] = {
    StoreBusy: (
        "another program holds the handbook's database",
        "Nothing was changed. Try again; if it stays so, find the program that has the file open and end it.",
    ),
    StoreFull: (
        "the disk of the handbook's database is full",
        "Nothing was written. Free some space and try again.",
    ),
    StoreReadOnly: (
        "the handbook's database cannot be written",
        "Give this user the right to write the folder and the file, or choose another folder.",
    ),
    StoreDamaged: (
        "the handbook's database is damaged or is no database",
        "Move the file away and restore one from a backup; keep the damaged file.",
    ),
    StoreError: (
        "the handbook's database cannot be used",
        "Check the folder and its disk, then try again.",
    ),
}


@contextmanager
def explained(path: Path, wait_seconds: float) -> Iterator[None]:
    """Raises what SQLite refuses at ``path`` as the ``StoreError`` of its kind, and how long was waited for another
    program; our own misuse of it passes."""
    try:
        yield
    except UnicodeEncodeError as error:  # half of a surrogate pair, as a damaged argument of a command line holds
        raise UsageError(
            f"a text holds what is no character (U+{ord(error.object[error.start]):04X}).", remedy="Write it anew."
        ) from error
    except OverflowError as error:
        raise UsageError("a number has more than 64 bits.", remedy="Write a smaller one.") from error
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)  # errors of the module itself have none
        kind = _KINDS.get(code & _PRIMARY, StoreError)
        detail = f"{error}, after {wait_seconds:g} seconds" if kind is StoreBusy else str(error)
        if code & _PRIMARY == sqlite3.SQLITE_CANTOPEN and len(os.fsencode(path.absolute())) > _LONGEST_PATH:
            detail += ": its path is too long for SQLite"
        raise store_error(kind, path, detail) from error


@contextmanager
def explained_files(path: Path) -> Iterator[None]:
    """The same for what the file system refuses."""
    try:
        yield
    except OSError as error:
        raise store_error(kind_of(error), path, error.strerror or error) from error


def kind_of(error: OSError) -> type[StoreError]:
    """Which kind of trouble the file system has."""
    return _SYSTEM.get(error.errno or 0, StoreError)


def store_error(kind: type[StoreError], path: Path, detail: object) -> StoreError:
    """An error of ``kind`` with its two sentences."""
    what, remedy = _SENTENCES[kind]
    return kind(f"{what} ({detail}).", where=str(path), remedy=remedy)
