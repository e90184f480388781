"""Blocks of HTML inside Markdown: tables as tables, headings as headings, lists as lists, and the rest as lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from rulebook.model.document import Block, BlockKind
from rulebook.model.place import NumberedRange
from rulebook.readers.markdown.html import (
    MARKS,
    READINGS,
    UNSHOWN,
    checkbox,
    is_break,
    is_component,
    is_known,
)
from rulebook.readers.markdown.html_tables import HtmlCell, TableBuilder
from rulebook.readers.markdown.html_text import HtmlText

_HEADING = re.compile("h[1-6]")
_EMPTY = frozenset({"br", "hr", "img", "input"})


@dataclass(slots=True)
class HtmlContent:
    """What a block of HTML shows, its comments with their lines, the addresses of pictures without an alternative text,
    and whether a script or a style sheet was left out."""

    blocks: list[Block] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    unshown: bool = False


def read_html(source: str, first_line: int) -> HtmlContent:
    """The content of ``source``, which begins at line ``first_line`` of the file."""
    reader = _HtmlReader(first_line)
    reader.feed(source)
    reader.close()
    reader.end()
    return reader.content


class _HtmlReader(HTMLParser):
    def __init__(self, first_line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.content = HtmlContent()
        self._shift = first_line - 1
        self._text = HtmlText(first_line)
        self._lists: list[list[int]] = []
        self._links: list[str] = []
        self._unshown: list[str] = []
        self._reading = False
        self._kind, self._level, self._label = BlockKind.PARAGRAPH, 0, ""
        self._table: TableBuilder | None = None

    def end(self) -> None:
        """Ends what the source leaves open."""
        while self._table is not None:
            self._end_table()
        self._flush()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._reading &= not is_break(tag) and tag not in ("td", "th", "ruby")
        if not is_known(tag):
            self._add(self.get_starttag_text() or "")
        elif tag in READINGS:
            self._reading = True
        elif tag in UNSHOWN:
            self._unshown.append(tag)
            self.content.unshown = True
        elif tag in MARKS:
            self._text.open(tag)
        elif tag in ("table", "tr", "td", "th"):
            self._open_table_part(tag, attributes)
        elif tag == "br":
            self._add("\n")
        elif is_break(tag):
            self._open(tag, attributes)
        else:
            self._open_inline(tag, attributes)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        source = self.get_starttag_text() or ""
        if is_known(tag):
            self.handle_starttag(tag, attrs)
            if tag not in _EMPTY:
                self.handle_endtag(tag)
        elif not is_component(source):
            self._add(source)

    def handle_endtag(self, tag: str) -> None:
        self._reading &= tag not in (*READINGS, "ruby") and not is_break(tag)
        if tag in UNSHOWN and tag in self._unshown:
            self._unshown.remove(tag)
        elif tag in MARKS or tag in ("sup", "sub"):
            self._text.close(tag)
        elif tag == "table":
            self._end_table()
        elif tag == "a" and self._links:
            address = self._links.pop()
            self._add(f" ({address})" if address and not address.startswith("#") else "")
        elif not is_known(tag):
            self._add(f"</{tag}>")
        elif is_break(tag) and tag != "br":
            self._close(tag)

    def handle_data(self, data: str) -> None:
        if not self._unshown and not self._reading:
            self._text.add_data(data, self._line())

    def handle_comment(self, data: str) -> None:
        if data.strip():
            self.content.comments.append((self._line(), data.strip()))

    def handle_pi(self, data: str) -> None:
        # browsers take instructions and declarations for comments
        self.handle_comment(data)

    def handle_decl(self, decl: str) -> None:
        if not decl.lower().startswith("doctype"):
            self.handle_comment(decl)

    def unknown_decl(self, data: str) -> None:
        self._add(data.removeprefix("CDATA["))

    def _open_inline(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("sup", "sub"):
            self._text.open(tag)
        elif tag == "a":
            self._links.append(attributes.get("href", ""))
        elif tag == "input":
            self._add(checkbox(attributes))
        elif tag == "img":
            self._add(attributes.get("alt", ""))
            self.content.images += [] if attributes.get("alt") else [attributes.get("src", "")]

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        if self._table is not None and self._table.in_cell:
            self._text.end_line(self._line())
            return
        self._flush()
        if tag in ("ul", "ol"):
            start = attributes.get("start", "1")
            self._lists.append([int(start) if start.isdecimal() else 1, tag == "ol"])
        elif tag == "li":
            self._kind, self._level, self._label = BlockKind.LIST_ITEM, max(len(self._lists) - 1, 0), self._next_label()
        elif tag == "caption":
            self._kind = BlockKind.CAPTION
        elif _HEADING.fullmatch(tag):
            self._kind, self._level = BlockKind.HEADING, int(tag[1])
        self._text.open(tag)

    def _close(self, tag: str) -> None:
        if self._table is not None and self._table.in_cell:
            self._text.end_line(self._line())
        else:
            self._flush()
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()
        self._text.close(tag)

    def _next_label(self) -> str:
        if not self._lists or not self._lists[-1][1]:
            return "-"
        self._lists[-1][0] += 1
        return f"{self._lists[-1][0] - 1}."

    def _open_table_part(self, tag: str, attributes: dict[str, str]) -> None:
        table = self._table
        if tag == "table" and table is None:
            self._flush()
            self._table = TableBuilder(self._line())
        elif table is None:
            self._add(" | " if tag != "tr" and self._text else "\n")
        elif tag == "table":
            table.nest()
        elif table.nested:
            self._add("\n" if tag == "tr" else " | ")
        else:
            self._end_cell()
            if tag == "tr":
                table.row()
            else:
                table.cell(HtmlCell.of(tag == "th", attributes, self._line()))

    def _end_cell(self) -> None:
        text = self._text.taken()
        if text and self._table is not None and not self._table.put(text):
            self._text.put_back(text)

    def _end_table(self) -> None:
        if self._table is None or not self._table.end():
            return
        self._end_cell()
        table, span = self._table.table(), NumberedRange("line", self._table.first_line, self._line())
        if table is not None:
            self.content.blocks.append(Block(kind=BlockKind.TABLE, span=span, table=table))
        self._table = None

    def _add(self, text: str) -> None:
        self._text.add(text, self._line())

    def _flush(self) -> None:
        text = self._text.taken()
        if text:
            begin = self._text.begin
            span = NumberedRange("line", begin, max(self._line(), begin))
            self.content.blocks.append(
                Block(kind=self._kind, span=span, text=text, level=self._level, label=self._label)
            )
            self._label = ""
        if text or self._kind is not BlockKind.LIST_ITEM:
            self._kind, self._level, self._label = BlockKind.PARAGRAPH, 0, ""

    def _line(self) -> int:
        return self.getpos()[0] + self._shift
