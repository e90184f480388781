"""Footnotes at the foot of a PDF page, which part a sentence that goes on over its end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.paragraphs import Pitches, goes_on

_NOTE = re.compile(r"[(（\[［]?(?:注|註|脚注|※|[*＊†‡]|[¹²³⁴⁵⁶⁷⁸⁹⁰]|[0-9]{1,3}[)）\s])")
_SMALLER = 0.9


def behind_sentences(lines: Sequence[Line], pitches: Pitches) -> list[Line]:
    """The lines, those of footnotes behind the paragraph that goes on from their page to the next one."""
    out: list[Line] = []
    at = 0
    while at < len(lines):
        start, end = _notes(lines, at)
        if start == end or end == len(lines) or not goes_on(lines[start - 1], lines[end], pitches):
            out += lines[at:end]
            at = end
            continue
        last = end + 1
        while last < len(lines) and goes_on(lines[last - 1], lines[last], pitches):
            last += 1
        out += [*lines[at:start], *lines[end:last], *lines[start:end]]
        at = last
    return out


def _notes(lines: Sequence[Line], at: int) -> tuple[int, int]:
    """Where the notes at the foot of the page that line ``at`` stands on begin, and where the page ends."""
    end = at + 1
    while end < len(lines) and lines[end].page == lines[at].page:
        end += 1
    start = end
    while start > at + 1 and abs(lines[start - 1].size - lines[end - 1].size) < 0.5:
        start -= 1
    small = start < end and lines[end - 1].size <= _SMALLER * lines[start - 1].size
    return (start, end) if small and _NOTE.match(lines[start].text.text) else (end, end)
