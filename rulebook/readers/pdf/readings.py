"""Small kana above kanji (furigana): they say how the words below are read and are no words of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.readers.pdf.segments import Segment

_KANA = re.compile("[ぁ-ゖァ-ヺー・]+")
_KANJI = re.compile("[一-鿿々]")
_SMALL = 0.62
_NEAR = 0.5
"""Gap to the word below, in sizes of its type."""


def without_readings(segments: Sequence[Segment]) -> list[Segment]:
    """The segments without those of small kana that stand right above kanji."""
    return [s for s in segments if not (_KANA.fullmatch(s.text) and any(_reads(s, other) for other in segments))]


def _reads(small: Segment, word: Segment) -> bool:
    gap = small.bottom - word.top
    if small.size > _SMALL * word.size or not -0.4 * word.size <= gap <= _NEAR * word.size:
        return False
    below = [g for g in word.glyphs if g.left < small.right and g.right > small.left]
    return any(_KANJI.match(g.text) for g in below)
