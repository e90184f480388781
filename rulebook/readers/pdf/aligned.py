"""Tables without lines between their columns: titles over one drawn line, and values set under the titles."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulebook.readers.pdf.segments import Segment
from rulebook.readers.pdf.strokes import Box

_FEWEST_TITLES = 3
_MOST_TITLES = 60
_MOST_LINES = 2000
"""A page with more drawn lines, pieces of them included, is a drawing or a grid."""
_HIGHEST = 1.7
"""How far above the line a title may stand, in sizes of type."""
_SPREAD = 0.6
"""Share of the line that the titles take."""
_LARGEST_GAP = 4.0
"""White space between two rows, in sizes of type; more of it ends the table."""


@dataclass(slots=True)
class AlignedTable:
    """``edges`` are left and right ends of the columns as far as they are filled, ``rows`` segments by column."""

    edges: list[tuple[float, float]]
    rows: list[list[list[Segment]]] = field(default_factory=list)
    titled: bool = False
    """Whether the first row is the titles."""

    @property
    def segments(self) -> list[Segment]:
        return [s for row in self.rows for cell in row for s in cell]

    def take(self, segments: Sequence[Segment]) -> list[Segment]:
        """Fills the table with what follows, given from the top, as long as it fits its columns; what it took."""
        taken: list[tuple[int, Segment]] = []
        floor = min((s.bottom for s in self.segments), default=None)
        size = self._size(segments)
        for segment in segments:
            if floor is not None and floor - segment.top > _LARGEST_GAP * size:
                break
            column = self._column(segment)
            if column is None or abs(segment.size - size) > 0.25 * size:
                break
            left, right = self.edges[column]
            self.edges[column] = (min(left, segment.left), max(right, segment.right))
            taken.append((column, segment))
            floor = segment.bottom if floor is None else min(floor, segment.bottom)
        self.rows += self._grouped(taken)
        return [segment for _, segment in taken]

    def _size(self, segments: Sequence[Segment]) -> float:
        known = self.segments
        return known[-1].size if known else segments[0].size if segments else 0.0

    def _column(self, segment: Segment) -> int | None:
        """The column a segment lies in, or, between two, the one left of it; nothing where it reaches over two."""
        over = [n for n, (left, right) in enumerate(self.edges) if segment.left < right and segment.right > left]
        if len(over) > 1:
            return None
        if over:
            return over[0]
        before = [n for n, (left, _) in enumerate(self.edges) if left <= segment.left]
        return before[-1] if before else (0 if segment.right < self.edges[0][1] else None)

    def _grouped(self, taken: Sequence[tuple[int, Segment]]) -> list[list[list[Segment]]]:
        """Rows begin where the first column is filled; what another column sets slightly higher belongs to it too."""
        starts = sorted((s.top + 0.8 * s.size for column, s in taken if column == 0), reverse=True)
        rows: list[list[list[Segment]]] = [[[] for _ in self.edges] for _ in range(len(starts) + 1)]
        for column, segment in taken:
            rows[sum(start >= segment.top for start in starts)][column].append(segment)
        return [row for row in rows if any(row)]


def is_too_dense(level: Sequence[Box]) -> bool:
    """Whether so many lines are drawn that titles are not looked for above them."""
    return len(level) > _MOST_LINES


def titles_over_lines(segments: Sequence[Segment], level: Sequence[Box]) -> Iterator[list[list[Segment]]]:
    """Rows of at least three titles with one drawn line under all of them, from the top; each title as its segments."""
    if is_too_dense(level):
        return
    lines = _whole(level)
    ordered = sorted(segments, key=lambda s: s.base)
    reach = 2 * _HIGHEST * max((s.size for s in segments), default=0.0)
    for line in sorted(lines, key=lambda b: -b.bottom):
        first = bisect_left(ordered, line.bottom, key=lambda s: s.base)
        end = bisect_right(ordered, line.bottom + reach, key=lambda s: s.base)
        near = [s for s in ordered[first:end] if line.left - 4 <= s.left and s.right <= line.right + 4]
        columns = _columns([s for s in near if 0 <= s.base - line.bottom <= _HIGHEST * s.size])
        if not _FEWEST_TITLES <= len(columns) <= _MOST_TITLES:
            continue
        if columns[-1][0].right - columns[0][0].left >= _SPREAD * line.width:
            _stack(columns, [s for s in near if _HIGHEST * s.size < s.base - line.bottom <= 2 * _HIGHEST * s.size])
            yield columns


def _columns(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Segments that stand above each other together, from the left."""
    columns: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda s: s.left):
        if columns and segment.left < max(s.right for s in columns[-1]):
            columns[-1].append(segment)
        else:
            columns.append([segment])
    return columns


def _stack(columns: Sequence[list[Segment]], above: Sequence[Segment]) -> None:
    """Adds to each title the lines that stand close above it, and above no other one."""
    for segment in sorted(above, key=lambda s: s.base):
        under = [
            c for c in columns if segment.left < max(s.right for s in c) and segment.right > min(s.left for s in c)
        ]
        if len(under) == 1 and segment.bottom - max(s.top for s in under[0]) <= 0.5 * segment.size:
            under[0].append(segment)


def table_under(titles: Sequence[Sequence[Segment]]) -> AlignedTable:
    """A table of these titles that waits for its values."""
    edges = [(min(s.left for s in c), max(s.right for s in c)) for c in titles]
    return AlignedTable(edges=edges, rows=[[list(c) for c in titles]], titled=True)


def _whole(level: Sequence[Box]) -> list[Box]:
    """Lines drawn in pieces as one."""
    joined: list[Box] = []
    for line in sorted(level, key=lambda b: (round(b.bottom), b.left)):
        last = joined[-1] if joined else None
        if last is not None and abs(last.bottom - line.bottom) <= 1.5 and line.left <= last.right + 3:
            joined[-1] = Box(last.left, last.bottom, max(last.right, line.right), last.top)
        else:
            joined.append(line)
    return joined
