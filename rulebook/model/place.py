"""Where something stands in its document, precise enough to open it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self


class SourceSpan(Protocol):
    """A place in one document. ``fragment`` is what follows the ``#`` of a ``source_uri``."""

    @property
    def fragment(self) -> str: ...

    def cover(self, other: Self) -> Self:
        """The smallest place that holds both; both must lie in the same part of the document."""
        ...


def column_letters(column: int) -> str:
    """``1`` → ``A``, ``28`` → ``AB``."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@dataclass(frozen=True, slots=True)
class CellRange:
    """A rectangle of cells of one sheet; rows and columns count from 1, both ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def fragment(self) -> str:
        first = f"{column_letters(self.left)}{self.top}"
        last = f"{column_letters(self.right)}{self.bottom}"
        return f"{self.sheet}!{first}" if first == last else f"{self.sheet}!{first}:{last}"

    def cover(self, other: CellRange) -> CellRange:
        return CellRange(
            self.sheet,
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )


@dataclass(frozen=True, slots=True)
class NumberedRange:
    """Slides, pages or lines (``unit``: ``slide``, ``page``, ``line``) ``first`` to ``last``, from 1, both included."""

    unit: str
    first: int
    last: int

    @property
    def fragment(self) -> str:
        return f"{self.unit}!{self.first}" if self.first == self.last else f"{self.unit}!{self.first}-{self.last}"

    def cover(self, other: NumberedRange) -> NumberedRange:
        return NumberedRange(self.unit, min(self.first, other.first), max(self.last, other.last))


@dataclass(frozen=True, slots=True)
class SectionPlace:
    """A place in running text: ``part`` says what (``見出し``, ``表``), ``label`` the section's number or heading."""

    part: str
    label: str

    @property
    def fragment(self) -> str:
        return f"{self.part}!{self.label}"

    def cover(self, other: SectionPlace) -> SectionPlace:
        return self
