"""What of a grid of drawn lines is a table, and what are boxes that the page's text is set in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rulebook.readers.pdf.by_height import ByHeight
from rulebook.readers.pdf.grids import Cell, Grid
from rulebook.readers.pdf.segments import Segment
from rulebook.readers.pdf.strokes import Box

_PROSE = 350
"""Characters of a cell from which on it is a box with text of the page."""
_FEWEST_FILLED = 0.2
"""Share of the cells that hold text; drawings of boxes and arrows have fewer."""


@dataclass(frozen=True, slots=True)
class FilledGrid:
    """A grid and the segments in each of its cells."""

    grid: Grid
    inside: tuple[tuple[Segment, ...], ...]

    @property
    def segments(self) -> list[Segment]:
        return [s for cell in self.inside for s in cell]


def filled(grid: Grid, segments: Sequence[Segment]) -> FilledGrid:
    """The grid with the segments whose middle lies in its cells."""
    inside: list[list[Segment]] = [[] for _ in grid.cells]
    numbers = {id(cell.box): n for n, cell in enumerate(grid.cells)}
    boxes = ByHeight(cell.box for cell in grid.cells)
    for segment in segments:
        x, y = (segment.left + segment.right) / 2, (segment.bottom + segment.top) / 2
        box = next((box for box in boxes.near(y) if box.holds(x, y)), None)
        if box is not None:
            inside[numbers[id(box)]].append(segment)
    return FilledGrid(grid, tuple(tuple(cell) for cell in inside))


def tables_in(found: FilledGrid) -> Iterator[FilledGrid]:
    """The tables of a grid: its runs of rows without boxes of prose, rows and columns without any text left out."""
    boxed = _boxed_rows(found)
    for is_boxed, run in groupby(range(found.grid.rows), key=lambda row: row in boxed):
        if not is_boxed:
            rows = list(run)
            table = _compressed(found, rows[0], rows[-1] + 1)
            if table is not None:
                yield table


def _boxed_rows(found: FilledGrid) -> set[int]:
    """Rows that hold a box of prose, and titles over the whole width beside them."""
    boxed: set[int] = set()
    wide: set[int] = set()
    for cell, segments in zip(found.grid.cells, found.inside, strict=True):
        rows = range(cell.row, cell.row + cell.row_span)
        if sum(len(s.glyphs) for s in segments) > _PROSE:
            boxed.update(rows)
        elif cell.column_span == found.grid.columns:
            wide.update(rows)
    for row in [*range(found.grid.rows), *reversed(range(found.grid.rows))]:
        if row in wide and boxed & {row - 1, row + 1}:
            boxed.add(row)
    return boxed


def _compressed(found: FilledGrid, first: int, end: int) -> FilledGrid | None:
    pairs = [
        (cell, segments)
        for cell, segments in zip(found.grid.cells, found.inside, strict=True)
        if first <= cell.row and cell.row + cell.row_span <= end
    ]
    holding = [cell for cell, segments in pairs if segments]
    rows, columns = sorted({c.row for c in holding}), sorted({c.column for c in holding})
    if len(columns) < 2 or len(holding) < _FEWEST_FILLED * len(pairs):
        return None
    kept = [(c, s) for cell, s in pairs if (c := _moved(cell, rows, columns)) is not None]
    edges = tuple(found.grid.edges[c] for c in columns)
    box = _around([cell.box for cell, _ in pairs])
    grid = Grid(box, tuple(c for c, _ in kept), len(rows), len(columns), edges)
    return FilledGrid(grid, tuple(s for _, s in kept))


def _moved(cell: Cell, rows: Sequence[int], columns: Sequence[int]) -> Cell | None:
    """The cell among the rows and columns that are kept; nothing when none of its own is."""
    row_span = sum(cell.row <= r < cell.row + cell.row_span for r in rows)
    column_span = sum(cell.column <= c < cell.column + cell.column_span for c in columns)
    if not row_span or not column_span:
        return None
    row, column = sum(r < cell.row for r in rows), sum(c < cell.column for c in columns)
    return Cell(cell.box, row, column, row_span, column_span)


def _around(boxes: Sequence[Box]) -> Box:
    return Box(
        min(b.left for b in boxes), min(b.bottom for b in boxes), max(b.right for b in boxes), max(b.top for b in boxes)
    )
