"""Things on a page found by their height, so that a page with thousands of them is read in time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

_STEP = 20.0


class Reaching(Protocol):
    """Something that reaches from one height to another; points, y upwards."""

    @property
    def bottom(self) -> float: ...
    @property
    def top(self) -> float: ...


T = TypeVar("T", bound=Reaching)


class ByHeight(Generic[T]):
    """Items by the strips of a page that they reach into."""

    def __init__(self, items: Iterable[T]) -> None:
        self._strips: dict[int, list[T]] = {}
        for item in items:
            for strip in range(int(item.bottom // _STEP), int(item.top // _STEP) + 1):
                self._strips.setdefault(strip, []).append(item)

    def near(self, height: float) -> Sequence[T]:
        """The items that may reach over ``height``, in their order: all that do, and some beside."""
        return self._strips.get(int(height // _STEP), ())
