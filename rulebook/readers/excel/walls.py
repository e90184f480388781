"""The lines drawn on a sheet: which borders of cells are inked, seen as one lattice."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.readers.excel.styles import CellStyle

Area = tuple[int, int, int, int]
"""Top, left, bottom, right; both ends included."""


@dataclass(frozen=True, slots=True)
class Walls:
    """``above[r]`` are the columns with a line over row ``r``, ``before[r]`` those with a line on their left in it."""

    above: dict[int, set[int]] = field(default_factory=dict)
    before: dict[int, set[int]] = field(default_factory=dict)


def draw_walls(styles: dict[tuple[int, int], CellStyle], merges: list[Area], extent: Area) -> Walls:
    """The lines inside ``extent`` (and on its edge). A merged range has lines around, never within."""
    top, left, bottom, right = extent
    walls = Walls()
    for (row, column), style in styles.items():
        if style.bordered and top <= row <= bottom and left <= column <= right:
            _draw(walls, style, (row, column, row, column))
    for merge in merges:
        if merge[0] > bottom or merge[2] < top or merge[1] > right or merge[3] < left:
            continue
        clipped = max(merge[0], top), max(merge[1], left), min(merge[2], bottom), min(merge[3], right)
        _erase_within(walls, clipped)
        first = styles.get((merge[0], merge[1]))
        if first is not None:
            _draw(walls, first, clipped)
    return walls


def _draw(walls: Walls, style: CellStyle, area: Area) -> None:
    top, left, bottom, right = area
    if style.top:
        walls.above.setdefault(top, set()).update(range(left, right + 1))
    if style.bottom:
        walls.above.setdefault(bottom + 1, set()).update(range(left, right + 1))
    if style.left or style.right:
        for row in range(top, bottom + 1):
            edges = walls.before.setdefault(row, set())
            if style.left:
                edges.add(left)
            if style.right:
                edges.add(right + 1)


def _erase_within(walls: Walls, area: Area) -> None:
    top, left, bottom, right = area
    if right > left:
        for row in range(top, bottom + 1):
            if row in walls.before:
                walls.before[row].difference_update(range(left + 1, right + 1))
    for row in range(top + 1, bottom + 1):
        if row in walls.above:
            walls.above[row].difference_update(range(left, right + 1))
