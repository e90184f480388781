"""Tables on slides."""

from __future__ import annotations

from lxml import etree

from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.drawings.names import A, is_on, number
from rulebook.readers.drawings.text import Warn, body_text
from rulebook.readers.slides.header_rows import CellLook, header_rows


def read_table(table: etree._Element, span: NumberedRange, warn: Warn) -> Table:
    """The ``a:tbl`` as shown: merged cells once, where they begin, with the rows and columns they cover."""
    rows, looks = [], []
    for index, row in enumerate(table.iter(f"{A}tr")):
        cells = _cells(row, index, warn)
        rows.append(TableRow(cells=tuple(cell for _, cell in cells), span=span))
        looks.append([CellLook.of(element, cell) for element, cell in cells])
    return Table(rows=tuple(rows), header_rows=header_rows(table, rows, looks))


def _cells(row: etree._Element, index: int, warn: Warn) -> list[tuple[etree._Element, TableCell]]:
    cells = []
    for column, cell in enumerate(row.iterchildren(f"{A}tc")):
        text = _text(cell, warn)
        if is_on(cell.get("hMerge")) or is_on(cell.get("vMerge")):
            if text.text.strip():
                warn("covered_cell", f"a merged cell covers the text {text.text.strip()[:40]!r}, which is not shown.")
            continue
        row_span, column_span = max(number(cell.get("rowSpan"), 1), 1), max(number(cell.get("gridSpan"), 1), 1)
        placed = TableCell(text=text, row=index, column=column, row_span=row_span, column_span=column_span)
        cells.append((cell, placed))
    return cells


def _text(cell: etree._Element, warn: Warn) -> RichText:
    body = cell.find(f"{A}txBody")
    return RichText() if body is None else body_text(body, warn)
