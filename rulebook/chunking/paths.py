"""Heading paths, outermost heading first."""

from __future__ import annotations

from collections.abc import Sequence

Path = tuple[str, ...]


def shared_length(a: Path, b: Path) -> int:
    """How many headings two paths begin with in common."""
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def common_path(paths: Sequence[Path]) -> Path:
    """The path that all share; of a section and the opening of the section above it, the longer one."""
    longest = max(paths, key=len)
    if all(longest[: len(path)] == path for path in paths):
        return longest
    return longest[: min(shared_length(longest, path) for path in paths)]
