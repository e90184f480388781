"""Words that a PDF draws as shapes: they are seen in their line, but no text says what they are."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulebook.readers.pdf.by_height import ByHeight
from rulebook.readers.pdf.glyphs import DRAWN, Glyph
from rulebook.readers.pdf.strokes import Box

if TYPE_CHECKING:
    from pypdfium2 import PdfPage  # type: ignore[import-untyped]

_FEWEST_SEGMENTS = 30
_BESIDE = 0.7
"""Gap to the text of the line, in sizes of type."""


def drawn_words(page: PdfPage, glyphs: Sequence[Glyph]) -> list[Glyph]:
    """A character ``DRAWN`` for every shape as intricate as letters that stands in a line of text like a word."""
    found: list[Glyph] = []
    by_height = ByHeight(glyphs)
    for box in _intricate(page):
        if any(_covers(box, glyph) for glyph in found):
            continue
        middle = (box.bottom + box.top) / 2
        near = [g for g in by_height.near(middle) if g.bottom < middle < g.top]
        beside = next((g for g in near if _is_beside(box, g)), None)
        if beside is not None and not any(_covers(box, g) for g in near):
            found.append(beside._replace(text=DRAWN, left=box.left, right=box.right, bold=False, space=""))
    return found


def _intricate(page: PdfPage) -> Iterator[Box]:
    from pypdfium2 import raw

    for n in range(raw.FPDFPage_CountObjects(page.raw)):
        item = raw.FPDFPage_GetObject(page.raw, n)
        if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_PATH:
            continue
        if raw.FPDFPath_CountSegments(item) >= _FEWEST_SEGMENTS:
            corners = [ctypes.c_float() for _ in range(4)]
            raw.FPDFPageObj_GetBounds(item, *corners)
            yield Box(*(corner.value for corner in corners))


def _is_beside(box: Box, glyph: Glyph) -> bool:
    gap = max(box.left - glyph.right, glyph.left - box.right)
    return gap <= _BESIDE * glyph.size and 0.5 * glyph.size <= box.height <= 1.5 * glyph.size


def _covers(box: Box, glyph: Glyph) -> bool:
    return box.left < (glyph.left + glyph.right) / 2 < box.right and glyph.bottom < box.top and glyph.top > box.bottom
