"""One sheet of a workbook as blocks: what it shows, its comments, then what is hidden on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.model.document import Block, BlockKind, Flag, ParseWarning
from rulebook.model.place import CellRange
from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.comments import Comment, read_comments
from rulebook.readers.excel.grid import Cell, Grid, read_grid
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.layout import lay_out
from rulebook.readers.excel.shapes import Shape, read_controls, read_shapes
from rulebook.readers.excel.workbook import SheetEntry, Workbook, relations_of
from rulebook.readers.excel.xml import SHEET
from rulebook.readers.package import Package

_SHEET_LEVEL = 1
_PAGE_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f]{6}|\d+|.)')


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet as read; ``hidden`` are the places of what it does not show, ``properties`` its page headers and footers.

    ``blocks`` begin with the sheet's name as a heading of level 1; a sheet without any text has none.
    """

    blocks: tuple[Block, ...] = ()
    hidden: tuple[str, ...] = ()
    warnings: tuple[ParseWarning, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


def read_sheet(package: Package, entry: SheetEntry, book: Workbook) -> Sheet:
    """The sheet of an entry; one that is no sheet of cells or whose part cannot be read is a warning and no blocks."""
    if entry.kind != "worksheet":
        return _not_read(entry, "the sheet holds no cells (a chart, dialog or macro sheet) and is not read.")
    try:
        root = package.xml(entry.part)
    except DamagedFile as error:
        return _not_read(entry, error.what)
    grid = read_grid(root, entry.name, book)
    warnings = list(grid.warnings)
    relations = relations_of(package, entry.part, warnings)
    controls = read_controls(package, root, relations, warnings)
    drawings = [part for kind, part in relations.values() if kind == "drawing"]
    shapes = [s for part in drawings for s in read_shapes(package, part, grid.metrics, controls, warnings)]
    blocks = _blocks(grid, shapes, read_comments(package, relations, warnings))
    return Sheet(
        blocks=tuple(_hide(blocks) if entry.hidden else blocks),
        hidden=(entry.name,) if entry.hidden else (*grid.hidden, *_hidden_shapes(grid, shapes)),
        warnings=tuple(warnings),
        properties=_page_headers(root),
    )


def _not_read(entry: SheetEntry, message: str) -> Sheet:
    return Sheet(warnings=(ParseWarning(code="sheet_not_read", place=entry.name, message=message),))


def _blocks(grid: Grid, shapes: Sequence[Shape], comments: Sequence[Comment]) -> list[Block]:
    """The blocks below the sheet's name, and below the name once more the hidden ones."""
    shown = lay_out(
        grid, [c for c in grid.cells if not c.column_hidden], _items(grid, shapes, hidden=False), _SHEET_LEVEL
    )
    unseen = [*shown.left_out, *(c for c in grid.cells if c.column_hidden)]
    hidden = lay_out(grid, _as_shown(unseen), _items(grid, shapes, hidden=True), _SHEET_LEVEL)
    span = CellRange(grid.sheet, 1, 1, 1, 1)
    title = Block(kind=BlockKind.HEADING, span=span, text=RichText(grid.sheet), level=_SHEET_LEVEL)
    blocks = _with_comments(shown.blocks, comments, grid.sheet)
    return [
        *([title, *blocks] if blocks else ()),
        *(_hide([title, *hidden.blocks]) if hidden.blocks else ()),
    ]


def _as_shown(cells: Iterable[Cell]) -> list[Cell]:
    return [replace(c, row_hidden=False) for c in sorted(cells, key=lambda c: (c.row, c.column))]


def _items(grid: Grid, shapes: Iterable[Shape], *, hidden: bool) -> list[Item]:
    items = []
    for shape in (s for s in shapes if s.hidden is hidden):
        span = _span(grid, shape.box)
        block = Block(kind=BlockKind.TEXT_BOX, span=span, text=shape.text, label=shape.label)
        items.append(Item(box=shape.box, blocks=(block,), floating=True))
    return items


def _hidden_shapes(grid: Grid, shapes: Iterable[Shape]) -> tuple[str, ...]:
    return tuple(_span(grid, s.box).fragment for s in shapes if s.hidden)


def _span(grid: Grid, box: Box) -> CellRange:
    return CellRange(grid.sheet, box.top, box.left, box.bottom, box.right)


def _hide(blocks: Iterable[Block]) -> list[Block]:
    return [replace(b, flags=b.flags | {Flag.HIDDEN}) for b in blocks]


def _with_comments(blocks: Sequence[Block], comments: Sequence[Comment], sheet: str) -> list[Block]:
    """The comments put in at the end of the section that their cell is in, so that they do not tear up its text."""
    waiting = list(comments)
    result: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING and isinstance(block.span, CellRange):
            top = block.span.top
            result += [_comment(c, sheet) for c in waiting if c.row < top]
            waiting = [c for c in waiting if c.row >= top]
        result.append(block)
    return result + [_comment(c, sheet) for c in waiting]


def _comment(comment: Comment, sheet: str) -> Block:
    span = CellRange(sheet, comment.row, comment.column, comment.row, comment.column)
    return Block(kind=BlockKind.COMMENT, span=span, text=comment.text, flags=frozenset({Flag.COMMENT}))


def _page_headers(root: etree._Element) -> tuple[tuple[str, str], ...]:
    """What the sheet prints at the top and bottom of its pages, codes for page numbers and fonts left out."""
    found = []
    for element in root.iterfind(f"{SHEET}headerFooter/*"):
        text = " ".join(_PAGE_CODE.sub(" ", element.text or "").split())
        if re.search(r"\w", text):
            found.append(("header" if "Header" in str(element.tag) else "footer", text))
    return tuple(found)
