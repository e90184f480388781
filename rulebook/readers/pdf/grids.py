"""Tables found by the lines drawn between their cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulebook.readers.pdf.strokes import Box, Drawing

_SNAP = 3.0
"""Lines this near to each other are one; ends that come this near to a line meet it."""
_PIECES = 2.0
"""Gap between two pieces of one line."""
_FEWEST_COLUMNS = 2
_MOST_LINES = 600
_MOST_CELLS = 20_000
_MOST_GRIDS = 300


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid: its place in points, and the rows and columns it covers, from 0."""

    box: Box
    row: int
    column: int
    row_span: int
    column_span: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of drawn lines: ``cells`` row by row from the top, ``rows`` and ``columns`` how many there are."""

    box: Box
    cells: tuple[Cell, ...]
    rows: int
    columns: int
    edges: tuple[float, ...]
    """Where its columns begin and the last one ends."""


def find_grids(drawing: Drawing) -> list[Grid] | None:
    """The grids of at least two columns whose lines meet, from the top; nothing where the page has so many lines that
    none is looked for."""
    level, upright = _merged(drawing.level, False), _merged(drawing.upright, True)
    if max(len(level), len(upright)) > _MOST_LINES:
        return None
    groups = [([level[n] for n in a], [upright[n] for n in b]) for a, b in _touching(level, upright)]
    if any(len(_columns(b)) * len(_rows(a)) > _MOST_CELLS for a, b in groups):
        return None
    found = [grid for a, b in groups if (grid := _grid(a, b)) is not None]
    return None if len(found) > _MOST_GRIDS else sorted(found, key=lambda g: -g.box.top)


def _merged(lines: Sequence[Box], upright: bool) -> list[Box]:
    """Pieces of one line that follow each other, as one line without thickness."""
    rows: dict[float, list[tuple[float, float]]] = {}
    for line in sorted(lines, key=lambda b: _place(b, upright)):
        place = _place(line, upright)
        near = next((p for p in reversed(rows) if abs(p - place) <= _SNAP), place)
        rows.setdefault(near, []).append((line.bottom, line.top) if upright else (line.left, line.right))
    out = []
    for place, spans in rows.items():
        for start, end in _joined(spans):
            out.append(Box(place, start, place, end) if upright else Box(start, place, end, place))
    return out


def _place(line: Box, upright: bool) -> float:
    return (line.left + line.right) / 2 if upright else (line.bottom + line.top) / 2


def _joined(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    joined: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1] + _PIECES:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _touching(level: Sequence[Box], upright: Sequence[Box]) -> Iterator[tuple[list[int], list[int]]]:
    """Groups of level and upright lines that are connected, as indexes."""
    meets = {n: [m for m, u in enumerate(upright) if _meet(line, u)] for n, line in enumerate(level)}
    crossed: dict[int, list[int]] = {}
    for n, found in meets.items():
        for m in found:
            crossed.setdefault(m, []).append(n)
    left = set(meets)
    while left:
        seen_level, seen_upright, waiting = set[int](), set[int](), [left.pop()]
        while waiting:
            n = waiting.pop()
            seen_level.add(n)
            for m in meets[n]:
                if m not in seen_upright:
                    seen_upright.add(m)
                    waiting += [k for k in crossed[m] if k not in seen_level]
        left -= seen_level
        yield sorted(seen_level), sorted(seen_upright)


def _meet(line: Box, upright: Box) -> bool:
    return (
        line.left - _SNAP <= upright.left <= line.right + _SNAP
        and upright.bottom - _SNAP <= line.bottom <= upright.top + _SNAP
    )


def _grid(level: Sequence[Box], upright: Sequence[Box]) -> Grid | None:
    xs, ys = _columns(upright), _rows(level)
    if len(xs) <= _FEWEST_COLUMNS or len(ys) < 2 or (len(xs) == _FEWEST_COLUMNS + 1 and len(ys) == 2):
        return None
    cells = tuple(_cells(xs, ys, level, upright))
    if len(cells) < 2:
        return None
    return Grid(Box(xs[0], ys[-1], xs[-1], ys[0]), cells, len(ys) - 1, len(xs) - 1, tuple(xs))


def _columns(upright: Sequence[Box]) -> list[float]:
    return _distinct(line.left for line in upright)


def _rows(level: Sequence[Box]) -> list[float]:
    return _distinct((line.bottom for line in level), reverse=True)


def _distinct(values: Iterable[float], reverse: bool = False) -> list[float]:
    out: list[float] = []
    for value in sorted(values, reverse=reverse):
        if not out or abs(value - out[-1]) > _SNAP:
            out.append(value)
    return out


def _cells(xs: Sequence[float], ys: Sequence[float], level: Sequence[Box], upright: Sequence[Box]) -> Iterator[Cell]:
    """Cells from their upper left corner on: as wide and as deep as no line ends them."""
    walls = [[u for u in upright if abs(u.left - x) <= _SNAP] for x in xs]
    floors = [[line for line in level if abs(line.bottom - y) <= _SNAP] for y in ys]
    taken: set[tuple[int, int]] = set()
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            if (row, column) in taken:
                continue
            end = column + 1
            while end < len(xs) - 1 and (row, end) not in taken and not _wall(walls[end], ys[row], ys[row + 1]):
                end += 1
            floor = row + 1
            while floor < len(ys) - 1 and not any(_floor(floors[floor], xs[c], xs[c + 1]) for c in range(column, end)):
                floor += 1
            taken |= {(r, c) for r in range(row, floor) for c in range(column, end)}
            yield Cell(Box(xs[column], ys[floor], xs[end], ys[row]), row, column, floor - row, end - column)


def _wall(lines: Sequence[Box], top: float, bottom: float) -> bool:
    middle = (top + bottom) / 2
    return any(line.bottom <= middle <= line.top for line in lines)


def _floor(lines: Sequence[Box], left: float, right: float) -> bool:
    middle = (left + right) / 2
    return any(line.left <= middle <= line.right for line in lines)
