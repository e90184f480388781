"""Headings that are told by the tables under them: titles side by side, and titles in plain type."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rulebook.readers.excel.items import Item
from rulebook.readers.excel.lines import Line
from rulebook.readers.excel.nesting import BOLD, Candidate
from rulebook.readers.excel.numbering import NUMBERED
from rulebook.readers.excel.phrases import PREDICATE, is_short

_LEADS_IN = re.compile(r"以下|下記|次の|下表|如下|following|below|[:：].", re.IGNORECASE)
"""What no title of a table says: words that point to the table, or a label with its value."""

_ROWS_OVER = 2


def with_titles_abreast(items: Sequence[Item], levels: dict[int, int]) -> dict[int, int]:
    """The levels, titles of tables side by side all headings of one level where one of them is a heading, so that no
    table stands under its neighbour's title. Beside the heading of a numbered section they belong to that section."""
    groups: dict[int, list[tuple[int, Line]]] = {}
    for index, item in enumerate(items):
        if item.line is not None and item.line.group:
            groups.setdefault(item.line.group, []).append((index, item.line))
    for titles in groups.values():
        index, first = titles[0]
        own = [levels[index] for index, _ in titles if index in levels]
        numbered = index in levels and first.label is not None and first.label.kind in NUMBERED
        if own and not numbered:
            levels.update({i: min(own) for i, line in titles if i in levels or is_short(line.text.text)})
    return levels


def plain_titles(items: Sequence[Item], headings: Collection[int]) -> list[Candidate]:
    """The lines that head the blocks of a sheet without numbers or bold type: at least two of them, in one column, each
    short, right over a table and right under nothing but a table or one of the ``headings``."""
    found: dict[int, list[Candidate]] = {}
    for index, item in enumerate(items[:-1]):
        line = item.line
        if line is not None and _is_over_table(line, items[index + 1]) and _is_apart(items, index, headings):
            one = Candidate(index=index, rank=BOLD, depth=1, series=("plain", 1, ""), left=line.home, size=line.size)
            found.setdefault(line.home, []).append(one)
    return [one for group in found.values() if len(group) > 1 for one in group]


def _is_over_table(line: Line, following: Item) -> bool:
    text = line.text.text
    if not line.first or line.label is not None or not is_short(text):
        return False
    if PREDICATE.search(text) or _LEADS_IN.search(text) or following.line is not None or following.floating:
        return False
    return 0 < following.box.top - line.box.bottom <= _ROWS_OVER and abs(line.left - following.box.left) <= 1


def _is_apart(items: Sequence[Item], index: int, headings: Collection[int]) -> bool:
    before = items[index - 1] if index else None
    return before is None or before.line is None or index - 1 in headings
