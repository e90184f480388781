"""How wide the columns and how high the rows of a sheet are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from unicodedata import east_asian_width

from lxml import etree

from rulebook.readers.excel.xml import LAST_COLUMN, LAST_ROW, SHEET, is_on, whole

_EMU_PER_POINT, _EMU_PER_CHARACTER = 12_700, 66_675  # a character of the default font is about 7 pixels wide
_DEFAULT_WIDTH, _DEFAULT_HEIGHT = 9.14, 15.0
_NOTHING = 1e-6


def text_width(text: str) -> float:
    """The width of the longest line of ``text`` in half-width characters."""
    return max(sum(2 if east_asian_width(c) in "WFA" else 1 for c in line) for line in text.split("\n"))


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes along one axis: runs of rows or columns (from 1) that are not of the ``default`` size, by their ``firsts``
    and ``lasts``; ``surplus`` is what one of a run differs by, ``before`` what all runs before it do together."""

    default: float
    firsts: tuple[int, ...]
    lasts: tuple[int, ...]
    surplus: tuple[float, ...]
    before: tuple[float, ...]

    @classmethod
    def of(cls, default: float, sizes: Iterable[tuple[int, int, float]]) -> Scale:
        """The scale with these ``(first, last, size)``; of two over the same place that which begins first holds."""
        runs: list[tuple[int, int, float]] = []
        reach = 0
        for first, last, size in sorted(sizes):
            if last > reach:
                runs.append((max(first, reach + 1), last, size - default))
                reach = last
        sums = accumulate(((last - first + 1) * more for first, last, more in runs), initial=0.0)
        firsts, lasts, surplus = zip(*runs, strict=True) if runs else ((), (), ())
        return cls(default, firsts, lasts, surplus, tuple(sums)[: len(runs)])

    def start(self, number: int) -> float:
        """Where row or column ``number`` begins."""
        run = bisect_left(self.firsts, number) - 1
        offset = (number - 1) * self.default
        if run < 0:
            return offset
        inside = min(number - 1, self.lasts[run]) - self.firsts[run] + 1
        return offset + self.before[run] + inside * self.surplus[run]

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

    def hides(self, top: int, left: int, bottom: int, right: int) -> bool:
        """Whether nothing of a range is shown, all of its rows or all of its columns being hidden."""
        height = self.rows.start(bottom + 1) - self.rows.start(top)
        return min(height, self.width(left, right)) < _NOTHING


def read_metrics(root: etree._Element, rows: Iterable[tuple[int, etree._Element]]) -> Metrics:
    """The sizes that a sheet part states."""
    form = root.find(f"{SHEET}sheetFormatPr")
    unlisted = 0.0 if is_on(form, "zeroHeight") else None
    width, height = _number(form, "defaultColWidth", 0.0), _number(form, "defaultRowHeight", _DEFAULT_HEIGHT)
    if not width:
        base = _number(form, "baseColWidth", 0.0)
        width = base + 1.14 if base else _DEFAULT_WIDTH
    columns = []
    for column in root.iterfind(f"{SHEET}cols/{SHEET}col"):
        size = 0.0 if is_on(column, "hidden") else _number(column, "width", width)
        first, last = whole(column.get("min"), 1), min(whole(column.get("max"), 1), LAST_COLUMN)
        columns.append((max(first, 1), last, size))
    heights = []
    for number, row in rows:
        if row.get("ht") is not None or is_on(row, "hidden") or unlisted is not None:
            heights.append((number, number, 0.0 if is_on(row, "hidden") else _number(row, "ht", height)))
    return Metrics(Scale.of(width, columns), Scale.of(height if unlisted is None else unlisted, heights))


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
