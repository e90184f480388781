"""One slide as blocks: its heading, its text in reading order, then its notes and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from rulebook.model.document import Block, BlockKind, Flag, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.readers.package import Package
from rulebook.readers.slides.frames import shape_blocks
from rulebook.readers.slides.names import P
from rulebook.readers.slides.remarks import comment_blocks, notes_blocks
from rulebook.readers.slides.shapes import Shape, shapes_in_order
from rulebook.readers.slides.source import SlideSource
from rulebook.readers.slides.styles import Inheritance
from rulebook.readers.slides.text import plain_paragraphs

_FURNITURE = {"ftr": "footer", "hdr": "header", "dt": "date", "sldNum": "slide number"}
_HEADING_LIMIT = 60
"""A slide without a title is headed by its first line up to this many characters; a longer one is prose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlideText:
    """What one slide gives to its document. ``text_boxes`` counts free shapes with text."""

    blocks: tuple[Block, ...]
    text_boxes: int
    hidden: tuple[str, ...]
    warnings: tuple[ParseWarning, ...]
    properties: tuple[tuple[str, str], ...]


def read_slide(package: Package, part: str, number: int, above: Inheritance) -> SlideText:
    """Slide ``number`` (from 1). Raises ``DamagedFile`` when its part is broken; of what it refers to, a broken part
    is left out with a warning."""
    source = SlideSource(package, package.relations(part), NumberedRange("slide", number, number), above)
    root = package.xml(part)
    tree = root.find(f"{P}cSld/{P}spTree")
    shapes = [] if tree is None else shapes_in_order(tree, above)
    shown = [shape for shape in shapes if shape.place not in _FURNITURE]
    found = [(shape, shape_blocks(shape, source)) for shape in shown]
    blocks = _headed([block for _, own in found for block in own], source)
    _warn_of_pictures(tree, blocks, source)
    blocks += [*notes_blocks(source), *comment_blocks(source)]
    hidden = [f"{source.span.fragment} ({shape.name})" for shape, own in found if shape.hidden and own]
    if root.get("show") in ("0", "false"):
        blocks = [replace(block, flags=block.flags | {Flag.HIDDEN}) for block in blocks]
        hidden = [source.span.fragment]
    return SlideText(
        blocks=tuple(blocks),
        text_boxes=sum(shape.place is None and any(b.text for b in own) for shape, own in found),
        hidden=tuple(hidden),
        warnings=tuple(source.warnings),
        properties=tuple(_furniture(shapes)),
    )


def _headed(blocks: Sequence[Block], source: SlideSource) -> list[Block]:
    """The blocks with one heading, in front: the slide's title, its first line, or its number.

    Text of a second title is a paragraph.
    """
    first = next(iter(blocks), None)
    rest = [replace(b, kind=BlockKind.PARAGRAPH) if b.kind is BlockKind.HEADING else b for b in blocks[1:]]
    if first is not None and first.kind is BlockKind.HEADING:
        return [first, *rest]
    if first is not None and not first.label and not first.flags and 0 < len(first.text.text) <= _HEADING_LIMIT:
        return [replace(first, kind=BlockKind.HEADING, level=1), *rest]
    numbered = Block(kind=BlockKind.HEADING, span=source.span, level=1, label=f"スライド {source.span.first}")
    return [numbered, *([] if first is None else [first]), *rest]


def _warn_of_pictures(tree: etree._Element | None, blocks: Sequence[Block], source: SlideSource) -> None:
    if tree is not None and tree.find(f".//{P}pic") is not None and not any(b.text or b.table for b in blocks):
        source.warn("picture_without_text", "the slide holds pictures and no text; what they show is not read.")


def _furniture(shapes: Sequence[Shape]) -> Iterator[tuple[str, str]]:
    for shape in shapes:
        kind, body = _FURNITURE.get(shape.place or ""), shape.element.find(f"{P}txBody")
        if kind is not None and body is not None and kind != "slide number":
            text = plain_paragraphs(body)
            if text:
                yield kind, text
