"""Small raised and lowered figures, so that 2⁶³ does not become 263."""

from __future__ import annotations

from rulebook.readers.pdf.glyphs import Glyph

_RAISED = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_LOWERED = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_SMALL = 0.8
_HIGHER = 0.15
_LOWER = 0.05


def at_height(glyph: Glyph, base: float, size: float) -> Glyph:
    """The character of a line that stands on ``base`` as superscript or subscript, where Unicode has that."""
    if glyph.size > _SMALL * size:
        return glyph
    if glyph.base >= base + _HIGHER * size:
        return glyph._replace(text=glyph.text.translate(_RAISED))
    if glyph.base <= base - _LOWER * size:
        return glyph._replace(text=glyph.text.translate(_LOWERED))
    return glyph
