"""Headers of more than one row, told by how their cells span."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulebook.model.document import TableCell, TableRow

_DEEPEST = 3
_LONGEST_TITLE = 40
_AMOUNT = re.compile(r"[0-9０-９]\s?(?:mm|cm|px|pt|[KMG]?B|[%％桁字行倍]|文字|バイト)\Z", re.IGNORECASE)


def stacked_header(rows: Sequence[TableRow], header_rows: int) -> int:
    """``header_rows``, and the rows below that the header's own cells reach into or divide.

    A row belongs to the header when a header cell is merged down into it, or when all that begins in it stands under
    header cells that span several columns while other columns of the header have nothing there. A table has at most
    three such rows and keeps at least one row of values; a cell merged down further than that names rows, not columns.
    0 stays 0.
    """
    deepest = min(len(rows) - 1, _DEEPEST)
    depth = header_rows
    while 0 < depth < deepest:
        above = [cell for row in rows[:depth] for cell in row.cells]
        reaches = any(depth < cell.row + cell.row_span <= deepest for cell in above)
        if not (reaches or _divides(rows[depth], rows[depth - 1].cells)):
            break
        depth += 1
    return depth


def spanned_header(rows: Sequence[TableRow]) -> int:
    """The rows of a header that its spans alone give away, however plain it looks; 0 for any other table.

    Its first row holds titles of which some span columns. The second row holds the titles of just these columns, and
    the first row of values has a cell of its own for each column.
    """
    if len(rows) < 3 or not _divides(rows[1], rows[0].cells):
        return 0
    depth = stacked_header(rows, 1)
    header = [cell for row in rows[:depth] for cell in row.cells]
    values = rows[depth].cells
    is_plain = all(cell.column_span == 1 for cell in values) and len(values) == _width(rows)
    is_titled = all(_could_be_title(cell) and cell.row + cell.row_span <= depth for cell in header)
    return depth if is_titled and is_plain else 0


def _divides(row: TableRow, titles: Sequence[TableCell]) -> bool:
    wide = set(_columns(t for t in titles if t.column_span > 1 and t.text.text.strip()))
    single = set(_columns(t for t in titles if t.column_span == 1))
    filled = {cell.column for cell in row.cells if cell.text.text.strip()}
    return bool(single) and len(filled) > 1 and filled <= wide


def _columns(cells: Iterable[TableCell]) -> Iterable[int]:
    return (column for cell in cells for column in range(cell.column, cell.column + cell.column_span))


def _width(rows: Sequence[TableRow]) -> int:
    return max((max(_columns(row.cells), default=-1) for row in rows), default=-1) + 1


def _could_be_title(cell: TableCell) -> bool:
    text = cell.text.text.strip()
    return len(text) <= _LONGEST_TITLE and "。" not in text and not _AMOUNT.search(text)
