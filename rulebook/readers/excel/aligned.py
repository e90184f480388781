"""Tables without drawn lines: neighbouring rows whose texts begin in the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.fields import Field, FieldRow
from rulebook.readers.excel.flow import goes_on_for_sure
from rulebook.readers.excel.gaps import blocks_of_rows
from rulebook.readers.excel.grid import Cell, by_row
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
    for block in blocks_of_rows(cells, fills):
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
                joined[-1] = Aligned(area=Box.around([last.area, table.area]), rows=last.rows + table.rows)
                continue
        joined.append(table)
    return joined


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
    reach = 0
    while at < len(block):
        reach = max([reach, *(c.bottom for c in block[at - 1])])
        lefts = _lefts(block[at])
        several = len(_words(block[at])) > 1
        if (several and len(lefts & columns) >= 2) or _stands_under(block[at], block[at - 1], reach):
            columns |= lefts
            end = at + 1
        elif not several and lefts <= columns and min(columns) not in lefts:
            end = at + 1
        elif several or not _section_row(block, at, columns):
            break
        at += 1
    return end


def _stands_under(row: Sequence[Cell], above: Sequence[Cell], reach: int) -> bool:
    """Whether a row stands beside cells merged down into it (``reach`` is the lowest row of those above), or under one
    merged across it."""
    if reach >= row[0].row:
        return True
    wide = [c for c in above if c.right > c.column]
    return len(row) > 1 and all(any(w.column <= c.column <= w.right for w in wide) for c in row)


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
    return Aligned(area=_around_cells([c for row in rows for c in row]), rows=tuple(_field_rows(_whole(rows), fills)))


def rows_of_cells(cells: Sequence[Cell], fills: dict[tuple[int, int], str]) -> list[FieldRow]:
    """Cells as the rows of a table, each cell a field."""
    rows = by_row(cells)
    return _field_rows([[[cell] for cell in rows[row]] for row in sorted(rows)], fills)


def _whole(rows: Sequence[Sequence[Cell]]) -> list[list[list[Cell]]]:
    """The rows of a table as fields; the rest of a sentence that a row breaks off is part of its field."""
    made: list[list[list[Cell]]] = []
    for row in rows:
        above = [field for cell in row if made and (field := _broken_off(made[-1], cell)) is not None]
        if len(above) == len(row):
            for field, cell in zip(above, row, strict=True):
                field.append(cell)
        else:
            made.append([[cell] for cell in row])
    return made


def _broken_off(row: Sequence[list[Cell]], cell: Cell) -> list[Cell] | None:
    """The field of a row whose sentence goes on in a cell right below it; ``None`` for none, or behind a mark."""
    for field in row[1:]:
        last = field[-1]
        if (last.column, last.bottom + 1, last.row_hidden) == (cell.column, cell.row, cell.row_hidden):
            on = goes_on_for_sure(last.text.text, cell.text.text) and read_label(cell.text.text) is None
            return field if on else None
    return None


def _field_rows(rows: Sequence[Sequence[Sequence[Cell]]], fills: dict[tuple[int, int], str]) -> list[FieldRow]:
    made, reach = [], 0
    for row in rows:
        top = row[0][0].row
        fields = [Field.of(_around_cells(cells), cells, fills.get((top, cells[0].column), "")) for cells in row]
        made.append(FieldRow.of(top, fields, crossed=reach >= top))
        reach = max([reach, *(field.box.bottom for field in fields)])
    return made


def _around_cells(cells: Sequence[Cell]) -> Box:
    return Box.around([Box(c.row, c.column, c.bottom, c.right) for c in cells])
