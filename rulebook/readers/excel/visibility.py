"""Which rows and columns of a sheet are hidden, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from rulebook.model.place import CellRange, column_letters
from rulebook.readers.excel.runs import runs_of
from rulebook.readers.excel.xml import LAST_COLUMN, SHEET, is_on, whole


@dataclass(frozen=True, slots=True)
class Hidden:
    """Hidden rows by number, hidden columns as ``(first, last)``."""

    rows: frozenset[int]
    columns: tuple[tuple[int, int], ...]

    def all_rows(self, first: int, last: int) -> bool:
        """Whether none of these rows is shown."""
        return first in self.rows and all(row in self.rows for row in range(first, last + 1))

    def all_columns(self, first: int, last: int) -> bool:
        """Whether none of these columns is shown."""
        return all(any(a <= column <= b for a, b in self.columns) for column in range(first, last + 1))


def read_hidden(root: etree._Element, rows: Iterable[tuple[int, etree._Element]]) -> Hidden:
    """The hidden rows and columns of a worksheet part, those that a filter or a folded group hides and those without
    any height or width among them."""
    columns = [c for c in root.iterfind(f"{SHEET}cols/{SHEET}col") if is_on(c, "hidden") or _is_zero(c.get("width"))]
    return Hidden(
        rows=frozenset(number for number, row in rows if is_on(row, "hidden") or _is_zero(row.get("ht"))),
        columns=tuple((whole(c.get("min"), 1), min(whole(c.get("max"), 1), LAST_COLUMN)) for c in columns),
    )


def _is_zero(size: str | None) -> bool:
    return size is not None and size.strip() != "" and not size.strip().strip("0.")


def hidden_places(sheet: str, rows: Iterable[int], columns: Iterable[int]) -> tuple[str, ...]:
    """The places of hidden rows and columns, neighbours joined: ``Sheet!12:15``, ``Sheet!C:D``."""
    places = [f"{sheet}!{first}:{last}" for first, last in runs_of(rows)]
    places += [f"{sheet}!{column_letters(a)}:{column_letters(b)}" for a, b in runs_of(columns)]
    return tuple(places)


def cell_places(sheet: str, cells: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The places of single cells given by row and column, neighbours joined to ranges: ``Sheet!B4:C9``."""
    columns: dict[int, list[int]] = {}
    for row, column in cells:
        columns.setdefault(column, []).append(row)
    by_rows: dict[tuple[int, int], list[int]] = {}
    for column, rows in columns.items():
        for run in runs_of(rows):
            by_rows.setdefault(run, []).append(column)
    ranges = [(top, left, bottom, right) for (top, bottom), c in by_rows.items() for left, right in runs_of(c)]
    return tuple(CellRange(sheet, top, left, bottom, right).fragment for top, left, bottom, right in sorted(ranges))
