"""In which order the shapes of a slide or a drawing are read, from where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar

T = TypeVar("T")

_SLACK = 91_440
"""Shapes may overlap by this much (0.1 inch in EMU) and still stand apart: frames reach over their text by as much."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page in EMU (914,400 to the inch)."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0

    def holds(self, other: Box) -> bool:
        """Whether the middle of a smaller box lies inside."""
        x, y = (other.left + other.right) / 2, (other.top + other.bottom) / 2
        inside = self.left < x < self.right and self.top < y < self.bottom
        return inside and (other.right - other.left) * (other.bottom - other.top) < self._area

    def is_outside(self, area: Box) -> bool:
        """Whether no part of it lies in ``area``; never for an empty area or box."""
        if not area._area or not self._area:
            return False
        apart = self.right <= area.left or self.left >= area.right
        return apart or self.bottom <= area.top or self.top >= area.bottom

    @property
    def _area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def cover(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


NOWHERE = Box()


def cover_all(boxes: Sequence[Box]) -> Box:
    """The smallest box around all of ``boxes``; an empty one without any."""
    return reduce(Box.cover, boxes) if boxes else NOWHERE


def reading_order(items: Sequence[T], box_of: Callable[[T], Box]) -> list[T]:
    """``items`` top to bottom and left to right, what stands together kept together.

    The page is cut along its white bands (recursive XY-cut). Where it can be cut both into rows and into columns, the
    cut that keeps closer to the given order wins, rows on a tie, columns below a strip of headings; where it cannot be
    cut, shapes beginning at about the same height are read left to right. The result depends on nothing else.
    """
    placed = [(index, box_of(item)) for index, item in enumerate(items)]
    return [items[index] for index in _order(placed)]


_Placed = tuple[int, Box]


def _order(placed: Sequence[_Placed]) -> list[int]:
    if len(placed) < 2:
        return [index for index, _ in placed]
    rows = _cut(placed, _height)
    blocks = _blocks(rows)
    if len(blocks) > 1:
        return [index for block in blocks for index in _order(block)]
    columns = _cut(placed, _width)
    if len(rows) == 1 and len(columns) == 1:
        return _by_height(placed)
    closer = len(columns) > 1 and (_are_headed(columns, rows) or _inversions(columns) < _inversions(rows))
    by_column = len(rows) == 1 or closer
    return [index for group in (columns if by_column else rows) for index in _order(group)]


def _blocks(rows: Sequence[list[_Placed]]) -> list[list[_Placed]]:
    """Rows joined as long as they stand in the same columns: a heading across the slide ends a block."""
    if len(rows) == 1 or len(_cut([item for row in rows for item in row], _width)) > 1:
        return [[item for row in rows for item in row]]
    blocks: list[list[_Placed]] = []
    for row in rows:
        if blocks and len(_cut([*blocks[-1], *row], _width)) > 1:
            blocks[-1] = [*blocks[-1], *row]
        else:
            blocks.append(row)
    return blocks


def _height(box: Box) -> tuple[float, float]:
    return box.top, box.bottom


def _width(box: Box) -> tuple[float, float]:
    return box.left, box.right


def _cut(placed: Sequence[_Placed], ends: Callable[[Box], tuple[float, float]]) -> list[list[_Placed]]:
    """The items in groups with a white band between each two."""
    groups: list[list[_Placed]] = []
    reach = 0.0
    for item in sorted(placed, key=lambda p: (*ends(p[1]), p[0])):
        start, end = ends(item[1])
        if groups and start < reach - min(_SLACK, (end - start) / 4):
            groups[-1].append(item)
            reach = max(reach, end)
        else:
            groups.append([item])
            reach = end
    return groups


def _by_height(placed: Sequence[_Placed]) -> list[int]:
    bands: list[list[_Placed]] = []
    for item in sorted(placed, key=lambda p: (p[1].top, p[1].left, p[0])):
        if bands and _is_beside(item[1], [box for _, box in bands[-1]]):
            bands[-1].append(item)
        else:
            bands.append([item])
    return [index for band in bands for index, _ in sorted(band, key=lambda p: (p[1].left, p[1].top, p[0]))]


def _is_beside(box: Box, band: Sequence[Box]) -> bool:
    """Whether a box begins at about the height of a band and below none of its boxes."""
    first = band[0]
    is_below = any(
        min(box.right, other.right) - max(box.left, other.left)
        > min(box.right - box.left, other.right - other.left) / 2
        and box.top > other.top
        for other in band
    )
    return not is_below and box.top <= first.top + min((first.bottom - first.top) / 2, 4 * _SLACK)


def _are_headed(columns: Sequence[list[_Placed]], rows: Sequence[list[_Placed]]) -> bool:
    """Whether the first row is a strip with one low box over each column of higher ones: a heading and its text."""
    strip = {index for index, _ in rows[0]}
    for column in columns:
        heads = [box for index, box in column if index in strip]
        below = [box for index, box in column if index not in strip]
        if len(heads) != 1 or not below:
            return False
        if 2 * (heads[0].bottom - heads[0].top) > max(box.bottom - box.top for box in below):
            return False
    return True


def _inversions(groups: Sequence[Sequence[_Placed]]) -> int:
    """Pairs in different groups that stand the other way round in the given order."""
    pairs, before = 0, list[int]()
    for group in groups:
        pairs += sum(earlier > index for index, _ in group for earlier in before)
        before += [index for index, _ in group]
    return pairs
