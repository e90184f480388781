"""The pages of a PDF as one row of lines and tables in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rulebook.readers.pdf.aligned import AlignedTable, is_too_dense, table_under, titles_over_lines
from rulebook.readers.pdf.bands import bands_of
from rulebook.readers.pdf.columns import in_reading_order
from rulebook.readers.pdf.frames import Frame
from rulebook.readers.pdf.furniture import running_segments
from rulebook.readers.pdf.gridparts import FilledGrid, filled, tables_in
from rulebook.readers.pdf.grids import Grid, find_grids
from rulebook.readers.pdf.lines import Line, lines_of
from rulebook.readers.pdf.margins import Margins, margins_of
from rulebook.readers.pdf.segments import Segment
from rulebook.readers.pdf.tables import PageTable, aligned_table, grid_table

Part: TypeAlias = Line | PageTable
_FOOTER_LINES = 1
_REGIONS = 1000
"""More than the regions of one page."""


@dataclass(frozen=True, slots=True)
class Layout:
    """``parts`` in reading order; ``running`` are the texts at the edges of many pages, ``dense`` the pages with so
    many drawn lines that not every kind of table is looked for."""

    parts: tuple[Part, ...]
    running: tuple[str, ...]
    dense: tuple[int, ...] = ()


def lay_out(frames: Sequence[Frame]) -> Layout:
    """All lines and tables of the pages, without what returns at the edges of many of them."""
    looked = [find_grids(frame.drawing) for frame in frames]
    grids = [sorted(found or (), key=lambda g: g.box.width * g.box.height) for found in looked]
    dense = {f.page for f, own in zip(frames, looked, strict=True) if own is None or is_too_dense(f.drawing.level)}
    gone, running = running_segments(frames, _apart(frames, grids))
    pages: list[tuple[list[PageTable], list[Segment]]] = []
    waiting: AlignedTable | None = None
    for frame, own in zip(frames, grids, strict=True):
        tables, rest, waiting = _tables(frame, own, [s for s in frame.segments if id(s) not in gone], waiting)
        pages.append((tables, rest))
    margins = margins_of(frames, [rest for _, rest in pages])
    parts: list[Part] = []
    for number, (frame, (tables, rest)) in enumerate(zip(frames, pages, strict=True)):
        parts += _flow(frame, [*tables, *rest], margins, number)
    return Layout(tuple(parts), running, tuple(sorted(dense)))


def _apart(frames: Sequence[Frame], grids: Sequence[Sequence[Grid]]) -> set[int]:
    """The ids of segments that stand in tables, which are no running heads though they may return on every page."""
    apart = {id(s) for frame in frames for row in _titles(frame.segments, frame) for c in row for s in c}
    for frame, own in zip(frames, grids, strict=True):
        for grid in own:
            apart |= {id(s) for table in tables_in(filled(grid, frame.segments)) for s in table.segments}
    return apart


def _titles(segments: Sequence[Segment], frame: Frame) -> Iterator[list[list[Segment]]]:
    ordered = _from_top(segments)
    for titles in titles_over_lines(segments, frame.drawing.level):
        below = _below(titles, ordered)
        # titles that end a page name the columns of the rows on the next one
        if table_under(titles).take(below) or len(bands_of(below)) <= _FOOTER_LINES:
            yield titles


def _below(titles: Sequence[Sequence[Segment]], ordered: Sequence[Segment]) -> list[Segment]:
    """What stands below the titles, in the order given: from the top."""
    own = {id(t) for column in titles for t in column}
    floor = min(t.base for column in titles for t in column)
    return [s for s in ordered if s.base < floor and id(s) not in own]


def _from_top(segments: Sequence[Segment]) -> list[Segment]:
    return sorted(segments, key=lambda s: -s.top)


def _tables(
    frame: Frame, grids: Sequence[Grid], segments: Sequence[Segment], waiting: AlignedTable | None
) -> tuple[list[PageTable], list[Segment], AlignedTable | None]:
    """The tables of a page from the top, the segments outside of them, and the last table where it may go on."""
    tables, rest = _grid_tables(frame, grids, segments)
    rows = list(_titles(rest, frame))
    ceiling = max((t.base for row in rows for c in row for t in c), default=float("-inf"))
    found = [] if waiting is None else _continued(waiting, [s for s in _from_top(rest) if s.base > ceiling])
    rest = _from_top(_without(rest, found))
    for titles in rows:
        table = table_under(titles)
        table.take(_below(titles, rest))
        rest = _without(rest, [table])
        found.append(table)
    tables += [aligned_table(table, frame.page, frame.ink) for table in found]
    floor = min((s.base for s in found[-1].segments), default=0.0) if found else 0.0
    ends_page = bool(found) and all(s.base > floor for s in rest)
    return sorted(tables, key=lambda t: -t.top), rest, found[-1] if ends_page else None


def _grid_tables(
    frame: Frame, grids: Sequence[Grid], segments: Sequence[Segment]
) -> tuple[list[PageTable], list[Segment]]:
    tables: list[PageTable] = []
    rest = list(segments)
    for grid in grids:
        for table in tables_in(filled(grid, rest)):
            tables.append(_grid_table(table, frame))
            taken = {id(s) for s in table.segments}
            rest = [s for s in rest if id(s) not in taken]
    return tables, rest


def _grid_table(table: FilledGrid, frame: Frame) -> PageTable:
    return grid_table(table.grid, table.inside, frame.drawing.fills, frame.page, frame.ink)


def _continued(waiting: AlignedTable, segments: Sequence[Segment]) -> list[AlignedTable]:
    """What goes on at the head of a page of the table that ended the page before, if anything."""
    table = AlignedTable(edges=list(waiting.edges))
    table.take(segments)
    filled_rows = any(sum(bool(cell) for cell in row) > 1 for row in table.rows)
    return [table] if filled_rows or _is_rest(table, waiting) else []


def _is_rest(table: AlignedTable, waiting: AlignedTable) -> bool:
    """Whether all is the rest of one value: in one column but the first, and flush with it."""
    columns = {n for row in table.rows for n, cell in enumerate(row) if cell}
    if len(columns) != 1 or 0 in columns or len(table.rows) != 1:
        return False
    (column,) = columns
    return all(abs(s.left - waiting.edges[column][0]) <= 0.3 * s.size for s in table.rows[0][column])


def _without(segments: Sequence[Segment], tables: Sequence[AlignedTable]) -> list[Segment]:
    taken = {id(s) for table in tables for s in table.segments}
    return [s for s in segments if id(s) not in taken]


def _flow(frame: Frame, items: Sequence[Segment | PageTable], margins: Margins, number: int) -> list[Part]:
    parts: list[Part] = []
    regions = in_reading_order(items, frame.drawing)
    for n, region in enumerate(regions):
        tables = sorted((i for i in region if isinstance(i, PageTable)), key=lambda t: -t.top)
        lines = lines_of([i for i in region if isinstance(i, Segment)], frame.page, frame.ink)
        alone = not any(other is not region and _beside(region, other) for other in regions)
        rights = margins.rights(lines, frame.width if alone else None)
        for line, right in zip(lines, rights, strict=True):
            while tables and tables[0].top > line.base:
                parts.append(tables.pop(0))
            moved = replace(line, region=number * _REGIONS + n, column=(line.column[0], right))
            parts.append(replace(moved, slanted=frame.slanted))
        parts += tables
    return parts


def _beside(first: Sequence[Segment | PageTable], second: Sequence[Segment | PageTable]) -> bool:
    return min(max(i.top for i in first), max(i.top for i in second)) > max(
        min(i.bottom for i in first), min(i.bottom for i in second)
    )
