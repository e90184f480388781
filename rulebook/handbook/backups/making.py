"""A backup of a handbook: as it was at one moment, verified, and never half, whoever builds and decides meanwhile."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from rulebook.errors import BackupRefused, StoreError, StoreFull
from rulebook.handbook.backups.copying import copy_verified, flush_names, is_sound
from rulebook.handbook.backups.folder import BackupFolder
from rulebook.handbook.backups.record import BackedUpVersion, BackupRecord, MissingFile
from rulebook.handbook.backups.snapshot import Kind, NeededFile, Snapshot, needed_files, read_snapshot, stored_manifest
from rulebook.handbook.files import file_sha256
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import build_lock, owner_name
from rulebook.handbook.release import installed_release
from rulebook.model.manifest import Manifest
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase
from rulebook.store.drafts import DraftTable
from rulebook.store.versions import VersionRow

OnFile = Callable[[int, int], None]
"""Told how many of how many files are done."""


def _silent(_done: int, _total: int) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup that was made: what it holds, and what had to be done for it."""

    folder: str
    record: BackupRecord
    copied_files: int
    copied_bytes: int
    removed_files: int


def back_up(
    layout: HandbookLayout, state: StateDatabase, target: Path, *, by: str = "", on_file: OnFile = _silent
) -> Backup:
    """Makes ``target`` the backup of the handbook as it is now; what is there already is not copied again.

    Until the record is replaced at the end, an earlier backup in ``target`` stays as it is. A damaged file of the
    handbook does not stop the others: it is named in ``record.missing``. Raises ``BackupRefused`` for a folder that
    holds something else or what this handbook does not, ``BuildInProgress`` while a version is retired or another
    backup is made, ``StoreFull`` and ``StoreError`` when the folder cannot be written.
    """
    folder, doing = BackupFolder(target.resolve()), f"is making a backup in {target}"
    with _told(folder), ExitStack() as locks:
        _check_place(layout, folder)
        locks.enter_context(build_lock(layout.removal_lock, by, doing=doing))
        locks.enter_context(build_lock(folder.lock, by, doing=doing))
        if folder.staging.exists():  # what a killed backup left
            shutil.rmtree(folder.staging)
        try:
            return _Copier(layout, state, folder, owner_name(by), on_file).backup()
        finally:
            shutil.rmtree(folder.staging, ignore_errors=True)  # what stays is removed by the next one


def _check_place(layout: HandbookLayout, folder: BackupFolder) -> None:
    home = layout.home.resolve()
    if folder.path.is_relative_to(home) or home.is_relative_to(folder.path):
        raise BackupRefused(
            "the backup and the handbook lie in each other.",
            where=str(folder.path),
            remedy=f"Choose a folder outside of {home}, best on another disk.",
        )
    folder.check_usable()


@contextmanager
def _told(folder: BackupFolder) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (StoreFull if full else StoreError)(
            f"the backup cannot be written: {error.strerror or error}.",
            where=str(folder.path),
            remedy="An earlier backup in this folder is still good. Check the space on the disk and the rights of the "
            "folder, then make the backup again.",
        ) from error


