"""One paragraph as blocks: itself, then what hangs on it (hidden text, text boxes, notes, comments)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.text import Mark, RichText
from rulebook.readers.word.attached import attached_blocks, unknown_format
from rulebook.readers.word.inline import Inline
from rulebook.readers.word.labels import Numbered, number_paragraph
from rulebook.readers.word.reading import DELETED, Flow, Reading
from rulebook.readers.word.styles import heading_level_of
from rulebook.readers.word.xml import Element, W, number, value

_CAPTION_LEAD = 20
"""A caption's number stands within so many characters of its start; further in it is a reference in running text."""
_FINAL_STOP = re.compile(r"(?<=[0-9０-９A-Za-z])[.．]$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph that was walked into ``inline``; ``in_contents``: it lies in a generated table of contents."""

    element: Element
    style_id: str
    inline: Inline
    in_contents: bool = False


def paragraph_blocks(paragraph: Paragraph, reading: Reading, flow: Flow) -> list[Block]:
    """The blocks of a paragraph; none where it is blank.

    Lines of a table of contents are left out: they repeat headings. A heading there is still a heading.
    """
    inline = paragraph.inline
    level = _heading_level(paragraph, reading)
    numbered = number_paragraph(paragraph.element, paragraph.style_id, inline, reading)
    text = _whole_text(inline) if level else _text(paragraph, reading)
    for bookmark in paragraph.element.iter(W + "bookmarkStart"):
        reading.references.put_target(bookmark.get(W + "name", ""), numbered.label.text, text.text)
    blocks = []
    if text and level:
        blocks = [_heading(text, level, numbered, inline, reading)]
    elif text:
        blocks = [_block(text, numbered, paragraph, reading)]
    _report(inline, numbered.label.unknown, reading)
    return [*blocks, *attached_blocks(inline, reading, flow)]


def loose_blocks(inline: Inline, reading: Reading, flow: Flow) -> list[Block]:
    """Content whose paragraph end was deleted with no paragraph behind it to join."""
    text = inline.text
    block = Block(kind=BlockKind.PARAGRAPH, span=reading.places.prose, text=text, flags=frozenset({Flag.CHANGED}))
    _report(inline, (), reading)
    return [*([block] if text else []), *attached_blocks(inline, reading, flow)]


def _heading_level(paragraph: Paragraph, reading: Reading) -> int | None:
    if reading.depth:
        return None
    own = number(value(paragraph.element, "pPr", "outlineLvl"))
    return reading.styles.heading_level(paragraph.style_id) if own is None else heading_level_of(own)


def _whole_text(inline: Inline) -> RichText:
    return RichText.join([RichText("".join(inline.contents)), *inline.shown]).strip()


def _text(paragraph: Paragraph, reading: Reading) -> RichText:
    """What is shown and no line of a table of contents; such lines are kept aside."""
    inline, text = paragraph.inline, paragraph.inline.text
    listed = "".join(inline.contents)
    if paragraph.in_contents or reading.styles.is_contents(paragraph.style_id):
        listed, text = listed + text.text, RichText()
    if listed.strip():
        reading.tally.contents.append(listed.strip())
    return text


def _heading(text: RichText, level: int, numbered: Numbered, inline: Inline, reading: Reading) -> Block:
    """A heading opens its section. Its bold is that of a heading and says nothing."""
    label = _FINAL_STOP.sub("", numbered.label.text)
    reading.places.enter(level, label, text.text)
    reading.tally.headings += 1
    return Block(
        kind=BlockKind.HEADING,
        span=reading.places.prose,
        text=replace(text, marks=tuple(span for span in text.marks if span.mark is not Mark.BOLD)),
        level=level,
        label=label,
        flags=_flags(inline),
    )


def _block(text: RichText, numbered: Numbered, paragraph: Paragraph, reading: Reading) -> Block:
    kind = BlockKind.LIST_ITEM if numbered.label.text else BlockKind.PARAGRAPH
    if _is_caption(paragraph, reading):
        kind = BlockKind.CAPTION
    return Block(
        kind=kind,
        span=reading.places.prose,
        text=paragraph.inline.indented if kind is BlockKind.PARAGRAPH else text,
        level=numbered.depth if kind is BlockKind.LIST_ITEM else 0,
        label=numbered.label.text,
        flags=_flags(paragraph.inline),
    )


def _flags(inline: Inline) -> frozenset[Flag]:
    return frozenset({Flag.CHANGED} if inline.changed else ())


def _is_caption(paragraph: Paragraph, reading: Reading) -> bool:
    at = paragraph.inline.caption_at
    return reading.styles.is_caption(paragraph.style_id) or (at is not None and at <= _CAPTION_LEAD)


def _report(inline: Inline, unknown_formats: tuple[str, ...], reading: Reading) -> None:
    place = reading.places.prose.fragment
    for remark in inline.remarks:
        (reading.tally.warn_once if remark.once else reading.tally.warn)(remark.code, place, remark.message)
    for name in unknown_formats:
        reading.tally.warn_once("unknown_number_format", place, unknown_format(name))
    if removed := _quoted(inline.removed):
        reading.tally.warn("tracked_deletion", place, f"{DELETED} {removed}")
    if moved := _quoted(inline.moved):
        reading.tally.warn("tracked_move", place, f"Moved away by a tracked change: {moved}")
    reading.tally.pictures += [place] * inline.pictures


def _quoted(pieces: list[str]) -> str:
    return "".join(f"「{piece.strip()}」" for piece in pieces if piece.strip())
