"""Text with the marks that carry meaning in a rule: bold, underline, strike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """A mark on a run of text. Struck text is withdrawn: it is shown, but is no part of the rule's meaning."""

    BOLD = "bold"
    UNDERLINE = "underline"
    STRIKE = "strike"


@dataclass(frozen=True, slots=True, order=True)
class MarkSpan:
    """``mark`` holds on the characters ``start`` (included) to ``end`` (excluded)."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class RichText:
    """A string and its marks; spans lie inside the string, are sorted, and equal marks never overlap or touch."""

    text: str = ""
    marks: tuple[MarkSpan, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text)

    @classmethod
    def of(cls, text: str, *marks: Mark) -> RichText:
        """``text`` with every mark of ``marks`` on all of it."""
        return cls(text, tuple(MarkSpan(0, len(text), mark) for mark in sorted(set(marks))) if text else ())

    @classmethod
    def join(cls, parts: Iterable[RichText], separator: str = "") -> RichText:
        """The parts one after the other, unmarked ``separator`` between them."""
        text, spans = "", []
        for n, part in enumerate(parts):
            if n:
                text += separator
            spans += [MarkSpan(s.start + len(text), s.end + len(text), s.mark) for s in part.marks]
            text += part.text
        return cls(text, _merged(spans))

    def slice(self, start: int, end: int | None = None) -> RichText:
        """The characters ``start`` to ``end`` with the marks on them; bounds as in Python slices, not negative."""
        end = len(self.text) if end is None else min(end, len(self.text))
        spans = (MarkSpan(max(s.start, start) - start, min(s.end, end) - start, s.mark) for s in self.marks)
        return RichText(self.text[start:end], _merged(s for s in spans if s.start < s.end))

    def strip(self) -> RichText:
        """Without white space at both ends."""
        left = len(self.text) - len(self.text.lstrip())
        return self.slice(left, max(left, len(self.text.rstrip())))

    def lines(self) -> tuple[RichText, ...]:
        """The non-blank lines, each stripped."""
        return tuple(part for m in re.finditer(r"[^\r\n]+", self.text) if (part := self.slice(*m.span()).strip()))

    def without(self, mark: Mark) -> str:
        """The text that does not carry ``mark``: ``without(Mark.STRIKE)`` is what still holds."""
        kept, at = [], 0
        for span in (s for s in self.marks if s.mark is mark):
            kept.append(self.text[at : span.start])
            at = span.end
        return "".join([*kept, self.text[at:]])


def _merged(spans: Iterable[MarkSpan]) -> tuple[MarkSpan, ...]:
    """The spans sorted, equal marks that touch or overlap joined."""
    out: dict[Mark, list[MarkSpan]] = {}
    for span in sorted(spans):
        row = out.setdefault(span.mark, [])
        if row and span.start <= row[-1].end:
            row[-1] = MarkSpan(row[-1].start, max(row[-1].end, span.end), span.mark)
        else:
            row.append(span)
    return tuple(sorted(span for row in out.values() for span in row))
