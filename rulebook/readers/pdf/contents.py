"""Lines of a table of contents: a title, dots, and the number of a page."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulebook.readers.pdf.lines import Line

_ENTRY = re.compile(r"(?P<title>\S.*?)\s*(?:[.．・…‥·]\s?){3,}\s*(?P<page>\d{1,4}|[ivxlcIVXLC]{1,6})$")
_TITLE = re.compile(r"(?:もく|目)次|目录|目錄|(?:tableof)?contents|図表?(?:目次|一覧)|表(?:目次|一覧)")
_FEWEST = 3
_SAME_STEP = 3.0


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of a contents list: the title it points to, the printed number of its page (0 for a roman one), and how
    deep it is set in, from 1."""

    title: str
    number: int
    level: int


def contents_entries(lines: Sequence[Line]) -> dict[int, ContentsEntry]:
    """Index of a line → the entry it is, for lines of contents lists (of at least three on a page)."""
    found = {n: entry for n, line in enumerate(lines) if (entry := _ENTRY.match(line.text.text))}
    counts = Counter(lines[n].page for n in found)
    found = {n: entry for n, entry in found.items() if counts[lines[n].page] >= _FEWEST}
    steps = _steps([lines[n].left for n in found])
    return {
        n: ContentsEntry(
            title=entry["title"],
            number=int(entry["page"]) if entry["page"].isdecimal() else 0,
            level=1 + sum(step < lines[n].left - _SAME_STEP for step in steps),
        )
        for n, entry in found.items()
    }


def _steps(lefts: Sequence[float]) -> list[float]:
    """Where entries begin, nearly equal places once."""
    steps: list[float] = []
    for left in sorted(lefts):
        if not steps or left - steps[-1] > _SAME_STEP:
            steps.append(left)
    return steps


def is_contents_title(text: str) -> bool:
    """Whether the line is the heading of a contents list."""
    return _TITLE.fullmatch(folded(text)) is not None


def is_repeated(title: str, known: Collection[str]) -> bool:
    """Whether the text that a contents line points to stands in the document, whatever its number looks like."""
    text = folded(title)
    return text in known or any(len(entry) > 3 and (text.endswith(entry) or entry.endswith(text)) for entry in known)


def folded(text: str) -> str:
    """Width, case, white space and the stop behind a number make no difference."""
    return re.sub(r"[\s.]", "", unicodedata.normalize("NFKC", text).casefold())
