"""Which characters of a PDF page have a line drawn under or through them."""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulebook.readers.pdf.glyphs import Glyph
from rulebook.readers.pdf.segments import Segment
from rulebook.readers.pdf.strokes import Box

if TYPE_CHECKING:
    from pypdfium2 import PdfPage  # type: ignore[import-untyped]

_BEYOND = 0.4
"""How far a line under words may reach beyond them, in sizes of type: the border of a table reaches further."""
_UNDER = (-0.32, 0.02)
_THROUGH = (0.12, 0.55)


def marked(
    segments: Sequence[Segment], level: Sequence[Box], links: Sequence[Box]
) -> tuple[frozenset[Glyph], frozenset[Glyph]]:
    """The underlined and the struck characters. The line under a link marks the link, not the words."""
    under: set[Glyph] = set()
    through: set[Glyph] = set()
    lines = [line for line in level if not any(link.holds(*_middle(line)) for link in links)]
    lines.sort(key=_height)
    for segment in segments:
        for line in _beside(segment, lines):
            height = (_middle(line)[1] - segment.base) / segment.size
            found = under if _UNDER[0] <= height <= _UNDER[1] else through if _within(height, _THROUGH) else None
            if found is not None:
                found.update(g for g in segment.glyphs if line.left <= (g.left + g.right) / 2 <= line.right)
    return frozenset(under), frozenset(through)


def links_of(page: PdfPage) -> list[Box]:
    """Where the page can be clicked."""
    from pypdfium2 import raw

    found: list[Box] = []
    at, link, rectangle = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    while raw.FPDFLink_Enumerate(page.raw, at, link):
        if raw.FPDFLink_GetAnnotRect(link, rectangle):
            found.append(Box(rectangle.left, rectangle.bottom - 2, rectangle.right, rectangle.top + 2))
    return found


def _beside(segment: Segment, lines: Sequence[Box]) -> Iterator[Box]:
    """The lines, given from the bottom, that are as high as the segment and end with it."""
    reach = _BEYOND * segment.size
    if segment.size <= 0:
        return
    first = bisect_left(lines, segment.base + _UNDER[0] * segment.size, key=_height)
    end = bisect_right(lines, segment.base + _THROUGH[1] * segment.size, key=_height)
    for line in lines[first:end]:
        if segment.left - reach <= line.left and line.right <= segment.right + reach:
            yield line


def _height(line: Box) -> float:
    return _middle(line)[1]


def _within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= value <= bounds[1]


def _middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.bottom + box.top) / 2
