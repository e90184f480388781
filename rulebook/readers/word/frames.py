"""Tables that only draw a frame around text, and titles that stand inside their table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulebook.model.document import TableCell, TableRow
from rulebook.readers.word.styles import StyleSheet
from rulebook.readers.word.xml import REMOVED, Element, W, child, children, value

_LONGEST_TITLE = 80


def parts(element: Element, tag: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, through content controls and other wrappers."""
    for part in children(element):
        if part.tag == tag:
            yield part
        elif part.tag not in REMOVED and part.tag not in (W + "tbl", W + "p"):
            yield from parts(part, tag)


def framed_cells(table: Element, styles: StyleSheet) -> list[Element]:
    """The cells of a table that is a box around running text, top to bottom; empty for any other table.

    That is a table of one cell, or of one column whose cells hold headings or tables of their own.
    """
    rows = list(parts(table, W + "tr"))
    cells = [cell for row in rows for cell in parts(row, W + "tc")]
    changed = any(child(row, "trPr", name) is not None for row in rows for name in ("del", "ins", "hidden"))
    if len(cells) != len(rows) or changed or any(child(c, "tcPr", "vMerge") is not None for c in cells):
        return []
    return cells if len(cells) == 1 or any(_holds_sections(cell, styles) for cell in cells) else []


def _holds_sections(cell: Element, styles: StyleSheet) -> bool:
    if next(cell.iter(W + "tbl"), None) is not None:
        return True
    named = (value(p, "pPr", "pStyle") for p in cell.iter(W + "p"))
    return any(styles.heading_level(styles.of_paragraph(style)) is not None for style in named)


def title_rows(rows: Sequence[TableRow]) -> int:
    """How many rows at the top are the table's title: one short cell over the whole width, as no later row is."""
    width = _width(rows)
    lying_over = [_lies_over(row, width) for row in rows]
    count = lying_over.index(False) if False in lying_over else 0
    titled = all(_could_be_title(row.cells[0]) for row in rows[:count])
    return count if titled and width > 1 and not any(lying_over[count:]) else 0


def has_lone_title(rows: Sequence[TableRow]) -> bool:
    """Whether the first row may be a title, if a header follows: one short text, be it merged over the whole width, as
    later rows between groups may be too, or with blanks behind it."""
    first = rows[0] if rows else None
    if first is None or first.hidden or any(cell.row_span > 1 for cell in first.cells):
        return False
    if len(first.cells) < 3 and not (_width(rows) > 1 and _lies_over(first, _width(rows))):
        return False
    return _could_be_title(first.cells[0]) and not any(cell.text.text.strip() for cell in first.cells[1:])


def _width(rows: Sequence[TableRow]) -> int:
    columns = [c for row in rows for cell in row.cells for c in (cell.column, cell.column + cell.column_span)]
    return max(columns, default=0) - min(columns, default=0)


def _lies_over(row: TableRow, width: int) -> bool:
    return len(row.cells) == 1 and row.cells[0].column_span == width and not row.hidden


def _could_be_title(cell: TableCell) -> bool:
    return 0 < len(cell.text.text) <= _LONGEST_TITLE


def without_first(rows: Sequence[TableRow], count: int) -> tuple[TableRow, ...]:
    """The rows behind the first ``count``, counted from 0 again."""
    kept = rows[count:]
    return tuple(replace(row, cells=tuple(replace(c, row=c.row - count) for c in row.cells)) for row in kept)
