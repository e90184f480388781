"""Which lines of a PDF are headings: those its outline names, else those set larger than the text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from rulebook.readers.pdf.lines import Line, OutlineEntry

_FEWEST_ENTRIES = 3
_LARGER = 1.2
_LONGEST = 60
_LEVELS = 3


def heading_levels(lines: Sequence[Line], outline: Sequence[OutlineEntry]) -> Mapping[int, int]:
    """Index of a line → its level as a heading, from 1. An outline that can be found in the text counts alone."""
    by_outline = _by_outline(lines, outline)
    return by_outline if len(by_outline) >= _FEWEST_ENTRIES else _by_size(lines)


def _by_outline(lines: Sequence[Line], outline: Sequence[OutlineEntry]) -> dict[int, int]:
    found: dict[int, int] = {}
    for entry in outline:
        title = _plain(entry.title)
        candidates = (n for n, line in enumerate(lines) if line.page == entry.page and n not in found)
        index = next((n for n in candidates if title and _plain(lines[n].text) == title), None)
        if index is not None:
            found[index] = entry.level
    return found


def _by_size(lines: Sequence[Line]) -> dict[int, int]:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_rounded(line)] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    large = [
        n
        for n, line in enumerate(lines)
        if _rounded(line) >= body * _LARGER > 0 and len(line.text) <= _LONGEST and not re.search("[。、，]$", line.text)
    ]
    pages: dict[float, set[int]] = {}
    for n in large:
        pages.setdefault(_rounded(lines[n]), set()).add(lines[n].page)
    # sizes of one page only, as on a cover, rank with the next smaller one: a cover is not the parent of all chapters
    recurring = {size for size, on in pages.items() if len(on) > 1} or set(pages)
    return {n: min(1 + sum(size > _rounded(lines[n]) for size in recurring), _LEVELS) for n in large}


def _rounded(line: Line) -> float:
    return round(line.size * 2) / 2


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()
