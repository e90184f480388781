"""How wide the columns and how high the rows of a sheet are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from unicodedata import east_asian_width

from lxml import etree

from rulebook.readers.excel.xml import LAST_COLUMN, LAST_ROW, SHEET, is_on, whole

_EMU_PER_POINT, _EMU_PER_CHARACTER = 12_700, 66_675  # a character of the default font is about 7 pixels wide
_DEFAULT_WIDTH, _DEFAULT_HEIGHT = 9.14, 15.0


def text_width(text: str) -> float:
    """The width of the longest line of ``text`` in half-width characters."""
    return max(sum(2 if east_asian_width(c) in "WFA" else 1 for c in line) for line in text.split("\n"))


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes along one axis: ``numbers`` are the rows or columns (from 1) that are not of the ``default`` size,
    ``surplus`` what they and those before them differ by together."""

    default: float
    numbers: tuple[int, ...]
    surplus: tuple[float, ...]

    @classmethod
    def of(cls, default: float, sizes: dict[int, float]) -> Scale:
        numbers = tuple(sorted(sizes))
        return cls(default, numbers, tuple(accumulate(sizes[n] - default for n in numbers)))

    def start(self, number: int) -> float:
        """Where row or column ``number`` begins."""
        before = bisect_right(self.numbers, number - 1)
        return (number - 1) * self.default + (self.surplus[before - 1] if before else 0.0)

    def at(self, offset: float, last: int) -> int:
        """The row or column that holds the place ``offset``; between 1 and ``last``."""
        low, high = 1, last
        while low < high:
            middle = (low + high + 1) // 2
            if self.start(middle) <= offset:
                low = middle
            else:
                high = middle - 1
        return low


@dataclass(frozen=True, slots=True)
class Metrics:
    """Columns measured in half-width characters of the default font, rows in points; hidden ones measure 0."""

    columns: Scale
    rows: Scale

    def width(self, left: int, right: int) -> float:
        return self.columns.start(right + 1) - self.columns.start(left)


def read_metrics(root: etree._Element, rows: Iterable[tuple[int, etree._Element]]) -> Metrics:
    """The sizes that a sheet part states."""
    form = root.find(f"{SHEET}sheetFormatPr")
    width, height = _number(form, "defaultColWidth", 0.0), _number(form, "defaultRowHeight", _DEFAULT_HEIGHT)
    if not width:
        base = _number(form, "baseColWidth", 0.0)
        width = base + 1.14 if base else _DEFAULT_WIDTH
    columns: dict[int, float] = {}
    for column in root.iterfind(f"{SHEET}cols/{SHEET}col"):
        size = 0.0 if is_on(column, "hidden") else _number(column, "width", width)
        first, last = whole(column.get("min"), 1), min(whole(column.get("max"), 1), LAST_COLUMN)
        columns.update(dict.fromkeys(range(max(first, 1), last + 1), size))
    heights = {}
    for number, row in rows:
        if row.get("ht") is not None or is_on(row, "hidden"):
            heights[number] = 0.0 if is_on(row, "hidden") else _number(row, "ht", height)
    return Metrics(Scale.of(width, columns), Scale.of(height, heights))


def place_at(metrics: Metrics, x: float, y: float) -> tuple[int, int]:
    """The row and column of a place given in EMU from the sheet's upper left corner."""
    row = metrics.rows.at(y / _EMU_PER_POINT, LAST_ROW)
    return row, metrics.columns.at(x / _EMU_PER_CHARACTER, LAST_COLUMN)


def corner(metrics: Metrics, row: int, column: int) -> tuple[float, float]:
    """``(x, y)`` in EMU of a cell's upper left corner."""
    return metrics.columns.start(column) * _EMU_PER_CHARACTER, metrics.rows.start(row) * _EMU_PER_POINT


def _number(element: etree._Element | None, name: str, default: float) -> float:
    text = element.get(name) if element is not None else None
    try:
        return float(text) if text else default
    except ValueError:
        return default
