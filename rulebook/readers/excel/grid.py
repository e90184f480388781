"""A sheet as a grid: its cells with text as shown, merges, drawn lines, fills, hidden rows and columns."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.place import CellRange
from rulebook.model.text import RichText
from rulebook.readers.excel.declared import Declared
from rulebook.readers.excel.metrics import Metrics, read_metrics
from rulebook.readers.excel.styles import CellStyle
from rulebook.readers.excel.values import CellReader
from rulebook.readers.excel.visibility import Hidden, hidden_places, read_hidden
from rulebook.readers.excel.walls import Area, Walls, draw_walls
from rulebook.readers.excel.workbook import Workbook
from rulebook.readers.excel.xml import SHEET, area, cell_position, is_on, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell with text; ``bottom`` and ``right`` are those of its merged range, its own where it is not merged.

    ``row_hidden`` and ``column_hidden`` say that all of its rows, or all of its columns, are hidden.
    """

    row: int
    column: int
    bottom: int
    right: int
    text: RichText
    style: CellStyle
    row_hidden: bool = False
    column_hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The cells that hold text, row by row, and what is drawn around them and declared of them.

    ``covered`` are cells with text that no one sees, since others lie over them.
    """

    sheet: str
    cells: tuple[Cell, ...]
    covered: tuple[Cell, ...] = ()
    walls: Walls
    fills: dict[tuple[int, int], str]
    metrics: Metrics
    hidden: tuple[str, ...] = ()
    warnings: tuple[ParseWarning, ...] = ()
    declared: Declared = field(default_factory=Declared)


def cover(sheet: str, cells: Sequence[Cell]) -> CellRange:
    """The smallest range that holds all cells, their merges included."""
    return CellRange(
        sheet,
        min(c.row for c in cells),
        min(c.column for c in cells),
        max(c.bottom for c in cells),
        max(c.right for c in cells),
    )


def by_row(cells: Iterable[Cell]) -> dict[int, list[Cell]]:
    """Row → the cells that begin in it; rows and cells in the order given."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return rows


def read_grid(root: etree._Element, sheet: str, book: Workbook) -> Grid:
    """The grid of a worksheet part. Only stored cells are looked at, whatever range the sheet says it uses."""
    rows = list(_rows(root))
    reader = CellReader(sheet, book, shows_zeros=_shows_zeros(root))
    styles, cells = _read_cells(rows, reader)
    merges = [found for m in root.iterfind(f"{SHEET}mergeCells/{SHEET}mergeCell") if (found := area(m.get("ref", "")))]
    hidden = read_hidden(root, rows)
    visible, covered = _merged(cells, merges)
    shown = [_with_visibility(cell, hidden) for cell in visible]
    extent = _extent(shown)
    return Grid(
        sheet=sheet,
        cells=tuple(shown),
        covered=tuple(covered),
        walls=draw_walls(styles, merges, extent),
        fills=_fills(styles, merges, extent),
        metrics=read_metrics(root, rows),
        hidden=hidden_places(
            sheet, (c.row for c in shown if c.row_hidden), (c.column for c in shown if c.column_hidden)
        ),
        warnings=reader.warnings(),
    )


def _shows_zeros(root: etree._Element) -> bool:
    view = root.find(f"{SHEET}sheetViews/{SHEET}sheetView")
    return view is None or is_on(view, "showZeros", "1")


def _rows(root: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    """The stored rows with their numbers; one without a number follows the row before."""
    number = 0
    for row in root.iterfind(f"{SHEET}sheetData/{SHEET}row"):
        number = whole(row.get("r"), number + 1)
        yield number, row


def _read_cells(
    rows: Iterable[tuple[int, etree._Element]], reader: CellReader
) -> tuple[dict[tuple[int, int], CellStyle], list[Cell]]:
    """The styles of the cells that are drawn around or filled, and the cells with text."""
    styles: dict[tuple[int, int], CellStyle] = {}
    cells: list[Cell] = []
    known: set[tuple[int, int]] = set()
    for row, element in rows:
        column = 0
        for stored in element.iterfind(f"{SHEET}c"):
            place = cell_position(stored.get("r", ""))
            column = place[1] if place else column + 1
            style = reader.style(row, column, stored)
            if style.bordered or style.fill:
                styles[row, column] = style
            text = reader.text(row, column, stored, style)
            if text.text.strip():
                if (row, column) in known:
                    reader.stored_twice(row, column)
                known.add((row, column))
                cells.append(Cell(row=row, column=column, bottom=row, right=column, text=text, style=style))
    return styles, cells


def _merged(cells: list[Cell], merges: list[Area]) -> tuple[list[Cell], list[Cell]]:
    """The cells in order with the extent of their merges; then those that are not shown: under a merge whose text they
    do not repeat, or stored again at the same address further on."""
    by_row: dict[int, dict[int, Cell]] = {}
    covered = []
    for cell in cells:
        row = by_row.setdefault(cell.row, {})
        covered += [row[cell.column]] if cell.column in row else []
        row[cell.column] = cell
    rows = sorted(by_row)
    for top, left, bottom, right in merges:
        first = by_row.get(top, {}).get(left)
        for number in rows[bisect_left(rows, top) : bisect_right(rows, bottom)]:
            under = [c for c in by_row[number] if left <= c <= right and (number, c) != (top, left)]
            covered += [c for c in map(by_row[number].pop, under) if first is None or c.text.text != first.text.text]
        if first is not None:
            by_row[top][left] = replace(first, bottom=bottom, right=right)
    return [by_row[row][column] for row in rows for column in sorted(by_row[row])], covered


def _extent(cells: list[Cell]) -> Area:
    """The smallest area (top, left, bottom, right) that holds all cells with text."""
    if not cells:
        return 1, 1, 0, 0
    return (
        min(c.row for c in cells),
        min(c.column for c in cells),
        max(c.bottom for c in cells),
        max(c.right for c in cells),
    )


def _fills(styles: dict[tuple[int, int], CellStyle], merges: list[Area], extent: Area) -> dict[tuple[int, int], str]:
    """The colours of cells; along the left edge of a merged range that of its first cell, which alone is shown."""
    fills = {place: style.fill for place, style in styles.items() if style.fill}
    for top, left, bottom, _ in merges:
        first = fills.get((top, left))
        for row in range(max(top + 1, extent[0]), min(bottom, extent[2]) + 1):
            if first:
                fills[row, left] = first
            else:
                fills.pop((row, left), None)
    return fills


def _with_visibility(cell: Cell, hidden: Hidden) -> Cell:
    row_hidden = hidden.all_rows(cell.row, cell.bottom)
    column_hidden = bool(hidden.columns) and hidden.all_columns(cell.column, cell.right)
    return replace(cell, row_hidden=row_hidden, column_hidden=column_hidden) if row_hidden or column_hidden else cell
