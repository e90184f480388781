"""A handbook put back from a backup: copied beside its place and checked file by file, then put there in one step."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path

from rulebook.errors import BackupDamaged, BackupRefused, RulebookError, StoreError, StoreFull
from rulebook.handbook.backups.copying import MISSING, copy_verified, flush_names
from rulebook.handbook.backups.folder import BackupFolder, read_lock
from rulebook.handbook.backups.placing import is_occupied, nobody_at_work, put_in_place, workplace
from rulebook.handbook.backups.record import MissingFile
from rulebook.handbook.backups.snapshot import Snapshot, needed_files, read_snapshot, stored_manifest
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.projection import project_manifests
from rulebook.handbook.repairing import repair
from rulebook.model.manifest import Manifest
from rulebook.settings import Settings
from rulebook.store.database import StateDatabase
from rulebook.store.versions import VersionRow

OnFile = Callable[[int, int], None]
"""Told how many of how many files are done."""

_NAMED_FILES = 5


def _silent(_done: int, _total: int) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What came back. ``documents`` counts names over all versions; ``replaced`` is where the handbook is kept that was
    there before; ``notes`` say what was made anew; ``missing`` is what the backup never had and could not be made."""

    home: str
    backup_made_at: str
    versions: tuple[str, ...]
    retired: tuple[str, ...]
    active: str | None
    documents: int
    sessions: int
    decisions: int
    replaced: str | None
    notes: tuple[str, ...]
    missing: tuple[MissingFile, ...]
    complete: bool


def restore(
    source: Path, settings: Settings, *, replace: bool = False, by: str = "", on_file: OnFile = _silent
) -> Restored:
    """Restores the backup in ``source`` to ``settings.home``, whole or not at all.

    Every file is checked against its hash on the way, and vector indexes are made anew where ``settings`` wants them.
    With ``replace`` a handbook that is there is set aside, not deleted. Raises ``BackupRefused`` for a folder without
    a backup or a home that is not free, ``BackupDamaged`` naming the files that are not what was written,
    ``BuildInProgress`` while somebody is at work on either, ``StoreFull`` and ``StoreError``.
    """
    home, folder = settings.home.resolve(), BackupFolder(source.resolve())
    folder.read_record()
    if home.is_relative_to(folder.path) or folder.path.is_relative_to(home):
        raise BackupRefused("the backup and the handbook would lie in each other.", where=str(home))
    with _told(home), ExitStack() as locks:
        occupied = is_occupied(home, replace=replace)
        locks.enter_context(read_lock(folder))
        at_home = locks.enter_context(ExitStack())
        if occupied:
            at_home.enter_context(nobody_at_work(home, by))
        made = locks.enter_context(workplace(home))
        restorer = _Restorer(folder, settings.model_copy(update={"home": made}), on_file)
        restored = restorer.restored()
        flush_names(made.rglob("*"), made)
        if os.name == "nt":  # which moves no folder in which a file is open
            at_home.close()
        before = put_in_place(made, home, set_aside=occupied)
    return changed(restored, home=str(home), replaced=str(before) if before else None)


