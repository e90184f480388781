"""Lines of text outside tables: the cells of one row that read as one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.fields import mark_covers
from rulebook.readers.excel.grid import Cell, by_row
from rulebook.readers.excel.metrics import Metrics, text_width
from rulebook.readers.excel.numbering import Label, is_label_alone, read_label

_GAP = 8.0
_LABEL_GAP = 16.0
_WIDE_COLUMN = 18.0
"""Half-width characters between two texts of a row from which on they are apart; wider behind a lone number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Cells of one row that read on from one to the next.

    ``first`` says that no text of the sheet stands left of it in its row, ``end`` where its text ends, in half-width
    characters from the sheet's left edge, ``indented`` that its text begins with white space, ``roomy`` that its last
    cell stands in a wide column, where text is not broken by hand for want of room. ``home`` is the column that tells
    how deep it is set in; titles of tables side by side share a ``group`` (from 1).
    """

    cells: tuple[Cell, ...]
    text: RichText
    label: Label | None
    first: bool
    indented: bool
    roomy: bool
    box: Box
    end: float
    home: int
    group: int = 0

    @property
    def left(self) -> int:
        return self.box.left

    @property
    def size(self) -> float:
        return max(c.style.size for c in self.cells)

    @property
    def bold(self) -> bool:
        return all(mark_covers(c.text, "bold") for c in self.cells)


def read_lines(
    cells: Sequence[Cell], leftmost: Mapping[int, int], metrics: Metrics, starts: Collection[tuple[int, int]] = ()
) -> list[Line]:
    """The lines of the cells, by row, then left to right; ``leftmost`` is the first column with text of each row,
    ``starts`` are the ``(row, column)`` in which a line begins whatever stands left of it."""
    rows = by_row(cells)
    lines = []
    for row in sorted(rows):
        group: list[Cell] = []
        for cell in rows[row]:
            if group and ((row, cell.column) in starts or not _reads_on(group, cell, metrics)):
                lines.append(_line(group, leftmost, metrics))
                group = []
            group.append(cell)
        lines.append(_line(group, leftmost, metrics))
    return lines


def _reads_on(group: Sequence[Cell], cell: Cell, metrics: Metrics) -> bool:
    last = group[-1]
    if metrics.width(last.column, last.right) >= _WIDE_COLUMN:
        return False  # a column of its own, as in lists; on squared paper text runs over many narrow ones
    limit = _LABEL_GAP if len(group) == 1 and is_label_alone(last.text.text) else _GAP
    return metrics.columns.start(cell.column) - text_end(last, metrics) < limit


def text_end(cell: Cell, metrics: Metrics) -> float:
    """Where the text of a cell ends on the screen; wrapped and merged text ends with its cell."""
    start = metrics.columns.start(cell.column)
    if cell.right > cell.column:
        return start + metrics.width(cell.column, cell.right)
    return start + text_width(cell.text.text) * cell.style.size / 11.0


def _line(group: Sequence[Cell], leftmost: Mapping[int, int], metrics: Metrics) -> Line:
    text = RichText.join([c.text.strip() for c in group], " ")
    first, last = group[0], group[-1]
    end = text_end(last, metrics)
    right = max(last.right, metrics.columns.at(max(end - 1.0, 0.0), last.right + 200))
    return Line(
        cells=tuple(group),
        text=text,
        label=read_label(text.text),
        first=leftmost.get(first.row, first.column) >= first.column,
        indented=first.text.text[:1].isspace(),
        roomy=metrics.width(last.column, last.right) >= _WIDE_COLUMN,
        box=Box(first.row, first.column, max(c.bottom for c in group), right),
        end=end,
        home=first.column,
    )
