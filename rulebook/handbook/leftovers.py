"""What a crash leaves on disk: staged versions that were never published. Nothing refers to them."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulebook.handbook.layout import HandbookLayout
from rulebook.store.versions import VersionTable


def leftover_folders(layout: HandbookLayout, versions: VersionTable) -> list[Path]:
    """Staging folders, and version folders without a row, sorted. The caller holds the build lock: without it a
    staging folder may be somebody's work."""
    known = {f"v{row.n}" for row in versions.all()}
    staged = [path for path in layout.staging.glob("*") if path.is_dir()]
    return sorted(staged + [path for path in layout.versions.glob("v*") if path.is_dir() and path.name not in known])


def sweep(layout: HandbookLayout, versions: VersionTable) -> list[str]:
    """Removes them and names what was removed, relative to the home. The caller holds the build lock."""
    found = leftover_folders(layout, versions)
    for folder in found:
        shutil.rmtree(folder)
    return [str(folder.relative_to(layout.home)) for folder in found]
