"""Parts of a page that stand beside each other, as bands from the top down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Item(Protocol):
    """Something on a page; points, y upwards."""

    @property
    def left(self) -> float: ...
    @property
    def right(self) -> float: ...
    @property
    def bottom(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def base(self) -> float: ...
    @property
    def size(self) -> float: ...


T = TypeVar("T", bound=Item)


def bands_of(items: Sequence[T], tolerance: float = 0.0) -> list[list[T]]:
    """``items`` from the top; those that overlap in height, or are ``tolerance`` sizes of type apart, are one band."""
    bands: list[list[T]] = []
    floor = 0.0
    for item in sorted(items, key=lambda i: -i.top):
        if bands and item.top + tolerance * item.size > floor:
            bands[-1].append(item)
            floor = min(floor, item.bottom)
        else:
            bands.append([item])
            floor = item.bottom
    return bands
