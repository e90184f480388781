"""Tables without drawn lines: neighbouring rows whose texts begin in the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.fields import Field, FieldRow
from rulebook.readers.excel.grid import Cell
from rulebook.readers.excel.numbering import LabelKind, is_label_alone, read_label

_SAME_COLUMNS = 4
"""Tables of at least so many equal columns are one table, though a blank row parts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligned:
    """The rows of one table; ``area`` is the rectangle that holds its texts."""

    area: Box
    rows: tuple[FieldRow, ...]


def find_aligned(cells: Sequence[Cell], fills: dict[tuple[int, int], str]) -> tuple[list[Aligned], list[Cell]]:
    """The tables among ``cells`` and the cells that are in none."""
    tables, rest = [], []
    for block in _neighbours(cells):
        at = 0
        while at < len(block):
            end = _table_end(block, at)
            if end > at + 1 and _reads_as_table(block[at:end]):
                tables.append(_aligned(block[at:end], fills))
                at = end
            else:
                rest += block[at]
                at += 1
    return _joined(tables), rest


def _joined(tables: Sequence[Aligned]) -> list[Aligned]:
    """The tables, one that goes on in the same columns behind a single blank row joined to the one before."""
    joined: list[Aligned] = []
    for table in tables:
        last = joined[-1] if joined else None
        if last is not None and table.area.top == last.area.bottom + 2:
            columns = {left for row in last.rows for left in row.lefts}
            if len(columns) >= _SAME_COLUMNS and columns.issuperset(c for row in table.rows for c in row.lefts):
                joined[-1] = Aligned(area=_around(last.area, table.area), rows=last.rows + table.rows)
                continue
        joined.append(table)
    return joined


def _around(one: Box, other: Box) -> Box:
    return Box(
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )


def _neighbours(cells: Sequence[Cell]) -> list[list[list[Cell]]]:
    """Rows of cells in blocks without a blank row between."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    blocks: list[list[list[Cell]]] = []
    reach = -1
    for row in sorted(rows):
        if blocks and row <= reach + 1:
            blocks[-1].append(rows[row])
        else:
            blocks.append([rows[row]])
        reach = max([reach, *(c.bottom for c in rows[row])])
    return blocks


def _words(row: Sequence[Cell]) -> list[Cell]:
    """The cells of a row without a lone number or mark before its first words."""
    return list(row[1:]) if len(row) == 2 and is_label_alone(row[0].text.text) else list(row)


def _lefts(row: Sequence[Cell]) -> set[int]:
    return {c.column for c in row}


def _table_end(block: Sequence[list[Cell]], start: int) -> int:
    """Behind the last row of the table that begins at ``start``; ``start`` when none does."""
    if len(_words(block[start])) < 2:
        return start
    columns, end, at = _lefts(block[start]), start + 1, start + 1
    while at < len(block):
        lefts = _lefts(block[at])
        several = len(_words(block[at])) > 1
        if several and len(lefts & columns) >= 2:
            columns |= lefts
            end = at + 1
        elif not several and lefts <= columns and min(columns) not in lefts:
            end = at + 1
        elif several or not _section_row(block, at, columns):
            break
        at += 1
    return end


def _section_row(block: Sequence[list[Cell]], at: int, columns: set[int]) -> bool:
    """A row with text in the first column only, the table going on behind it."""
    following = block[at + 1] if at + 1 < len(block) else []
    return _lefts(block[at]) == {min(columns)} and len(_words(following)) > 1 and len(_lefts(following) & columns) >= 2


def _reads_as_table(rows: Sequence[list[Cell]]) -> bool:
    """Two full rows at least; columns of numbered lines side by side are a list of contents, no table."""
    several = [row for row in rows if len(row) > 1]
    if len(several) < 2:
        return False
    numbered = [sum(1 for c in row if _is_numbered(c)) for row in several]
    return sum(1 for n in numbered if n > 1) * 2 < len(several)


def _is_numbered(cell: Cell) -> bool:
    label = read_label(cell.text.text)
    return label is not None and label.kind in (LabelKind.DECIMAL, LabelKind.CHAPTER)


def _aligned(rows: Sequence[list[Cell]], fills: dict[tuple[int, int], str]) -> Aligned:
    cells = [c for row in rows for c in row]
    area = Box(
        min(c.row for c in cells),
        min(c.column for c in cells),
        max(c.bottom for c in cells),
        max(c.right for c in cells),
    )
    made = []
    reach = 0
    for row in rows:
        fields = [Field.of(Box(c.row, c.column, c.bottom, c.right), [c], fills.get((c.row, c.column), "")) for c in row]
        made.append(FieldRow.of(row[0].row, fields, crossed=reach >= row[0].row))
        reach = max([reach, *(c.bottom for c in row)])
    return Aligned(area=area, rows=tuple(made))
