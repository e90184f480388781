"""Fields of a table: boxes with the text that stands in them, in logical rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.flow import as_one_line, goes_on_for_sure
from rulebook.readers.excel.grid import Cell, by_row
from rulebook.readers.excel.letters import row_text
from rulebook.readers.excel.numbering import read_label

_RECORDS = 3
"""Fewer rows of text than this in a band without lines across are taken for one record of several lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A box of a table, its fill, the cells with text in it (none where it is blank) and their text as one."""

    box: Box
    cells: tuple[Cell, ...]
    fill: str = ""
    text: RichText

    @classmethod
    def of(cls, box: Box, cells: Sequence[Cell], fill: str) -> Field:
        return cls(box=box, cells=tuple(cells), fill=fill, text=cells_text(cells))

    @property
    def bold(self) -> bool:
        return bool(self.cells) and all(mark_covers(c.text, "bold") for c in self.cells)

    @property
    def hidden(self) -> bool:
        return bool(self.cells) and all(c.row_hidden for c in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRow:
    """A logical row: the fields that begin in it, left to right, those of them with text, and whether a field from
    above reaches into it."""

    top: int
    fields: tuple[Field, ...]
    texts: tuple[Field, ...]
    crossed: bool

    @classmethod
    def of(cls, top: int, fields: Sequence[Field], *, crossed: bool) -> FieldRow:
        return cls(top=top, fields=tuple(fields), texts=tuple(f for f in fields if f.cells), crossed=crossed)

    @property
    def lefts(self) -> tuple[int, ...]:
        return tuple(f.box.left for f in self.texts)


def mark_covers(text: RichText, mark: str) -> bool:
    """Whether ``mark`` holds on all of a text."""
    return any(s.mark.value == mark and s.start == 0 and s.end == len(text.text) for s in text.marks)


def cells_text(cells: Sequence[Cell]) -> RichText:
    """The texts of cells as they stand: those of one row with a space between, the rows one below the other; a sentence
    that stops in the middle and goes on in the row below is one line."""
    if len(cells) == 1:
        only = cells[0].text
        return only if only.text == only.text.strip() else only.strip()
    rows = by_row(cells)
    lines = [(found, row_text(found)) for found in rows.values()]
    text = lines[0][1] if lines else RichText()
    for (above, upper), (below, lower) in pairwise(lines):
        together = _goes_on_below(above, below) and goes_on_for_sure(upper.text, lower.text)
        text = as_one_line(text, lower) if together else RichText.join([text, lower], "\n")
    return text


def _goes_on_below(above: Sequence[Cell], below: Sequence[Cell]) -> bool:
    """Whether one cell stands right under another one and begins without a number or mark."""
    if len(above) != 1 or len(below) != 1 or below[0].row != above[0].bottom + 1:
        return False
    return below[0].column == above[0].column and read_label(below[0].text.text) is None


def with_records_apart(fields: Sequence[Field]) -> list[Field]:
    """The fields, those of one band cut into records where only upright lines are drawn between several of them.

    They are records when the first field has text in nearly every row of text, beside another one's; in a single
    record the first field is a short name or number and the others go on below it.
    """
    bands: dict[tuple[int, int], list[Field]] = {}
    for field in fields:
        bands.setdefault((field.box.top, field.box.bottom), []).append(field)
    apart: list[Field] = []
    for band in bands.values():
        starts = _record_rows(band)
        apart += [cut for f in band for cut in _cut(f, starts)] if starts else band
    return apart


def _record_rows(band: Sequence[Field]) -> list[int]:
    """The rows in which the records of a band begin; empty when it holds one record only."""
    worded = sorted((f for f in band if f.cells), key=lambda f: f.box.left)
    if len(worded) < 2:
        return []
    rows = {c.row for f in worded for c in f.cells}
    first = {c.row for c in worded[0].cells}
    shared = first & {c.row for f in worded[1:] for c in f.cells}
    return sorted(first) if len(shared) >= _RECORDS and len(shared) * 5 >= len(rows) * 4 else []


def _cut(field: Field, starts: Sequence[int]) -> list[Field]:
    box = field.box
    tops = [box.top, *starts[1:]]
    bottoms = [*(start - 1 for start in starts[1:]), box.bottom]
    return [
        Field.of(Box(top, box.left, bottom, box.right), [c for c in field.cells if top <= c.row <= bottom], field.fill)
        for top, bottom in zip(tops, bottoms, strict=True)
    ]


def field_rows(fields: Sequence[Field]) -> list[FieldRow]:
    """The fields in logical rows: one begins wherever a field with text does. Blank fields join the row they begin in
    or, where none begins there, are left out."""
    tops = sorted({f.box.top for f in fields if f.cells})
    by_top: dict[int, list[Field]] = {top: [] for top in tops}
    for field in sorted(fields, key=lambda f: f.box):
        if field.box.top in by_top:
            by_top[field.box.top].append(field)
    reach = 0
    rows = []
    for top in tops:
        rows.append(FieldRow.of(top, by_top[top], crossed=reach >= top))
        reach = max([reach, *(f.box.bottom for f in by_top[top] if f.cells)])
    return rows


def span_of(starts: Sequence[int], first: int, last: int) -> int:
    """How many of the sorted ``starts`` lie between ``first`` and ``last``, at least one."""
    return max(bisect_right(starts, last) - bisect_left(starts, first), 1)
