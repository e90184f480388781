"""A handbook whose database is gone while its versions are there: told, and registered again from their manifests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from rulebook.errors import StoreDamaged
from rulebook.handbook.files import sha256_of
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.parts import damaged_parts
from rulebook.model.decode import from_json
from rulebook.model.manifest import Manifest
from rulebook.store.database import StateDatabase
from rulebook.store.trouble import explained_files
from rulebook.store.versions import VersionTable, version_number


def is_lost(layout: HandbookLayout) -> bool:
    """Whether there are versions, and no database or an empty file. Raises ``StoreError``."""
    with explained_files(layout.state):
        there = layout.state.is_file() and layout.state.stat().st_size > 0
        return not there and any(layout.versions.glob("v*/manifest.json"))


def check_not_lost(layout: HandbookLayout) -> None:
    """Raises ``StoreDamaged``: a database that is begun anew would make the handbook look empty."""
    if is_lost(layout):
        raise StoreDamaged(
            f"{layout.state.name} is missing or empty, while versions are there.",
            where=str(layout.home),
            remedy="Restore a backup ('rulebook restore'). Without one, 'rulebook doctor --repair' registers the "
            "versions again; sessions and decisions are lost then.",
        )


def next_number(layout: HandbookLayout, versions: VersionTable) -> int:
    """One more than the highest number that a version ever had, those included that were set aside since the database
    does not know them."""
    set_aside = (path.name.partition("-")[0][1:] for path in layout.unregistered.glob("v*"))
    return max([versions.next_number(), *(int(digits) + 1 for digits in set_aside if digits.isdecimal())])


def register_again(layout: HandbookLayout) -> list[str]:
    """Makes the database anew from the manifests and says what was done, a line each.

    Registered is every version that is whole, and the one that was active even if it is not: that one cannot have been
    retired, and no other may answer in its name. Which one was active is read from the projected manifests; when these
    do not tell, it is the newest. The database is made aside and put in place when everything is in it, so that a
    handbook where this does not come to its end still counts as lost. The caller holds the build lock. Raises
    ``OSError`` and ``StoreError``.
    """
    workplace = layout.staging / uuid4().hex
    state = StateDatabase(workplace / layout.state.name)
    try:
        done = list(_registered(layout, VersionTable(state)))
        for ending in ("-wal", "-shm", "-journal"):  # of the database that is gone: no changes to this one
            layout.state.with_name(layout.state.name + ending).unlink(missing_ok=True)
        state.copy_to(layout.state)
        return done
    finally:
        state.close()
        shutil.rmtree(workplace, ignore_errors=True)  # what stays is swept


def _registered(layout: HandbookLayout, versions: VersionTable) -> Iterator[str]:
    registered, active = [], 0
    for folder in sorted(layout.versions.glob("v*"), key=lambda path: (len(path.name), path.name)):
        manifest = _readable(VersionFolder(folder).manifest)
        projected = _readable(layout.manifests / f"{folder.name}.json")
        was_active = projected is not None and projected.active
        if manifest is None or manifest.version != folder.name or (damaged_parts(layout, manifest) and not was_active):
            which = ", which was active," if was_active else ""
            yield f"{folder.name}{which} is not whole and was not registered again."
            continue
        n = version_number(manifest.version)
        versions.register(n, manifest.created_at, sha256_of(VersionFolder(folder).manifest.read_bytes()))
        registered.append(n)
        active = n if was_active else active
    if registered:
        active = active or registered[-1]
        versions.activate(active, "doctor")
        names = ", ".join(f"v{n}" for n in registered)
        yield f"The database was lost. Registered again from their manifests: {names}; active is v{active}."


def _readable(path: Path) -> Manifest | None:
    try:
        return from_json(Manifest, json.loads(path.read_bytes()))
    except (OSError, ValueError):  # a version without a readable manifest is told as not whole
        return None
