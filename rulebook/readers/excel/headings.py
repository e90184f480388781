"""Which lines of a sheet are headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulebook.readers.excel.fields import mark_covers
from rulebook.readers.excel.grid import Cell
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.lines import Line
from rulebook.readers.excel.metrics import text_width
from rulebook.readers.excel.nesting import BOLD, LOOSE, OPEN_ENDED, RANKS, TITLE, Candidate, nested
from rulebook.readers.excel.numbering import NUMBERED, read_label, signature
from rulebook.readers.excel.phrases import PREDICATE, is_sentence, is_short
from rulebook.readers.excel.table_titles import plain_titles, with_titles_abreast

_WIDEST = 120.0
"""In half-width characters: what is longer is a sentence, whatever number it has."""

_WORD = re.compile(r"[^\W\d_]{2}")
_CONTENTS_LINES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What running text looks like on a sheet; ``contents`` says that its lines are a list of contents."""

    size: float
    bold: bool
    contents: bool


def usual_look(cells: Sequence[Cell], free: Sequence[Cell]) -> Look:
    """The look of most characters of the cells, and whether the ``free`` ones, outside tables, are a list of contents:
    mostly numbered titles, and no sentence."""
    sizes: Counter[float] = Counter()
    bold: Counter[bool] = Counter()
    for cell in cells:
        sizes[cell.style.size] += len(cell.text.text)
        bold[mark_covers(cell.text, "bold")] += len(cell.text.text)
    labels = [read_label(cell.text.text) for cell in free]
    numbered = sum(1 for label in labels if label is not None and label.kind in NUMBERED)
    sentences = any(cell.text.text.rstrip().endswith("。") for cell in free)
    return Look(
        size=max(sizes, key=lambda s: (sizes[s], -s), default=11.0),
        bold=bold[True] > bold[False],
        contents=numbered >= _CONTENTS_LINES and numbered * 10 >= len(free) * 7 and not sentences,
    )


def opens_section(line: Line | None, look: Look) -> bool:
    """Whether a line looks like a heading by itself, its surroundings not yet considered."""
    return line is not None and _candidate(0, line, look) is not None


def heading_levels(items: Sequence[Item], look: Look, base: int) -> dict[int, int]:
    """``{index in items: level}`` of the headings among the lines, in reading order; levels begin below ``base``."""
    found: list[Candidate] = []
    for index, item in enumerate(items):
        one = _candidate(index, item.line, look) if item.line is not None else None
        if one is not None and not _is_subtitle(one, found):
            found.append(one)
    if all(one.rank == TITLE for one in found) and not look.contents:
        found = sorted([*found, *plain_titles(items, {one.index for one in found})], key=lambda one: one.index)
    for fails in (_is_list, _is_left_behind):
        found = _without_series(items, nested(found, base), fails)
    return with_titles_abreast(items, {c.index: c.level for c in nested(found, base)})


def _candidate(index: int, line: Line, look: Look) -> Candidate | None:
    """The line as a candidate: numbered, or set in large or bold type, and short."""
    text, label = line.text.text, line.label
    if not line.first or text_width(text) > _WIDEST or "\n" in text:
        return None
    titled = line.size >= look.size + 1 and (label is None or label.kind not in NUMBERED)
    if label is None or titled:
        return _unnumbered(index, line, look, titled=titled)
    if label.kind not in RANKS or look.contents:
        return None
    rank = RANKS[label.kind]
    return Candidate(
        index=index,
        rank=rank,
        depth=label.depth,
        series=signature(label),
        left=line.home,
        size=line.size,
        sentence=is_sentence(text) or (rank >= LOOSE and PREDICATE.search(text) is not None),
    )


def _unnumbered(index: int, line: Line, look: Look, *, titled: bool) -> Candidate | None:
    text = line.text.text
    stands_out = titled or (line.bold and not look.bold)
    if not stands_out or not is_short(text) or not _WORD.search(text):
        return None
    rank, kind = (TITLE, "title") if titled else (BOLD, "bold")
    return Candidate(index=index, rank=rank, depth=1, series=(kind, 1, ""), left=line.home, size=line.size)


def _is_subtitle(one: Candidate, before: Sequence[Candidate]) -> bool:
    """Whether a title stands directly under another one; it is no section of its own then."""
    return bool(before) and one.rank == before[-1].rank == TITLE and before[-1].index == one.index - 1


def _without_series(
    items: Sequence[Item],
    candidates: Sequence[Candidate],
    fails: Callable[[Sequence[Item], Sequence[Candidate], Sequence[Candidate]], bool],
) -> list[Candidate]:
    """The candidates without the series (same kind of number, same column, under one heading) that fail a test."""
    series: dict[tuple[object, ...], list[Candidate]] = {}
    for one in candidates:
        series.setdefault((one.parent, one.series, one.left), []).append(one)
    dropped = {c.index for group in series.values() if fails(items, group, candidates) for c in group}
    return [c for c in candidates if c.index not in dropped]


def _is_list(items: Sequence[Item], group: Sequence[Candidate], candidates: Sequence[Candidate]) -> bool:
    """Whether a series is a list or running text: most of its lines have nothing under them, or are sentences."""
    sentences = sum(1 for c in group if c.sentence)
    if sentences * 3 > len(group) or (sentences and group[0].series[0] == "local"):
        return True
    parents = {c.index: c.parent for c in candidates}
    bare = sum(1 for c in group if parents.get(c.index + 1, c.index) != c.index)
    if len(group) > 1 and bare * 2 >= len(group):
        return True
    return group[0].rank >= LOOSE and sum(1 for c in group if _has_body(items, c)) * 2 < len(group)


def _has_body(items: Sequence[Item], one: Candidate) -> bool:
    """Whether what follows is set apart from the line: further right, behind a blank row, or no text at all."""
    if one.index + 1 >= len(items):
        return False
    own, following = items[one.index], items[one.index + 1]
    if following.line is None:
        return True
    return following.line.home > one.left or following.box.top > own.box.bottom + 1


def _is_left_behind(items: Sequence[Item], group: Sequence[Candidate], candidates: Sequence[Candidate]) -> bool:
    """Whether text further left than the lines themselves follows under them, so that they head only part of it."""
    if group[0].rank in OPEN_ENDED:
        return False
    left_behind = 0
    for one in group:
        end = next((c.index for c in candidates if c.index > one.index and c.level <= one.level), len(items))
        lines = [i.line for i in items[one.index + 1 : end] if i.line is not None and i.line.first]
        left_behind += any(line.home < one.left for line in lines)
    return left_behind * 3 > len(group)
