"""Tables with the spans the file states, and only those."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.model.place import SectionPlace
from rulebook.model.text import Mark, RichText
from rulebook.readers.word.attached import has_changes, hidden_block, read_inside
from rulebook.readers.word.frames import framed_cells, has_lone_title, parts, title_rows, without_first
from rulebook.readers.word.header_rows import CellLook, Rows, header_rows
from rulebook.readers.word.reading import DELETED, Flow, Reading
from rulebook.readers.word.xml import Element, W, child, is_on, number, plain_text, value

_WIDEST = 100
"""Columns a cell may cover; Word itself ends at 63."""
_LONGEST_NAME = 40


@dataclass(slots=True, kw_only=True)
class _Cell:
    """A cell while the rows below it may still lengthen it."""

    element: Element
    text: RichText
    row: int
    column: int
    columns: int
    rows: int = 1

    def frozen(self) -> TableCell:
        return TableCell(text=self.text, row=self.row, column=self.column, row_span=self.rows, column_span=self.columns)


@dataclass(slots=True)
class _Grid:
    """The rows so far, the cells that reach down into the next row by column, and the blocks that follow the table."""

    rows: list[list[_Cell]] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    reaching: dict[int, _Cell] = field(default_factory=dict)
    after: list[Block] = field(default_factory=list)


def table_blocks(table: Element, reading: Reading, flow: Flow) -> list[Block]:
    """The table, then what its cells hold and cannot be text of a cell: nested tables, text boxes, notes, hidden text.

    A table that is only a frame gives what stands in it, and a title inside a table is a caption before it. Rows that
    a tracked change deletes are left out, with a warning that holds their wording.
    """
    reading.tally.tables += 1
    framed = framed_cells(table, reading.styles)
    if framed:
        return [block for cell in framed for block in flow(cell)]
    place = reading.places.table
    grid = _Grid()
    for row in parts(table, W + "tr"):
        if child(row, "trPr", "del") is not None:
            _warn_deleted(row, place, reading)
        else:
            _add_row(row, grid, reading, flow)
    rows = tuple(_row(cells, row, place, reading) for cells, row in zip(grid.rows, grid.elements, strict=True))
    flags = frozenset({Flag.CHANGED} if has_changes(table) else ())
    return [*_table(table, grid, rows, reading, flags), *grid.after]


def _table(
    table: Element, grid: _Grid, rows: tuple[TableRow, ...], reading: Reading, flags: frozenset[Flag]
) -> Iterator[Block]:
    titles, content = title_rows(rows), None
    if not titles and has_lone_title(rows):
        content = _content(table, grid, rows, 1, reading)
        titles = 1 if content.header_rows else 0
    if content is None or not titles:
        content = _content(table, grid, rows, titles, reading)
    for row in rows[:titles]:
        yield Block(kind=BlockKind.CAPTION, span=row.span, text=row.cells[0].text, flags=flags)
    if content.rows:
        yield Block(kind=BlockKind.TABLE, span=reading.places.table, table=content, flags=flags)


def _content(table: Element, grid: _Grid, rows: tuple[TableRow, ...], titles: int, reading: Reading) -> Table:
    """The table behind its first ``titles`` rows."""
    rest = without_first(rows, titles)
    looks = [[CellLook.of(cell.element, cell.frozen()) for cell in cells] for cells in grid.rows[titles:]]
    header = header_rows(table, Rows(elements=grid.elements[titles:], read=rest, looks=looks), reading.styles)
    return Table(rows=rest, header_rows=header)


def _add_row(row: Element, grid: _Grid, reading: Reading, flow: Flow) -> None:
    index, column, inner = len(grid.rows), _count(value(row, "trPr", "gridBefore")), len(grid.after)
    cells: list[_Cell] = []
    reaching: dict[int, _Cell] = {}
    for element in parts(row, W + "tc"):
        columns = _columns(element, reading)
        merge = child(element, "tcPr", "vMerge")
        goes_on = merge is not None and merge.get(W + "val", "continue") != "restart"
        above = grid.reaching.get(column) if goes_on else None
        if above is not None and above.columns == columns:
            above.rows += 1
            reaching[column] = above
            _put_covered(element, grid, reading, flow)
        elif cells and _merge_of(element, "hMerge") == "continue":
            cells[-1].columns += columns
            _put_covered(element, grid, reading, flow)
        else:
            text = _cell_text(element, grid, reading, flow)
            cells.append(_Cell(element=element, text=text, row=index, column=column, columns=columns))
            if merge is not None and not goes_on:
                reaching[column] = cells[-1]
        column += columns
    grid.after[inner:] = [_within(block, cells) for block in grid.after[inner:]]
    grid.rows.append(cells)
    grid.elements.append(row)
    grid.reaching = reaching


def _within(block: Block, row: list[_Cell]) -> Block:
    """A nested table told by the first words of the row that it stands in, where these can name it."""
    name = next((words for cell in row if (words := " ".join(cell.text.without(Mark.STRIKE).split()))), "")
    if block.kind is not BlockKind.TABLE or block.within or len(name) > _LONGEST_NAME:
        return block
    return replace(block, within=name)


def _merge_of(cell: Element, name: str) -> str:
    """The value of a cell's merge property, which says "continue" by saying nothing."""
    found = child(cell, "tcPr", name)
    return "" if found is None else found.get(W + "val", "continue")


def _count(text: str | None) -> int:
    return min(max(number(text) or 0, 0), _WIDEST)


def _columns(cell: Element, reading: Reading) -> int:
    stated = number(value(cell, "tcPr", "gridSpan")) or 1
    if stated > _WIDEST:
        reading.warn("span_cut", f"A cell says that it covers {stated} columns; {_WIDEST} are kept.")
    return min(max(stated, 1), _WIDEST)


def _cell_text(cell: Element, grid: _Grid, reading: Reading, flow: Flow) -> RichText:
    if child(cell, "tcPr", "cellDel") is not None:
        _warn_deleted(cell, reading.places.table, reading)
        return RichText()
    inside = read_inside(cell, reading, flow)
    grid.after += inside.others
    return inside.text


def _put_covered(cell: Element, grid: _Grid, reading: Reading, flow: Flow) -> None:
    """Text in a cell that a merged one lies over: Word keeps it and does not show it."""
    text = _cell_text(cell, grid, reading, flow)
    if text:
        grid.after.append(hidden_block(text, reading.places.table, reading))


def _row(cells: list[_Cell], row: Element, place: SectionPlace, reading: Reading) -> TableRow:
    hidden = is_on(child(row, "trPr"), "hidden")
    if hidden:
        reading.tally.hidden.append(place.fragment)
    return TableRow(cells=tuple(cell.frozen() for cell in cells), span=place, hidden=hidden)


def _warn_deleted(element: Element, place: SectionPlace, reading: Reading) -> None:
    wording = " | ".join(
        text for p in element.iter(W + "p") if (text := plain_text(p, (W + "t", W + "delText")).strip())
    )
    if wording:
        reading.tally.warn("tracked_deletion", place.fragment, f"{DELETED} 「{wording}」")