class _Copier:
    """The steps of one backup, under its locks."""

    def __init__(
        self, layout: HandbookLayout, state: StateDatabase, folder: BackupFolder, owner: str, on_file: OnFile
    ) -> None:
        self._layout = layout
        self._state = state
        self._folder = folder
        self._owner = owner
        self._on_file = on_file
        self._missing: list[MissingFile] = []
        self._copied: list[Path] = []

    def backup(self) -> Backup:
        state_sha256, snapshot = self._snapshot()
        manifests = self._manifests(snapshot)
        needed = needed_files(manifests, snapshot.uploads)
        self._copy(needed)
        files = [self._folder.store(file.kind).path(file.sha256) for file in needed]
        files += [self._folder.records.path(row.manifest_sha256) for row in snapshot.rows]
        files += [self._folder.records.path(state_sha256)]
        flush_names(files, self._folder.path)
        record = self._record(state_sha256, snapshot, needed, files)
        self._folder.write_record(record)
        known = len(manifests) == len(snapshot.living)
        return Backup(
            folder=str(self._folder.path),
            record=record,
            copied_files=len(self._copied),
            copied_bytes=sum(path.stat().st_size for path in self._copied),
            removed_files=self._clean(record, needed) if known else 0,
        )

    def _snapshot(self) -> tuple[str, Snapshot]:
        """The database as it is now, in its place under its hash, and what it says."""
        copy, opened = (self._folder.staging / f"{uuid4().hex}.db" for _ in range(2))
        self._state.copy_to(copy)
        shutil.copyfile(copy, opened)  # opening a database may change a byte of it
        state = StateDatabase(opened)
        try:
            snapshot = read_snapshot(state)
        finally:
            state.close()
        self._refuse_unlike(snapshot)
        sha256 = file_sha256(copy)
        self._copy_one(copy, self._folder.records.path(sha256), sha256)
        return sha256, snapshot

    def _refuse_unlike(self, snapshot: Snapshot) -> None:
        """A backup may only take the place of one of the same handbook: what it holds alone would be lost."""
        if not self._folder.record.exists():
            return
        ours = {f"v{row.n}": row.manifest_sha256 for row in snapshot.rows}
        for theirs in self._folder.read_record().versions:
            if ours.get(theirs.version) != theirs.manifest_sha256:
                raise BackupRefused(
                    f"the backup there has a {theirs.version} that this handbook does not have.",
                    where=str(self._folder.path),
                    remedy="It is of another handbook, or of a later state of this one. Choose another folder.",
                )

    def _manifests(self, snapshot: Snapshot) -> list[Manifest]:
        """Copies all manifests, and gives those of living versions that can be read."""
        living = {row.n for row in snapshot.living}
        found = ((row, self._manifest(row)) for row in snapshot.rows)
        return [manifest for row, manifest in found if manifest is not None and row.n in living]

    def _manifest(self, row: VersionRow) -> Manifest | None:
        source = self._layout.version(row.n).manifest
        why = self._copy_one(source, self._folder.records.path(row.manifest_sha256), row.manifest_sha256)
        try:
            if not why:
                return stored_manifest(self._folder.records, row)
        except ValueError as error:
            why = str(error)
        name = source.relative_to(self._layout.home).as_posix()
        self._missing.append(MissingFile(file=name, use="the manifest", document="", versions=(f"v{row.n}",), why=why))
        return None

    def _copy(self, needed: Sequence[NeededFile]) -> None:
        for done, file in enumerate(needed):
            self._on_file(done, len(needed))
            target = self._folder.store(file.kind).path(file.sha256)
            why = self._copy_one(self._layout.home / file.name, target, file.sha256)
            if why and (file.document or file.sha256 in DraftTable(self._state).originals()):
                self._missing.append(
                    MissingFile(file=file.name, use=file.use, document=file.document, versions=file.versions, why=why)
                )
        self._on_file(len(needed), len(needed))

    def _copy_one(self, source: Path, target: Path, sha256: str) -> str:
        """Copies a file unless it is there; gives what is wrong with the handbook's, ``""`` when the backup has it."""
        if is_sound(target, sha256):
            return ""
        why = copy_verified(source, target, sha256, self._folder.staging)
        if not why:
            self._copied.append(target)
        return why

    def _record(
        self, state_sha256: str, snapshot: Snapshot, needed: Sequence[NeededFile], files: Sequence[Path]
    ) -> BackupRecord:
        retired = {row.n for row in snapshot.retired}
        return BackupRecord(
            created_at=now(),
            made_by=self._owner,
            rulebook=installed_release(),
            state_sha256=state_sha256,
            versions=tuple(
                BackedUpVersion(version=f"v{row.n}", manifest_sha256=row.manifest_sha256, retired=row.n in retired)
                for row in snapshot.rows
            ),
            active=f"v{snapshot.active.n}" if snapshot.active else None,
            sessions=snapshot.sessions,
            decisions=snapshot.decisions,
            originals=sum(file.kind is Kind.OBJECTS for file in needed),
            parts=sum(file.kind is Kind.PARTS for file in needed),
            bytes=sum(path.stat().st_size for path in files if path.is_file()),
            missing=tuple(self._missing),
            complete=not self._missing,
        )

    def _clean(self, record: BackupRecord, needed: Sequence[NeededFile]) -> int:
        """Removes what the backup does not need any more; gives how many files."""
        kept = {(file.kind.value, file.sha256) for file in needed}
        stores = [(kind.value, self._folder.store(kind)) for kind in Kind]
        unneeded = [(store, name) for key, store in stores for name in store.names() if (key, name) not in kept]
        records = {record.state_sha256, *(version.manifest_sha256 for version in record.versions)}
        unneeded += [(self._folder.records, name) for name in self._folder.records.names() - records]
        for store, name in unneeded:
            store.remove(name)
        return len(unneeded)
