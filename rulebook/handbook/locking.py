"""One builder at a time, known by name; the lock ends with its process, however that ends."""

from __future__ import annotations

import getpass
import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rulebook.errors import BuildInProgress, StoreError
from rulebook.store.clock import now


@contextmanager
def build_lock(path: Path, owner: str = "") -> Iterator[None]:
    """Holds the lock of a handbook; ``BuildInProgress`` at once when somebody else does, saying who and since when."""
    note = path.with_suffix(".json")
    lock = FileLock(path, timeout=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise BuildInProgress(
            f"{_owner(note)} is building this handbook.",
            where=str(path.parent),
            remedy="Wait until that build has ended; searches are not affected.",
        ) from error
    except OSError as error:
        raise StoreError(
            f"the folder cannot be written: {error.strerror or error}.",
            where=str(path.parent),
            remedy="Choose a folder that can be written.",
        ) from error
    try:
        who = owner or f"{_user()}@{socket.gethostname()}"
        note.write_text(json.dumps({"owner": who, "pid": os.getpid(), "since": now()}), encoding="utf-8")
        yield
    finally:
        note.unlink(missing_ok=True)
        lock.release()


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, as containers have
        return f"user {os.getuid()}" if sys.platform != "win32" else "somebody"


def _owner(note: Path) -> str:
    try:
        found = json.loads(note.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # the owner has just taken or given back the lock
        return "Somebody else"
    return f"{found['owner']} (process {found['pid']}, since {found['since']})"
