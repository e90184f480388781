"""What a crash, or a lost database, leaves on disk: staged versions, and version folders without a row."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import uuid4

from rulebook.errors import StoreError
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.store.versions import VersionTable


def leftover_folders(layout: HandbookLayout, versions: VersionTable) -> list[Path]:
    """Staging folders, and version folders without a row, sorted. The caller holds the build lock: without it a
    staging folder may be somebody's work."""
    staged = [path for path in layout.staging.glob("*") if path.is_dir()]
    return sorted(staged + unregistered_versions(layout, versions))


def unregistered_versions(layout: HandbookLayout, versions: VersionTable) -> list[Path]:
    """Version folders that the database does not know, sorted."""
    known = {f"v{row.n}" for row in versions.all()}
    return sorted(path for path in layout.versions.glob("v*") if path.is_dir() and path.name not in known)


def sweep(layout: HandbookLayout, versions: VersionTable) -> list[str]:
    """Takes leftovers out of the way and says what was done, a line each. The caller holds the build lock.

    A version folder that is complete may be of a database that was lost or is older than the disk: it is set aside, not
    deleted. Raises ``StoreError`` when a folder cannot be moved or removed.
    """
    return [_swept(layout, folder) for folder in leftover_folders(layout, versions)]


def _swept(layout: HandbookLayout, folder: Path) -> str:
    name = folder.relative_to(layout.home)
    try:
        if folder.parent == layout.versions and VersionFolder(folder).manifest.is_file():
            aside = layout.unregistered / f"{folder.name}-{uuid4().hex[:8]}"
            aside.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(aside)
            return f"Set {name} aside as {aside.relative_to(layout.home)}: the database does not know it."
        shutil.rmtree(folder)
    except OSError as error:
        raise StoreError(
            f"{name} cannot be taken out of the way: {error.strerror or error}.",
            where=str(layout.home),
            remedy="Check the rights of the folder.",
        ) from error
    return f"Removed {name}, left by a crash."
