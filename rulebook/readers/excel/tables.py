"""Tables out of fields: logical rows and columns, header rows, captions."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.readers.excel.fields import Field, FieldRow, span_of
from rulebook.readers.excel.grid import cover
from rulebook.readers.excel.parts import split_parts
from rulebook.readers.excel.titles import header_rows


def table_blocks(sheet: str, rows: Sequence[FieldRow], left: int, right: int) -> tuple[Block, ...]:
    """The blocks of one lattice whose columns go from ``left`` to ``right``: captions and tables, top to bottom."""
    blocks: list[Block] = []
    for part in split_parts(rows, left, right):
        blocks += [_caption(sheet, field) for row in part.titles for field in row.texts]
        if part.rows:
            blocks.append(_table(sheet, part.rows))
    return tuple(blocks)


def _caption(sheet: str, field: Field) -> Block:
    flags = frozenset({Flag.HIDDEN}) if field.hidden else frozenset[Flag]()
    return Block(kind=BlockKind.CAPTION, span=cover(sheet, field.cells), text=field.text, flags=flags)


def _table(sheet: str, rows: Sequence[FieldRow]) -> Block:
    tops = [row.top for row in rows]
    lefts = sorted({left for row in rows for left in row.lefts})
    made = []
    for index, row in enumerate(rows):
        cells = tuple(_cell(field, index, tops, lefts) for field in row.texts)
        covered = [c for f in row.texts for c in f.cells]
        made.append(TableRow(cells=cells, span=cover(sheet, covered), hidden=all(f.hidden for f in row.texts)))
    span = cover(sheet, [c for row in rows for f in row.texts for c in f.cells])
    table = Table(rows=tuple(made), header_rows=header_rows(rows))
    return Block(kind=BlockKind.TABLE, span=span, table=table)


def _cell(field: Field, row: int, tops: Sequence[int], lefts: Sequence[int]) -> TableCell:
    box = field.box
    return TableCell(
        text=field.text,
        row=row,
        column=lefts.index(box.left),
        row_span=span_of(tops, box.top, box.bottom),
        column_span=span_of(lefts, box.left, box.right),
    )
