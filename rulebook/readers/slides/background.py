"""Text typed on a layout or master, which shows on every slide made from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from rulebook.model.document import Block
from rulebook.readers.drawings.names import is_on
from rulebook.readers.slides.frames import shape_blocks
from rulebook.readers.slides.names import P
from rulebook.readers.slides.shapes import shapes_in_order
from rulebook.readers.slides.source import SlideSource


def background_blocks(
    slide: etree._Element, behind: Iterator[tuple[str, etree._Element]], source: SlideSource
) -> Iterator[Block]:
    """What the layout and the master, given as ``behind``, say on the slide beside its places to fill.

    Nothing where the slide hides their shapes.
    """
    for part, root in behind if is_on(slide.get("showMasterSp", "1")) else ():
        tree = root.find(f"{P}cSld/{P}spTree")
        own = replace(source, relations=source.package.relations(part))
        for shape in shapes_in_order(tree, source.above) if tree is not None else ():
            if shape.place is None and not shape.hidden:
                yield from shape_blocks(shape, own)
