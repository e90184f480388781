"""The reading order of a sheet: top to bottom, columns of text and tables side by side from left to right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.readers.excel.beside import Abreast, column_by_column, group_at
from rulebook.readers.excel.items import Item

_COLUMN_LINES = 3
"""Fewer lines than this make no column of text."""


def in_reading_order(
    items: Sequence[Item], opens: Callable[[Item], bool], abreast: Sequence[Abreast] = ()
) -> list[Item]:
    """The items in order; columns are looked for between one item that ``opens`` a section and the next, and known for
    tables ``abreast`` that have titles."""
    ordered: list[Item] = []
    band: list[Item] = []
    together: dict[int, list[Item]] = {}
    for item in sorted((i for i in items if not i.floating), key=lambda i: (i.box.top, i.box.left)):
        number = group_at(abreast, item.box.top)
        if number >= 0:
            together.setdefault(number, []).append(item)
        for ended in [n for n in together if n != number]:
            ordered += [*_columns(band), *column_by_column(together.pop(ended), abreast[ended])]
            band = []
        if number < 0 and opens(item):
            ordered += [*_columns(band), item]
            band = []
        elif number < 0:
            band.append(item)
    ordered += _columns(band)
    for left, group in together.items():
        ordered += column_by_column(group, abreast[left])
    return _with_floating(ordered, [i for i in items if i.floating], abreast)


def _columns(band: list[Item]) -> list[Item]:
    """The items of a band, column by column where it has columns."""
    for gutter in _gutters(band):
        left = [i for i in band if i.box.right < gutter]
        right = [i for i in band if i.box.right >= gutter]
        if _side_by_side(left, right):
            return _columns(left) + _columns(right)
    return band


def _gutters(band: Sequence[Item]) -> list[int]:
    """Columns where a group of items begins that no item to the left reaches."""
    found, reach = [], 0
    for item in sorted(band, key=lambda i: i.box.left):
        if reach and item.box.left > reach + 1:
            found.append(item.box.left)
        reach = max(reach, item.box.right)
    return found


def _side_by_side(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether two groups are read one after the other: tables beside each other, or columns of lines."""
    tables_left, tables_right = [i for i in left if i.line is None], [i for i in right if i.line is None]
    if any(a.box.top <= b.box.bottom and b.box.top <= a.box.bottom for a in tables_left for b in tables_right):
        return True
    if min(len(left), len(right)) < _COLUMN_LINES or tables_left or tables_right:
        return False
    rows_left, rows_right = {i.box.top for i in left}, {i.box.top for i in right}
    shared = len(rows_left & rows_right)
    return shared * 2 >= min(len(rows_left), len(rows_right)) and _runs_on(rows_left) and _runs_on(rows_right)


def _runs_on(rows: set[int]) -> bool:
    """Whether most rows follow directly on another, as in running text; labels beside their text stand apart."""
    return sum(1 for row in rows if row + 1 in rows or row - 1 in rows) * 2 > len(rows)


def _with_floating(ordered: list[Item], floating: Sequence[Item], abreast: Sequence[Abreast]) -> list[Item]:
    """Shapes put in behind the last item that begins above their middle, among frames side by side one of their own."""
    places = [_place(item, abreast) for item in ordered]
    behind: dict[int, list[Item]] = {}
    for shape in sorted(floating, key=lambda i: (i.box.top, i.box.left)):
        middle = (shape.box.top + shape.box.bottom) / 2
        above = [n for n, item in enumerate(ordered) if item.box.top <= middle]
        own = _place(shape, abreast)
        above = [n for n in above if own is not None and places[n] == own] or above
        nearest = max(above, key=lambda n: (ordered[n].box.top, n), default=-1)
        behind.setdefault(nearest, []).append(shape)
    result = list(behind.get(-1, []))
    for n, item in enumerate(ordered):
        result += [item, *behind.get(n, [])]
    return result


def _place(item: Item, abreast: Sequence[Abreast]) -> tuple[int, int] | None:
    """The group that an item stands in and which of its columns, ``None`` when it stands in none."""
    number = group_at(abreast, item.box.top)
    return None if number < 0 else (number, abreast[number].column_of(item.box.left))
