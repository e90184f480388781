"""The words of HTML as they are read, with their marks, until a block or a cell takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.model.text import Mark, RichText
from rulebook.readers.markdown.html import MARKS, at_height


class HtmlText:
    """Collects words; ``begin`` is the line of the file where the first of them stands."""

    def __init__(self, line: int) -> None:
        self.begin = line
        self._runs: list[RichText] = []
        self._marks: list[Mark] = []
        self._heights: list[str] = []
        self._kept = 0

    def __bool__(self) -> bool:
        return bool(self._runs)

    def add(self, text: str, line: int) -> None:
        """Adds words as they are, with the marks that are open."""
        if text:
            self.begin = self.begin if self._runs else line
            self._runs.append(RichText.of(text, *self._marks))

    def add_data(self, data: str, line: int) -> None:
        """Adds words between tags: white space is one space but in ``pre``, figures in ``sup`` are raised."""
        text = data if self._kept else re.sub(r"\s+", " ", data)
        self.add(at_height(text, self._heights[-1] if self._heights else ""), line)

    def put_back(self, text: RichText) -> None:
        """What was taken is collected again."""
        self._runs = [text]

    def end_line(self, line: int) -> None:
        """What comes begins a line, if it does not yet."""
        if self._runs and not self._runs[-1].text.endswith("\n"):
            self.add("\n", line)

    def open(self, tag: str) -> None:
        """A tag begins that says how words show: a mark, ``sup`` or ``sub``, ``pre``."""
        if tag in MARKS:
            self._marks.append(MARKS[tag])
        elif tag in ("sup", "sub"):
            self._heights.append(tag)
        self._kept += tag == "pre"

    def close(self, tag: str) -> None:
        """Such a tag ends; one that was not open does nothing."""
        if tag in MARKS and MARKS[tag] in self._marks:
            self._marks.remove(MARKS[tag])
        elif tag in self._heights:
            self._heights.remove(tag)
        self._kept -= tag == "pre" and self._kept > 0

    def taken(self) -> RichText:
        """What was collected, its lines trimmed."""
        text = RichText.join(self._runs)
        self._runs = []
        return text.strip() if self._kept else RichText.join(_trimmed(text), "\n")


def _trimmed(text: RichText) -> Iterator[RichText]:
    """The lines of ``text`` with single spaces."""
    for line in text.lines():
        parts = [line.slice(*found.span()) for found in re.finditer(r"\S+(?: \S+)*", line.text)]
        yield RichText.join(parts, " ")
