"""Which lines of a PDF are headings: those its outline names, else those set larger than the text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.readers.pdf.contents import ContentsEntry
from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.source import OutlineEntry

_FEWEST_ENTRIES = 3
_KNOWN = 0.7
"""Share of the lines of a contents list that must be found."""
_LARGER = 1.2
_LONGEST = 60
_LEVELS = 3
_MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class Heading:
    """``level`` counts from 1, ``lines`` is over how many lines the heading goes."""

    level: int
    lines: int = 1


def find_headings(
    lines: Sequence[Line], outline: Sequence[OutlineEntry], contents: Sequence[ContentsEntry]
) -> Mapping[int, Heading]:
    """Index of a heading's first line → the heading.

    An outline that can be found in the text counts alone; else a contents list, most of whose titles are found.
    """
    by_outline = _by_outline(lines, outline)
    if len(by_outline) >= _FEWEST_ENTRIES:
        return by_outline
    by_contents = _by_outline(lines, _as_outline(lines, contents))
    known = len(by_contents) >= max(_FEWEST_ENTRIES, _KNOWN * len(contents))
    return by_contents if known else _by_size(lines)


def _as_outline(lines: Sequence[Line], contents: Sequence[ContentsEntry]) -> list[OutlineEntry]:
    """The entries with the pages they point to: printed numbers begin later, or anew, behind covers."""
    pages: dict[str, list[int]] = {}
    for line in lines:
        pages.setdefault(_plain(line.text.text), []).append(line.page)
    shifts = Counter(
        page - entry.number for entry in contents if entry.number for page in pages.get(_plain(entry.title), [])
    )
    shift = shifts.most_common(1)[0][0] if shifts else 0
    return [OutlineEntry(entry.title, entry.level, entry.number + shift) for entry in contents if entry.number]


def _by_outline(lines: Sequence[Line], outline: Sequence[OutlineEntry]) -> dict[int, Heading]:
    found: dict[int, Heading] = {}
    taken: set[int] = set()
    pages: dict[int, list[int]] = {}
    for n, line in enumerate(lines):
        pages.setdefault(line.page, []).append(n)
    for entry in outline:
        title = _plain(entry.title)
        for n in pages.get(entry.page, []) if title else []:
            count = _matches(lines, n, title)
            if count and taken.isdisjoint(range(n, n + count)):
                found[n] = Heading(entry.level, count)
                taken.update(range(n, n + count))
                break
    return found


def _matches(lines: Sequence[Line], first: int, title: str) -> int:
    """How many lines from ``first`` on make up the title; 0 when they do not."""
    text = ""
    for count, line in enumerate(lines[first : first + _MOST_LINES], 1):
        text += _plain(line.text.text)
        if text == title:
            return count
        if not title.startswith(text):
            return 0
    return 0


def _by_size(lines: Sequence[Line]) -> dict[int, Heading]:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_rounded(line)] += len(line.text.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    large = [n for n in _title_lines(lines) if _rounded(lines[n]) >= body * _LARGER > 0]
    pages: dict[float, set[int]] = {}
    for n in large:
        pages.setdefault(_rounded(lines[n]), set()).add(lines[n].page)
    # sizes of one page only, as on a cover, rank with the next smaller one: a cover is not the parent of all chapters
    recurring = {size for size, on in pages.items() if len(on) > 1} or set(pages)
    levels = {n: min(1 + sum(size > _rounded(lines[n]) for size in recurring), _LEVELS) for n in large}
    return _wrapped(lines, levels)


def _title_lines(lines: Sequence[Line]) -> list[int]:
    """Indexes of lines that may be titles: what is set like the lines around it is text, however large."""
    found: list[int] = []
    start = 0
    for n in range(1, len(lines) + 1):
        if n < len(lines) and _is_same(lines[n - 1], lines[n]):
            continue
        if n - start <= _MOST_LINES and all(_may_be_title(line) for line in lines[start:n]):
            found += range(start, n)
        start = n
    return found


def _wrapped(lines: Sequence[Line], levels: Mapping[int, int]) -> dict[int, Heading]:
    """Headings over several lines as one."""
    found: dict[int, Heading] = {}
    last = -1
    for n, level in levels.items():
        if last >= 0 and last + found[last].lines == n and _is_same(lines[n - 1], lines[n]):
            found[last] = Heading(level, found[last].lines + 1)
        else:
            found[n], last = Heading(level), n
    return found


def _is_same(line: Line, following: Line) -> bool:
    near = 0 < line.base - following.base <= 1.6 * line.size and line.page == following.page
    return near and line.region == following.region and abs(line.size - following.size) < 0.5


def _may_be_title(line: Line) -> bool:
    if line.slanted:
        return False
    return len(line.text.text) <= _LONGEST and not re.search("[。、，;；]$", line.text.text)


def _rounded(line: Line) -> float:
    return round(line.size * 2) / 2


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()
