"""What stands in a slide's places for footers, dates and page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.model.document import Block
from rulebook.readers.slides.frames import shape_blocks
from rulebook.readers.slides.shapes import Shape
from rulebook.readers.slides.source import SlideSource

FURNITURE = {"ftr": "footer", "hdr": "header", "dt": "date", "sldNum": "slide number"}
"""The types of these places, and what their words are called."""
_WORDS = re.compile(r"[^\W\d_年月日頁]{2}")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Furniture:
    """The text of such a place, a block a paragraph."""

    name: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        return "\n".join(block.text.text for block in self.blocks)

    @property
    def pattern(self) -> str:
        """Its words without the numbers in them, which count the pages; empty for a mere number or date."""
        return _NUMBER.sub("#", self.text) if _WORDS.search(self.text) else ""


def iter_furniture(shapes: Sequence[Shape], source: SlideSource) -> Iterator[Furniture]:
    """The texts of these places on one slide, in reading order."""
    for shape in shapes:
        name = FURNITURE.get(shape.place or "")
        blocks = shape_blocks(replace(shape, place="body"), source) if name else []
        if name and blocks:
            yield Furniture(name, tuple(blocks))


def said_by_few(slides: Sequence[Sequence[Furniture]]) -> frozenset[str]:
    """The patterns that stand on fewer than half of the slides: words of these slides, not of the deck's pages."""
    counts = Counter(pattern for slide in slides for pattern in {f.pattern for f in slide} if pattern)
    return frozenset(pattern for pattern, count in counts.items() if 2 * count < len(slides))
