"""Fields: instructions with a stored result. The result is text of the document, the instruction is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rulebook.readers.word.xml import FALLBACK, REMOVED, Element, W, child, is_on, lies_in, number, value

CONTENTS = "TOC"
SEQUENCE = "SEQ"
PAGE_NUMBERS = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES"})
UNSTORED = frozenset({"LISTNUM", "AUTONUM", "AUTONUMLGL", "AUTONUMOUT"})
"""Fields that Word counts when it shows the page and stores no result for."""


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    has_result: bool = False


class FieldTrail:
    """The fields open at a point of the walk; they may begin in one paragraph and end in another."""

    def __init__(self) -> None:
        self._open: list[_Field] = []
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

    def mark(self, mark: Element) -> str:
        """Follows a ``w:fldChar``. The keyword of the field where its instruction is complete, else ``""``."""
        kind = mark.get(W + "fldCharType")
        if kind == "begin":
            if mark not in self._endless:
                self._open.append(_Field())
        elif self._open and kind == "separate":
            self._open[-1].has_result = True
            return keyword(self._open[-1].instruction)
        elif self._open and kind == "end":
            ended = self._open.pop()
            return "" if ended.has_result else keyword(ended.instruction)
        return ""

    def instruct(self, text: str) -> None:
        if self._open and not self._open[-1].has_result:
            self._open[-1].instruction += text

    @contextmanager
    def simple(self, instruction: str) -> Iterator[str]:
        """Inside a ``w:fldSimple``, whose keyword it gives."""
        self._open.append(_Field(instruction, True))
        yield keyword(instruction)
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
        return any(keyword(field.instruction) in keywords for field in self._open)


def keyword(instruction: str) -> str:
    """``TOC`` of `` TOC \\o "1-3" ``."""
    words = instruction.split(maxsplit=1)
    return words[0].upper() if words else ""


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
