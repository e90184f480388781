"""Data validations in their places: a last row of the table that they hold for, or a paragraph behind the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulebook.model.document import Block, BlockKind, Flag, ParseWarning, TableCell, TableRow
from rulebook.model.place import CellRange
from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.grid import Grid
from rulebook.readers.excel.ruletext import listed, rule_text
from rulebook.readers.excel.slots import Surface, name_in
from rulebook.readers.excel.sources import ListSources
from rulebook.readers.excel.validations import Validation
from rulebook.readers.excel.wording import Wording
from rulebook.readers.stacked_header import stacked_header


@dataclass(slots=True)
class _Constrained:
    """A sheet, what its tables get by block and column, and what stands behind the text."""

    surface: Surface
    words: Wording
    rows: dict[int, dict[int, list[tuple[Box, str]]]] = field(default_factory=dict)
    paragraphs: list[Block] = field(default_factory=list)


def with_constraints(
    grid: Grid,
    blocks: Sequence[Block],
    validations: Sequence[Validation],
    sources: ListSources,
    warnings: list[ParseWarning],
) -> tuple[list[Block], list[Block]]:
    """The blocks with the validations of tables in them, and a paragraph for each validation of other cells.

    A table gets one more row: in the slot of each column the validations of its cells, so that the column's title tells
    what they are for. A list without messages that holds only for cells away from all text is left over from copying
    and is left out. A warning is added where a list cannot be known.
    """
    if not validations or not grid.cells:
        return list(blocks), []
    sheet = _Constrained(Surface(grid, blocks), sources.words(grid))
    for validation in validations:
        ranges = sorted(box for box in validation.ranges if _is_used(sheet, box))
        if not ranges and (validation.prompt or validation.error):
            ranges = sorted(validation.ranges)
        if ranges:
            text = rule_text(validation, _allowed(sheet, validation, ranges[0], sources, warnings), sheet.words)
            if text:
                _put(sheet, ranges, text)
    return [_with_row(sheet, n, block) for n, block in enumerate(blocks)], sheet.paragraphs


def _is_used(sheet: _Constrained, box: Box) -> bool:
    """Whether a range lies among the cells with text, or right under its column's title."""
    surface = sheet.surface
    if box.left > surface.right:
        return False
    return box.top <= surface.bottom or (box.top == surface.bottom + 1 and surface.slot(box) is not None)


def _allowed(
    sheet: _Constrained, validation: Validation, box: Box, sources: ListSources, warnings: list[ParseWarning]
) -> str:
    """The values of a list, "" for other validations and for a list that cannot be known."""
    if validation.kind != "list":
        return ""
    allowed = sources.allowed(validation.limits[0], sheet.surface.grid)
    if not allowed.known:
        message = (
            f"the drop-down list here points at {validation.limits[0]}, which the workbook does not have, so the "
            "allowed values are not known. Correct the data validation in Excel and add the file again."
        )
        place = _span(sheet.surface, box).fragment
        warnings.append(ParseWarning(code="list_not_known", place=place, message=message))
    return allowed.text if allowed.known else ""


def _put(sheet: _Constrained, ranges: Sequence[Box], text: str) -> None:
    """The text into the slots of the tables that the ranges stand in, and into a paragraph for the other ranges."""
    slots = [(box, sheet.surface.slot(box)) for box in ranges]
    for slot in dict.fromkeys(slot for _, slot in slots if slot is not None):
        own = [box for box, found in slots if found == slot]
        held = sheet.rows.setdefault(slot[0], {}).setdefault(slot[1], [])
        held.append((own[0], f"{sheet.words.name} {listed(own)}: {text}"))
    others = [box for box, slot in slots if slot is None]
    if others:
        label = _label(sheet.surface, others[0])
        where = f"{label} ({listed(others)})" if label else listed(others)
        metrics = sheet.surface.grid.metrics
        unseen = all(metrics.hides(box.top, box.left, box.bottom, box.right) for box in others)
        block = Block(
            kind=BlockKind.PARAGRAPH,
            span=_span(sheet.surface, others[0]),
            text=RichText(f"{sheet.words.name} {where}: {text}"),
            flags=frozenset({Flag.HIDDEN}) if unseen else frozenset(),
        )
        sheet.paragraphs.append(block)


def _label(surface: Surface, box: Box) -> str:
    """The text on the left of a single field: a range of one row or one merged cell."""
    if box.top != box.bottom and not surface.is_merge(box):
        return ""
    return name_in(surface.beside(box))


def _span(surface: Surface, box: Box) -> CellRange:
    """The part of a range that lies among the cells with text: many ranges go down to the last row of Excel."""
    bottom, right = max(min(box.bottom, surface.bottom), box.top), max(min(box.right, surface.right), box.left)
    return CellRange(surface.grid.sheet, box.top, box.left, bottom, right)


def _at_end(surface: Surface, block: Block, box: Box) -> CellRange:
    """Where the row stands: in the last row that a range shares with its table, since the whole range would make the
    place of the table's last chunk that of the whole table."""
    bottom = block.span.bottom if isinstance(block.span, CellRange) else box.bottom
    last = max(min(box.bottom, bottom), box.top)
    return _span(surface, Box(last, box.left, last, box.right))


def _with_row(sheet: _Constrained, index: int, block: Block) -> Block:
    columns, table = sheet.rows.get(index), block.table
    if columns is None or table is None:
        return block
    cells = tuple(
        TableCell(text=RichText("\n".join(text for _, text in held)), row=len(table.rows), column=column)
        for column, held in sorted(columns.items())
    )
    spans = [_at_end(sheet.surface, block, box) for held in columns.values() for box, _ in held]
    span = spans[0]
    for other in spans[1:]:
        span = span.cover(other)
    rows = (*table.rows, TableRow(cells=cells, span=span))
    # a table of titles only has now a row of values, so that its whole header can be told
    return replace(block, table=replace(table, rows=rows, header_rows=stacked_header(rows, table.header_rows)))
