"""Rows that stand over the rows below them: ``B. 帳票`` in a row of its own, between the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.chunking.rows import cell_value
from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.text import Mark

_LONGEST = 80
"""More characters are a remark over the whole width, no name."""

_MOST = 0.7
"""What a name over the whole width covers at least of it: an indented one leaves some columns free."""

_REMARK = re.compile(
    r"[※＊*]|[（(].{9,}[)）]\Z|[（(\[【]?(?:注|備考|補足|NOTE|Note|说明|說明|備註|备注)|.*[。！？]\Z"
    r"|.+は.+[るいすず]\Z|.*(?:こと|ます|です|ください|下さい)\Z"  # a sentence that only lacks its stop
    r"|(?:以上|上記)(?:[はがのを、]|\Z)|ここまで"  # about the rows above
    r"|\W*(?:[中省後前以]?略|省略|欠番|空番|廃止|削除|未使用|予備|予約|未定|(?:該当)?なし)\W*\Z",  # about no row
    re.DOTALL,
)
_NAMES = re.compile(
    r"[■□◆◇●○▼▽▶]|【.+】\Z|[＜<〈《\[［].+[＞>〉》\]］]\Z|[A-Za-zＡ-Ｚ0-9０-９一二三四五六七八九十]{1,3}[.．、)）]"
)
_NUMBER = re.compile(r"[\d０-９.．,，\-－()（）①-⑳]+|[A-Za-z]?[\d-]+")


@dataclass(frozen=True, slots=True)
class Grouping:
    """For each row of a table: the names of the groups it belongs to, outermost first, its own left out; and which
    rows are such a name themselves."""

    above: tuple[tuple[str, ...], ...]
    names: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Body:
    """The rows below the header, as far as they tell a group's name from a value."""

    has_header: bool
    columns: range
    filled: dict[int, list[TableCell]]
    """Column → the cells that begin in it, in rows with more than one."""
    reached: frozenset[int]
    """Rows that a merged value from above reaches into."""


def grouping(table: Table) -> Grouping:
    """A row is a group's name where its only filled cell is set otherwise than the values of the rows below: over all
    columns, over several, in a column that no other row uses, in bold, or as a name among numbers. Rows with two values
    or another such name follow it. Remarks (※ …, sentences, 欠番) are none.

    A group ends with the next name at its level or above; one that begins further right, or is narrower, lies within.
    A name that is struck or hidden ends the group before it and names none; what may be a label whose value was left
    blank ends every group.
    """
    body, shown = _body(table), [_filled(row) for row in table.rows]
    levels = [_level(table, index, body) for index in range(len(table.rows))]
    names = _followed(levels, shown)
    above, path = [], list[tuple[tuple[int, int], str]]()
    for index, row in enumerate(table.rows):
        level = levels[index]
        if index in names and level is not None:
            path = [entry for entry in path if entry[0] < level]
        above.append(tuple(name for _, name in path if name))
        if index in names and level is not None:
            cell = shown[index][0]
            path = [*path, (level, "" if row.hidden else cell_value(cell))] if _is_sure(cell, body) else []
    return Grouping(tuple(above), frozenset(n for n in names if _is_sure(shown[n][0], body)))


def _followed(levels: Sequence[tuple[int, int] | None], shown: Sequence[Sequence[TableCell]]) -> set[int]:
    """The rows set like a name that have rows of values, or a name within, below them."""
    names: set[int] = set()
    below: int | None = None  # the next row that is no remark
    for index in reversed(range(len(levels))):
        level, cells = levels[index], shown[index]
        if level is not None and below is not None:
            within = levels[below]
            if len(shown[below]) > 1 or (below in names and within is not None and within > level):
                names.add(index)
        if cells and not (len(cells) == 1 and _REMARK.match(_text(cells[0]))):
            below = index
    return names


def _level(table: Table, index: int, body: _Body) -> tuple[int, int] | None:
    """Where a row set like a name stands: its column, then its width from wide to narrow; ``None`` for other rows."""
    cells = _filled(table.rows[index])
    if index < table.header_rows or len(cells) != 1 or index in body.reached:
        return None
    cell, text = cells[0], _text(cells[0])
    if len(text) > _LONGEST or _REMARK.match(text) or not _is_set_apart(cell, body):
        return None
    return cell.column, -cell.column_span


def _is_set_apart(cell: TableCell, body: _Body) -> bool:
    if len(body.columns) < 2:
        return False
    if cell.column_span > 1 and cell.column_span >= _MOST * len(body.columns):
        return True
    values = body.filled.get(cell.column, [])
    if not values:  # no row of values begins here: all of them stand further right
        return cell.column < min(body.filled, default=0)
    if cell.column_span > 1 and all(value.column_span != cell.column_span for value in values):
        return True
    if cell.column != body.columns.start:
        return False
    bold, named = _is_bold(cell), bool(_NAMES.match(_text(cell)))
    return (
        (bold and not any(_is_bold(value) for value in values))
        or (named and not any(_NAMES.match(_text(value)) for value in values))
        or (not _NUMBER.fullmatch(_text(cell)) and all(_NUMBER.fullmatch(_text(value)) for value in values))
    )


def _is_sure(cell: TableCell, body: _Body) -> bool:
    """Whether it is no label of a form: those stand over some columns of a table without a header."""
    return body.has_header or cell.column_span == 1 or cell.column_span >= _MOST * len(body.columns)


def _body(table: Table) -> _Body:
    rows = [_filled(row) for row in table.rows]
    used = [cell for row in rows for cell in row]
    columns = range(
        min((cell.column for cell in used), default=0), max((c.column + c.column_span for c in used), default=0)
    )
    filled: dict[int, list[TableCell]] = {}
    for cells in rows[table.header_rows :]:
        for cell in cells if len(cells) > 1 else ():
            filled.setdefault(cell.column, []).append(cell)
    reached = (index for cell in used for index in range(cell.row + 1, cell.row + cell.row_span))
    return _Body(table.header_rows > 0, columns, filled, frozenset(reached))


def _filled(row: TableRow) -> list[TableCell]:
    return [cell for cell in row.cells if cell.text.text.strip()]


def _text(cell: TableCell) -> str:
    return " ".join(cell.text.text.split())


def _is_bold(cell: TableCell) -> bool:
    return not cell.text.without(Mark.BOLD).strip()
