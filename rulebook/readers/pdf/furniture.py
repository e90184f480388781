"""Running heads and feet: lines that stand in the same place on many pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.readers.pdf.lines import Line

_FEWEST_PAGES = 3
_SHARE = 0.3
"""A line at the edge of this share of the pages is no text of any: odd and even pages may differ, covers have none."""
_EDGE_LINES = 2


def running_lines(pages: Sequence[Sequence[Line]]) -> frozenset[Line]:
    """The lines at the top or bottom of pages that return, whatever numbers they hold."""
    places: dict[tuple[str, int], list[Line]] = {}
    for page in pages:
        by_height = sorted(page, key=lambda line: line.top)
        for line in {*by_height[:_EDGE_LINES], *by_height[-_EDGE_LINES:]}:
            places.setdefault((_shape(line.text), round(line.top / 6)), []).append(line)
    wanted = max(_FEWEST_PAGES, _SHARE * sum(bool(page) for page in pages))
    return frozenset(line for lines in places.values() if len(lines) >= wanted for line in lines)


def _shape(text: str) -> str:
    return re.sub(r"\d+", "#", re.sub(r"\s+", "", text))
