"""A sheet's cells and shapes as blocks in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.model.document import Block
from rulebook.readers.excel.aligned import Aligned, find_aligned, rows_of_cells
from rulebook.readers.excel.beside import Abreast, find_abreast, group_at, in_groups
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.drawn import find_drawn
from rulebook.readers.excel.fields import FieldRow
from rulebook.readers.excel.grid import Cell, Grid
from rulebook.readers.excel.headings import heading_levels, opens_section, usual_look
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.letters import with_words_whole
from rulebook.readers.excel.lines import read_lines
from rulebook.readers.excel.margin import with_marks, with_notes
from rulebook.readers.excel.order import in_reading_order
from rulebook.readers.excel.prose import blocks_of
from rulebook.readers.excel.tables import table_block, table_blocks, with_shared_headers


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
    tables, frames, free = _drawn_tables(grid, cells)
    look = usual_look(cells, _away_from(tables, [c for c in free if not c.row_hidden]))
    aligned: list[Aligned] = []
    if not look.contents:
        shown = [c for c in free if not c.row_hidden]
        aligned, free = _aligned(grid, free, find_abreast([t.box for t in tables], frames, shown))
    hidden = [t for t in aligned if all(f.hidden for row in t.rows for f in row.texts)]
    tables += [_table_item(grid, t.rows, t.area) for t in aligned if t not in hidden]
    left_out = [c for t in hidden for row in t.rows for f in row.texts for c in f.cells]
    left_out += [c for c in free if c.row_hidden]
    free = [c for c in free if not c.row_hidden]
    abreast = find_abreast([item.box for item in tables], frames, free)
    items = [*shapes, *with_shared_headers(tables), *_lines(grid, cells, free, abreast)]
    ordered = in_reading_order(items, lambda item: opens_section(item.line, look), abreast)
    blocks = blocks_of(ordered, heading_levels(ordered, look, base), grid.sheet)
    return Layout(tuple(blocks), tuple(sorted(left_out, key=lambda c: (c.row, c.column))))


def _drawn_tables(grid: Grid, cells: Sequence[Cell]) -> tuple[list[Item], Sequence[Box], list[Cell]]:
    """The tables that are listed or drawn, the frames drawn around other text, and the cells outside of tables."""
    tables, unlisted = _listed_tables(grid, cells)
    drawn = find_drawn(grid, unlisted)
    marked, free = with_marks(*with_notes(drawn.tables, drawn.rest))
    tables += [_table_item(grid, table.rows, table.area) for table in marked]
    return tables, drawn.frames, with_words_whole(free, grid.metrics)


def _aligned(grid: Grid, cells: Sequence[Cell], abreast: Sequence[Abreast]) -> tuple[list[Aligned], list[Cell]]:
    """The tables without lines among the cells, none reaching from one column of a group into another; the rest."""
    parts: dict[tuple[int, int], list[Cell]] = {}
    for cell in cells:
        number = group_at(abreast, cell.row)
        column = abreast[number].column_of(cell.column) if number >= 0 else 0
        parts.setdefault((number, column), []).append(cell)
    tables: list[Aligned] = []
    rest: list[Cell] = []
    for part in parts.values():
        found, left = find_aligned(part, grid.fills)
        tables += found
        rest += left
    return tables, sorted(rest, key=lambda c: (c.row, c.column))


def _away_from(tables: Sequence[Item], cells: Sequence[Cell]) -> list[Cell]:
    """The cells without those that stand where the title of a table does, within two rows over it."""
    tops: dict[int, list[Box]] = {}
    for table in tables:
        tops.setdefault(table.box.top, []).append(table.box)
    return [
        c
        for c in cells
        if not any(b.left - 1 <= c.column <= b.right for far in (1, 2) for b in tops.get(c.bottom + far, ()))
    ]


def _lines(grid: Grid, cells: Sequence[Cell], free: Sequence[Cell], abreast: Sequence[Abreast]) -> list[Item]:
    """The lines of the ``free`` cells, those outside of tables; ``cells`` are all of the sheet."""
    leftmost: dict[int, int] = {}
    for cell in cells:
        leftmost[cell.row] = min(leftmost.get(cell.row, cell.column), cell.column)
    starts = {title for group in abreast for title in group.titles}
    lines = read_lines(free, leftmost, grid.metrics, starts)
    return in_groups([Item(box=line.box, line=line) for line in lines], abreast)


def _listed_tables(grid: Grid, cells: Sequence[Cell]) -> tuple[list[Item], list[Cell]]:
    """The tables that the workbook lists as such, every row of their range a row, and the cells outside of them."""
    items: list[Item] = []
    rest = list(cells)
    for table in grid.declared.tables:
        inside = [c for c in rest if table.area.holds(c.row, c.column)]
        if len(inside) > 1 and not all(c.row_hidden for c in inside):
            rows = rows_of_cells(inside, grid.fills)
            header = sum(1 for row in rows if row.top < table.area.top + table.header_rows)
            items.append(Item(box=table.area, blocks=(table_block(grid.sheet, rows, header),)))
            rest = [c for c in rest if not table.area.holds(c.row, c.column)]
    return items, rest


def _table_item(grid: Grid, rows: Sequence[FieldRow], area: Box) -> Item:
    return Item(box=area, blocks=table_blocks(grid.sheet, rows, area.left, area.right, grid.declared))
