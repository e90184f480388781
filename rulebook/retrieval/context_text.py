"""One rule as text for a prompt: its headings, what must be known of it, its text with marks, its source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulebook.model.document import Flag
from rulebook.model.search import Hit
from rulebook.model.text import Mark, RichText

_MARKERS = {Mark.BOLD: "**", Mark.STRIKE: "~~", Mark.UNDERLINE: "__"}

_FLAGS = {
    Flag.HIDDEN: "元の文書では非表示",
    Flag.NOTES: "発表者ノート",
    Flag.COMMENT: "校閲コメントであり、規則本文ではない",
    Flag.CHANGED: "変更履歴を含む",
}
"""What a reader of the text must know, and cannot see in it."""

_CUT = "（この規則の続きは予算を超えたため省略）"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRule:
    """A hit whose content is shown up to ``end``, and the hits that say nothing else: ``also``, named beside it."""

    hit: Hit
    end: int
    also: tuple[Hit, ...] = ()

    @classmethod
    def whole(cls, hit: Hit) -> ShownRule:
        return cls(hit=hit, end=len(hit.content))

    @property
    def hits(self) -> tuple[Hit, ...]:
        return (self.hit, *self.also)

    @property
    def best_rank(self) -> int:
        return min(hit.rank for hit in self.hits)

    def joined(self, other: ShownRule) -> ShownRule:
        """With the hits of another rule beside it."""
        return replace(self, also=tuple(sorted((*self.also, *other.hits), key=lambda hit: hit.rank)))

    def says(self, other: ShownRule) -> bool:
        """Whether all of the other's text stands in this one's, struck where it is struck there, and so do the column
        titles without which it would say something else."""
        known = {*self.hit.table_header.split("\n"), *self.hit.content[: self.end].split("\n"), ""}
        return known.issuperset(other.hit.table_header.split("\n")) and _comparable(other) in _comparable(self)


def rule_text(rule: ShownRule, printed: set[tuple[object, ...]]) -> str:
    """The rule and the empty line behind it; ``printed`` keeps the lines of table headers that were printed."""
    hit = rule.hit
    lines = [f"【{_path(hit)}】{_flags(hit)}"]
    lines += _header_lines(rule, printed)
    lines.append(marked_text(hit, rule.end))
    if rule.end < len(hit.content):
        lines.append(_CUT)
    lines.append(f"（出典: {hit.source_uri}）")
    lines += [f"（同文: 【{_path(other)}】{_flags(other)} 出典: {other.source_uri}）" for other in rule.also]
    return "\n".join([*lines, ""])


def marked_text(hit: Hit, end: int | None = None) -> str:
    """The content, up to ``end``, with its marks as text, ``**bold**``, ``__underlined__``, ``~~withdrawn~~``."""
    content = hit.content if end is None else hit.content[:end]
    marks = tuple(replace(m, end=min(m.end, len(content))) for m in hit.marks if m.start < len(content))
    rich = RichText(content, marks)
    edges: list[tuple[int, int, str]] = []
    for span in rich.marks:
        edges += [(span.start, 1, _MARKERS[span.mark]), (span.end, 0, _MARKERS[span.mark])]
    text, at = "", 0
    for place, _, marker in sorted(edges):
        text, at = text + rich.text[at:place] + marker, place
    return text + rich.text[at:]


def _path(hit: Hit) -> str:
    return " > ".join(hit.headings) or hit.doc


def _flags(hit: Hit) -> str:
    return f"（{'、'.join(_FLAGS[flag] for flag in hit.flags)}）" if hit.flags else ""


def _header_lines(rule: ShownRule, printed: set[tuple[object, ...]]) -> Iterator[str]:
    """The lines of the table's header that do not stand above already, of the same table."""
    hit = rule.hit
    table = hit.doc, hit.headings
    for line in hit.table_header.split("\n") if hit.table_header else ():
        if (*table, line) not in printed:
            printed.add((*table, line))
            yield line
    printed.update((*table, line) for line in hit.content[: rule.end].split("\n"))


def _comparable(rule: ShownRule) -> str:
    """The text without white space, each character followed by whether it is struck."""
    struck = [(m.start, m.end) for m in rule.hit.marks if m.mark is Mark.STRIKE]
    return "".join(
        character + ("\0" if any(start <= at < end for start, end in struck) else "\1")
        for at, character in enumerate(rule.hit.content[: rule.end])
        if not character.isspace()
    )
