"""Shapes as blocks, and what the report says of them."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.model.document import Block, BlockKind, ParseWarning
from rulebook.model.place import CellRange
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.shapes import Shape


def shape_items(sheet: str, shapes: Iterable[Shape], *, hidden: bool) -> list[Item]:
    """The shapes that are hidden, or those that are not, to be put in order with the cells below them."""
    chosen = (s for s in shapes if s.hidden is hidden)
    return [Item(box=s.box, blocks=tuple(shape_blocks(sheet, s)), floating=True) for s in chosen]


def shape_blocks(sheet: str, shape: Shape) -> list[Block]:
    """The text of a shape, and the data of a chart that stand in no cell."""
    span = _span(sheet, shape.box)
    blocks = [Block(kind=BlockKind.TEXT_BOX, span=span, text=shape.text, label=shape.label)] if shape.text else []
    table = shape.data.table(span) if shape.data is not None else None
    return blocks + ([] if table is None else [Block(kind=BlockKind.TABLE, span=span, table=table)])


def omitted_data(sheet: str, shapes: Iterable[Shape]) -> list[ParseWarning]:
    """A warning for each chart that is too big to be read whole."""
    advice = "To have all of it in the handbook, put the data in cells."
    return [
        ParseWarning(
            code="chart_cut",
            place=_span(sheet, shape.box).fragment,
            message=f"the chart draws data that stand in no sheet: {shape.omitted} {advice}",
        )
        for shape in shapes
        if shape.omitted
    ]


def hidden_shapes(sheet: str, shapes: Iterable[Shape]) -> tuple[str, ...]:
    """The places of hidden shapes, each once."""
    return tuple(dict.fromkeys(_span(sheet, s.box).fragment for s in shapes if s.hidden))


def _span(sheet: str, box: Box) -> CellRange:
    return CellRange(sheet, box.top, box.left, box.bottom, box.right)
