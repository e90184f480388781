"""What belongs to the rows of a drawn table and stands outside its lines: marks (``①``, ``※1``), notes (``← …``)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.drawn import DrawnTable
from rulebook.readers.excel.fields import Field, FieldRow
from rulebook.readers.excel.grid import Cell, by_row
from rulebook.readers.excel.numbering import LabelKind, is_label_alone, read_label

_FARTHEST = 2
"""Columns that a mark may stand left of the table, a note right of it."""

_ARROW = re.compile(r"[\s　]*(?:[←⇐⬅◀◁]|<[-=]+)[\s　]*\S")


def with_marks(tables: Sequence[DrawnTable], cells: Sequence[Cell]) -> tuple[list[DrawnTable], list[Cell]]:
    """The tables, marks among the ``cells`` outside of them as a first field of their rows; and the cells that are no
    marks. They are marks only where most rows have one and nothing else stands beside the table."""
    rows = by_row(cells)
    made, taken = [], set[tuple[int, int]]()
    for table in tables:
        marks = _marks(table, rows)
        taken |= {(c.row, c.column) for c in marks.values()}
        made.append(_marked(table, marks) if marks else table)
    return made, [c for c in cells if (c.row, c.column) not in taken]


def with_notes(tables: Sequence[DrawnTable], cells: Sequence[Cell]) -> tuple[list[DrawnTable], list[Cell]]:
    """The tables, notes right beside them that begin with an arrow at the end of the field they point at; and the cells
    that are no such notes."""
    made, taken = [], set[tuple[int, int]]()
    for table in tables:
        notes: dict[Box, list[Cell]] = {}
        for note in (c for c in cells if _points_at(c, table.area)):
            field = next((f for row in table.rows for f in row.fields if _is_last_at(f, note.row, table.area)), None)
            if field is not None and not field.hidden:
                notes.setdefault(field.box, []).append(note)
                taken.add((note.row, note.column))
        made.append(_noted(table, notes) if notes else table)
    return made, [c for c in cells if (c.row, c.column) not in taken]


def _points_at(cell: Cell, area: Box) -> bool:
    beside = area.top <= cell.row <= area.bottom and area.right < cell.column <= area.right + _FARTHEST
    return beside and _ARROW.match(cell.text.text) is not None


def _is_last_at(field: Field, row: int, area: Box) -> bool:
    return field.box.right == area.right and field.box.top <= row <= field.box.bottom


def _noted(table: DrawnTable, notes: Mapping[Box, Sequence[Cell]]) -> DrawnTable:
    rows = (
        FieldRow.of(
            row.top,
            [
                Field.of(f.box, sorted((*f.cells, *notes.get(f.box, ())), key=lambda c: (c.row, c.column)), f.fill)
                for f in row.fields
            ],
            crossed=row.crossed,
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def _marks(table: DrawnTable, rows: Mapping[int, Sequence[Cell]]) -> dict[int, Cell]:
    """Row of the sheet → the mark in it; empty when the table has none."""
    area = table.area
    near = [
        cell
        for row in range(area.top, area.bottom + 1)
        for cell in rows.get(row, ())
        if area.left - _FARTHEST <= cell.column < area.left
    ]
    tops = {row.top for row in table.rows[1:]}
    marks = {c.row: c for c in near if c.row in tops and c.right < area.left and _is_mark(c)}
    if len(marks) < len(near) or len({c.column for c in near}) > 1 or len(marks) * 2 < len(tops):
        return {}
    return marks


def _is_mark(cell: Cell) -> bool:
    text = cell.text.text.strip()
    label = read_label(f"{text} x")
    return is_label_alone(text) and label is not None and label.kind is not LabelKind.BULLET


def _marked(table: DrawnTable, marks: Mapping[int, Cell]) -> DrawnTable:
    left = next(iter(marks.values())).column
    right = table.area.left - 1
    fields = {row: Field.of(Box(row, left, c.bottom, right), [c], "") for row, c in marks.items()}
    rows = (
        FieldRow.of(row.top, [fields[row.top], *row.fields], crossed=row.crossed) if row.top in fields else row
        for row in table.rows
    )
    return replace(table, area=replace(table.area, left=left), rows=tuple(rows))
