"""``rulebook backup`` and ``rulebook restore``: the handbook kept in another folder, and put back from there."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.options import AsJson, Home
from rulebook.cli.output import put, put_json, put_table, say
from rulebook.errors import BackupRefused
from rulebook.model.json import to_json
from rulebook.settings import load_settings

if TYPE_CHECKING:
    from rulebook.handbook.backups.making import Backup
    from rulebook.handbook.backups.record import MissingFile
    from rulebook.handbook.backups.restoring import Restored

_EVERY_SECONDS = 2.0

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the backup.")]


def backup(target: Folder, home: Home = None, as_json: AsJson = False) -> None:
    """Make DIR a backup of the handbook, whoever works with it meanwhile.

    What DIR holds already is not copied again. An earlier backup in DIR stays good until this one is complete.
    """
    from rulebook.handbook.backups.making import back_up
    from rulebook.handbook.layout import HandbookLayout
    from rulebook.handbook.registry import check_not_lost
    from rulebook.store.database import StateDatabase

    settings = load_settings(home=home)
    layout = HandbookLayout(settings.home)
    check_not_lost(layout)  # opening an empty database would begin it anew
    if not layout.state.is_file():
        raise BackupRefused("there is no handbook.", where=str(settings.home), remedy="Name its folder: --home DIR.")
    state = StateDatabase(layout.state, settings.store.wait_seconds)
    try:
        made = back_up(layout, state, target, on_file=_Lines("backing up"))
    finally:
        state.close()
    _put_backup(made, as_json)
    if not made.record.complete:
        _say_missing(made.record.missing)
        say("rulebook: the backup is incomplete: the handbook itself is damaged. 'rulebook doctor' says where.")
        raise typer.Exit(1)


def restore(
    source: Folder,
    replace: Annotated[bool, typer.Option("--replace", help="Set the handbook that is there aside.")] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Put the handbook back from the backup in DIR: whole and checked, or not at all.

    Close the programs that use the handbook first.
    """
    from rulebook.handbook.backups.restoring import restore as restore_backup

    restored = restore_backup(source, load_settings(home=home), replace=replace, on_file=_Lines("restoring"))
    for note in restored.notes:
        say(note)
    _put_restored(restored, as_json)
    if not restored.complete:
        _say_missing(restored.missing)
        say("rulebook: these were damaged already when the backup was made. 'rulebook doctor' says what that means.")
        raise typer.Exit(1)


class _Lines:
    """How many files are done, as lines on stderr: the last one, and one every two seconds."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._said_at = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if done == total or time.monotonic() - self._said_at >= _EVERY_SECONDS:
            self._said_at = time.monotonic()
            say(f"{self._doing} {done}/{total} files")


def _put_backup(made: Backup, as_json: bool) -> None:
    record = made.record
    if as_json:
        encoded = to_json(record)
        assert isinstance(encoded, Mapping)  # a dataclass is written as an object
        counts = {"files": made.copied_files, "bytes": made.copied_bytes}
        put_json({"backup": {"folder": made.folder, **encoded, "copied": counts, "removed_files": made.removed_files}})
        return
    living = [version for version in record.versions if not version.retired]
    put_table(
        ("versions", "active", "originals", "parts", "sessions", "decisions", "bytes"),
        [
            (
                len(living),
                record.active,
                record.originals,
                record.parts,
                record.sessions,
                record.decisions,
                record.bytes,
            )
        ],
    )
    put(f"{made.folder}: {made.copied_files} files copied ({made.copied_bytes} bytes), {made.removed_files} removed.")


def _put_restored(restored: Restored, as_json: bool) -> None:
    if as_json:
        put_json({"restored": restored})
        return
    put_table(
        ("versions", "active", "documents", "sessions", "decisions"),
        [(len(restored.versions), restored.active, restored.documents, restored.sessions, restored.decisions)],
    )
    put(f"{restored.home} is as it was at {restored.backup_made_at}.")
    if restored.replaced:
        put(f"The handbook that was there is kept as {restored.replaced}.")


def _say_missing(missing: Iterable[MissingFile]) -> None:
    for file in missing:
        what = f"{file.use} ({', '.join(file.versions)})" if not file.document else file.use
        say(f"rulebook: {what} is missing ({file.file}): {file.why}.")
