"""Japanese and Chinese text that is set from the top down, turned so that its lines run to the right."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.readers.pdf.glyphs import Glyph
from rulebook.readers.pdf.wide import is_wide

_VERTICAL = 270
"""Lines that run down are text turned by as many degrees, whose characters stand upright."""
_FEWEST = 4


def set_level(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The characters, those in runs that go straight down with an angle that says so."""
    out = list(glyphs)
    start = 0
    for index in range(1, len(out) + 1):
        if index < len(out) and _goes_down(out[index - 1], out[index]):
            continue
        if index - start >= _FEWEST and sum(is_wide(g.text) for g in out[start:index]) * 2 > index - start:
            out[start:index] = [g._replace(angle=_VERTICAL) for g in out[start:index]]
        start = index
    return out


def _goes_down(first: Glyph, second: Glyph) -> bool:
    if first.angle or second.angle or first.size <= 0:
        return False
    middle = (first.left + first.right) / 2 - (second.left + second.right) / 2
    step = (first.bottom + first.top) / 2 - (second.bottom + second.top) / 2
    return abs(middle) <= 0.3 * first.size and 0.6 * first.size <= step <= 1.6 * first.size
