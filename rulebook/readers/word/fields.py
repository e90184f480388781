"""Fields: instructions with a stored result. The result is text of the document, the instruction is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rulebook.readers.word.xml import FALLBACK, REMOVED, Element, W, child, is_on, lies_in, number, value

CONTENTS = "TOC"
SEQUENCE = "SEQ"
REFERENCE = "REF"
EQUATION = "EQ"
SYMBOL = "SYMBOL"
PAGE_NUMBERS = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES"})
UNSTORED = frozenset({"LISTNUM", "AUTONUM", "AUTONUMLGL", "AUTONUMOUT"})
"""Fields that Word counts when it shows the page and stores no result for."""


@dataclass(slots=True)
class Field:
    """A field and, as far as it was read, the result that the file stores for it."""

    instruction: str = ""
    has_result: bool = False
    shown: str = ""

    @property
    def keyword(self) -> str:
        """``TOC`` of `` TOC \\o "1-3" ``."""
        words = self.instruction.split(maxsplit=1)
        return words[0].upper() if words else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """What a mark of a field means: its instruction is complete (``begun``), or it is over (``ended``), or both."""

    begun: Field | None = None
    ended: Field | None = None


class FieldTrail:
    """The fields open at a point of the walk; they may begin in one paragraph and end in another."""

    def __init__(self) -> None:
        self._open: list[Field] = []
        self._endless: set[Element] = set()

    def learn(self, root: Element) -> int:
        """Looks for fields that never end, which would swallow what follows; they are passed over. How many."""
        begun: list[Element] = []
        for mark in root.iter(W + "fldChar"):
            if lies_in(mark, *REMOVED, FALLBACK):
                continue
            kind = mark.get(W + "fldCharType")
            if kind == "begin":
                begun.append(mark)
            elif kind == "end" and begun:
                begun.pop()
        self._endless.update(begun)
        return len(begun)

    def mark(self, mark: Element) -> Passed:
        """Follows a ``w:fldChar``."""
        kind = mark.get(W + "fldCharType")
        if kind == "begin":
            if mark not in self._endless:
                self._open.append(Field())
        elif self._open and kind == "separate":
            self._open[-1].has_result = True
            return Passed(begun=self._open[-1])
        elif self._open and kind == "end":
            ended = self._open.pop()
            return Passed(begun=None if ended.has_result else ended, ended=ended)
        return Passed()

    def show(self, text: str) -> None:
        """Text that is shown here is part of the result of every open field."""
        for field in self._open:
            field.shown += text

    def instruct(self, text: str) -> None:
        if self._open and not self._open[-1].has_result:
            self._open[-1].instruction += text

    @contextmanager
    def simple(self, instruction: str) -> Iterator[Field]:
        """Inside a ``w:fldSimple``."""
        self._open.append(Field(instruction, True))
        yield self._open[-1]
        self._open.pop()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Inside a text box or a note, which has fields of its own."""
        outside, self._open = self._open, []
        yield
        self._open = outside

    @property
    def showing(self) -> bool:
        """Whether text here is a result, or outside of any field."""
        return all(field.has_result for field in self._open)

    def inside(self, *keywords: str) -> bool:
        """Whether a field with one of these keywords is open."""
        return any(field.keyword in keywords for field in self._open)


def form_text(mark: Element) -> str:
    """What a form field shows that stores no result: the chosen line of a list, the state of a check box."""
    box = child(mark, "ffData", "checkBox")
    if box is not None:
        ticked = is_on(box, "default") if child(box, "checked") is None else is_on(box, "checked")
        return "☑" if ticked else "☐"
    choices = child(mark, "ffData", "ddList")
    if choices is None:
        return ""
    lines = [line.get(W + "val", "") for line in choices.iterchildren(W + "listEntry")]
    chosen = number(value(choices, "result")) or number(value(choices, "default")) or 0
    return lines[chosen] if 0 <= chosen < len(lines) else ""
