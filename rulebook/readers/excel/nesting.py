"""Levels of headings from their numbers, columns and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.readers.excel.numbering import LabelKind

_DEEPEST = 9

RANKS = {
    LabelKind.CHAPTER: 0,
    LabelKind.SYMBOL: 1,
    LabelKind.BRACKET: 2,
    LabelKind.DECIMAL: 3,
    LabelKind.PARENTHESIS: 4,
    LabelKind.CIRCLE: 5,
}
TITLE, BOLD = -1, 1
"""Ranks of lines without a number: set in larger type, set in bold type."""

LOOSE = RANKS[LabelKind.PARENTHESIS]
"""From this rank on a number heads a section only where the text around it bears that out."""

OPEN_ENDED = (TITLE, RANKS[LabelKind.CHAPTER], RANKS[LabelKind.DECIMAL])
"""Ranks whose sections go on to the next heading, however far left their text stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A line that may be a heading.

    ``index`` is its place among the items of the sheet. ``series`` is what its siblings share: kind, depth and shape of
    the number. ``sentence`` says that it reads like one. ``parent`` is the index of the heading above it, -1 for none.
    """

    index: int
    rank: int
    depth: int
    series: tuple[str, int, str]
    left: int
    size: float
    sentence: bool = False
    level: int = 0
    parent: int = -1

    @property
    def counts(self) -> bool:
        """Whether it belongs to the running numbers of chapters and sections."""
        return self.series[0] in (LabelKind.DECIMAL, LabelKind.CHAPTER)


def nested(candidates: Sequence[Candidate], base: int) -> list[Candidate]:
    """The candidates, in reading order, with their levels (the outermost is ``base`` + 1) and parents."""
    stack: list[Candidate] = []
    placed = []
    for candidate in candidates:
        one = _counted_locally(candidate, stack)
        while stack and not _encloses(stack[-1], one, stack):
            stack.pop()
        level = min((stack[-1].level if stack else base) + 1, _DEEPEST)
        one = replace(one, level=level, parent=stack[-1].index if stack else -1)
        stack.append(one)
        placed.append(one)
    return placed


def _counted_locally(one: Candidate, stack: Sequence[Candidate]) -> Candidate:
    """``1.`` further right than the numbered headings around it counts by itself, like ``(1)``."""
    is_first_level = one.rank == RANKS[LabelKind.DECIMAL] and one.depth == 1
    if is_first_level and any(s.counts and s.left < one.left for s in stack):
        return replace(one, rank=LOOSE, series=("local", 1, ""))
    return one


def _encloses(outer: Candidate, one: Candidate, stack: Sequence[Candidate]) -> bool:
    """Whether ``one`` stands under ``outer``, the innermost heading of ``stack`` that is still open."""
    if one.rank == TITLE:
        return _encloses_title(outer, one, stack)
    if any(s is not outer and s.series == one.series and (s.left == one.left or s.counts) for s in stack):
        return False  # its own series is further out: everything inside that is closed
    if outer.rank == TITLE:
        return True
    if outer.counts and one.counts:
        return outer.depth < one.depth if outer.rank == one.rank else outer.rank < one.rank
    if outer.series == one.series or one.counts:
        return outer.left < one.left
    return outer.left <= one.left or (outer.counts and one.rank >= LOOSE)


def _encloses_title(outer: Candidate, one: Candidate, stack: Sequence[Candidate]) -> bool:
    """A title closes titles of its size or smaller; the first one stands where it is, a drawn page in a section say."""
    if all(s.rank != TITLE for s in stack):
        return True
    return outer.rank == TITLE and outer.size > one.size