@contextmanager
def _told(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (StoreFull if full else StoreError)(
            f"the handbook cannot be restored: {error.strerror or error}.",
            where=str(home),
            remedy="What was there before is untouched. Check the space on the disk and the rights of its folder, "
            "close the programs that have the handbook open, and restore again.",
        ) from error


class _Restorer:
    """The steps of a restore into an empty folder, the home of ``settings``."""

    def __init__(self, folder: BackupFolder, settings: Settings, on_file: OnFile) -> None:
        self._folder = folder
        self._settings = settings
        self._layout = HandbookLayout(settings.home)
        self._on_file = on_file
        self._record = folder.read_record()
        self._known_missing = {missing.file for missing in self._record.missing}
        self._damaged: list[str] = []
        self._notes: list[str] = []

    def restored(self) -> Restored:
        snapshot = self._snapshot()
        manifests = self._manifests(snapshot)
        self._files(manifests, snapshot)
        if self._damaged:
            raise _damaged(self._folder, self._damaged)
        self._notes += self._made_anew()
        project_manifests(self._layout, lambda: [_as_shown(manifest, snapshot) for manifest in manifests])
        missing = tuple(m for m in self._record.missing if not (self._layout.home / m.file).is_file())
        return Restored(
            home=str(self._layout.home),
            backup_made_at=self._record.created_at,
            versions=tuple(f"v{row.n}" for row in snapshot.living),
            retired=tuple(f"v{row.n}" for row in snapshot.retired),
            active=f"v{snapshot.active.n}" if snapshot.active else None,
            documents=len({source.name for manifest in manifests for source in manifest.source_files}),
            sessions=snapshot.sessions,
            decisions=snapshot.decisions,
            replaced=None,
            notes=tuple(self._notes),
            missing=missing,
            complete=not missing,
        )

    def _snapshot(self) -> Snapshot:
        """Puts the database in its place, up to date with this rulebook, and gives what it says."""
        sha256 = self._record.state_sha256
        stored = self._folder.records.path(sha256)
        why = copy_verified(stored, self._layout.state, sha256, self._layout.staging)
        if why:
            raise _damaged(self._folder, [f"{self._below(stored)}, the database: {why}"])
        try:
            state = StateDatabase(self._layout.state)
            try:
                return read_snapshot(state)
            finally:
                state.close()
        except StoreError as error:
            raise type(error)(error.what, where=str(stored), remedy=error.remedy) from error

    def _manifests(self, snapshot: Snapshot) -> list[Manifest]:
        """Puts all manifests in their places, and gives those of living versions."""
        living = {row.n for row in snapshot.living}
        found = ((row, self._manifest(row)) for row in snapshot.rows)
        return [manifest for row, manifest in found if manifest is not None and row.n in living]

    def _manifest(self, row: VersionRow) -> Manifest | None:
        target = self._layout.version(row.n).manifest
        stored = self._folder.records.path(row.manifest_sha256)
        why = copy_verified(stored, target, row.manifest_sha256, self._layout.staging)
        try:
            if not why:
                return stored_manifest(self._folder.records, row)
        except ValueError as error:
            why = str(error)
        if target.relative_to(self._layout.home).as_posix() not in self._known_missing:
            self._damaged.append(f"{self._below(stored)}, the manifest of v{row.n}: {why}")
        return None

    def _files(self, manifests: list[Manifest], snapshot: Snapshot) -> None:
        needed = needed_files(manifests, snapshot.uploads)
        for done, file in enumerate(needed):
            self._on_file(done, len(needed))
            stored = self._folder.path / file.name
            why = copy_verified(stored, self._layout.home / file.name, file.sha256, self._layout.staging)
            if not why or file.name in self._known_missing:
                continue
            if why == MISSING and not file.document:  # its draft was given up while the backup was made
                self._notes.append(
                    f"{file.name}, {file.use}, is not in the backup. Upload it again where it is missed."
                )
            else:
                self._damaged.append(f"{file.name}, {file.use}: {why}")
        self._on_file(len(needed), len(needed))

    def _made_anew(self) -> tuple[str, ...]:
        """Vector indexes, and what can be made again of what the backup never had; nothing here stops a restore."""
        try:
            return repair(self._settings)
        except RulebookError as error:
            return (f"Not everything could be made anew, 'rulebook doctor --repair' tries again: {error}",)

    def _below(self, path: Path) -> str:
        return str(path.relative_to(self._folder.path))


def _as_shown(manifest: Manifest, snapshot: Snapshot) -> Manifest:
    """With its ``active`` fields."""
    active = snapshot.active
    if active is None or manifest.version != f"v{active.n}":
        return manifest
    return changed(manifest, active=True, active_previous=f"v{active.previous}" if active.previous else None)


def _damaged(folder: BackupFolder, found: list[str]) -> BackupDamaged:
    named = "; ".join(found[:_NAMED_FILES])
    more = f"; and {len(found) - _NAMED_FILES} more" if len(found) > _NAMED_FILES else ""
    return BackupDamaged(
        f"files of the backup are not what was written: {named}{more}.",
        where=str(folder.path),
        remedy="Nothing was restored. Use another backup; where the handbook still stands, make the backup again.",
    )
