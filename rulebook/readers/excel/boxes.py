"""Boxes that drawn lines form: each set of connected lines is a lattice, each field of it a box."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from rulebook.readers.excel.runs import runs_of
from rulebook.readers.excel.walls import Walls

_Run: TypeAlias = tuple[int, int]
"""An unbroken upright line: the column it stands before and the row it begins in."""


@dataclass(frozen=True, slots=True, order=True)
class Box:
    """A rectangle of cells, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def around(cls, boxes: Sequence[Box]) -> Box:
        """The smallest rectangle that holds all of ``boxes``, at least one."""
        return cls(
            min(b.top for b in boxes),
            min(b.left for b in boxes),
            max(b.bottom for b in boxes),
            max(b.right for b in boxes),
        )

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Boxes drawn with connected lines, by row and column, and the rectangle around them."""

    area: Box
    boxes: tuple[Box, ...]


def find_lattices(
    walls: Walls, texts: Mapping[int, Sequence[int]], fills: Mapping[tuple[int, int], str]
) -> list[Lattice]:
    """The lattices with at least one box, top to bottom.

    ``texts`` gives the columns of the cells with text by row: where a row's lines stop before the lattice does, its
    last texts are boxes up to the edge. ``fills`` are the colours of cells: where a colour ends under a line that stops
    short, the line is taken to go on.
    """
    found = []
    for part in _connected(walls):
        boxes = tuple(sorted(_boxes(part, texts, fills)))
        if boxes:
            found.append(Lattice(Box.around(boxes), boxes))
    return sorted(found, key=lambda lattice: lattice.area)


def _connected(walls: Walls) -> list[Walls]:
    """The lines in groups that touch each other; level lines that touch no upright one are left out."""
    upright = _upright_runs(walls)
    groups = _Groups()
    crossing: list[tuple[int, int, int, _Run]] = []
    for edge, columns in walls.above.items():
        for first, last in runs_of(columns):
            touched = [
                (column, upright[column][row])
                for column in range(first, last + 2)
                if column in upright
                for row in (edge - 1, edge)
                if row in upright[column]
            ]
            for one, other in pairwise(touched):
                groups.join(one, other)
            if touched:
                crossing.append((edge, first, last, touched[0]))
    found: dict[_Run, Walls] = {}
    for column, runs in upright.items():
        part = Walls()
        for row, start in runs.items():
            if row == start:
                part = found.setdefault(groups.of((column, start)), Walls())
            part.before.setdefault(row, set()).add(column)
    for edge, first, last, run in crossing:
        found[groups.of(run)].above.setdefault(edge, set()).update(range(first, last + 1))
    return list(found.values())


def _upright_runs(walls: Walls) -> dict[int, dict[int, int]]:
    """For every column with upright lines on its left the rows they stand in, each with the first row of its run."""
    runs: dict[int, dict[int, int]] = {}
    for row in sorted(walls.before):
        for column in walls.before[row]:
            found = runs.setdefault(column, {})
            found[row] = found.get(row - 1, row)
    return runs


class _Groups:
    """Runs of lines that belong together (union-find)."""

    def __init__(self) -> None:
        self._parent: dict[_Run, _Run] = {}

    def of(self, run: _Run) -> _Run:
        root = run
        while (parent := self._parent.get(root, root)) != root:
            root = parent
        if root != run:
            self._parent[run] = root
        return root

    def join(self, one: _Run, other: _Run) -> None:
        first, second = self.of(one), self.of(other)
        if first != second:
            self._parent[first] = second


def _boxes(walls: Walls, texts: Mapping[int, Sequence[int]], fills: Mapping[tuple[int, int], str]) -> Iterator[Box]:
    """The fields between the lines, found row by row: a field goes on until a line is drawn across all of it."""
    edge = _edge(walls)
    open_boxes: dict[tuple[int, int], int] = {}
    last = 0
    for row in sorted(row for row, columns in walls.before.items() if columns):
        fields = _fields(sorted(walls.before[row]), edge, texts.get(row, ()))
        ended = _ended(fields, walls.above.get(row, set()), row, fills)
        going_on = {}
        for field in fields:
            starts = open_boxes.get(field) if row == last + 1 else None
            going_on[field] = row if starts is None or field in ended else starts
        for (left, end), top in open_boxes.items():
            if going_on.get((left, end)) != top:
                yield Box(top, left, last, end - 1)
        open_boxes, last = going_on, row
    for (left, end), top in open_boxes.items():
        yield Box(top, left, last, end - 1)


def _edge(walls: Walls) -> int:
    """The column behind the last one that the lines reach."""
    ends = [max(columns) for columns in walls.before.values() if columns]
    return max([*ends, *(max(columns) + 1 for columns in walls.above.values() if columns)], default=0)


def _ended(
    fields: Sequence[tuple[int, int]], lines: set[int], row: int, fills: Mapping[tuple[int, int], str]
) -> set[tuple[int, int]]:
    """The fields that a line over ``row`` closes off from the row above, or a change of colour beside such a line."""
    crossed = {field for field in fields if all(column in lines for column in range(*field))}
    recoloured = {f for f in fields if fills.get((row, f[0]), "") != fills.get((row - 1, f[0]), "")}
    return crossed | recoloured if crossed or 1 < len(fields) == len(recoloured) else crossed


def _fields(lines: list[int], edge: int, texts: Sequence[int]) -> list[tuple[int, int]]:
    """``(first column, column behind the last)`` of the fields of one row."""
    fields = list(pairwise(lines))
    if len(lines) > 1 and lines[-1] < edge:
        starts = [c for c in texts[bisect_left(texts, lines[-1]) :] if c < edge]
        fields += zip(starts, [*starts, edge][1:], strict=True)
    return fields
