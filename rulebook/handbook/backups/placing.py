"""The folder of a handbook exchanged for another one made beside it; what was there is kept."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from filelock import FileLock, Timeout

from rulebook.errors import BackupRefused, BuildInProgress
from rulebook.handbook.files import flush_folder
from rulebook.handbook.index.opening import index_in_use
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import build_lock

_DOING = "is restoring this handbook from a backup"
_MARK = ".restoring-"


def is_occupied(home: Path, *, replace: bool) -> bool:
    """Whether a handbook has to be set aside first.

    Raises ``BackupRefused`` when something is there that is no handbook, or one that ``replace`` does not give up.
    """
    if os.path.ismount(home):
        raise BackupRefused(
            "a whole file system cannot be exchanged.", where=str(home), remedy="Restore into a folder below it."
        )
    if not home.exists() or (home.is_dir() and not any(home.iterdir())):
        return False
    layout = HandbookLayout(home)
    if not layout.state.is_file() and not layout.versions.is_dir():
        raise BackupRefused("it is no handbook.", where=str(home), remedy="Name an empty folder, or one to be made.")
    if not replace:
        raise BackupRefused(
            "there is a handbook already.",
            where=str(home),
            remedy="Restore into another folder (--home), or add --replace: this one is then kept beside it.",
        )
    return True


@contextmanager
def nobody_at_work(home: Path, by: str = "") -> Iterator[None]:
    """Keeps builds, retirements and backups from the handbook. Raises ``BuildInProgress`` when somebody is at work, or
    has the index of a version open; searches without such an index have no lock."""
    layout = HandbookLayout(home)
    with ExitStack() as locks:
        locks.enter_context(build_lock(layout.lock, by, doing=_DOING))
        locks.enter_context(build_lock(layout.removal_lock, by, doing=_DOING))
        for path in sorted(layout.jobs.glob("*.lock")):
            locks.enter_context(_free(path, home, "a build of the workbench is at work"))
        for chroma in sorted(layout.versions.glob("*/chroma")):
            if index_in_use(chroma):
                raise _busy(home, f"{chroma.parent.name} is open in another process")
        yield


@contextmanager
def workplace(home: Path) -> Iterator[Path]:
    """A folder beside ``home`` to make its content in. It is gone afterwards unless it was put in place; one that was
    left by a process that was killed is removed first."""
    home.parent.mkdir(parents=True, exist_ok=True)
    _sweep(home)
    made = home.with_name(f"{home.name}{_MARK}{uuid4().hex[:12]}")
    try:
        with FileLock(_lock_of(made), timeout=0):
            made.mkdir()
            yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if not made.exists():  # else the next restore finds both, and removes them
            _lock_of(made).unlink(missing_ok=True)


def _sweep(home: Path) -> None:
    for lock in [path for path in home.parent.iterdir() if path.name.startswith(f"{home.name}{_MARK}")]:
        left = lock.with_suffix("")
        if lock.suffix == ".lock" and not _is_locked(lock):
            if left.is_dir():
                shutil.rmtree(left)
            lock.unlink(missing_ok=True)


def put_in_place(made: Path, home: Path, *, set_aside: bool) -> Path | None:
    """Makes ``made``, which is flushed, the folder ``home``; gives where the one before is kept, ``None`` without one.

    Raises ``OSError``, and the one before is in its place then.
    """
    before = _before(home) if set_aside else None
    if before is not None:
        home.rename(before)
    elif home.is_dir():
        home.rmdir()
    try:
        made.rename(home)
        flush_folder(home.parent)
    except OSError:
        if not made.exists():
            home.rename(made)
        if before is not None:
            before.rename(home)
        raise
    if before is not None:  # notes of locks that nobody holds any more
        for lock in (HandbookLayout(before).lock, HandbookLayout(before).removal_lock):
            lock.with_suffix(".json").unlink(missing_ok=True)
    return before


def _before(home: Path) -> Path:
    before = home.with_name(f"{home.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    return before.with_name(f"{before.name}-{uuid4().hex[:6]}") if before.exists() else before


def _lock_of(made: Path) -> Path:
    """Beside the folder: Windows moves none in which a file is open."""
    return made.with_name(f"{made.name}.lock")


@contextmanager
def _free(path: Path, home: Path, otherwise: str) -> Iterator[None]:
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise _busy(home, otherwise) from error
    try:
        yield
    finally:
        lock.release()


def _is_locked(path: Path) -> bool:
    try:
        with FileLock(path, timeout=0):
            return False
    except Timeout:
        return True


def _busy(home: Path, what: str) -> BuildInProgress:
    return BuildInProgress(
        f"{what}.", where=str(home), remedy="Wait until it has ended, and close the programs that use the handbook."
    )
