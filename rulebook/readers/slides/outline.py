"""The outline of a deck: which slides open a section, and how deep the others stand."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.text import RichText
from rulebook.readers.slides.slide import SlideText

_SUBTITLE = 60
"""A slide that opens a section says at most this many characters beside its title."""
_NUMBER = re.compile(r"(?:第\s*)?(\d{1,2}(?:\.\d{1,2})+|\d{1,2}(?=[.、):]|\s*章))(?!\d)")
_CHAPTER = re.compile(r"第\s*[0-9〇一二三四五六七八九十]+\s*[章部編篇]")

_Number = tuple[int, ...]


def outlined(slides: Sequence[SlideText]) -> Iterator[Block]:
    """The blocks of all slides, their headings on the level where they stand in the deck.

    A section that the deck names is a heading of level 1 with its name as ``label`` and no text. Below it, a slide made
    only to open a section stands over those up to the next such one; its subtitle belongs to its heading. Then a title
    numbered 2.1 stands below one numbered 2, and one without a number beside the numbered ones around it. Slides of a
    deck without all that have level 1.
    """
    openers = _openers(slides)
    own, following = [_number(slide) for slide in slides], _following(slides, openers)
    section, above, numbers = "", 0, list[_Number]()
    for index, slide in enumerate(slides):
        if slide.section != section:
            section, numbers, above = slide.section, [], int(bool(slide.section))
            if section:
                yield Block(kind=BlockKind.HEADING, span=slide.blocks[0].span, level=1, label=section)
        if index in openers:
            numbers, above = [], int(bool(section)) + 1
            yield from _at(_joined(slide.blocks), above)
        else:
            depth, numbers = _depth(own[index], following[index], numbers)
            yield from _at(slide.blocks, above + depth + 1)


def _at(blocks: Sequence[Block], level: int) -> Iterator[Block]:
    yield replace(blocks[0], level=level)
    yield from blocks[1:]


def _depth(own: _Number, following: _Number, numbers: list[_Number]) -> tuple[int, list[_Number]]:
    """How many numbered titles a slide stands below, and the numbers that stay open behind it."""
    if not own and numbers and following[:-1] == numbers[-1][:-1] and following:
        return len(numbers) - 1, numbers
    opened = [number for number in numbers if len(number) < len(own) and own[: len(number)] == number]
    return len(opened), [*opened, own] if own else []


def _number(slide: SlideText) -> _Number:
    found = _NUMBER.match(_title(slide))
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def _following(slides: Sequence[SlideText], openers: frozenset[int]) -> list[_Number]:
    """For each slide the number of the next numbered title in the same section."""
    found: list[_Number] = []
    number: _Number = ()
    for index in reversed(range(len(slides))):
        ends = index + 1 in openers or (index + 1 < len(slides) and slides[index + 1].section != slides[index].section)
        number = () if ends else number
        found.append(number)
        number = _number(slides[index]) or number
    return found[::-1]


def _title(slide: SlideText) -> str:
    return unicodedata.normalize("NFKC", slide.blocks[0].text.text).strip()


def _openers(slides: Sequence[SlideText]) -> frozenset[int]:
    """The slides that only open a section: by the declared use of their layout, by a chapter's title, or because their
    layout is never used for anything but a title and its subtitle."""
    bare = {index for index, slide in enumerate(slides) if index and _is_bare(slide)}
    empty = {index for index in bare if not slides[index].drawn and not _says_something(slides[index])}
    uses = Counter(slide.layout for slide in slides)
    dividing = Counter(slides[index].layout for index in empty)
    own = {layout for layout, count in dividing.items() if 1 < count == uses[layout] and 2 * count < len(slides)}
    return frozenset(
        index
        for index in bare
        if slides[index].layout_kind in ("secHead", "title")
        or _CHAPTER.match(_title(slides[index]))
        or (index in empty and slides[index].layout in own)
    )


def _is_bare(slide: SlideText) -> bool:
    heading, others = slide.blocks[0], [b for b in slide.blocks[1:] if not b.flags]
    said = sum(len(block.text.text) for block in others)
    shown = bool(heading.text) and Flag.HIDDEN not in heading.flags
    return shown and said <= _SUBTITLE and not any(block.table or block.label for block in others)


def _says_something(slide: SlideText) -> bool:
    """Whether words of its own stand beside its title and a subtitle: a sentence, or a free text that is no number."""
    own = [b for b in slide.blocks[1:] if not b.flags and b not in slide.background]
    free = any(b.kind is BlockKind.TEXT_BOX and not b.text.text.strip().isdigit() for b in own)
    return free or any("。" in b.text.text for b in own)


def _joined(blocks: Sequence[Block]) -> list[Block]:
    """A heading and the subtitle below it, in a place of the layout, as one heading."""
    subtitle = [block for block in blocks[1:] if block.kind is BlockKind.PARAGRAPH and not block.flags]
    text = RichText.join([blocks[0].text, *(block.text for block in subtitle)], "\n")
    return [replace(blocks[0], text=text), *(block for block in blocks[1:] if block not in subtitle)]
