"""Lines and tables of a PDF as the blocks of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rulebook.model.document import Block, BlockKind
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.pdf import tables
from rulebook.readers.pdf.code import code_text, is_code, may_be_code
from rulebook.readers.pdf.headings import Heading
from rulebook.readers.pdf.layout import Part
from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.notes import behind_sentences
from rulebook.readers.pdf.paragraphs import Pitches, goes_on, joined, label_of
from rulebook.readers.pdf.tables import PageTable, go_on

_FEWEST_CODE_LINES = 2


def iter_blocks(parts: Sequence[Part], headings: Mapping[int, Heading], pitches: Pitches) -> Iterator[Block]:
    """Blocks in reading order; ``headings`` are by the ``id`` of their first line."""
    for kind, group in groupby(parts, key=lambda part: isinstance(part, PageTable)):
        if kind:
            yield from _tables([part for part in group if isinstance(part, PageTable)])
        else:
            lines = behind_sentences([part for part in group if isinstance(part, Line)], pitches)
            yield from _prose(lines, headings, pitches)


def _tables(parts: Sequence[PageTable]) -> Iterator[Block]:
    group: list[PageTable] = []
    for part in parts:
        if group and not go_on(group[-1], part):
            yield _table(group)
            group = []
        group.append(part)
    yield _table(group)


def _table(group: Sequence[PageTable]) -> Block:
    return Block(
        kind=BlockKind.TABLE,
        span=NumberedRange("page", group[0].page, group[-1].page),
        table=tables.joined(group),
    )


def _prose(lines: Sequence[Line], headings: Mapping[int, Heading], pitches: Pitches) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        heading = headings.get(id(lines[at]))
        if heading is not None:
            group = lines[at : at + heading.lines]
            yield _block(BlockKind.HEADING, group, joined(group), heading.level)
        else:
            group = lines[at : at + _length(lines, at, headings, pitches)]
            yield _paragraph(group)
        at += len(group)


def _paragraph(group: Sequence[Line]) -> Block:
    if len(group) >= _FEWEST_CODE_LINES and is_code(group[0]):
        return _block(BlockKind.PARAGRAPH, group, code_text(group))
    text = joined(group)
    label = label_of(text.text)
    if not label:
        return _block(BlockKind.PARAGRAPH, group, text)
    return _block(BlockKind.LIST_ITEM, group, text.slice(len(label)).strip(), label=label.strip())


def _length(lines: Sequence[Line], at: int, headings: Mapping[int, Heading], pitches: Pitches) -> int:
    """How many lines from ``at`` on are one paragraph, or one piece of program text."""
    code = _code_length(lines, at, headings)
    if code:
        return code
    end = at + 1
    while end < len(lines) and id(lines[end]) not in headings and not _code_length(lines, end, headings):
        if not goes_on(lines[end - 1], lines[end], pitches):
            break
        end += 1
    return end - at


def _code_length(lines: Sequence[Line], at: int, headings: Mapping[int, Heading]) -> int:
    end = at
    while end < len(lines) and id(lines[end]) not in headings and _reads_as_code(lines[at], lines[end]):
        end += 1
    while end > at and not is_code(lines[end - 1]) and not _closes(lines[end - 1]):
        end -= 1
    return end - at if end - at >= _FEWEST_CODE_LINES else 0


def _reads_as_code(first: Line, line: Line) -> bool:
    return is_code(line) if line is first else may_be_code(line, first)


def _closes(line: Line) -> bool:
    return line.text.text.endswith((")", ";", "}"))


def _block(kind: BlockKind, group: Sequence[Line], text: RichText, level: int = 0, label: str = "") -> Block:
    span = NumberedRange("page", group[0].page, group[-1].page)
    return Block(kind=kind, span=span, text=text, level=level, label=label)
