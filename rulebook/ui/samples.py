"""The sample handbook that a new installation offers."""

from __future__ import annotations

from pathlib import Path

from rulebook.engine import Engine
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from rulebook.readers.registry import suffix_of, supported_suffixes


def sample_files(folder: Path) -> dict[Category, list[Path]]:
    """The documents below ``folder``, by the sub-folder that is named like their category; empty without any."""
    found = {
        category: sorted(p for p in (folder / category.value).glob("*") if suffix_of(p.name) in supported_suffixes())
        for category in Category
    }
    return {category: files for category, files in found.items() if files}


def sample_request(engine: Engine, files: dict[Category, list[Path]]) -> BuildRequest:
    """The build of the sample handbook; its files are stored."""
    stored = {engine.handbooks.store(path): category for category, paths in files.items() for path in paths}
    return BuildRequest(originals=tuple(stored), categories={o.name: category for o, category in stored.items()})
