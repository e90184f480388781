"""Where lines end that are full, by the width of the page and the size of the type."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from rulebook.readers.pdf.frames import Frame
from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.segments import Segment

_ENOUGH = 4
"""Lines of one size from which on they tell by themselves where full ones end."""

_NEAR = 1.5


@dataclass(frozen=True, slots=True)
class Margins:
    """``by_size`` holds, for pages of one width and type of one size in half points, where text usually ends."""

    by_size: Mapping[tuple[int, int], float]

    def rights(self, lines: Sequence[Line], width: int | None) -> list[float]:
        """For each line of a region where a full one would end; ``width`` is that of the page for a region that takes
        all of it."""
        ends: dict[int, list[float]] = {}
        for line in lines:
            ends.setdefault(_half_points(line.size), []).append(line.right)
        column = max((line.right for line in lines), default=0.0)
        out = []
        for line in lines:
            own = ends[_half_points(line.size)]
            known = None if width is None else self.by_size.get((width, _half_points(line.size)))
            if known is not None:
                out.append(max(known, _edge(own)))
            else:
                out.append(_edge(own) if len(own) >= _ENOUGH else column)
        return out


def margins_of(frames: Sequence[Frame], segments: Sequence[Sequence[Segment]]) -> Margins:
    """The margins of a document: the median over its pages of where most long lines end, or where the longest does."""
    ends: dict[tuple[int, int], list[float]] = {}
    few: dict[tuple[int, int], list[float]] = {}
    for frame, own in zip(frames, segments, strict=True):
        page: dict[int, list[float]] = {}
        for segment in own:
            page.setdefault(_half_points(segment.size), []).append(segment.right)
        for size, rights in page.items():
            by_size = ends if len(rights) >= _ENOUGH else few
            by_size.setdefault((frame.width, size), []).append(_edge(rights))
    longest = {key: max(found) for key, found in few.items()}
    return Margins(longest | {key: median(found) for key, found in ends.items()})


def _edge(rights: Sequence[float]) -> float:
    """Where most of the longer lines end; a comma may hang over the edge of set text."""
    ordered = sorted(rights, reverse=True)
    for n, right in enumerate(ordered):
        near = bisect_right(ordered, _NEAR - right, key=lambda other: -other) - n
        if near >= max(_ENOUGH - 1, len(ordered) / 4):
            return right
    return ordered[0]


def _half_points(size: float) -> int:
    return round(size * 2)
