"""Rows of a table as text and statements: each value in the slot of its column, under its titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rulebook.chunking.statements import statements_of
from rulebook.model.chunk import Statement
from rulebook.model.document import Table, TableCell
from rulebook.model.text import Mark, RichText
from rulebook.text.lines import on_one_line
from rulebook.text.tokens import count_tokens

_ROW_LIMIT = 240
"""A table row up to this many characters, its groups not counted, is one statement; a longer one is cut into the
sentences of its cells."""

_NAME_LIMIT = 40
"""A cell up to this many characters may name its row."""

_SLOT = " | "
"""Between two neighbouring columns of a row. An empty column keeps its place: `` |  | ○`` stands in the third one."""

_HEADER_TOKENS = 170
"""A header that is repeated beside the rows of a later chunk: with it and its headings a chunk of the usual size is
within the maximum."""

_COLONS = frozenset({":", "："})
"""What forms put into a cell of its own between a label and its value."""

_DITTO = re.compile(r"[〃″々\"”]|同上|上に同じ|ditto", re.IGNORECASE)

Titles = dict[int, tuple[str, ...]]
"""Column → the titles over it, from the top row of the header to the bottom one."""


def slots(values: Sequence[tuple[int, RichText]]) -> tuple[RichText, list[int]]:
    """The values, given left to right with their columns, each in the slot of its column; and where each one starts.

    Slots without a value stay empty, trailing ones are left out. Two values of one column stand side by side.
    """
    parts: list[RichText] = []
    starts: list[int] = []
    length, at = 0, 0
    for n, (column, value) in enumerate(values):
        gap = RichText(_SLOT * (max(column - at, 1) if n else column))
        starts.append(length + len(gap.text))
        parts += [gap, value]
        length, at = starts[-1] + len(value.text), max(column, at)
    return RichText.join(parts), starts


def column_titles(table: Table) -> Titles:
    """The rows of a stacked header top to bottom, spanning titles given to each column; without the table's title."""
    titles: dict[int, list[str]] = {}
    for cell in _header_cells(table, over_all=False):
        for column in range(cell.column, cell.column + cell.column_span):
            title = cell_value(cell)
            if title and title not in titles.setdefault(column, []):
                titles[column].append(title)
    return {column: tuple(parts) for column, parts in sorted(titles.items()) if parts}


def table_title(table: Table) -> tuple[str, ...]:
    """What stands over all columns of a header of several rows: it names the table, no column of it."""
    return tuple(value for cell in _header_cells(table, over_all=True) if (value := cell_value(cell)))


