"""Which words head a slide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.model.document import Block, BlockKind
from rulebook.model.text import RichText
from rulebook.readers.drawings.order import Box
from rulebook.readers.slides.shapes import Shape
from rulebook.readers.slides.source import SlideSource

_LONGEST = 120
"""More characters in the place of the title are a text."""
_LIMIT = 60
"""Other words that head a slide have up to this many characters; longer ones are prose."""
_LARGER = 1.2
_FAR_LARGER = 1.5


@dataclass(frozen=True, slots=True)
class Found:
    """A shape with text: what was read from it, and its largest type in hundredths of a point (0 for a drawing)."""

    shape: Shape
    blocks: tuple[Block, ...]
    size: int

    @property
    def is_title(self) -> bool:
        """Whether it shows in the place of the title and can be one."""
        first = self.blocks[0]
        return first.kind is BlockKind.HEADING and not self.shape.hidden and len(first.text.text) <= _LONGEST

    @property
    def box(self) -> Box:
        return self.shape.box


def headed(found: Sequence[Found], source: SlideSource) -> list[Block]:
    """The blocks of a slide with one heading of level 1, in front.

    That is the slide's title, or in its place words set far larger, wider and no lower. On a slide without a title, and
    where it is a whole text, it is a short text at the top set larger than all others, else the first line if it is
    short, at the top, and alone there or not set smaller than others, else the slide's number as label of an empty
    heading. Text of a second title is a paragraph.
    """
    heading = _heading_blocks(found, source.above.size.bottom)
    chosen = {id(block) for block in heading}
    others = [block for f in found for block in f.blocks if id(block) not in chosen]
    rest = [replace(b, kind=BlockKind.PARAGRAPH) if b.kind is BlockKind.HEADING else b for b in others]
    if not heading:
        numbered = Block(kind=BlockKind.HEADING, span=source.span, level=1, label=f"スライド {source.span.first}")
        return [numbered, *rest]
    text = RichText.join([block.text for block in heading], "\n")
    return [replace(heading[0], kind=BlockKind.HEADING, text=text, level=1), *rest]


def _heading_blocks(found: Sequence[Found], height: float) -> list[Block]:
    found = [f for f in found if not f.shape.hidden]
    title = next((f for f in found if f.is_title), None)
    if title is None:
        larger = _larger(found, height)
        return list(larger.blocks) if larger else _first_line(found, height)
    rivals = [f for f in found if f is not title and _could_head(f, height) and _stands_over(f, title)]
    best = max(rivals, key=lambda f: f.size, default=title)
    return list(best.blocks) if best.size >= _FAR_LARGER * title.size else [title.blocks[0]]


def _stands_over(found: Found, title: Found) -> bool:
    return found.box.top <= title.box.top and found.box.right - found.box.left > title.box.right - title.box.left


def _larger(found: Sequence[Found], height: float) -> Found | None:
    """The one text at the top that is set larger than all others, where there are others."""
    best = max((f for f in found if _could_head(f, height)), key=lambda f: f.size, default=None)
    others = [f.size for f in found if f is not best]
    return best if best and others and best.size >= _LARGER * max(others) else None


def _first_line(found: Sequence[Found], height: float) -> list[Block]:
    first = found[0] if found else None
    if first is None or first.blocks[0].kind is BlockKind.HEADING:
        return []
    block = first.blocks[0]
    short = block.text and not block.label and not block.flags and len(block.text.text) <= _LIMIT
    at_top = not height or first.box.top <= height / 3
    is_alone = not any(first.box.top < (f.box.top + f.box.bottom) / 2 < first.box.bottom for f in found[1:])
    return [block] if short and at_top and (is_alone or first.size >= max(f.size for f in found)) else []


def _could_head(found: Found, height: float) -> bool:
    words = "".join(block.text.text for block in found.blocks)
    is_text = all(block.text and not block.label and not block.flags for block in found.blocks)
    return is_text and len(found.blocks) <= 2 and len(words) <= _LIMIT and found.box.top < height / 4
