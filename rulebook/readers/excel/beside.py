"""Tables side by side, each with a title of its own: which lines are the titles, and the order all of it is read in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.grid import Cell
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.lines import Line

_ROWS_OVER = 2
"""How far over its table a title may stand."""

_MOST_TITLES = 8
"""Rows of titles one over the other that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abreast:
    """Tables or frames side by side in ``columns``, left to right, from row ``top`` to ``bottom``, titles included.

    ``titles`` are the ``(row, column)`` of the cells that the titles begin in, each with how far over its table it is
    in rows of titles: 0 for the one right over it.
    """

    columns: tuple[Box, ...]
    titles: Mapping[tuple[int, int], int]
    top: int
    bottom: int

    def column_of(self, left: int) -> int:
        """Which of the columns something that begins in column ``left`` of the sheet stands in."""
        return _at(self.columns, left)


def find_abreast(tables: Sequence[Box], frames: Sequence[Box], cells: Sequence[Cell]) -> list[Abreast]:
    """The groups of tables side by side (given by their areas) of which more than one has a title among the ``cells``,
    those outside tables, and of ``frames`` side by side."""
    rows: dict[int, list[int]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.column)
    found: list[Abreast] = []
    last = 0
    for group in _groups(sorted({*tables, *frames})):
        one = _abreast(group, frozenset(frames), {row: rows[row] for row in _rows_over(group, last) if row in rows})
        found += [one] if one is not None else []
        last = max(box.bottom for box in group)
    return found


def _rows_over(group: Sequence[Box], last: int) -> range:
    """The rows in which titles of a group may stand; ``last`` is the bottom row of the group above it."""
    return range(max(last + 1, group[0].top - _MOST_TITLES), max(box.top for box in group))


def group_at(groups: Sequence[Abreast], row: int) -> int:
    """The number of the group that a row belongs to, -1 for none; ``groups`` from top to bottom."""
    number = bisect_right(groups, row, key=lambda group: group.top) - 1
    return number if number >= 0 and row <= groups[number].bottom else -1


def _abreast(group: Sequence[Box], frames: frozenset[Box], rows: Mapping[int, Sequence[int]]) -> Abreast | None:
    columns = _columns(group)
    titles = dict.fromkeys((title for box in group if (title := _title(box, columns, rows)) is not None), 0)
    titled = {_at(columns, column) for _, column in titles}
    framed = {_at(columns, box.left) for box in group if box in frames}
    if len(columns) < 2 or (len(titled) < 2 and len(framed) < 2):
        return None
    top = min([*(box.top for box in group), *(row for row, _ in titles)])
    higher = 0
    while titles and len(begun := _begun(rows.get(top - 1, ()), columns)) > 1:
        top, higher = top - 1, higher + 1
        titles.update({(top, column): higher for column in begun})
    return Abreast(columns=columns, titles=titles, top=top, bottom=max(box.bottom for box in group))


def _begun(lefts: Sequence[int], columns: Sequence[Box]) -> list[int]:
    """The first place of text in each of the columns."""
    first: dict[int, int] = {}
    for left in sorted(lefts):
        first.setdefault(_at(columns, left), left)
    return list(first.values())


def _groups(areas: Sequence[Box]) -> list[list[Box]]:
    """The areas in groups whose rows overlap, top to bottom."""
    groups: list[list[Box]] = []
    reach = 0
    for box in areas:
        if groups and box.top <= reach:
            groups[-1].append(box)
        else:
            groups.append([box])
        reach = max(reach, box.bottom)
    return groups


def _columns(group: Sequence[Box]) -> tuple[Box, ...]:
    """The columns that the boxes stand in, with a gap between them, left to right."""
    columns: list[Box] = []
    for box in sorted(group, key=lambda box: box.left):
        if columns and box.left <= columns[-1].right + 1:
            columns[-1] = Box.around([columns[-1], box])
        else:
            columns.append(box)
    return tuple(columns)


def _at(columns: Sequence[Box], column: int) -> int:
    return max((n for n, box in enumerate(columns) if box.left - 1 <= column), default=0)


def _title(box: Box, columns: Sequence[Box], rows: Mapping[int, Sequence[int]]) -> tuple[int, int] | None:
    """Where the title of a table begins: the only text over it, near its left edge; ``None`` when it has none."""
    own = columns[_at(columns, box.left)]
    for row in range(box.top - 1, box.top - 1 - _ROWS_OVER, -1):
        over = [column for column in rows.get(row, ()) if own.left - 1 <= column <= own.right]
        if over:
            return (row, over[0]) if over[0] <= box.left + 1 else None
    return None


def in_groups(items: Sequence[Item], groups: Sequence[Abreast]) -> list[Item]:
    """The items, lines in a group seen as if its columns stood one below the other."""
    return [replace(item, line=_at_home(item, groups)) if item.line is not None else item for item in items]


def _at_home(item: Item, groups: Sequence[Abreast]) -> Line | None:
    line = item.line
    number = group_at(groups, item.box.top)
    if line is None or number < 0:
        return line
    group = groups[number]
    shift = group.columns[group.column_of(line.left)].left - group.columns[0].left
    higher = group.titles.get((line.cells[0].row, line.cells[0].column))
    return replace(
        line,
        first=line.first or higher is not None,
        home=line.left - shift,
        group=number + 1 if higher == 0 else 0,
    )


def column_by_column(items: Sequence[Item], group: Abreast) -> list[Item]:
    """The items of a group in reading order: one column whole, then the next."""
    return sorted(items, key=lambda i: (group.column_of(i.box.left), i.box.top, i.box.left))
