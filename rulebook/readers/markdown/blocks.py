"""A parsed Markdown text as blocks, each with the lines it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from markdown_it.tree import SyntaxTreeNode

from rulebook.model.document import Block, BlockKind, Flag, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.markdown.html import text_of
from rulebook.readers.markdown.inline import Inline, read_inline
from rulebook.readers.markdown.tables import read_table

_CONTAINER = re.compile(r"^:{3,}[ \t]*")
"""Documentation tools write boxes as ``::: warning …``: the colons are no words."""
_SIGNS_ONLY = re.compile(r"[\s>*+_=|:#`~-]*(?:\d{1,9}[.)])?\s*")


class BlockReader:
    """Reads one text; ``shift`` is the number of lines of the file before it."""

    def __init__(self, text: str, shift: int) -> None:
        self._lines = text.split("\n")
        self._shift = shift
        self._read: set[int] = set()
        self.warnings: list[ParseWarning] = []

    def read(self, tree: SyntaxTreeNode) -> list[Block]:
        """The blocks of ``tree``, and every line of words that gave none as it is written, by line."""
        blocks = list(self._children(tree, 0))
        return sorted([*blocks, *self._left_over()], key=lambda block: _first_line(block))

    def _children(self, node: SyntaxTreeNode, depth: int) -> Iterator[Block]:
        for child in node.children:
            if child.type in ("bullet_list", "ordered_list"):
                yield from self._list(child, depth)
            elif child.type == "blockquote":
                yield from self._children(child, depth)
            else:
                yield from self._leaf(child)

    def _list(self, node: SyntaxTreeNode, depth: int) -> Iterator[Block]:
        start = int(node.attrs.get("start", 1))
        for index, item in enumerate(node.children):
            label = f"{start + index}{item.markup}" if node.type == "ordered_list" else item.markup
            for n, block in enumerate(self._children(item, depth + 1)):
                opens = n == 0 and block.kind is BlockKind.PARAGRAPH
                yield replace(block, kind=BlockKind.LIST_ITEM, level=depth, label=label) if opens else block

    def _leaf(self, node: SyntaxTreeNode) -> Iterator[Block]:
        span = self._span(node)
        if node.type == "heading":
            yield from self._prose(node, span, BlockKind.HEADING, int(node.tag[1:]))
        elif node.type == "paragraph":
            yield from self._prose(node, span, BlockKind.PARAGRAPH, 0)
        elif node.type in ("fence", "code_block"):
            text = RichText(node.content.rstrip("\n"))
            yield from [Block(kind=BlockKind.PARAGRAPH, span=span, text=text)] if text.text.strip() else []
        elif node.type == "table":
            table, inlines = read_table(node, self._lines, self._shift, self.warnings)
            yield Block(kind=BlockKind.TABLE, span=span, table=table)
            yield from (block for inline in inlines for block in self._beside(inline, span))
        elif node.type == "html_block":
            yield from self._html(node.content, span)

    def _prose(self, node: SyntaxTreeNode, span: NumberedRange, kind: BlockKind, level: int) -> Iterator[Block]:
        inline = read_inline(node)
        text = inline.text
        if ":::" in text.text:
            text = RichText.join([line.slice(_container(line.text)) for line in text.lines()], "\n").strip()
        if text:
            yield Block(kind=kind, span=span, text=text, level=level)
        yield from self._beside(inline, span)

    def _beside(self, inline: Inline, span: NumberedRange) -> Iterator[Block]:
        for address in inline.images:
            self._warn("picture_without_text", span, f"the picture {address} has no alternative text and is not read.")
        yield from self._comments(inline.comments, span)

    def _html(self, source: str, span: NumberedRange) -> Iterator[Block]:
        found = text_of(source)
        if found.lines:
            yield Block(kind=BlockKind.PARAGRAPH, span=span, text=RichText("\n".join(found.lines)))
        if found.unshown:
            self._warn("html_left_out", span, "a script or style sheet is left out.")
        yield from self._comments(found.comments, span)

    def _comments(self, comments: Sequence[str], span: NumberedRange) -> Iterator[Block]:
        """HTML comments do not show: a remark to who edits the file, not a rule."""
        flags = frozenset({Flag.COMMENT})
        for comment in comments:
            yield Block(kind=BlockKind.COMMENT, span=span, text=RichText(comment), flags=flags)

    def _left_over(self) -> Iterator[Block]:
        """Lines that the parser takes for its own use or nests too deep: link definitions, the 101st quote mark."""
        for number, line in enumerate(self._lines):
            if number not in self._read and not _SIGNS_ONLY.fullmatch(line):
                at = number + 1 + self._shift
                yield Block(kind=BlockKind.PARAGRAPH, span=NumberedRange("line", at, at), text=RichText(line.strip()))

    def _span(self, node: SyntaxTreeNode) -> NumberedRange:
        first, end = node.map or (0, 1)
        self._read.update(range(first, end))
        return NumberedRange("line", first + 1 + self._shift, max(end, first + 1) + self._shift)

    def _warn(self, code: str, span: NumberedRange, message: str) -> None:
        self.warnings.append(ParseWarning(code=code, place=span.fragment, message=message))


def _first_line(block: Block) -> int:
    return block.span.first if isinstance(block.span, NumberedRange) else 0


def _container(line: str) -> int:
    found = _CONTAINER.match(line)
    return found.end() if found else 0
