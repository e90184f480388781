"""The text of one shape as blocks: a text body, a table, a SmartArt drawing or a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lxml import etree

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.text import RichText
from rulebook.readers.slides.graphics import chart_paragraphs, diagram_paragraphs
from rulebook.readers.slides.names import DGM, A, C, P, R, iter_children
from rulebook.readers.slides.shapes import TITLES, Shape
from rulebook.readers.slides.source import SlideSource
from rulebook.readers.slides.tables import read_table
from rulebook.readers.slides.text import Paragraph, iter_paragraphs


def shape_blocks(shape: Shape, source: SlideSource) -> list[Block]:
    """The blocks of a shape in order; those of a hidden one are flagged. A filled title is one heading."""
    flags = frozenset({Flag.HIDDEN}) if shape.hidden else frozenset[Flag]()
    if shape.element.tag == f"{P}graphicFrame":
        return list(_frame(shape, source, flags))
    body = shape.element.find(f"{P}txBody")
    if body is None:
        return []
    paragraphs = iter_paragraphs(body, source.above.styles(shape.element), source.warn)
    if shape.place in TITLES:
        text = RichText.join([p.text.strip() for p in paragraphs], "\n")
        return [Block(kind=BlockKind.HEADING, span=source.span, text=text, level=1, flags=flags)] if text else []
    free = shape.place is None
    return list(_blocks(paragraphs, source, flags, BlockKind.TEXT_BOX if free else BlockKind.PARAGRAPH))


def _blocks(
    paragraphs: Iterable[Paragraph], source: SlideSource, flags: frozenset[Flag], kind: BlockKind
) -> Iterator[Block]:
    for paragraph in paragraphs:
        listed = paragraph.bulleted and kind is BlockKind.PARAGRAPH
        yield Block(
            kind=BlockKind.LIST_ITEM if listed else kind,
            span=source.span,
            text=paragraph.text.strip(),
            level=paragraph.level,
            label=paragraph.label,
            flags=flags,
        )


def _frame(shape: Shape, source: SlideSource, flags: frozenset[Flag]) -> Iterator[Block]:
    content = shape.element.find(f"{A}graphic/{A}graphicData")
    for element in iter_children(content) if content is not None else ():
        if element.tag == f"{A}tbl":
            table = read_table(element, source.span, source.warn)
            if any(cell.text.text.strip() for row in table.rows for cell in row.cells):
                yield Block(kind=BlockKind.TABLE, span=source.span, table=table, flags=flags)
        elif element.tag == f"{DGM}relIds":
            yield from _drawing(element.get(f"{R}dm"), "SmartArt", diagram_paragraphs, source, flags)
        elif element.tag == f"{C}chart":
            yield from _drawing(element.get(f"{R}id"), "chart", chart_paragraphs, source, flags)
            source.warn("chart_values", f"of the chart {shape.name!r} only titles, series and categories are read.")
        else:
            kind = etree.QName(element).localname
            source.warn("object_not_read", f"the object {shape.name!r} ({kind}) is not read.")


def _drawing(
    relation: str | None,
    what: str,
    paragraphs: Callable[[etree._Element], Iterator[Paragraph]],
    source: SlideSource,
    flags: frozenset[Flag],
) -> Iterator[Block]:
    _, part = source.relations.get(relation or "", ("", ""))
    root = source.xml(part, f"a {what}")
    if root is not None:
        yield from _blocks(paragraphs(root), source, flags, BlockKind.PARAGRAPH)
