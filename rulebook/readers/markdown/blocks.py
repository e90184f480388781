"""A parsed Markdown text as blocks, each with the lines it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from markdown_it.tree import SyntaxTreeNode

from rulebook.model.document import Block, BlockKind, Flag, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.markdown.html_blocks import read_html
from rulebook.readers.markdown.inline import Inline, read_inline
from rulebook.readers.markdown.tables import read_table

_CONTAINER = re.compile(r"^:{3,}[ \t]*")
"""Documentation tools write boxes as ``::: warning …``: the colons are no words."""
_SIGNS_ONLY = re.compile(r"[\s>*+_=|:#`~-]*(?:\d{1,9}[.)])?\s*")

_ANCHOR = re.compile(r"\s*\{#[A-Za-z0-9_.:-]+(?:[ \t][^{}]*)?\}$")
"""Names a heading for links to it."""
_REMARK = re.compile(r"\[[^\]]*\]:\s*(?:#|<>)\s*[(\"'](.*)[)\"']")
"""A link definition that leads nowhere: the usual way to write a remark that does not show."""
_LANGUAGE = re.compile(r"^[A-Za-z0-9+#._-]*")
_TITLE = re.compile(r"""title=["']([^"']*)["']""")
_SETTINGS = re.compile(r"""\{[^}]*\}|[\w-]+=(?:"[^"]*"|'[^']*'|[\w.,-]+)""")
"""Which lines to mark, whether to number them: for the program that shows the text."""


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
        open_until = 0
        for index, child in enumerate(node.children):
            if child.type == "html_block" and (child.map or (0, 1))[0] >= open_until:
                open_until = self._html_end(child, node.children[index + 1 :])
                yield from self._html((child.map or (0, 1))[0], open_until)
            elif (child.map or (0, 1))[0] < open_until:
                continue
            elif child.type in ("bullet_list", "ordered_list"):
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
            title = _fence_title(node.info)
            yield from [Block(kind=BlockKind.CAPTION, span=span, text=RichText(title))] if title else []
            text = RichText(node.content.rstrip("\n"))
            yield from [Block(kind=BlockKind.PARAGRAPH, span=span, text=text)] if text.text.strip() else []
        elif node.type == "table":
            table, inlines = read_table(node, self._lines, self._shift, self.warnings)
            yield Block(kind=BlockKind.TABLE, span=span, table=table)
            yield from (block for inline in inlines for block in self._beside(inline, span))
        elif node.type == "footnote":
            label = f"[^{node.info}]"
            yield from (replace(b, label=label) for b in self._prose(node, span, BlockKind.FOOTNOTE, 0))

    def _prose(self, node: SyntaxTreeNode, span: NumberedRange, kind: BlockKind, level: int) -> Iterator[Block]:
        inline = read_inline(node)
        text = inline.text
        if ":::" in text.text:
            text = RichText.join([line.slice(_container(line.text)) for line in text.lines()], "\n").strip()
        anchor = _ANCHOR.search(text.text) if kind is BlockKind.HEADING else None
        text = text.slice(0, anchor.start()) if anchor else text
        if text:
            yield Block(kind=kind, span=span, text=text, level=level)
        yield from self._beside(inline, span)

    def _beside(self, inline: Inline, span: NumberedRange) -> Iterator[Block]:
        for address in inline.images:
            self._warn("picture_without_text", span, f"the picture {address} has no alternative text and is not read.")
        yield from self._comments(inline.comments, span)

    def _html_end(self, node: SyntaxTreeNode, following: Sequence[SyntaxTreeNode]) -> int:
        """The line behind a block of HTML; a table with blank lines in it ends where it is closed."""
        end = (node.map or (0, 1))[1]
        is_open = node.content.lower().count("<table") > node.content.lower().count("</table")
        for sibling in following if is_open else ():
            end = (sibling.map or (0, end))[1]
            if sibling.type == "html_block" and "</table" in sibling.content.lower():
                return end
        return (node.map or (0, 1))[1]

    def _html(self, first: int, end: int) -> Iterator[Block]:
        self._read.update(range(first, end))
        span = NumberedRange("line", first + 1 + self._shift, end + self._shift)
        found = read_html("\n".join(self._lines[first:end]), span.first)
        yield from found.blocks
        if found.unshown:
            self._warn("html_left_out", span, "a script or style sheet is left out.")
        for address in found.images:
            self._warn("picture_without_text", span, f"the picture {address} has no alternative text and is not read.")
        for line, comment in found.comments:
            yield from self._comments([comment], NumberedRange("line", line, line))

    def _comments(self, comments: Sequence[str], span: NumberedRange) -> Iterator[Block]:
        """HTML comments do not show: a remark to who edits the file, not a rule."""
        flags = frozenset({Flag.COMMENT})
        for comment in comments:
            yield Block(kind=BlockKind.COMMENT, span=span, text=RichText(comment), flags=flags)

    def _left_over(self) -> Iterator[Block]:
        """Lines that the parser takes for its own use or nests too deep: link definitions, the 101st quote mark."""
        for number, line in enumerate(self._lines):
            if number not in self._read and not _SIGNS_ONLY.fullmatch(line):
                span = NumberedRange("line", number + 1 + self._shift, number + 1 + self._shift)
                remark = _REMARK.fullmatch(line.strip())
                plain = Block(kind=BlockKind.PARAGRAPH, span=span, text=RichText(line.strip()))
                yield from self._comments([remark[1]], span) if remark else [plain]

    def _span(self, node: SyntaxTreeNode) -> NumberedRange:
        first, end = node.map or (0, 1)
        self._read.update(range(first, end))
        return NumberedRange("line", first + 1 + self._shift, max(end, first + 1) + self._shift)

    def _warn(self, code: str, span: NumberedRange, message: str) -> None:
        self.warnings.append(ParseWarning(code=code, place=span.fragment, message=message))


def _first_line(block: Block) -> int:
    return block.span.first if isinstance(block.span, NumberedRange) else 0


def _fence_title(info: str) -> str:
    """What the opening line of program text says beside the language: ``java:Main.java``, ``sql title="規則"``."""
    rest = _LANGUAGE.sub("", info.strip(), count=1)
    title = _TITLE.search(rest)
    return title[1] if title else _SETTINGS.sub("", rest).strip(" :")


def _container(line: str) -> int:
    found = _CONTAINER.match(line)
    return found.end() if found else 0