def header_line(titles: Titles) -> str:
    """The titles in the slots of their columns. Where that is long, a title that holds for several columns stands in
    the first of them only; where it still is, each is shortened to an equal number of characters."""
    whole = _line({column: " ".join(parts) for column, parts in titles.items()})
    if count_tokens(whole) <= _HEADER_TOKENS:
        return whole
    said: dict[int, str] = {}
    before: tuple[str, ...] = ()
    for column, parts in titles.items():
        said[column] = " ".join(part for n, part in enumerate(parts) if before[: n + 1] != parts[: n + 1]) or parts[-1]
        before = parts
    length = max(len(title) for title in said.values())
    while length > 4 and count_tokens(_line(said)) > _HEADER_TOKENS:
        length -= max(length // 8, 1)
        said = {column: t if len(t) <= length else t[: length - 1].rstrip("…") + "…" for column, t in said.items()}
    return _line(said)


def _line(titles: dict[int, str]) -> str:
    return slots([(column, RichText(title)) for column, title in sorted(titles.items())])[0].text


def _header_cells(table: Table, *, over_all: bool) -> list[TableCell]:
    """The cells of the header that stand over all columns, or those that do not."""
    width = max((c.column + c.column_span for row in table.rows for c in row.cells), default=0)
    may_title = table.header_rows > 1 and width > 1
    cells = [c for row in table.rows[: table.header_rows] for c in row.cells]
    return [c for c in cells if (may_title and c.column_span >= width) is over_all]


def standing_cells(table: Table) -> list[list[TableCell]]:
    """For every row the cells that stand in it, whether they begin there or reach into it, left to right; one that says
    it is the same as above (〃, 同上) with the value above."""
    rows: list[list[TableCell]] = [[] for _ in table.rows]
    for cell in (c for row in table.rows for c in row.cells):
        for index in range(cell.row, min(cell.row + cell.row_span, len(rows))):
            rows[index].append(cell)
    for index in range(table.header_rows + 1, len(rows)):
        if not table.rows[index - 1].hidden:
            rows[index] = [_meant(cell, rows[index - 1]) if cell.row == index else cell for cell in rows[index]]
    return [sorted(cells, key=lambda c: c.column) for cells in rows]


def _meant(cell: TableCell, above: Sequence[TableCell]) -> TableCell:
    """The cell with what it means: a mark for the same as above holds where one as wide stands right above."""
    if not _DITTO.fullmatch(cell.text.text.strip()):
        return cell
    same = next((c for c in above if (c.column, c.column_span) == (cell.column, cell.column_span)), cell)
    return replace(cell, text=same.text)


def carried(reach: Sequence[TableCell]) -> str:
    """The merged values that reach into a row from above, in the slots of their columns."""
    return slots([(c.column, RichText(value)) for c in reach if (value := cell_value(c))])[0].text


def row_text(
    cells: Sequence[TableCell], standing: Sequence[TableCell], titles: Titles, groups: Sequence[str]
) -> tuple[RichText, tuple[Statement, ...]]:
    """The row as shown, and its statements: the whole row when it is short, else its cells' sentences.

    ``groups`` are the names of the groups it belongs to and lead each of them. A row whose longest cell or whose name
    is withdrawn states nothing: what is left of it would mislead.
    """
    shown = [c for c in cells if c.text.text.strip()]
    text, starts = slots([(c.column, c.text.strip()) for c in shown])
    labelled = []
    for cell in standing:
        value, title = cell_value(cell), _title(cell, titles)
        if value and value not in _COLONS:
            labelled.append(f"{title}: {value}" if title and title != value else value)
    own = " / ".join(labelled)
    if not labelled or not text or _is_withdrawn(shown) or _has_lost_its_name(standing):
        return text, ()
    if len(own) <= _ROW_LIMIT:
        return text, (Statement(start=0, end=len(text.text), text=" / ".join([*groups, own])),)
    return text, _cell_statements(shown, starts, standing, titles, groups)


def cell_value(cell: TableCell) -> str:
    """What still holds of a cell, on one line; ``""`` where all of it is struck."""
    return on_one_line(cell.text.without(Mark.STRIKE))


def _title(cell: TableCell, titles: Titles) -> str:
    """The titles of all columns that the cell covers; none for one that covers every column, like a remark."""
    covered = [" ".join(titles[c]) for c in range(cell.column, cell.column + cell.column_span) if c in titles]
    distinct = tuple(dict.fromkeys(covered))
    if len(distinct) > 1 and len(covered) == len(titles):
        return ""
    return "・".join(distinct)


def _is_withdrawn(shown: Sequence[TableCell]) -> bool:
    """Whether the longest cell is wholly struck; of equally long ones, each."""
    lengths = {holds: [len(c.text.strip().text) for c in shown if _holds(c) is holds] for holds in (True, False)}
    return max(lengths[False], default=0) > max(lengths[True], default=0)


def _has_lost_its_name(standing: Sequence[TableCell]) -> bool:
    """Whether the first cell with words is wholly struck. Numbers name no row, and a merged value names a group of rows
    as long as a name and a value stand beside it."""
    worded = [cell for cell in standing if any(map(str.isalpha, cell.text.text))]
    while len(worded) > 2 and worded[0].row_span > 1:
        worded = worded[1:]
    return len(worded) > 1 and not _holds(worded[0])


def _holds(cell: TableCell) -> bool:
    return bool(cell.text.without(Mark.STRIKE).strip())


def row_name(standing: Sequence[TableCell]) -> tuple[TableCell, ...]:
    """Up to two short cells in front of the first long one, as 「3」 and 「日付」; else the first short one."""
    cells = [cell for cell in standing if cell_value(cell)]
    first_long = next((n for n, cell in enumerate(cells) if len(cell_value(cell)) > _NAME_LIMIT), len(cells))
    return tuple(cells[: min(first_long, 2)] or [c for c in cells if len(cell_value(c)) <= _NAME_LIMIT][:1])


def name_text(standing: Sequence[TableCell]) -> str:
    """The row's name on one line."""
    return " / ".join(cell_value(cell) for cell in row_name(standing))


def _cell_statements(
    shown: Sequence[TableCell],
    starts: Sequence[int],
    standing: Sequence[TableCell],
    titles: Titles,
    groups: Sequence[str],
) -> tuple[Statement, ...]:
    """The sentences of the cells, each led by the groups, the row's name and its column's title."""
    found: list[Statement] = []
    name, meant = row_name(standing), {(c.row, c.column): c for c in standing}
    for visible, start in zip(shown, starts, strict=True):
        cell = meant.get((visible.row, visible.column), visible)
        before = name[: name.index(cell)] if cell in name else name
        leads = dict.fromkeys((*groups, *(cell_value(c) for c in before), _title(cell, titles)))
        lead = " / ".join(x for x in leads if x and x != cell.text.strip().text)
        if cell is visible:
            found += statements_of(cell.text.strip(), f"{lead}: " if lead else "", start)
        elif value := cell_value(cell):
            end = start + len(visible.text.strip().text)
            found.append(Statement(start=start, end=end, text=f"{lead}: {value}" if lead else value))
    return tuple(found)
