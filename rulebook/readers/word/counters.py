"""Counts the numbered paragraphs of a document and writes the number that Word shows before each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.readers.symbols import bullet
from rulebook.readers.word.number_formats import render
from rulebook.readers.word.numbering import Level, ListInstance

_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A paragraph's automatic number or bullet; ``unknown`` names the number formats we cannot write."""

    text: str = ""
    unknown: tuple[str, ...] = ()


class ListCounters:
    """Counts on through a document. Lists with the same definition share their numbers, as in Word."""

    def __init__(self, lists: Mapping[int, ListInstance]) -> None:
        self._lists = lists
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[int, int]] = set()

    def list_of(self, num_id: int) -> ListInstance | None:
        return self._lists.get(num_id)

    def advance(self, num_id: int, ilvl: int) -> Label:
        """The label of the next paragraph of list ``num_id`` on level ``ilvl`` (from 0); empty for an unknown list."""
        numbered = self._lists.get(num_id)
        level = numbered.levels.get(ilvl) if numbered else None
        if numbered is None or level is None:
            return Label()
        counts = self._counts.setdefault(numbered.definition, {})
        self._count(counts, numbered, num_id, ilvl)
        for deeper in [d for d in counts if d > ilvl]:
            after = numbered.levels[deeper].restart_after if deeper in numbered.levels else None
            if after is None or ilvl < after:
                del counts[deeper]
        return self._label(level, numbered, counts)

    def _count(self, counts: dict[int, int], numbered: ListInstance, num_id: int, ilvl: int) -> None:
        begins = ilvl in numbered.starts and (num_id, ilvl) not in self._begun
        self._begun.add((num_id, ilvl))
        if begins:
            counts[ilvl] = numbered.starts[ilvl]
        elif ilvl in counts:
            counts[ilvl] += 1
        else:
            counts[ilvl] = numbered.levels[ilvl].start

    @staticmethod
    def _label(level: Level, numbered: ListInstance, counts: Mapping[int, int]) -> Label:
        if level.is_bullet:
            return Label(text=bullet(level.text, level.font))
        unknown: list[str] = []

        def written(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            counted = numbered.levels.get(at, Level())
            # a level that was passed over shows the number it would begin with
            n = counts.get(at, counted.start)
            known = render("decimal" if level.legal and counted.number_format != "none" else counted.number_format, n)
            if known is None:
                unknown.append(counted.number_format)
            return f"[{n}?]" if known is None else known

        return Label(text=_PLACE.sub(written, level.text).strip(), unknown=tuple(unknown))
