"""The folder of a backup: files named by their content, and one record that says which of them are the backup.

backup.json               the record, replaced last and in one step: what it names is there
records/ab/<sha256>       the copy of the database, and the manifests of all versions
objects/, parts/          as in the handbook
staging/, writing.lock    of the backup that is being made
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from rulebook.errors import BackupDamaged, BackupRefused, BuildInProgress
from rulebook.handbook.backups.record import FORMAT, KIND, BackupRecord
from rulebook.handbook.backups.snapshot import Kind
from rulebook.handbook.content import ContentStore
from rulebook.handbook.files import json_bytes, replace_bytes
from rulebook.model.decode import from_json
from rulebook.model.json import to_json


@dataclass(frozen=True, slots=True)
class BackupFolder:
    """Paths and stores of a backup at ``path``."""

    path: Path

    @property
    def record(self) -> Path:
        return self.path / "backup.json"

    @property
    def lock(self) -> Path:
        """Held by whoever writes the backup or restores from it."""
        return self.path / "writing.lock"

    @property
    def staging(self) -> Path:
        return self.path / "staging"

    @property
    def records(self) -> ContentStore:
        return ContentStore(self.path / "records", self.staging)

    def store(self, kind: Kind) -> ContentStore:
        """Where the stored files of one kind lie."""
        return ContentStore(self.path / kind.value, self.staging)

    def check_usable(self) -> None:
        """Raises ``BackupRefused`` unless the folder is missing, empty, or of a backup, finished or not."""
        if self.record.exists():
            self.read_record()
            return
        if self.path.exists() and not self.path.is_dir():
            raise BackupRefused("a backup needs a folder, and this is a file.", where=str(self.path))
        found = {path.name for path in self.path.glob("*")}
        own = {"records", "staging", self.lock.name, self.lock.with_suffix(".json").name, *Kind}
        if found and not (self.lock.name in found and found <= own):
            raise BackupRefused(
                f"the folder holds something else than a backup ({sorted(found - own or found)[0]}).",
                where=str(self.path),
                remedy="Choose an empty folder, or one that does not exist.",
            )

    def read_record(self) -> BackupRecord:
        """What the backup holds.

        Raises ``BackupRefused`` when there is none or a newer rulebook made it, ``BackupDamaged`` when it cannot be
        read.
        """
        try:
            encoded = json.loads(self.record.read_bytes())
            self._check_format(encoded)
            return from_json(BackupRecord, encoded)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise BackupRefused(
                f"the folder holds no backup: {self.record.name} is missing.",
                where=str(self.path),
                remedy="Name the folder that 'rulebook backup' was given.",
            ) from error
        except (OSError, ValueError) as error:
            raise BackupDamaged(
                f"it cannot be read: {error}.", where=str(self.record), remedy="Use another backup, or another folder."
            ) from error

    def write_record(self, record: BackupRecord) -> None:
        """Makes ``record`` the backup, in one step. Raises ``OSError``."""
        replace_bytes(self.record, json_bytes(to_json(record)), self.staging)

    def _check_format(self, encoded: object) -> None:
        if not isinstance(encoded, dict) or encoded.get("kind") != KIND:
            raise ValueError("it is not the record of a backup")
        if isinstance(encoded.get("format"), int) and encoded["format"] > FORMAT:
            raise BackupRefused(
                "the backup was made by a newer rulebook.", where=str(self.path), remedy="Install that release."
            )


@contextmanager
def read_lock(folder: BackupFolder) -> Iterator[None]:
    """Keeps others from writing the backup meanwhile; raises ``BuildInProgress`` when somebody is doing so.

    A folder that cannot be written has no lock, and needs none.
    """
    lock = FileLock(folder.lock, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise BuildInProgress(
            "somebody is writing this backup, or restoring from it.",
            where=str(folder.path),
            remedy="Wait until that has ended.",
        ) from error
    except OSError:
        yield
        return
    try:
        yield
    finally:
        lock.release()
