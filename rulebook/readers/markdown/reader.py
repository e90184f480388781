"""Reads a Markdown file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from rulebook.errors import NoText
from rulebook.model.document import Block, BlockKind, DocType, Document, ParseReport, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.markdown.blocks import BlockReader
from rulebook.readers.markdown.completion import completed
from rulebook.readers.markdown.decoding import decode
from rulebook.readers.markdown.emphasis import with_wide_emphasis
from rulebook.readers.markdown.footnotes import with_footnotes
from rulebook.readers.markdown.formulas import with_formulas
from rulebook.readers.markdown.frontmatter import FrontMatter, split_front_matter

_DEEPEST_NESTING = 100


def read(path: Path, doc: str) -> Document:
    """The file at ``path`` as blocks in the order of its lines; the values of its front matter are properties, and what
    it does not say of the document is filled in from the text.

    The title is that of the front matter, else the first heading of level 1, else the file's name. Raises ``NoText``
    for a file without words and ``DamagedFile`` for one in no known encoding.
    """
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    text, encoding = decode(path.read_bytes(), doc)
    front = split_front_matter(text)
    body = "\n".join(text.split("\n")[front.lines :])
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST_NESTING})
    parser = with_wide_emphasis(with_formulas(with_footnotes(parser)))
    parser.enable(["table", "strikethrough"])
    reader = BlockReader(body, front.lines)
    written = reader.read(SyntaxTreeNode(parser.parse(body)))
    blocks = [*_fault_block(text, front), *_summary(text, front), *written]
    if not written and not front.fault:
        raise NoText("the file holds no text.", where=doc, remedy="Add text to it, or leave it out.")
    return Document(
        doc=doc,
        doc_type=DocType.MARKDOWN,
        title=dict(front.properties).get("title") or _first_title(blocks) or PurePath(doc).stem,
        blocks=tuple(blocks),
        report=_report(blocks, [*_own_warnings(encoding, front), *reader.warnings]),
        properties=completed(front.properties, written),
    )


def _fault_block(text: str, front: FrontMatter) -> list[Block]:
    """A front matter that was not understood, as it is written: what is in it may be a rule."""
    if not front.fault:
        return []
    lines = "\n".join(text.split("\n")[: front.lines])
    return [Block(kind=BlockKind.PARAGRAPH, span=NumberedRange("line", 1, front.lines), text=RichText(lines))]


def _summary(text: str, front: FrontMatter) -> list[Block]:
    """The author's summary of the rules, which is prose of the document like any other."""
    summary = dict(front.properties).get("summary", "").strip()
    if not summary:
        return []
    lines = text.split("\n")[: front.lines]
    at = next((n for n, line in enumerate(lines, 1) if line.startswith("summary")), 1)
    return [Block(kind=BlockKind.PARAGRAPH, span=NumberedRange("line", at, at), text=RichText(summary))]


def _first_title(blocks: Sequence[Block]) -> str:
    tops = (b for b in blocks if b.kind is BlockKind.HEADING and b.level == 1)
    return next((" ".join(block.text.text.split()) for block in tops), "")


def _own_warnings(encoding: str, front: FrontMatter) -> list[ParseWarning]:
    warnings = []
    if not encoding.startswith("utf"):
        message = f"the file is not in UTF-8; it was read as {encoding}. Save it as UTF-8 if characters look wrong."
        warnings.append(ParseWarning(code="encoding", place="line!1", message=message))
    for name, wanted in front.invalid:
        message = f"the field `{name}` of the front matter should hold {wanted}; it is kept as it is written."
        warnings.append(ParseWarning(code="front_matter_field", place=f"line!1-{front.lines}", message=message))
    if front.fault:
        message = f"the front matter is not read as such: {front.fault}. Its lines are kept as text."
        warnings.append(ParseWarning(code="front_matter", place=f"line!1-{front.lines}", message=message))
    return warnings


def _report(blocks: Sequence[Block], warnings: Sequence[ParseWarning]) -> ParseReport:
    kinds = [block.kind for block in blocks]
    return ParseReport(
        headings=kinds.count(BlockKind.HEADING),
        tables=kinds.count(BlockKind.TABLE),
        comments=kinds.count(BlockKind.COMMENT),
        warnings=tuple(warnings),
    )
