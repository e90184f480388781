"""Blocks out of lines: headings, list items, paragraphs, and the captions of tables."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulebook.model.document import Block, BlockKind
from rulebook.model.text import RichText
from rulebook.readers.excel.flow import are_parallel, as_one_line, goes_on_for_sure, goes_on_from_edge
from rulebook.readers.excel.grid import cover
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.lines import Line
from rulebook.readers.excel.numbering import LabelKind
from rulebook.readers.excel.phrases import is_sentence

_NOTE = re.compile(r"(?<=\S)[\s　]*※(?=.{6})")
_HANGING = 2
"""Columns that the first line of a paragraph may be set in by."""

_FULL_LINE = 0.85
_LONGEST_JOINED = 400
_LONGEST_CAPTION = 150


def blocks_of(items: Sequence[Item], levels: Mapping[int, int], sheet: str) -> list[Block]:
    """The blocks of the items in their order; ``levels`` gives the outline level of those that are headings."""
    edge = _right_edge(items)
    lists: list[int] = []
    paragraph: list[Line] = []
    blocks: list[Block] = []

    def close() -> None:
        if paragraph:
            blocks.append(_paragraph(sheet, paragraph, lists, edge))
            paragraph.clear()

    for index, item in enumerate(items):
        line = item.line
        if line is None:
            close()
            blocks += item.blocks
            if not item.floating:
                lists.clear()
        elif index in levels:
            close()
            lists.clear()
            blocks += _heading(sheet, line, levels[index])
        elif _is_caption(items, index, levels):
            close()
            blocks.append(_block(sheet, BlockKind.CAPTION, [line]))
        else:
            if paragraph and not _goes_on(paragraph, line, edge):
                close()
            paragraph.append(line)
    close()
    return blocks


def _block(sheet: str, kind: BlockKind, lines: Sequence[Line], level: int = 0, edge: float = math.inf) -> Block:
    span = cover(sheet, [c for line in lines for c in line.cells])
    return Block(kind=kind, span=span, text=_text(lines, edge), level=level)


def _text(lines: Sequence[Line], edge: float) -> RichText:
    """The lines one below the other; a sentence that was broken over several of them is one line again."""
    text = lines[0].text
    for number, lower in enumerate(lines[1:], 1):
        together = _is_one_sentence(lines[:number], lower, edge)
        text = as_one_line(text, lower.text) if together else RichText.join([text, lower.text], "\n")
    return text


def _is_one_sentence(lines: Sequence[Line], line: Line, edge: float) -> bool:
    """Whether ``line`` is the rest of the sentence that the last of ``lines`` begins."""
    text, following = lines[-1].text.text, line.text.text
    if not _is_full(lines[-1], edge) or are_parallel(text, following):
        return goes_on_for_sure(text, following)
    stops = any(above.text.text.rstrip().endswith("。") for above in lines[:-1])
    return goes_on_from_edge(text, following, stops=stops)


def _is_full(line: Line, edge: float) -> bool:
    return line.end >= _FULL_LINE * edge and not line.roomy


def _heading(sheet: str, line: Line, level: int) -> list[Block]:
    """A heading; where a note is set behind it, or a sentence behind its number, only what stands before is the heading
    and the whole line is a paragraph under it."""
    block = _block(sheet, BlockKind.HEADING, [line], level)
    note, text = _NOTE.search(line.text.text), line.text
    if note is not None:
        cut = note.start()
    elif line.label is not None and line.label.text and is_sentence(text.text):
        cut = len(text.text) - len(line.label.rest)
    else:
        return [block]
    return [replace(block, text=text.slice(0, cut).strip()), replace(block, kind=BlockKind.PARAGRAPH, level=0)]


def _paragraph(sheet: str, lines: Sequence[Line], lists: list[int], edge: float) -> Block:
    """A paragraph or, behind a bullet or number, a list item as deep as there are list items further left."""
    label = lines[0].label
    if label is None or label.kind in (LabelKind.NOTE, LabelKind.BRACKET):
        return _block(sheet, BlockKind.PARAGRAPH, lines, edge=edge)
    while lists and lists[-1] >= lines[0].left:
        lists.pop()
    lists.append(lines[0].left)
    return _block(sheet, BlockKind.LIST_ITEM, lines, len(lists) - 1, edge)


def _right_edge(items: Sequence[Item]) -> float:
    """How far the lines reach, apart from the few longest."""
    ends = sorted(i.line.end for i in items if i.line is not None)
    return ends[len(ends) * 9 // 10] if ends else 0.0


def _goes_on(paragraph: Sequence[Line], line: Line, edge: float) -> bool:
    """Whether ``line`` carries on the paragraph: the row below it, without a mark of its own, and either set in under
    a list item or begun where the row above ran full in mid-sentence."""
    last = paragraph[-1]
    if line.label is not None or line.box.top != last.box.bottom + 1:
        return False
    if goes_on_for_sure(last.text.text, line.text.text) and _stands_under(line, paragraph):
        return True
    if sum(len(x.text.text) for x in paragraph) > _LONGEST_JOINED:
        return False
    set_in = line.indented and not paragraph[0].indented
    if paragraph[0].label is not None and (set_in or line.left > paragraph[0].left):
        return True
    if line.left != last.left or line.cells[0].column != last.cells[0].column:
        return False
    return set_in or _is_one_sentence(paragraph, line, edge)


def _stands_under(line: Line, paragraph: Sequence[Line]) -> bool:
    """Whether a line begins where the one above does, or left of a first line that is set in."""
    last = paragraph[-1]
    return line.left == last.left or (len(paragraph) == 1 and 0 < last.left - line.left <= _HANGING)


def _is_caption(items: Sequence[Item], index: int, levels: Mapping[int, int]) -> bool:
    """A single line right over a table, nothing over it that it could belong to."""
    line = items[index].line
    following = items[index + 1] if index + 1 < len(items) else None
    if line is None or following is None or following.line is not None or following.floating:
        return False
    if len(line.text.text) > _LONGEST_CAPTION or "\n" in line.text.text:
        return False
    if not 0 < following.box.top - line.box.bottom <= 2 or abs(line.left - following.box.left) > 3:
        return False
    before = items[index - 1] if index else None
    alone = before is None or index - 1 in levels or before.line is None or before.box.bottom + 1 < line.box.top
    return alone and following.blocks[0].kind is BlockKind.TABLE
