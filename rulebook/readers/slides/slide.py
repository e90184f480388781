"""One slide as blocks: its heading, its text in reading order, then its notes and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from rulebook.model.document import Block, Flag, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.readers.drawings.names import A, number
from rulebook.readers.package import Package
from rulebook.readers.slides.background import background_blocks
from rulebook.readers.slides.deck import Ancestors, SlidePart
from rulebook.readers.slides.frames import shape_blocks
from rulebook.readers.slides.furniture import FURNITURE, Furniture, iter_furniture
from rulebook.readers.slides.names import P
from rulebook.readers.slides.remarks import comment_blocks, notes_blocks
from rulebook.readers.slides.shapes import Shape, shapes_in_order
from rulebook.readers.slides.source import SlideSource
from rulebook.readers.slides.styles import Inheritance
from rulebook.readers.slides.titles import Found, headed

_ICON = 0.03
"""A picture over less of the slide is an icon or a logo, without a text that anybody reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlideText:
    """What one slide gives to its document.

    ``blocks`` opens with the heading; ``background`` is what its layout and master say on it,
    ``furniture`` what stands in its places for footers, dates and numbers. ``text_boxes`` counts
    free shapes with text, ``drawn`` the pictures, tables and drawings, ``pictures`` the pictures large enough to say
    something, on slides with other text. ``layout`` is the part it was made from, ``layout_kind`` that one's declared
    use.
    """

    blocks: tuple[Block, ...]
    background: tuple[Block, ...]
    section: str
    layout: str
    layout_kind: str
    drawn: int
    pictures: int
    text_boxes: int
    hidden: tuple[str, ...]
    warnings: tuple[ParseWarning, ...]
    furniture: tuple[Furniture, ...]


def read_slide(package: Package, slide: SlidePart, position: int, ancestors: Ancestors) -> SlideText:
    """The slide at ``position`` (from 1).

    Raises ``DamagedFile`` when its part is broken; of what it refers to, a broken part is left out with a warning.
    """
    above = ancestors.of(slide.part)
    source = SlideSource(package, package.relations(slide.part), NumberedRange("slide", position, position), above)
    root = package.xml(slide.part)
    tree = root.find(f"{P}cSld/{P}spTree")
    shapes = [] if tree is None else shapes_in_order(tree, above)
    found = list(_found(shapes, source))
    blocks = headed(found, source)
    _warn_of_pictures(tree, blocks, source)
    blocks += [*notes_blocks(source), *comment_blocks(source)]
    furniture = tuple(iter_furniture(shapes, source))
    hidden = [f"{source.span.fragment} ({f.shape.name})" for f in found if f.shape.hidden]
    is_shown = root.get("show") not in ("0", "false")
    if not is_shown:
        blocks = _hidden(blocks)
        furniture = tuple(replace(f, blocks=tuple(_hidden(f.blocks))) for f in furniture)
        hidden = [source.span.fragment]
    return SlideText(
        blocks=tuple(blocks),
        background=tuple(background_blocks(root, ancestors.behind(slide.part), source)) if is_shown else (),
        section=slide.section,
        layout=above.layout_part,
        layout_kind=above.layout_kind,
        drawn=0 if tree is None else sum(1 for _ in tree.iter(f"{P}pic", f"{P}graphicFrame")),
        pictures=_pictures(tree, above) if tree is not None and found else 0,
        text_boxes=sum(f.shape.place is None and any(b.text for b in f.blocks) for f in found),
        hidden=tuple(hidden),
        warnings=tuple(source.warnings),
        furniture=furniture,
    )


def _found(shapes: Sequence[Shape], source: SlideSource) -> Iterator[Found]:
    for shape in shapes:
        blocks = tuple(shape_blocks(shape, source)) if shape.place not in FURNITURE else ()
        if blocks:
            yield Found(shape, blocks, 0 if shape.hidden else source.above.font_size(shape.element))


def _hidden(blocks: Sequence[Block]) -> list[Block]:
    return [replace(block, flags=block.flags | {Flag.HIDDEN}) for block in blocks]


def _warn_of_pictures(tree: etree._Element | None, blocks: Sequence[Block], source: SlideSource) -> None:
    if tree is not None and tree.find(f".//{P}pic") is not None and not any(b.text or b.table for b in blocks):
        source.warn("picture_without_text", "the slide holds pictures and no text; what they show is not read.")


def _pictures(tree: etree._Element, above: Inheritance) -> int:
    least = above.size.right * above.size.bottom * _ICON
    sizes = (picture.find(f"{P}spPr/{A}xfrm/{A}ext") for picture in tree.iter(f"{P}pic"))
    return sum(size is not None and number(size.get("cx")) * number(size.get("cy")) >= least for size in sizes)
