"""A sheet's cells and shapes as blocks in reading order."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.model.document import Block
from rulebook.readers.excel.aligned import find_aligned
from rulebook.readers.excel.boxes import Box, Lattice, find_lattices
from rulebook.readers.excel.fields import Field, FieldRow, field_rows, with_records_apart
from rulebook.readers.excel.grid import Cell, Grid
from rulebook.readers.excel.headings import heading_levels, opens_section, usual_look
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.lines import read_lines
from rulebook.readers.excel.order import in_reading_order
from rulebook.readers.excel.prose import blocks_of
from rulebook.readers.excel.tables import table_blocks


@dataclass(frozen=True, slots=True)
class Layout:
    """The blocks of a sheet in order, and the cells in hidden rows that are in none of them."""

    blocks: tuple[Block, ...]
    left_out: tuple[Cell, ...]


def lay_out(grid: Grid, cells: Sequence[Cell], shapes: Sequence[Item], base: int) -> Layout:
    """The blocks of ``cells`` and ``shapes`` top to bottom, what stands side by side left to right.

    Headings get levels below ``base``, that of the sheet's own heading. Every cell is in exactly one block, but cells
    of hidden rows only as rows of tables that are shown; the others are left out.
    """
    if not cells and not shapes:
        return Layout((), ())
    drawn, rest = _drawn_tables(grid, cells)
    look = usual_look(cells, [c for c in rest if not c.row_hidden])
    aligned, free = ([], rest) if look.contents else find_aligned(rest, grid.fills)
    hidden = [t for t in aligned if all(f.hidden for row in t.rows for f in row.texts)]
    items = [*drawn, *shapes, *(_table_item(grid, t.rows, t.area) for t in aligned if t not in hidden)]
    leftmost: dict[int, int] = {}
    for cell in cells:
        leftmost[cell.row] = min(leftmost.get(cell.row, cell.column), cell.column)
    lines = read_lines([c for c in free if not c.row_hidden], leftmost, grid.metrics)
    items += [Item(box=line.box, line=line) for line in lines]
    ordered = in_reading_order(items, lambda item: opens_section(item.line, look))
    left_out = [c for t in hidden for row in t.rows for f in row.texts for c in f.cells]
    left_out += [c for c in free if c.row_hidden]
    blocks = blocks_of(ordered, heading_levels(ordered, look, base), grid.sheet)
    return Layout(tuple(blocks), tuple(sorted(left_out, key=lambda c: (c.row, c.column))))


def _table_item(grid: Grid, rows: Sequence[FieldRow], area: Box) -> Item:
    return Item(box=area, blocks=table_blocks(grid.sheet, rows, area.left, area.right))


def _drawn_tables(grid: Grid, cells: Sequence[Cell]) -> tuple[list[Item], list[Cell]]:
    """The tables that lines are drawn for, and the cells outside of them.

    The smallest lattice comes first: a table drawn inside a field of another one is a table of its own, while a mere
    frame around one text leaves it to the field it stands in.
    """
    left: dict[int, list[Cell]] = {}
    for cell in cells:
        left.setdefault(cell.row, []).append(cell)
    lattices = find_lattices(grid.walls, {row: [c.column for c in found] for row, found in left.items()}, grid.fills)
    items = []
    for lattice in sorted(lattices, key=lambda lattice: (lattice.area.size, lattice.area)):
        inside = _cells_by_box(lattice, left)
        if len(inside) > 1 and not all(c.row_hidden for found in inside.values() for c in found):
            fields = [
                Field.of(box, inside.get(box, ()), grid.fills.get((box.top, box.left), "")) for box in lattice.boxes
            ]
            items.append(_table_item(grid, field_rows(with_records_apart(fields)), lattice.area))
            taken = {(c.row, c.column) for found in inside.values() for c in found}
            for row in {row for row, _ in taken}:
                left[row] = [c for c in left[row] if (c.row, c.column) not in taken]
    return items, [c for row in left.values() for c in row]


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
