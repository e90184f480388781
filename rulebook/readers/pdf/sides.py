"""What the two sides of a white strip are to each other: columns, labels beside what they name, or neither."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from statistics import median

from rulebook.readers.pdf.bands import Item, T, bands_of
from rulebook.readers.pdf.strokes import Box

_THINNEST_COLUMN = 6.0
_THINNEST_BOX = 3.0
_THINNEST_LABELS = 4.0
"""In sizes of type; numbers and bullets are thinner."""
_SHARE = 0.28
"""A column without a line beside it takes at least this share of the width."""
_ALIKE = 0.6
_FEWEST_LINES = 5
"""From which on two sides of nearly one width, whose lines do not stand level, are texts of their own."""
_FULL = 0.85
_LABEL = re.compile(r"[・●○■□◆◇▪•‣※➢⚫–-]|[(（]?\d{1,2}[.)）、]|[①-⑳]")


def are_columns(
    left: Sequence[Item], right: Sequence[Item], strip: tuple[float, float], uprights: Sequence[Box]
) -> bool:
    """Whether each side is text of its own, with the white ``strip`` or an upright line in it between them."""
    if not left or not right:
        return False
    width = max(i.right for i in right) - min(i.left for i in left)
    size = median([i.size for i in [*left, *right] if i.size] or [0.0])
    widths = [max(i.right for i in side) - min(i.left for i in side) for side in (left, right)]
    if min(len(left), len(right)) < 2 or min(widths) < _THINNEST_BOX * size:
        return False
    if _is_ruled(strip, [*left, *right], uprights):
        return True
    if min(widths) >= _THINNEST_COLUMN * size and all(_is_list(side) for side in (left, right)):
        return True
    if min(widths) < max(_THINNEST_COLUMN * size, _SHARE * width):
        return False
    alike = min(widths) >= _ALIKE * max(widths) and _level_share(left, right) < 0.5
    long = min(len(bands_of(side)) for side in (left, right)) >= _FEWEST_LINES
    return (alike and long) or all(_is_prose(side) for side in (left, right))


def _is_ruled(strip: tuple[float, float], items: Sequence[Item], uprights: Sequence[Box]) -> bool:
    """Whether a line stands in the strip along most of its height."""
    bottom, top = min(i.bottom for i in items), max(i.top for i in items)
    reach = sum(
        max(min(u.top, top) - max(u.bottom, bottom), 0.0)
        for u in uprights
        if strip[0] - 1 <= (u.left + u.right) / 2 <= strip[1] + 1
    )
    return reach >= 0.6 * (top - bottom)


def _is_prose(side: Sequence[Item]) -> bool:
    """Whether most lines fill the column, as text does that goes on in the next line."""
    left, right = min(i.left for i in side), max(i.right for i in side)
    width, bands = right - left, bands_of(side)
    full = [
        band
        for band in bands
        if max(i.right for i in band) - left >= _FULL * width and max(i.right - i.left for i in band) >= width / 2
    ]
    return len(bands) >= 4 and len(full) * 2 >= len(bands)


def _is_list(side: Sequence[Item]) -> bool:
    """Whether most lines begin with a bullet or a number."""
    bands = bands_of(side)
    starts = [getattr(min(band, key=lambda i: i.left), "text", "") for band in bands]
    return len(bands) >= 3 and sum(_LABEL.match(start) is not None for start in starts) > 0.6 * len(bands)


def are_labels(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether what stands left names what stands right of it, and is not set on the same lines."""
    if len(left) < 2 or len(right) < 2 or any(i.size == 0 for i in (*left, *right)):
        return False
    width = max(i.right for i in left) - min(i.left for i in left)
    if width < _THINNEST_LABELS * left[0].size:
        return False
    return _level_share([i for i in left if i.right - i.left > 1.5 * i.size], right) < 0.7


def _level_share(left: Sequence[Item], right: Sequence[Item]) -> float:
    """How many of the lines on the left stand as high as one on the right; those of a table do, 1 for none at all."""
    bases = sorted(i.base for i in right)
    return sum(_is_near(i.base, bases, 0.2 * i.size) for i in left) / len(left) if left else 1.0


def _is_near(value: float, ordered: Sequence[float], reach: float) -> bool:
    after = bisect_left(ordered, value)
    return any(abs(value - other) < reach for other in ordered[max(after - 1, 0) : after + 1])


def labelled(left: Sequence[T], right: Sequence[T]) -> Iterator[list[T]]:
    """Each label, then what it names: between two labels the widest gap on the right parts what belongs to them."""
    labels = bands_of(left, 0.6)
    waiting = bands_of(right)
    for label, following in zip(labels, [*labels[1:], None], strict=True):
        cut = len(waiting) if following is None else _widest_gap(waiting, _middle(label), _middle(following))
        yield list(label)
        if cut:
            yield [item for band in waiting[:cut] for item in band]
        waiting = waiting[cut:]


def _widest_gap(bands: Sequence[Sequence[Item]], above: float, below: float) -> int:
    """How many of the bands stand above the widest gap between two heights."""
    gaps = [
        (min(i.bottom for i in bands[n - 1]) - max(i.top for i in bands[n]), n)
        for n in range(1, len(bands))
        if above >= max(i.top for i in bands[n]) - bands[n][0].size and min(i.bottom for i in bands[n - 1]) >= below
    ]
    return max(gaps)[1] if gaps else sum(_middle(band) > below for band in bands)


def _middle(band: Sequence[Item]) -> float:
    return (min(i.bottom for i in band) + max(i.top for i in band)) / 2
