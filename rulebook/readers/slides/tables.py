"""Tables on slides."""

from __future__ import annotations

from lxml import etree

from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.slides.names import A, is_on, number
from rulebook.readers.slides.text import Warn, iter_paragraphs


def read_table(table: etree._Element, span: NumberedRange, warn: Warn) -> Table:
    """The ``a:tbl`` as shown: merged cells once, where they begin, with the rows and columns they cover.

    The first row is the header when the deck says so and rows follow.
    """
    rows = [
        TableRow(cells=tuple(_cells(row, index, warn)), span=span) for index, row in enumerate(table.iter(f"{A}tr"))
    ]
    properties = table.find(f"{A}tblPr")
    headed = properties is not None and is_on(properties.get("firstRow")) and len(rows) > 1
    return Table(rows=tuple(rows), header_rows=int(headed))


def _cells(row: etree._Element, index: int, warn: Warn) -> list[TableCell]:
    cells = []
    for column, cell in enumerate(row.iterchildren(f"{A}tc")):
        text = _text(cell, warn)
        if is_on(cell.get("hMerge")) or is_on(cell.get("vMerge")):
            if text.text.strip():
                warn("covered_cell", f"a merged cell covers the text {text.text.strip()[:40]!r}, which is not shown.")
            continue
        row_span, column_span = max(number(cell.get("rowSpan"), 1), 1), max(number(cell.get("gridSpan"), 1), 1)
        cells.append(TableCell(text=text, row=index, column=column, row_span=row_span, column_span=column_span))
    return cells


def _text(cell: etree._Element, warn: Warn) -> RichText:
    body = cell.find(f"{A}txBody")
    if body is None:
        return RichText()
    own = body.find(f"{A}lstStyle")
    paragraphs = iter_paragraphs(body, () if own is None else (own,), warn)
    return RichText.join(
        [RichText.join([RichText(f"{p.label} " if p.label else ""), p.text.strip()]) for p in paragraphs], "\n"
    )
