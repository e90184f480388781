"""The tables and frames that lines are drawn for on a sheet."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.readers.excel.boxes import Box, Lattice, find_lattices
from rulebook.readers.excel.fields import Field, FieldRow, field_rows, with_records_apart
from rulebook.readers.excel.grid import Cell, Grid, by_row
from rulebook.readers.excel.stubs import with_names_down


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """The rows of a lattice; ``area`` is the rectangle around it."""

    area: Box
    rows: tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What is drawn: tables, ``frames`` around several lines of text, and the cells that are in no table."""

    tables: tuple[DrawnTable, ...]
    frames: tuple[Box, ...]
    rest: tuple[Cell, ...]


def find_drawn(grid: Grid, cells: Sequence[Cell]) -> Drawn:
    """The tables and frames among ``cells``.

    The smallest lattice comes first: a table drawn inside a field of another one is a table of its own, while a mere
    frame around one text leaves it to the field it stands in.
    """
    left = by_row(cells)
    lattices = find_lattices(grid.walls, {row: [c.column for c in found] for row, found in left.items()}, grid.fills)
    tables, frames = [], []
    for lattice in sorted(lattices, key=lambda lattice: (lattice.area.size, lattice.area)):
        inside = _cells_by_box(lattice, left)
        if len(inside) > 1 and not all(c.row_hidden for found in inside.values() for c in found):
            tables.append(DrawnTable(area=lattice.area, rows=tuple(_rows(lattice, inside, grid))))
            taken = {(c.row, c.column) for found in inside.values() for c in found}
            for row in {row for row, _ in taken}:
                left[row] = [c for c in left[row] if (c.row, c.column) not in taken]
        elif any(len({c.row for c in found}) > 1 for found in inside.values()):
            frames.append(lattice.area)
    return Drawn(tables=tuple(tables), frames=tuple(frames), rest=tuple(c for row in left.values() for c in row))


def _rows(lattice: Lattice, inside: Mapping[Box, Sequence[Cell]], grid: Grid) -> list[FieldRow]:
    fields = [Field.of(box, inside.get(box, ()), grid.fills.get((box.top, box.left), "")) for box in lattice.boxes]
    return field_rows(with_names_down(with_records_apart(fields)))


def _cells_by_box(lattice: Lattice, cells: Mapping[int, Sequence[Cell]]) -> dict[Box, list[Cell]]:
    """The cells (given by row) in each box of a lattice: those shown or, where none is, the hidden ones."""
    inside: dict[Box, list[Cell]] = {}
    for row, boxes in _by_row(lattice).items():
        for cell in cells.get(row, ()):
            box = _box_at(boxes, cell.column)
            if box is not None:
                inside.setdefault(box, []).append(cell)
    return {box: [c for c in found if not c.row_hidden] or found for box, found in inside.items()}


def _box_at(boxes: Sequence[Box], column: int) -> Box | None:
    """The box of a row that holds ``column``; ``boxes`` from left to right."""
    at = bisect_right(boxes, column, key=lambda box: box.left) - 1
    return boxes[at] if at >= 0 and column <= boxes[at].right else None


def _by_row(lattice: Lattice) -> dict[int, list[Box]]:
    """The boxes that stand in each row, left to right."""
    rows: dict[int, list[Box]] = {}
    for box in sorted(lattice.boxes, key=lambda box: box.left):
        for row in range(box.top, box.bottom + 1):
            rows.setdefault(row, []).append(box)
    return rows
