"""What a crash, or a lost database, leaves on disk: found, told, and taken out of the way."""

from __future__ import annotations

import logging
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from filelock import FileLock, Timeout

from rulebook.errors import BuildInProgress, RulebookError, StoreError, VersionDamaged
from rulebook.handbook.garbage import KeptOriginals, find_garbage, remove_garbage
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.locking import build_lock, files_lock
from rulebook.store.versions import VersionTable

_log = logging.getLogger(__name__)

_COPY_SECONDS = 3600
"""Longer than a copy of the database takes."""

_VERSION = re.compile(r"v[0-9]+")
"""The folders that a build makes; what else somebody has put beside them is theirs."""


class Leftovers:
    """Finds and sweeps leftovers; the caller of everything but ``sweep_after_crash`` holds the build lock: without it,
    what lies in staging may be somebody's work."""

    def __init__(self, layout: HandbookLayout, versions: VersionTable, kept_originals: KeptOriginals) -> None:
        self._layout = layout
        self._versions = versions
        self._kept = kept_originals

    def find(self) -> list[str]:
        """What ``sweep`` would take out of the way: paths below the home, sorted, and files that no version needs.

        Raises ``VersionDamaged`` when a manifest cannot be read, so that nobody knows which files are needed.
        """
        with files_lock(self._layout.files_lock):  # nobody is writing an original
            paths = [*self._staged(), *self._unknown_versions(), *self._retired_indexes()]
        garbage = find_garbage(self._layout, self._versions, self._kept)
        return sorted(str(path.relative_to(self._layout.home)) for path in paths) + [str(garbage)] * bool(garbage)

    def sweep(self, keep: frozenset[str] = frozenset()) -> list[str]:
        """Takes leftovers out of the way and says what was done, a line each; the originals in ``keep`` stay.

        A version folder that is complete and was not being published is of a database that was lost or is older than
        the disk: it is set aside with its parts, not deleted. Raises ``StoreError`` when something cannot be moved or
        removed.
        """
        try:
            with files_lock(self._layout.files_lock):  # nobody is writing an original: what is unfinished is a crash's
                self._remove_traces()
                return [*self._swept_versions(), *self._swept_garbage(keep), *self._swept_staging()]
        except OSError as error:
            raise StoreError(
                f"what a crash left cannot be taken out of the way: {error.strerror or error}.",
                where=str(error.filename or self._layout.home),
                remedy="Check the rights of the folder.",
            ) from error

    def sweep_up(self, keep: frozenset[str] = frozenset()) -> None:
        """``sweep`` after work that failed; what cannot be swept now is told in the log and swept at the next start."""
        try:
            self.sweep(keep)
        except RulebookError as error:
            _log.warning("%s", error)

    def sweep_after_crash(self) -> bool:
        """``sweep`` when a process has left traces and nobody is at work; gives whether that was so.

        What cannot be swept is told in the log and stays for the next time: nothing that is searched depends on it.
        """
        if not (self._staged() or self._notes() or self._job_locks()):
            return False
        try:
            with build_lock(self._layout.lock, doing="is sweeping up after a crash"):
                self.sweep()
                return True
        except BuildInProgress:
            return False
        except RulebookError as error:
            _log.warning("%s", error)
            return False

    def _staged(self) -> list[Path]:
        return sorted(self._layout.staging.glob("*"))

    def _notes(self) -> list[Path]:
        """What holders of locks write about themselves, and a crash leaves."""
        locks = (self._layout.lock, self._layout.removal_lock)
        return [note for lock in locks if (note := lock.with_suffix(".json")).is_file()]

    def _job_locks(self) -> list[Path]:
        return sorted(self._layout.jobs.glob("*.lock"))

    def _remove_traces(self) -> None:
        """Notes and locks of processes that are no more; not worth a line, since they mean nothing any more."""
        if self._layout.removal_lock.with_suffix(".json").is_file():
            with suppress(BuildInProgress), build_lock(self._layout.removal_lock):
                pass  # who gets the lock removes the note
        for path in self._job_locks():
            with suppress(Timeout), FileLock(path, timeout=0):
                path.unlink(missing_ok=True)
        for path in self._layout.home.glob("*.part"):  # copies of the database, which hold no lock of ours
            if time.time() - path.stat().st_mtime > _COPY_SECONDS:
                path.unlink(missing_ok=True)

    def _unknown_versions(self) -> list[Path]:
        known = {f"v{row.n}" for row in [*self._versions.all(), *self._versions.retired()]}
        found = (path for path in self._layout.versions.glob("v*") if _VERSION.fullmatch(path.name) and path.is_dir())
        return sorted(path for path in found if path.name not in known)

    def _retired_indexes(self) -> list[Path]:
        folders = [self._layout.version(row.n).chroma for row in self._versions.retired()]
        return [folder for folder in folders if folder.is_dir()]

    def _swept_versions(self) -> Iterator[str]:
        being_published = {path.name.partition("-")[0] for path in self._staged()}
        for folder in self._unknown_versions():
            name = folder.relative_to(self._layout.home)
            if folder.name not in being_published and VersionFolder(folder).manifest.is_file():
                aside = self._layout.unregistered / f"{folder.name}-{uuid4().hex[:8]}"
                aside.parent.mkdir(parents=True, exist_ok=True)
                folder.rename(aside)
                yield f"Set {name} aside as {aside.relative_to(self._layout.home)}: the database does not know it."
            else:
                shutil.rmtree(folder)
                yield f"Removed {name}, left by a crash."

    def _swept_garbage(self, keep: frozenset[str]) -> Iterator[str]:
        for folder in self._retired_indexes():
            shutil.rmtree(folder)
            yield f"Removed {folder.relative_to(self._layout.home)} of a retired version."
        try:
            garbage = find_garbage(self._layout, self._versions, lambda: self._kept() | keep)
        except VersionDamaged as error:
            yield f"Files that no version needs were not looked for: {error}"
            return
        if garbage:
            yield f"Removed {garbage}, {remove_garbage(self._layout, garbage):,} bytes."

    def _swept_staging(self) -> Iterator[str]:
        """Last, so that a sweep that does not come to its end is taken up again."""
        for path in self._staged():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
            yield f"Removed {path.relative_to(self._layout.home)}, left by a crash."
