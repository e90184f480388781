"""The pages of a PDF as frames: text that stands upright in one direction, with the lines drawn around it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.readers.pdf.glyphs import UNKNOWN, Glyph, inside, read_glyphs
from rulebook.readers.pdf.lines import Ink
from rulebook.readers.pdf.marks import links_of, marked
from rulebook.readers.pdf.outlines import drawn_words
from rulebook.readers.pdf.readings import without_readings
from rulebook.readers.pdf.segments import Segment, segments_of
from rulebook.readers.pdf.strokes import Box, Drawing, read_drawing, turned
from rulebook.readers.pdf.upright import set_level

if TYPE_CHECKING:
    from pypdfium2 import PdfPage  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Text of one direction on a page; coordinates are turned so that its lines run to the right.

    ``width`` is that of the page as seen along the lines.
    """

    page: int
    segments: tuple[Segment, ...]
    drawing: Drawing
    ink: Ink
    width: int
    slanted: bool = False
    """Whether its lines run neither level nor upright, as stamps and watermarks do."""
    readings: int = 0
    """How many readings above words were left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """``frames`` in the order of how much they hold; ``unseen`` is text outside of what is shown, ``unknown`` how many
    characters the file does not name."""

    page: int
    frames: tuple[Frame, ...]
    unseen: tuple[Frame, ...] = ()
    unknown: int = 0
    drawn: int = 0
    """How many words are drawn as shapes."""
    damaged: bool = False
    """Whether the page could not be opened."""


def read_page(page: PdfPage, number: int) -> PageText:
    """The text of a page by direction."""
    text_page = page.get_textpage()
    try:
        seen, unseen = inside(read_glyphs(text_page), page)
    finally:
        text_page.close()
    drawing, links = (read_drawing(page), links_of(page)) if seen else (Drawing(), [])
    drawn = drawn_words(page, seen)
    left, bottom, right, top = page.get_mediabox()
    size = right - left, top - bottom
    return PageText(
        page=number,
        frames=tuple(_frames([*seen, *drawn], drawing, links, number, size)),
        unseen=tuple(_frames(unseen, Drawing(), [], number, size)),
        unknown=sum(glyph.text == UNKNOWN for glyph in seen),
        drawn=len(drawn),
    )


def _frames(
    glyphs: Sequence[Glyph], drawing: Drawing, links: Sequence[Box], page: int, size: tuple[float, float]
) -> Iterator[Frame]:
    glyphs = set_level(glyphs)
    for angle, _ in Counter(glyph.angle for glyph in glyphs).most_common():
        upright = [_turned(glyph, angle) for glyph in glyphs if glyph.angle == angle]
        drawn = turned(drawing, angle) if angle % 90 == 0 else Drawing()
        clickable = turned(Drawing(fills=tuple(links)), angle).fills if angle % 90 == 0 else ()
        written = segments_of(upright, drawn.upright)
        segments = without_readings(written)
        under, through = marked(segments, drawn.level, clickable)
        width = round(size[1] if angle in (90, 270) else size[0])
        yield Frame(
            page=page,
            segments=tuple(segments),
            drawing=drawn,
            ink=Ink(under, through),
            width=width,
            slanted=angle % 90 != 0,
            readings=len(written) - len(segments),
        )


def _turned(glyph: Glyph, angle: int) -> Glyph:
    """The character as seen when its line runs to the right."""
    if not angle:
        return glyph
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    corners = [
        (x * cosine + y * sine, y * cosine - x * sine)
        for x in (glyph.left, glyph.right)
        for y in (glyph.bottom, glyph.top)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    # the origin of a turned character is one of the corners of its line; the middle of the box serves all angles
    bottom, top = (min(ys) + max(ys)) / 2 - glyph.size / 2, (min(ys) + max(ys)) / 2 + glyph.size / 2
    return glyph._replace(left=min(xs), right=max(xs), bottom=bottom, top=top, base=bottom + 0.15 * glyph.size, angle=0)
