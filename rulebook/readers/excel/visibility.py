"""Which rows and columns of a sheet are hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.model.place import column_letters
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
    """The hidden rows (filtered and folded ones among them) and columns of a worksheet part."""
    columns = [c for c in root.iterfind(f"{SHEET}cols/{SHEET}col") if is_on(c, "hidden")]
    return Hidden(
        rows=frozenset(number for number, row in rows if is_on(row, "hidden")),
        columns=tuple((whole(c.get("min"), 1), min(whole(c.get("max"), 1), LAST_COLUMN)) for c in columns),
    )


def hidden_places(sheet: str, rows: Iterable[int], columns: Iterable[int]) -> tuple[str, ...]:
    """The places of hidden rows and columns, neighbours joined: ``Sheet!12:15``, ``Sheet!C:D``."""
    places = [f"{sheet}!{first}:{last}" for first, last in _runs(sorted(set(rows)))]
    places += [f"{sheet}!{column_letters(a)}:{column_letters(b)}" for a, b in _runs(sorted(set(columns)))]
    return tuple(places)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
