"""One sheet of a workbook as blocks: what it shows, what stands beside that, then what is hidden on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.model.document import Block, BlockKind, Flag, ParseWarning
from rulebook.model.place import CellRange
from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.comments import read_comments
from rulebook.readers.excel.constraints import with_constraints
from rulebook.readers.excel.declared import read_declared
from rulebook.readers.excel.grid import Cell, Grid, read_grid
from rulebook.readers.excel.layout import lay_out
from rulebook.readers.excel.marginal import comment_block, constant_blocks, with_marginal
from rulebook.readers.excel.metrics import read_metrics
from rulebook.readers.excel.optional import relations_of
from rulebook.readers.excel.overlay import hidden_shapes, omitted_data, shape_blocks, shape_items
from rulebook.readers.excel.pageheaders import page_headers
from rulebook.readers.excel.pictures import count_objects
from rulebook.readers.excel.shapes import Drawn, read_drawn
from rulebook.readers.excel.slots import Surface
from rulebook.readers.excel.sources import ListSources
from rulebook.readers.excel.unseen import coloured_areas, unseen
from rulebook.readers.excel.validations import read_validations
from rulebook.readers.excel.visibility import cell_places
from rulebook.readers.excel.workbook import SheetEntry, Workbook
from rulebook.readers.package import Package

_SHEET_LEVEL = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet as read; ``hidden`` are the places of what it does not show, ``properties`` its page headers and footers,
    ``pictures`` and ``objects`` how many pictures and embedded files it shows.

    ``blocks`` begin with the sheet's name as a heading of level 1; a sheet without any text has none.
    """

    name: str
    blocks: tuple[Block, ...] = ()
    hidden: tuple[str, ...] = ()
    warnings: tuple[ParseWarning, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    pictures: int = 0
    objects: int = 0


def read_sheet(
    package: Package, entry: SheetEntry, book: Workbook, sources: ListSources, constants: Sequence[tuple[str, str]] = ()
) -> Sheet:
    """The sheet of an entry, ``constants`` at the end of what it shows.

    One that is neither a sheet of cells nor a chart, or whose part cannot be read, is a warning and no blocks.
    """
    if entry.kind not in ("worksheet", "chartsheet"):
        return _not_read(entry, _why_not_read(entry))
    try:
        root = package.xml(entry.part)
    except DamagedFile as error:
        return _not_read(entry, f"nothing of the sheet is read: {error.what} {error.remedy}")
    found = (_read_cells if entry.kind == "worksheet" else _read_chart)(package, entry, root, book, sources, constants)
    # a part of the package tells a reader nothing; the message names it
    warnings = (replace(w, place=entry.name) if w.code == "part_not_read" else w for w in found.warnings)
    if not entry.hidden:
        return replace(found, warnings=tuple(warnings))
    blocks = tuple(_hide(found.blocks))
    return replace(found, blocks=blocks, hidden=(entry.name,), warnings=tuple(warnings), pictures=0, objects=0)


def _why_not_read(entry: SheetEntry) -> str:
    if not entry.kind:
        return (
            "the workbook lists the sheet, but the file does not hold it. "
            "Open the file in Excel, let it repair the file, and save it."
        )
    return "the sheet is a dialog or macro sheet and is not read. Move what it states to a sheet of cells."


def _not_read(entry: SheetEntry, message: str) -> Sheet:
    return Sheet(name=entry.name, warnings=(ParseWarning(code="sheet_not_read", place=entry.name, message=message),))


def _read_cells(
    package: Package,
    entry: SheetEntry,
    root: etree._Element,
    book: Workbook,
    sources: ListSources,
    constants: Sequence[tuple[str, str]],
) -> Sheet:
    grid = read_grid(root, entry.name, book)
    warnings = list(grid.warnings)
    relations = relations_of(package, entry.part, warnings)
    grid = replace(grid, declared=read_declared(package, book.sheets.index(entry), root, relations, warnings))
    known = {cell.text.text.strip() for cell in grid.cells}
    drawn = read_drawn(package, root, relations, grid.metrics, known, warnings)
    blank = unseen(grid.cells, coloured_areas(package, root, relations, warnings))
    shown, hidden = _lay_out(grid, blank, drawn)
    shown, constraints = with_constraints(grid, shown, read_validations(root), sources, warnings)
    comments = read_comments(package, relations, book.people, warnings)
    surface = Surface(grid, shown)
    marginal = [*constraints, *(comment_block(c, surface) for c in comments)]
    shown = [*with_marginal(shown, marginal), *constant_blocks(grid.sheet, constants)]
    return Sheet(
        name=entry.name,
        blocks=(*_headed(grid.sheet, shown), *_hide(_headed(grid.sheet, hidden))),
        hidden=(
            *grid.hidden,
            *_blank_places(grid.sheet, [*blank, *grid.covered]),
            *hidden_shapes(grid.sheet, drawn.shapes),
            *dict.fromkeys(block.span.fragment for block in marginal if Flag.HIDDEN in block.flags),
        ),
        warnings=(*warnings, *omitted_data(grid.sheet, drawn.shapes)),
        properties=page_headers(root),
        pictures=drawn.pictures,
        objects=count_objects(root, relations),
    )


def _read_chart(
    package: Package,
    entry: SheetEntry,
    root: etree._Element,
    book: Workbook,
    sources: ListSources,
    constants: Sequence[tuple[str, str]],
) -> Sheet:
    """A sheet that is one chart; its shapes have no cells to lie over and stand at A1."""
    warnings: list[ParseWarning] = []
    relations = relations_of(package, entry.part, warnings)
    drawn = read_drawn(package, root, relations, read_metrics(root, ()), (), warnings)
    shapes = [replace(shape, box=Box(1, 1, 1, 1)) for shape in drawn.shapes if not shape.hidden]
    blocks = [block for shape in shapes for block in shape_blocks(entry.name, shape)]
    return Sheet(
        name=entry.name,
        blocks=tuple(_headed(entry.name, [*blocks, *constant_blocks(entry.name, constants)])),
        warnings=(*warnings, *omitted_data(entry.name, shapes)),
        properties=page_headers(root),
        pictures=drawn.pictures,
    )


def _headed(sheet: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks below the sheet's name as a heading; nothing where there are none."""
    span = CellRange(sheet, 1, 1, 1, 1)
    title = Block(kind=BlockKind.HEADING, span=span, text=RichText(sheet), level=_SHEET_LEVEL)
    return [title, *blocks] if blocks else []


def _lay_out(grid: Grid, blank: Sequence[Cell], drawn: Drawn) -> tuple[list[Block], list[Block]]:
    """The blocks of what is shown, and those of what is hidden."""
    gone = {(c.row, c.column) for c in grid.cells if c.column_hidden} | {(c.row, c.column) for c in blank}
    seen = [c for c in grid.cells if (c.row, c.column) not in gone]
    shown = lay_out(grid, seen, shape_items(grid.sheet, drawn.shapes, hidden=False), _SHEET_LEVEL)
    rest = [*shown.left_out, *(c for c in grid.cells if (c.row, c.column) in gone), *grid.covered]
    hidden = lay_out(grid, _as_shown(rest), shape_items(grid.sheet, drawn.shapes, hidden=True), _SHEET_LEVEL)
    return list(shown.blocks), list(hidden.blocks)


def _as_shown(cells: Iterable[Cell]) -> list[Cell]:
    return [replace(c, row_hidden=False) for c in sorted(cells, key=lambda c: (c.row, c.column))]


def _blank_places(sheet: str, blank: Iterable[Cell]) -> tuple[str, ...]:
    """Where texts are not seen, apart from those in hidden rows and columns, which are named as such."""
    return cell_places(sheet, ((c.row, c.column) for c in blank if not c.row_hidden and not c.column_hidden))


def _hide(blocks: Iterable[Block]) -> list[Block]:
    return [replace(b, flags=b.flags | {Flag.HIDDEN}) for b in blocks]
