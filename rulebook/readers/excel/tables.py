"""Tables out of fields: logical rows and columns, header rows, captions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.model.text import RichText
from rulebook.readers.excel.declared import Declared
from rulebook.readers.excel.fields import Field, FieldRow, span_of
from rulebook.readers.excel.grid import cover
from rulebook.readers.excel.groups import with_groups_across
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.parts import split_parts
from rulebook.readers.excel.titles import header_rows

_NOTHING = Declared()
_DIGIT = re.compile(r"\d")
_TELLING = 3
"""So many texts at the top of two tables are column titles when they are the same."""


def table_blocks(
    sheet: str, rows: Sequence[FieldRow], left: int, right: int, declared: Declared = _NOTHING
) -> tuple[Block, ...]:
    """The blocks of one lattice whose columns go from ``left`` to ``right``: captions and tables, top to bottom.

    Header rows are told by their look, helped by what is ``declared`` of the sheet.
    """
    blocks: list[Block] = []
    parts = split_parts(rows, left, right)
    openings = [tuple(f.text.text for f in part.rows[0].texts) for part in parts if part.rows]
    for part in parts:
        blocks += [_caption(sheet, list(titles)) for _, titles in groupby(part.titles, _is_hidden)]
        if part.rows:
            rows = with_groups_across(part.rows, right)
            found = header_rows(rows)
            if len(rows) > 1 and openings.count(tuple(f.text.text for f in part.rows[0].texts)) > 1:
                found = max(found, 1)  # written again over other rows: column titles
            tops = [row.top for row in rows]
            blocks.append(table_block(sheet, rows, declared.header_rows(tops, left, right, found)))
    return tuple(blocks)


def _is_hidden(row: FieldRow) -> bool:
    return all(field.hidden for field in row.texts)


def _caption(sheet: str, titles: Sequence[FieldRow]) -> Block:
    """Rows over a table, all hidden or all shown, as one caption: only what is right before a table goes with it."""
    fields = [field for row in titles for field in row.texts]
    flags = frozenset({Flag.HIDDEN}) if _is_hidden(titles[0]) else frozenset[Flag]()
    text = RichText.join([RichText.join([field.text for field in row.texts], " ") for row in titles], "\n")
    return Block(
        kind=BlockKind.CAPTION, span=cover(sheet, [c for f in fields for c in f.cells]), text=text, flags=flags
    )


def table_block(sheet: str, rows: Sequence[FieldRow], header: int) -> Block:
    """The rows as a table whose first ``header`` rows name the columns."""
    tops = [row.top for row in rows]
    lefts = sorted({left for row in rows for left in row.lefts})
    made = []
    for index, row in enumerate(rows):
        cells = tuple(_cell(field, index, tops, lefts) for field in row.texts)
        covered = [c for f in row.texts for c in f.cells]
        made.append(TableRow(cells=cells, span=cover(sheet, covered), hidden=_is_hidden(row)))
    span = cover(sheet, [c for row in rows for f in row.texts for c in f.cells])
    table = Table(rows=tuple(made), header_rows=header)
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


def with_shared_headers(items: Sequence[Item]) -> list[Item]:
    """The tables, those without a header given one where their first row is the header of another one of the sheet, or
    opens another one as well."""
    known: dict[tuple[str, ...], int] = {}
    openings: Counter[tuple[str, ...]] = Counter()
    for table in (block.table for item in items for block in item.blocks):
        if table is not None and len(table.rows) > 1 and len(table.rows[0].cells) > 1:
            openings[_texts(table)] += 1
            known[_texts(table)] = max(table.header_rows, known.get(_texts(table), 0))
    for texts, count in openings.items():
        if not known[texts] and count > 1 and len(texts) >= _TELLING and not any(map(_DIGIT.search, texts)):
            known[texts] = 1
    return [replace(item, blocks=tuple(_with_header(block, known) for block in item.blocks)) for item in items]


def _with_header(block: Block, known: Mapping[tuple[str, ...], int]) -> Block:
    table = block.table
    if table is None or table.header_rows:
        return block
    rows = min(known.get(_texts(table), 0), len(table.rows) - 1)
    return replace(block, table=replace(table, header_rows=rows))


def _texts(table: Table) -> tuple[str, ...]:
    return tuple(cell.text.text.strip() for cell in table.rows[0].cells)
