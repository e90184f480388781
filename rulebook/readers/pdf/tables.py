"""Tables of a PDF as the rows and cells of the document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.pdf.aligned import AlignedTable
from rulebook.readers.pdf.grids import Grid
from rulebook.readers.pdf.lines import Ink, lines_of
from rulebook.readers.pdf.paragraphs import paragraphs_in, run_on
from rulebook.readers.pdf.segments import Segment
from rulebook.readers.pdf.strokes import Box

_SAME_EDGE = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTable:
    """The part of a table on one page; ``rows`` have cells with their rows counted from 0 on this page."""

    page: int
    box: Box
    edges: tuple[float, ...]
    rows: tuple[TableRow, ...]
    header_rows: int
    open_ended: bool = False
    """Whether no lines are drawn between its rows, so that one may go on from the page before."""
    size: float = 0.0

    @property
    def left(self) -> float:
        return self.box.left

    @property
    def right(self) -> float:
        return self.box.right

    @property
    def bottom(self) -> float:
        return self.box.bottom

    @property
    def top(self) -> float:
        return self.box.top

    @property
    def base(self) -> float:
        return self.box.bottom


def grid_table(grid: Grid, inside: Sequence[Sequence[Segment]], fills: Sequence[Box], page: int, ink: Ink) -> PageTable:
    """The table of a grid; ``inside`` are the segments of each of its cells."""
    span = NumberedRange("page", page, page)
    rows: list[list[TableCell]] = [[] for _ in range(grid.rows)]
    for cell, segments in zip(grid.cells, inside, strict=True):
        text = _cell_text(segments, page, ink, (cell.box.left, cell.box.right))
        rows[cell.row].append(
            TableCell(text=text, row=cell.row, column=cell.column, row_span=cell.row_span, column_span=cell.column_span)
        )
    return PageTable(
        page=page,
        box=grid.box,
        edges=grid.edges,
        rows=tuple(TableRow(cells=tuple(cells), span=span) for cells in rows),
        header_rows=_header_rows(grid, inside, fills),
    )


def aligned_table(table: AlignedTable, page: int, ink: Ink) -> PageTable:
    """The table of titles over a line, or of what goes on from the page before."""
    span = NumberedRange("page", page, page)
    rows = tuple(
        TableRow(
            cells=tuple(
                TableCell(text=_cell_text(cell, page, ink, edge), row=index, column=column)
                for column, (cell, edge) in enumerate(zip(row, table.edges, strict=True))
            ),
            span=span,
        )
        for index, row in enumerate(table.rows)
    )
    segments = table.segments
    box = Box(
        min(s.left for s in segments),
        min(s.bottom for s in segments),
        max(s.right for s in segments),
        max(s.top for s in segments),
    )
    return PageTable(
        page=page,
        box=box,
        edges=tuple(left for left, _ in table.edges),
        rows=rows,
        header_rows=int(table.titled),
        open_ended=True,
    )


def go_on(first: PageTable, second: PageTable) -> bool:
    """Whether two tables are parts of one: they follow each other on two pages, with the same columns."""
    if second.page != first.page + 1 or len(first.edges) != len(second.edges):
        return False
    titled = bool(second.header_rows) and _texts(first.rows[0]) != _texts(second.rows[0])
    return not titled and all(abs(a - b) <= _SAME_EDGE for a, b in zip(first.edges, second.edges, strict=True))


def joined(parts: Sequence[PageTable]) -> Table:
    """The parts as one table. Titles that a later page repeats stand once; a row whose first cell is empty at the head
    of a page goes on from the page before, where lines do not part them."""
    rows = list(parts[0].rows)
    for part in parts[1:]:
        more = list(part.rows)
        if more and _texts(more[0]) == _texts(rows[0]):
            more = [_shifted(row, -1) for row in more[1:]]
        if more and part.open_ended and not more[0].cells[0].text.text:
            rows[-1] = _continued(rows[-1], more[0])
            more = [_shifted(row, -1) for row in more[1:]]
        rows += [_shifted(row, len(rows)) for row in more]
    return Table(rows=tuple(rows), header_rows=parts[0].header_rows)


def _continued(row: TableRow, rest: TableRow) -> TableRow:
    cells = tuple(
        replace(cell, text=run_on(cell.text, more.text)) if more.text else cell
        for cell, more in zip(row.cells, rest.cells, strict=True)
    )
    return replace(row, cells=cells)


def _shifted(row: TableRow, by: int) -> TableRow:
    return replace(row, cells=tuple(replace(cell, row=cell.row + by) for cell in row.cells))


def _texts(row: TableRow) -> list[str]:
    return [cell.text.text for cell in row.cells]


def _cell_text(segments: Sequence[Segment], page: int, ink: Ink, column: tuple[float, float]) -> RichText:
    lines = [replace(line, column=column) for line in lines_of(segments, page, ink)]
    return RichText.join(paragraphs_in(lines), "\n")


def _header_rows(grid: Grid, inside: Sequence[Sequence[Segment]], fills: Sequence[Box]) -> int:
    """1 where the first row, and no other, is set bold or shaded throughout."""
    bold: dict[int, list[bool]] = {}
    shaded: dict[int, list[bool]] = {}
    for cell, segments in zip(grid.cells, inside, strict=True):
        if segments:
            bold.setdefault(cell.row, []).append(all(g.bold for s in segments for g in s.glyphs))
            middle = (segments[0].left + segments[0].right) / 2, (segments[0].bottom + segments[0].top) / 2
            shaded.setdefault(cell.row, []).append(any(fill.holds(*middle) for fill in fills))
    for looks in (bold, shaded):
        first = looks.get(0, [])
        others = [all(found) for row, found in looks.items() if row]
        if len(first) > 1 and all(first) and others and not any(others):
            return 1
    return 0
