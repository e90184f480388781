"""Heading paths, outermost heading first."""

from __future__ import annotations

from collections.abc import Sequence

Path = tuple[str, ...]


def shared_length(a: Path, b: Path) -> int:
    """How many headings two paths begin with in common."""
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def common_path(paths: Sequence[Path]) -> Path:
    """The headings that hold for all: the opening of a chapter does not stand under the section behind it."""
    return paths[0][: min(shared_length(paths[0], path) for path in paths)]
