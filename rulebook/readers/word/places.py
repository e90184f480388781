"""Where in the document the reading is: the section that stands open."""

from __future__ import annotations

import re

from rulebook.model.place import SectionPlace

_LONGEST = 60
_STANDS_ALONE = re.compile(r"[0-9０-９A-Za-z]+(?:[.．\-－][0-9０-９A-Za-z]+)+")


class Places:
    """The open section, named by its number or, without one, by its heading."""

    def __init__(self, opening: str) -> None:
        self._label = shortened(opening)
        self._numbers: list[tuple[int, str]] = []

    def enter(self, level: int, label: str, text: str) -> None:
        """Opens the section of a heading. A number that only counts inside its chapter, such as （1）, is told with
        the number of the chapter."""
        self._numbers = [entry for entry in self._numbers if entry[0] < level]
        if label:
            above = self._numbers[-1][1] if self._numbers else ""
            full = label if not above or _STANDS_ALONE.fullmatch(label) else f"{above} {label}"
            self._numbers.append((level, full))
        self._label = self._numbers[-1][1] if label else shortened(text)

    @property
    def prose(self) -> SectionPlace:
        return SectionPlace("見出し", self._label)

    @property
    def table(self) -> SectionPlace:
        return SectionPlace("表", self._label)

    @property
    def shape(self) -> SectionPlace:
        return SectionPlace("図形", self._label)


def shortened(text: str) -> str:
    """One line of at most 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
