"""Running heads and feet: lines that stand in the same place on many pages."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from rulebook.readers.pdf.edges import Edge, edges_of
from rulebook.readers.pdf.frames import Frame

_FEWEST_PAGES = 3
_SHARE = 0.3
"""A line at the edge of this share of the pages is no text of any: odd and even pages may differ, covers have none."""
_MOST = 0.7
_SMALLER = 0.95
_SAME_HEIGHT = 4.0


def running_segments(frames: Sequence[Frame], apart: Collection[int]) -> tuple[set[int], tuple[str, ...]]:
    """The ids of the segments at the top or bottom of pages that return, whatever page numbers they hold, and their
    texts once each. ``apart`` are ids of segments that are no such thing: titles of tables.

    What is all that some pages hold is text of theirs, and of heads that change with the chapter the first of each is
    text where it stands nowhere else.
    """
    usual = _usual_size(frames)
    edges = [e for f in frames for e in edges_of([s for s in f.segments if id(s) not in apart], f.page, usual)]
    wanted = max(_FEWEST_PAGES, _SHARE * len({frame.page for frame in frames}))
    found = {id(e): e for e in (*_by_shape(edges, wanted, usual), *_by_place(edges, wanted))}
    running = _beside_text(frames, list(found.values()))
    gone = {id(s) for edge in running for s in edge.segments}
    gone -= {id(s) for edge in _only_ones(frames, running, gone) for s in edge.segments}
    return gone, tuple(edge.shown for edge in _once_each(running))


def _usual_size(frames: Sequence[Frame]) -> float:
    sizes: Counter[float] = Counter()
    for frame in frames:
        for segment in frame.segments:
            sizes[round(segment.size * 2) / 2] += len(segment.glyphs)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _by_shape(edges: Sequence[Edge], wanted: float, usual: float) -> Iterator[Edge]:
    """Lines that differ in page numbers only, as high as enough others."""
    by_shape: dict[str, list[Edge]] = {}
    for edge in edges:
        by_shape.setdefault(edge.shape, []).append(edge)
    for same in by_shape.values():
        if same[0].is_page_number or _count_pages(same, usual):
            yield from _level(same, wanted)


def _by_place(edges: Sequence[Edge], wanted: float) -> Iterator[Edge]:
    """Lines that change with the chapter: each on some pages, and in their place one on enough of them."""
    counts = Counter(edge.text for edge in edges)
    yield from _level([e for e in edges if counts[e.text] >= _FEWEST_PAGES and not e.is_page_number], wanted)


def _level(edges: Sequence[Edge], wanted: float) -> Iterator[Edge]:
    heights = sorted(edge.height for edge in edges)
    yield from (edge for edge in edges if _are_near(heights, edge.height, wanted))


def _are_near(heights: Sequence[float], height: float, wanted: float) -> bool:
    first = bisect_left(heights, height - _SAME_HEIGHT)
    return bisect_right(heights, height + _SAME_HEIGHT) - first >= wanted


def _count_pages(edges: Sequence[Edge], usual: float) -> bool:
    """Whether each number in the lines is the same on most pages, or goes up with them beside a head. One that goes up
    in a line of running type may be the number of a rule, each of which has its page."""
    beside = all(len(edge.segments) > 1 or edge.size < _SMALLER * usual for edge in edges)
    for place in range(len(edges[0].numbers)):
        same = Counter(edge.numbers[place] for edge in edges).most_common(1)[0][1]
        counting = Counter(edge.numbers[place] - edge.page for edge in edges).most_common(1)[0][1]
        if max(same, counting if beside else 0) < _MOST * len(edges):
            return False
    return True


def _beside_text(frames: Sequence[Frame], running: Sequence[Edge]) -> list[Edge]:
    """Those that stand beside text of their pages, on enough pages: what makes up whole pages is their text."""
    gone = {id(s) for edge in running for s in edge.segments}
    with_text = {frame.page for frame in frames if any(id(s) not in gone for s in frame.segments)}
    counts = Counter(edge.shape for edge in running if edge.page in with_text)
    return [edge for edge in running if counts[edge.shape] >= min(_FEWEST_PAGES, max(len(with_text), 1))]


def _only_ones(frames: Sequence[Frame], running: Sequence[Edge], gone: Collection[int]) -> list[Edge]:
    """Of heads that change from page to page, the first of each whose words stand nowhere in the text."""
    once = [edge for edge in _once_each(running) if not edge.is_page_number]
    heights = sorted(edge.height for edge in once)
    changing = [edge for edge in once if _are_near(heights, edge.height, 2)]
    if not changing:
        return []
    segments = (s for frame in frames for s in frame.segments if id(s) not in gone)
    written = re.sub(r"\s+", "", "".join(segment.text for segment in segments))
    return [edge for edge in changing if edge.text not in written]


def _once_each(running: Sequence[Edge]) -> list[Edge]:
    """The first of each text; of lines that differ in a page number the first of all."""
    counts = Counter(edge.text for edge in running)
    first: dict[str, Edge] = {}
    for edge in running:
        first.setdefault(edge.text if counts[edge.text] >= _FEWEST_PAGES else edge.shape, edge)
    return list(first.values())
