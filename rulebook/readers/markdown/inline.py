"""The text of one paragraph, heading or cell: marks as spans, links with where they lead, no Markdown signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from rulebook.model.text import Mark, RichText
from rulebook.readers.markdown.html import MARKS, READINGS, Tag, at_height, checkbox, is_break, is_component, tag_of

_WIDE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_OWN_LINE = re.compile(r"[|:]|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]")
"""Lines that were meant as a row, an item or a definition, though the parser reads them as text: they stay lines."""
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
        self._heights: list[str] = []
        self._reading = False

    def take(self, child: Token, following: Token | None) -> None:
        kind, _, end = child.type.rpartition("_")
        if child.type in ("text", "code_inline"):
            self._add(at_height(child.content, self._heights[-1] if self._heights else ""))
        elif kind in _TOKEN_MARKS:
            self._mark(_TOKEN_MARKS[kind], end == "close")
        elif child.type in ("softbreak", "hardbreak"):
            self._add("\n" if child.type == "hardbreak" else self._soft_break(following))
        elif kind == "link":
            self._link(child, end == "close")
        elif child.type == "image":
            self._add(child.content)
            self.images += [] if child.content else [self._written(str(child.attrGet("src") or ""))]
        elif child.type == "html_inline":
            self._html(child.content)

    def _add(self, text: str) -> None:
        if text and not self._reading:
            self.runs.append(RichText.of(text, *self._marks))

    def _begins_line(self) -> bool:
        return not self.runs or self.runs[-1].text.endswith("\n")

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
        if following is not None and (before == "|" or _OWN_LINE.match(following.content)):
            return "\n"
        return "\n" if _WIDE.match(before) or _WIDE.match(after) else " "

    def _written(self, address: str) -> str:
        """The address as the author wrote it: the parser escapes what is no ASCII."""
        return address if address in self._source else unquote(address)

    def _link(self, token: Token, closes: bool) -> None:
        if not closes:
            address = str(token.attrGet("href") or "")
            self._links.append((self._written(address), len(self.runs)))
            return
        self._end_link()

    def _end_link(self) -> None:
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
            self._add("" if is_component(source) else source)
        elif tag.name in MARKS:
            self._mark(MARKS[tag.name], tag.closes)
        elif is_break(tag.name):
            self._add("\n" if tag.name == "br" or not self._begins_line() else "")
        elif tag.name in READINGS or tag.name == "ruby":
            ends = "</rt" in self._source or "</ruby" in self._source
            self._reading = tag.name in READINGS and not tag.closes and ends
        elif tag.name in ("sup", "sub"):
            self._switch(self._heights, tag)
        else:
            self._object(tag)

    def _switch(self, stack: list[str], tag: Tag) -> None:
        if not tag.closes:
            stack.append(tag.name)
        elif tag.name in stack:
            stack.remove(tag.name)

    def _object(self, tag: Tag) -> None:
        if tag.name == "img":
            self._add(tag.attributes.get("alt", ""))
            self.images += [] if tag.attributes.get("alt") else [tag.attributes.get("src", "")]
        elif tag.name == "input":
            self._add(checkbox(tag.attributes))
        elif tag.name == "a" and not tag.closes:
            self._links.append((tag.attributes.get("href", ""), len(self.runs)))
        elif tag.name == "a":
            self._end_link()
