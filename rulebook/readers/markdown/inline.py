"""The text of one paragraph, heading or cell: marks as spans, links with where they lead, no Markdown signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from rulebook.model.text import Mark, RichText
from rulebook.readers.markdown.html import MARKS, is_break, tag_of

_WIDE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_TOKEN_MARKS = {"strong": Mark.BOLD, "s": Mark.STRIKE}


@dataclass(frozen=True, slots=True)
class Inline:
    """What one inline token gives. ``images`` are the addresses of pictures without an alternative text."""

    text: RichText
    comments: tuple[str, ...]
    images: tuple[str, ...]


def read_inline(node: SyntaxTreeNode) -> Inline:
    """The words of a paragraph, heading or cell in order.

    A picture shows as its alternative text; a link as its text and, where that says something else, its address in
    brackets.
    """
    collector = _Collector("".join(inline.content for inline in node.children))
    children = [t for inline in node.children if inline.token is not None for t in inline.token.children or ()]
    for child, following in zip(children, [*children[1:], None], strict=False):
        collector.take(child, following)
    return Inline(RichText.join(collector.runs).strip(), tuple(collector.comments), tuple(collector.images))


class _Collector:
    def __init__(self, source: str) -> None:
        self._source = source
        self.runs: list[RichText] = []
        self.comments: list[str] = []
        self.images: list[str] = []
        self._marks: list[Mark] = []
        self._links: list[tuple[str, int]] = []

    def take(self, child: Token, following: Token | None) -> None:
        kind, _, end = child.type.rpartition("_")
        if child.type in ("text", "code_inline"):
            self._add(child.content)
        elif kind in _TOKEN_MARKS:
            self._mark(_TOKEN_MARKS[kind], end == "close")
        elif child.type in ("softbreak", "hardbreak"):
            self._add("\n" if child.type == "hardbreak" else self._soft_break(following))
        elif kind == "link":
            self._link(child, end == "close")
        elif child.type == "image":
            self._add(child.content)
            self.images += [] if child.content else [str(child.attrGet("src") or "")]
        elif child.type == "html_inline":
            self._html(child.content)

    def _add(self, text: str) -> None:
        if text:
            self.runs.append(RichText.of(text, *self._marks))

    def _mark(self, mark: Mark, closes: bool) -> None:
        if not closes:
            self._marks.append(mark)
        elif mark in self._marks:
            self._marks.remove(mark)

    def _soft_break(self, following: Token | None) -> str:
        """Latin text is wrapped anywhere, so a line end is a space; Japanese and Chinese writers end a line where they
        want it to end, except behind a comma."""
        before = self.runs[-1].text[-1] if self.runs else ""
        after = following.content[:1] if following is not None else ""
        if before in ("、", "，"):
            return ""
        return "\n" if _WIDE.match(before) or _WIDE.match(after) else " "

    def _link(self, token: Token, closes: bool) -> None:
        if not closes:
            address = str(token.attrGet("href") or "")
            # the parser escapes what is no ASCII; shown is what the author wrote
            self._links.append((address if address in self._source else unquote(address), len(self.runs)))
            return
        address, start = self._links.pop() if self._links else ("", 0)
        shown = "".join(run.text for run in self.runs[start:])
        # an anchor inside the page says nothing; another address is part of what the rule points to
        if address and not address.startswith("#") and address.removeprefix("mailto:") != shown:
            self._add(f" ({address})")

    def _html(self, source: str) -> None:
        tag = tag_of(source)
        if source.startswith("<!--"):
            self.comments.append(source.removeprefix("<!--").removesuffix("-->").strip())
        elif tag is None:
            self._add(source)
        elif tag.name in MARKS:
            self._mark(MARKS[tag.name], tag.closes)
        elif is_break(tag):
            self._add("\n")
