"""Locks that end with their process, however that ends: one builder at a time, known by name."""

from __future__ import annotations

import getpass
import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from rulebook.errors import BuildInProgress, StoreError
from rulebook.store.clock import now

_BRIEF_SECONDS = 60


@contextmanager
def build_lock(
    path: Path, owner: str = "", *, doing: str = "is building this handbook", seconds: float = 0
) -> Iterator[None]:
    """Holds the lock at ``path``; ``BuildInProgress`` at once, or after ``seconds``, when somebody else does, saying
    who does what since when."""
    note = path.with_suffix(".json")
    with _held(path, seconds, note):
        try:
            _put_note(path, note, owner, doing)
            yield
        finally:
            with suppress(OSError):  # a note without a lock says nothing, and the next owner writes over it
                note.unlink(missing_ok=True)


@contextmanager
def files_lock(path: Path) -> Iterator[None]:
    """Holds, for a moment, the lock of whoever adds or removes files; waits for the others."""
    with _held(path, _BRIEF_SECONDS, path.with_suffix(".json")):
        yield


@contextmanager
def _held(path: Path, seconds: float, note: Path) -> Iterator[None]:
    lock = FileLock(path, timeout=seconds)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise BuildInProgress(
            f"{_holder(note)}.",
            where=str(path.parent),
            remedy="Wait until that has ended; searches are not affected.",
        ) from error
    except OSError as error:
        raise _unwritable(path.parent, error) from error
    try:
        yield
    finally:
        lock.release()


def _unwritable(folder: Path, error: OSError) -> StoreError:
    return StoreError(
        f"the folder cannot be written: {error.strerror or error}.",
        where=str(folder),
        remedy="Check the space on the disk and the rights of the folder, or choose another one.",
    )


def owner_name(owner: str = "") -> str:
    """``owner``, or else the user of this process and its machine."""
    return owner or f"{_user()}@{socket.gethostname()}"


def _put_note(path: Path, note: Path, owner: str, doing: str) -> None:
    found = {"owner": owner_name(owner), "doing": doing, "pid": os.getpid(), "since": now()}
    try:
        note.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    except OSError as error:
        raise _unwritable(path.parent, error) from error


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, as containers have
        return f"user {os.getuid()}" if sys.platform != "win32" else "somebody"


def _holder(note: Path) -> str:
    try:
        found = json.loads(note.read_text(encoding="utf-8"))
        return f"{found['owner']} {found['doing']} (process {found['pid']}, since {found['since']})"
    except (OSError, ValueError, KeyError, TypeError):  # the owner has just taken or given back the lock
        return "Somebody else is at work on this handbook"
