"""Lines of a page joined into the paragraphs they were wrapped from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.readers.pdf.lines import Line

_ENDS = re.compile(r"[。．.!?！？:：;；…]$")
_OPENS = re.compile(
    r"[・●○■□◆◇▪•‣※*➢✓–—-]|[\(（\[【]?[0-9０-９a-zA-Zａ-ｚＡ-Ｚ一二三四五六七八九十①-⑳]{1,3}[.．)）\]】、:：]|第\S+[条章節项]"
)
_WIDE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_FULL = 0.85
"""A line that reaches this share of the width of its column was wrapped rather than ended."""
_SAME_EDGE = 12.0
"""Lines of one column begin within this many points of each other."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that read on; ``first`` is the index of the first one."""

    first: int
    text: str


def iter_paragraphs(lines: Sequence[Line], breaks: frozenset[int]) -> Iterator[Paragraph]:
    """The paragraphs of one page's lines in order; the lines whose indexes are in ``breaks`` stand alone."""
    current: Paragraph | None = None
    for index, line in enumerate(lines):
        apart = index == 0 or {index, index - 1} & breaks or not _goes_on(lines[index - 1], line, lines)
        if current is not None and not apart:
            current = replace(current, text=_joined(current.text, line.text))
            continue
        if current is not None:
            yield current
        current = Paragraph(index, line.text)
    if current is not None:
        yield current


def _goes_on(line: Line, following: Line, page: Sequence[Line]) -> bool:
    if line.text.endswith("\u00ad"):
        return True
    if _ENDS.search(line.text) or _OPENS.match(following.text):
        return False
    height = max(line.size, following.size, 1.0)
    near = abs(line.size - following.size) <= 0.5 and 0 < line.top - following.top <= 2.2 * height
    reach = max(other.right for other in page if abs(other.left - line.left) <= _SAME_EDGE)
    return near and line.right - line.left >= _FULL * (reach - line.left)


def _joined(text: str, following: str) -> str:
    if text.endswith("\u00ad"):
        return text[:-1] + following
    wide = _WIDE.match(text[-1:]) or _WIDE.match(following[:1])
    return text + ("" if wide else " ") + following
