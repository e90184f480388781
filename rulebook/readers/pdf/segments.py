"""Characters of one line put together as far as no wide gap parts them, whatever their order in the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from rulebook.model.text import Mark, RichText
from rulebook.readers.pdf.by_height import ByHeight
from rulebook.readers.pdf.glyphs import UNKNOWN, Glyph
from rulebook.readers.pdf.strokes import Box
from rulebook.readers.pdf.wide import is_wide

_SAME_LINE = 0.15
"""Share of the size of type that characters of one line may stand higher or lower than each other."""
_APART = 0.9
"""Gap between two segments of a line, in sizes of type."""
_STAMP = 3.0
_MIXED = 0.32
_WORD = 0.18
"""Gap between two words, in sizes of type, where the file holds no space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Characters of one line, left to right, with nothing between them but spaces."""

    glyphs: tuple[Glyph, ...]
    left: float
    right: float
    bottom: float
    top: float
    base: float
    size: float
    """The size of most of its characters."""

    @classmethod
    def of(cls, glyphs: Sequence[Glyph]) -> Segment:
        return cls(
            glyphs=tuple(glyphs),
            left=glyphs[0].left,
            right=glyphs[-1].right,
            bottom=min(g.bottom for g in glyphs),
            top=max(g.top for g in glyphs),
            base=glyphs[0].base,
            size=median(g.size for g in glyphs),
        )

    @property
    def text(self) -> str:
        return joined_text(self.glyphs)


def segments_of(glyphs: Sequence[Glyph], uprights: Sequence[Box]) -> list[Segment]:
    """Segments by height from the top, those of a line from the left. ``uprights`` are lines that part characters."""
    by_height = ByHeight(uprights)
    usual = median(g.size for g in glyphs) if glyphs else 0.0
    # a stamp across the page is no part of the lines it lies on
    text, stamps = [g for g in glyphs if g.size <= _STAMP * usual], [g for g in glyphs if g.size > _STAMP * usual]
    rows = [*_rows(text), *_rows(stamps)]
    return [segment for row in rows for segment in _parts(_once(row), by_height)]


def joined_text(glyphs: Iterable[Glyph]) -> str:
    """The characters with the spaces between them."""
    return "".join(space + glyph.text for space, glyph in spaced(list(glyphs)))


def rich_text(glyphs: Sequence[Glyph], underlined: frozenset[Glyph], struck: frozenset[Glyph]) -> RichText:
    """The characters with the spaces between them and their marks; a space takes the marks of both its neighbours."""
    runs: list[RichText] = []
    text = ""
    before: tuple[Mark, ...] = ()
    for space, glyph in spaced(glyphs):
        marks = _marks(glyph, underlined, struck)
        if marks != before:
            runs.append(RichText.of(text, *before))
            if space:
                runs.append(RichText.of(space, *(m for m in marks if m in before)))
            text, space, before = "", "", marks
        text += space + glyph.text
    return RichText.join([*runs, RichText.of(text, *before)])


def _marks(glyph: Glyph, underlined: frozenset[Glyph], struck: frozenset[Glyph]) -> tuple[Mark, ...]:
    marks = (Mark.BOLD,) if glyph.bold else ()
    if underlined and glyph in underlined:
        marks = (*marks, Mark.UNDERLINE)
    return (*marks, Mark.STRIKE) if struck and glyph in struck else marks


def spaced(glyphs: Sequence[Glyph]) -> Iterator[tuple[str, Glyph]]:
    """Each character with the space before it: the file's own, or one where a gap parts two words.

    Between characters of Japanese or Chinese a gap alone is none.
    """
    gaps = [b.left - a.right for a, b in pairwise(glyphs)]
    # letters that are set apart throughout are one word still
    tracked = 1.6 * median(gaps) if len(gaps) > 3 else 0.0
    for index, glyph in enumerate(glyphs):
        if not index:
            yield "", glyph
            continue
        before, gap = glyphs[index - 1], gaps[index - 1]
        size = min(before.size, glyph.size)
        if glyph.space and gap >= 0.1 * size:
            yield glyph.space if len(set(glyph.space)) == 1 and glyph.space[0] == "\u3000" else " ", glyph
        else:
            yield (" " if gap > max(_least(before, glyph) * size, tracked) else ""), glyph


def _least(first: Glyph, second: Glyph) -> float:
    """The gap that is a space where none is typed: programs widen the one between Japanese and a Latin
    letter, but a number set larger is no part of the word beside it."""
    before, after = first.text, second.text
    wide = is_wide(before), is_wide(after)
    if not any(wide) or UNKNOWN in (before, after):
        return _WORD
    letters = all(wide) or (after if wide[0] else before).isalnum()
    if all(wide) or (letters and abs(first.size - second.size) < 0.2 * first.size):
        return _APART
    return _MIXED if letters else _WORD


def _rows(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    row: list[Glyph] = []
    for glyph in sorted(glyphs, key=lambda g: -g.base):
        if row and row[0].base - glyph.base > max(_SAME_LINE * min(row[0].size, glyph.size), 0.5):
            yield sorted(row, key=lambda g: g.left)
            row = []
        row.append(glyph)
    if row:
        yield sorted(row, key=lambda g: g.left)


def _once(row: Sequence[Glyph]) -> list[Glyph]:
    """The row without characters that are drawn twice in one place, to make them look bold or give them a shadow."""
    kept: list[Glyph] = []
    for glyph in row:
        twin = next((k for k in kept[-3:] if k.text == glyph.text and _covers(k, glyph)), None)
        if twin is None:
            kept.append(glyph)
    return kept


def _covers(first: Glyph, second: Glyph) -> bool:
    width = min(first.right - first.left, second.right - second.left)
    return min(first.right, second.right) - max(first.left, second.left) > 0.75 * width > 0


def _parts(row: Sequence[Glyph], uprights: ByHeight[Box]) -> Iterator[Segment]:
    part: list[Glyph] = []
    crossing = _crossing(row, uprights)
    for glyph in row:
        if part and _is_apart(part[-1], glyph, crossing):
            yield Segment.of(part)
            part = []
        part.append(glyph)
    if part:
        yield Segment.of(part)


def _crossing(row: Sequence[Glyph], uprights: ByHeight[Box]) -> list[float]:
    """Where upright lines cross a row of characters, from the left."""
    height = row[0].base + 0.3 * row[0].size
    return sorted((u.left + u.right) / 2 for u in uprights.near(height) if u.bottom <= height <= u.top)


def _is_apart(first: Glyph, second: Glyph, crossing: Sequence[float]) -> bool:
    if second.left - first.right > _APART * max(first.size, second.size):
        return True
    left, right = (first.left + first.right) / 2, (second.left + second.right) / 2
    after = bisect_right(crossing, left)
    return after < len(crossing) and crossing[after] < right
