"""The lines of a page's text, and tables between them, in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulebook.model.text import RichText
from rulebook.readers.pdf.glyphs import Glyph
from rulebook.readers.pdf.heights import at_height
from rulebook.readers.pdf.segments import Segment, rich_text
from rulebook.readers.pdf.wide import is_wide

_OPENING = frozenset("「『（(【〔［[《〈“‘｛{")
_CLOSING = frozenset("」』）)】〕］]》〉”’｝}。、，．,.・：；:;！？!?ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
"""No line ends with the one, or begins with the other."""
_TAB = 1.5
"""White space between two columns, in sizes of type."""
_STAMP = 1.8


@dataclass(frozen=True, slots=True)
class Ink:
    """The characters of a page that have a line under or through them."""

    underlined: frozenset[Glyph] = frozenset()
    struck: frozenset[Glyph] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line; ``page`` counts from 1, coordinates are points, y upwards.

    ``region`` counts the parts of the document that are read one after the other, ``column`` is where lines of its part
    begin and end. ``bold`` and ``mono`` hold for all of it, ``slanted`` for stamps and
    watermarks.
    """

    text: RichText
    page: int
    left: float
    right: float
    base: float
    size: float
    first_width: float
    bold: bool = False
    mono: bool = False
    slanted: bool = False
    region: int = 0
    column: tuple[float, float] = (0.0, 0.0)
    tabs: tuple[float, ...] = ()
    """Where words begin behind white space as between columns."""


def lines_of(segments: Sequence[Segment], page: int, ink: Ink) -> list[Line]:
    """The lines of one region from the top; what stands higher or lower by less than half a line is on it."""
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda s: -s.base):
        row = next((row for row in rows[-2:] if _overlap(row[0], segment) and not _is_under(row, segment)), None)
        if row is None:
            rows.append([segment])
        else:
            row.append(segment)
            row.sort(key=lambda s: -s.size)
    lines = [_line(sorted(row, key=lambda s: s.left), page, ink) for row in rows]
    if not lines:
        return []
    column = min(line.left for line in lines), max(line.right for line in lines)
    return [replace(line, column=column) for line in lines]


def _overlap(first: Segment, second: Segment) -> bool:
    shared = min(first.top, second.top) - max(first.bottom, second.bottom)
    return shared >= 0.5 * min(first.top - first.bottom, second.top - second.bottom)


def _is_under(row: Sequence[Segment], segment: Segment) -> bool:
    """Whether it is the second of two lines beside one set larger, or lies with a stamp, not beside it."""
    return any(
        min(s.right, segment.right) - max(s.left, segment.left) > 0.5 * min(s.size, segment.size)
        and (abs(s.base - segment.base) > 0.5 * max(s.size, segment.size) or _is_stamp(s, segment))
        for s in row
    )


def _is_stamp(first: Segment, second: Segment) -> bool:
    return max(first.size, second.size) > _STAMP * min(first.size, second.size)


def _line(row: Sequence[Segment], page: int, ink: Ink) -> Line:
    main = max(row, key=lambda s: len(s.glyphs))
    glyphs = sorted((g for segment in row for g in segment.glyphs), key=lambda g: g.left)
    if len(row) > 1:
        glyphs = [at_height(g, main.base, main.size) for g in glyphs]
    return Line(
        text=rich_text(glyphs, ink.underlined, ink.struck),
        page=page,
        left=row[0].left,
        right=max(s.right for s in row),
        base=main.base,
        size=main.size,
        first_width=_first_word(glyphs),
        bold=all(g.bold for g in glyphs),
        mono=all(g.mono for g in glyphs),
        tabs=tuple(b.left for a, b in pairwise(row) if b.left - a.right > _TAB * main.size),
    )


def _first_word(glyphs: Sequence[Glyph]) -> float:
    """Width of what cannot be parted from the beginning of a line."""
    end = 0
    while end + 1 < len(glyphs) and _holds_together(glyphs[end], glyphs[end + 1]):
        end += 1
    return glyphs[end].right - glyphs[0].left


def _holds_together(first: Glyph, second: Glyph) -> bool:
    if first.text in _OPENING or second.text in _CLOSING:
        return True
    if is_wide(first.text) or is_wide(second.text):
        return False
    return second.left - first.right <= 0.15 * first.size
