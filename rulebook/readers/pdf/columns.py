"""The order in which the parts of a page are read: columns one by one, else from the top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from rulebook.readers.pdf.bands import Item, T, bands_of
from rulebook.readers.pdf.sides import are_columns, are_labels, labelled
from rulebook.readers.pdf.strokes import Box, Drawing

_NARROWEST = 0.8
"""Width of what parts two columns, in sizes of type."""


@dataclass(frozen=True, slots=True)
class _Gutter:
    """A strip without text from band ``first`` to band ``last``."""

    first: int
    last: int
    left: float
    right: float


def in_reading_order(items: Sequence[T], drawing: Drawing) -> list[list[T]]:
    """``items`` as regions that are read one after the other; within one, lines go from the top down."""
    bands = bands_of(items)
    for gutter in sorted(_gutters(bands, drawing.level), key=lambda g: g.first - g.last):
        within = [item for band in bands[gutter.first : gutter.last + 1] for item in band]
        sides = _sides(within, gutter)
        if are_columns(*sides, (gutter.left, gutter.right), drawing.upright):
            middle = [region for side in sides for region in in_reading_order(side, drawing)]
        elif are_labels(*sides):
            middle = list(labelled(*sides))
        else:
            continue
        above = [item for band in bands[: gutter.first] for item in band]
        below = [item for band in bands[gutter.last + 1 :] for item in band]
        return [*in_reading_order(above, drawing), *middle, *in_reading_order(below, drawing)]
    return [list(items)] if items else []


def _gutters(bands: Sequence[Sequence[T]], level: Sequence[Box]) -> Iterator[_Gutter]:
    """Strips as high as no text and no drawn line crosses them."""
    sizes = [item.size for band in bands for item in band if item.size]
    least = _NARROWEST * median(sizes) if sizes else 0.0
    free = [list(_free(band)) for band in bands]
    for first, gaps in enumerate(free):
        for gap in gaps[1:-1]:
            left, right, last = *gap, first
            for n in range(first + 1, len(bands)):
                pieces = [(max(left, a), min(right, b)) for a, b in free[n]]
                a, b = max(pieces, key=lambda p: p[1] - p[0])
                if b - a < least or _is_crossed(level, a, b, bands[n - 1], bands[n]):
                    break
                left, right, last = a, b, n
            if last > first and right - left >= least:
                yield _Gutter(_raised(bands, free, first, (left, right), level), last, left, right)


def _raised(
    bands: Sequence[Sequence[Item]],
    free: Sequence[Sequence[tuple[float, float]]],
    first: int,
    strip: tuple[float, float],
    level: Sequence[Box],
) -> int:
    """The first band of a strip, those close above included that hold one of the columns only."""
    while first and any(a <= strip[0] and strip[1] <= b for a, b in free[first - 1]):
        gap = min(i.bottom for i in bands[first - 1]) - max(i.top for i in bands[first])
        size = bands[first][0].size
        same = abs(bands[first - 1][0].size - size) <= 0.5
        if not same or gap > 0.8 * size or _is_crossed(level, *strip, bands[first - 1], bands[first]):
            break
        first -= 1
    return first


def _is_crossed(level: Sequence[Box], left: float, right: float, above: Sequence[Item], below: Sequence[Item]) -> bool:
    floor, top = min(i.bottom for i in above), max(i.top for i in below)
    return any(top - 2 <= line.bottom <= floor + 2 and line.left < left and line.right > right for line in level)


def _free(band: Sequence[Item]) -> Iterator[tuple[float, float]]:
    at = float("-inf")
    for item in sorted(band, key=lambda i: i.left):
        if item.left > at:
            yield at, item.left
        at = max(at, item.right)
    yield at, float("inf")


def _sides(items: Sequence[T], gutter: _Gutter) -> tuple[list[T], list[T]]:
    left = [item for item in items if item.right <= gutter.left + 0.1]
    kept = {id(item) for item in left}
    return left, [item for item in items if id(item) not in kept]
