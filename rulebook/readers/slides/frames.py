"""The text of one shape as blocks: a text body, a table, a SmartArt drawing or a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.text import RichText
from rulebook.readers.charts import drawn_texts, read_chart
from rulebook.readers.drawings.diagrams import diagram_paragraphs
from rulebook.readers.drawings.names import CX, DGM, A, C, R, iter_children
from rulebook.readers.drawings.text import Paragraph, iter_paragraphs
from rulebook.readers.slides.names import P
from rulebook.readers.slides.shapes import TITLES, Shape
from rulebook.readers.slides.source import SlideSource
from rulebook.readers.slides.tables import read_table


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
            root = source.xml(source.related(element.get(f"{R}dm")), "a SmartArt")
            if root is not None:
                yield from _blocks(diagram_paragraphs(root), source, flags, BlockKind.PARAGRAPH)
        elif element.tag in (f"{C}chart", f"{CX}chart"):
            yield from _chart(source.related(element.get(f"{R}id")), shape, source, flags)
        else:
            yield from _object(element, shape, source, flags)


def _chart(part: str, shape: Shape, source: SlideSource, flags: frozenset[Flag]) -> Iterator[Block]:
    """A chart's titles, its data as a table, and what is drawn over it."""
    root = source.xml(part, "a chart")
    if root is None:
        return
    chart = read_chart(root)
    for text in chart.captions:
        kind = BlockKind.CAPTION if text is chart.title else BlockKind.PARAGRAPH
        yield Block(kind=kind, span=source.span, text=text, flags=flags)
    table = chart.table(source.span)
    if table is not None:
        yield Block(kind=BlockKind.TABLE, span=source.span, table=table, flags=flags)
    if chart.omitted:
        source.warn("chart_cut", f"the chart {shape.name!r} is big: {chart.omitted} Add its data as a table if needed.")
    for relation, drawing in source.package.relations(part).values():
        shapes = source.xml(drawing, "what is drawn over a chart") if relation == "chartUserShapes" else None
        for text in drawn_texts(shapes) if shapes is not None else ():
            yield Block(kind=BlockKind.TEXT_BOX, span=source.span, text=text, flags=flags)


def _object(element: etree._Element, shape: Shape, source: SlideSource, flags: frozenset[Flag]) -> Iterator[Block]:
    """The text of a graphic of another kind (a locked drawing …); one without any is named."""
    bodies = list(element.iter(f"{A}txBody"))
    for body in bodies:
        yield from _blocks(iter_paragraphs(body, (), source.warn), source, flags, BlockKind.TEXT_BOX)
    if not bodies:
        kind = element.get("progId") or etree.QName(element).localname
        source.warn(
            "object_not_read",
            f"the embedded object {shape.name!r} ({kind}) is not read; the slide shows a picture of it. "
            "Add what it was made from as a document of its own if it holds rules.",
        )
