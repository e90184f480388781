"""Tables with the spans the file states, and only those."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.model.place import SectionPlace
from rulebook.model.text import RichText
from rulebook.readers.word.attached import has_changes, hidden_block, read_inside
from rulebook.readers.word.header_rows import CellLook, header_rows
from rulebook.readers.word.reading import DELETED, Flow, Reading
from rulebook.readers.word.xml import REMOVED, Element, W, child, children, is_on, number, plain_text, value

_WIDEST = 100
"""Columns a cell may cover; Word itself ends at 63."""


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

    Rows that a tracked change deletes are left out, with a warning that holds their wording.
    """
    reading.tally.tables += 1
    place = reading.places.table
    grid = _Grid()
    for row in _parts(table, W + "tr"):
        if child(row, "trPr", "del") is not None:
            _warn_deleted(row, place, reading)
        else:
            _add_row(row, grid, reading, flow)
    rows = tuple(_row(cells, row, place, reading) for cells, row in zip(grid.rows, grid.elements, strict=True))
    looks = [[CellLook.of(cell.element, cell.frozen()) for cell in cells] for cells in grid.rows]
    block = Block(
        kind=BlockKind.TABLE,
        span=place,
        table=Table(rows=rows, header_rows=header_rows(table, grid.elements, looks, reading.styles)),
        flags=frozenset({Flag.CHANGED} if has_changes(table) else ()),
    )
    return [block, *grid.after] if rows else grid.after


def _parts(element: Element, tag: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, through content controls and other wrappers."""
    for part in children(element):
        if part.tag == tag:
            yield part
        elif part.tag not in REMOVED and part.tag not in (W + "tbl", W + "p"):
            yield from _parts(part, tag)


def _add_row(row: Element, grid: _Grid, reading: Reading, flow: Flow) -> None:
    index, column = len(grid.rows), _count(value(row, "trPr", "gridBefore"))
    cells: list[_Cell] = []
    reaching: dict[int, _Cell] = {}
    for element in _parts(row, W + "tc"):
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
    grid.rows.append(cells)
    grid.elements.append(row)
    grid.reaching = reaching


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
