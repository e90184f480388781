"""The documents that a command names: files as given, folders walked, each with a category."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from rulebook.errors import UsageError
from rulebook.handbook.categories import suggest_category
from rulebook.handbook.originals import display_name
from rulebook.model.chunk import Category
from rulebook.readers.registry import FORMATS, suffix_of

_READ = frozenset(suffix for f in FORMATS for suffix in (*f.all_suffixes, *f.old_suffixes))
"""Suffixes that are taken from a folder; the old formats too, so that they are refused by name."""

_CATEGORY_NAMES = frozenset(category.value for category in Category)


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFile:
    """A document, the names of the folders that may tell its category, innermost first, and its name as shown."""

    path: Path
    folders: tuple[str, ...]

    @property
    def name(self) -> str:
        return display_name(self.path.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The documents, in the order given and by name inside a folder; ``skipped`` files of folders are of no type that
    is read."""

    files: tuple[InputFile, ...]
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A document's category and what spoke for it."""

    category: Category
    reason: str
    suggested: bool = field(default=False)


def collect(paths: Sequence[Path]) -> Inputs:
    """The documents of ``paths``. Lock files (``~$…``) and hidden files and folders are no documents.

    Raises ``UsageError`` for a folder without any document.
    """
    files: list[InputFile] = []
    skipped: list[str] = []
    for path in paths:
        if not path.is_dir():
            files.append(InputFile(path=path, folders=(path.resolve().parent.name,)))
            continue
        found = _walked(path)
        files += [item for item in found if suffix_of(item.name) in _READ]
        skipped += [str(item.path) for item in found if suffix_of(item.name) not in _READ]
        if not any(suffix_of(item.name) in _READ for item in found):
            raise UsageError("the folder holds no document.", where=str(path), remedy="Name one with documents.")
    return Inputs(files=tuple(files), skipped=tuple(skipped))


def _walked(folder: Path) -> list[InputFile]:
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        below = (folder.resolve().name, *Path(place).relative_to(folder).parts)
        for name in sorted(names):
            if not name.startswith((".", "~$")):
                found.append(InputFile(path=Path(place) / name, folders=tuple(reversed(below))))
    return found


def choose_category(item: InputFile, globs: Mapping[Category, Sequence[str]]) -> Choice:
    """By the globs over the file's name, else the name of a folder, else a suggestion from the file's name.

    Raises ``UsageError`` when globs of two categories match.
    """
    matching = [c for c, patterns in globs.items() if any(_matches(item.name, p) for p in patterns)]
    if len(matching) > 1:
        options = " and ".join(f"--{category.value}" for category in matching)
        raise UsageError(f"{item.name} matches {options}.", remedy="Make the patterns exclude each other.")
    if matching:
        return Choice(category=matching[0], reason=f"--{matching[0].value}")
    for folder in item.folders:
        if folder.lower() in _CATEGORY_NAMES:
            return Choice(category=Category(folder.lower()), reason=f"folder {folder}")
    suggestion = suggest_category(item.name)
    reason = f"its name has 「{suggestion.word}」" if suggestion.word else "nothing in its name says more"
    return Choice(category=suggestion.category, reason=reason, suggested=True)


def unmatched_globs(files: Sequence[InputFile], globs: Mapping[Category, Sequence[str]]) -> list[str]:
    """The options whose pattern matches no document: probably a slip."""
    return [
        f"--{category.value} {pattern}"
        for category, patterns in globs.items()
        for pattern in patterns
        if not any(_matches(item.name, pattern) for item in files)
    ]


def _matches(name: str, pattern: str) -> bool:
    return fnmatchcase(name, unicodedata.normalize("NFC", pattern))
