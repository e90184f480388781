"""Reads a deck slide by slide and joins what was found, left out or unsure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from rulebook.errors import NoText
from rulebook.model.document import Block, BlockKind, DocType, Document, Flag, ParseReport, ParseWarning
from rulebook.readers.package import Package
from rulebook.readers.slides.deck import Ancestors, iter_slide_parts
from rulebook.readers.slides.furniture import said_by_few
from rulebook.readers.slides.outline import outlined
from rulebook.readers.slides.slide import SlideText, read_slide

_NAMED = 5
"""Slides with pictures that a warning names."""


def read(path: Path, doc: str) -> Document:
    """The deck at ``path`` as blocks: each slide opens with a heading, its title, on the level ``outlined`` gives it.

    A slide without a title is headed as ``headed`` says, at worst by ``スライド N`` in the heading's ``label`` with an
    empty text. Hidden slides, shapes that are hidden or lie outside their slide, speaker notes and comments are read
    and flagged; footers, dates and page headers are properties of the document. What is typed on a layout or master,
    and a footer of less than half of the slides, is read once, on the first slide that shows it. Raises ``DamagedFile``
    when a slide is missing or broken and ``NoText`` for a deck without any text.
    """
    with Package(path, doc) as package:
        ancestors = Ancestors(package)
        slides = [
            read_slide(package, slide, number, ancestors) for number, slide in enumerate(iter_slide_parts(package), 1)
        ]
    few = said_by_few([slide.furniture for slide in slides])
    blocks = tuple(outlined(list(_with_background(slides, few))))
    if not any(block.text or block.table for block in blocks):
        raise NoText(
            f"the deck has {len(slides)} slides and no text on any of them.",
            where=doc,
            remedy="If its slides are pictures of text, add the document they were made from.",
        )
    return Document(
        doc=doc,
        doc_type=DocType.PPT,
        title=" ".join(slides[0].blocks[0].text.text.split()) or PurePath(doc).stem,
        blocks=blocks,
        report=_report(blocks, slides, ancestors.warnings),
        properties=tuple(dict.fromkeys(_properties(slides, few))),
    )


def _with_background(slides: Sequence[SlideText], few: frozenset[str]) -> Iterator[SlideText]:
    """The slides with what their layouts and masters say, and with footers of ``few`` patterns, each text where it
    shows first."""
    said: set[tuple[str, bool]] = set()
    for slide in slides:
        own = [block for f in slide.furniture if f.pattern in few for block in f.blocks]
        new = [block for block in (*slide.background, *own) if _words(block) not in said]
        said |= {_words(block) for block in new}
        shown = [block for block in slide.blocks if not block.flags]
        flagged = [block for block in slide.blocks if block.flags]
        yield replace(slide, blocks=(*shown, *new, *flagged) if shown else (*flagged, *new)) if new else slide


def _properties(slides: Sequence[SlideText], few: frozenset[str]) -> Iterator[tuple[str, str]]:
    for furniture in (f for slide in slides for f in slide.furniture):
        if furniture.name != "slide number" and furniture.pattern not in few:
            yield furniture.name, furniture.text


def _words(block: Block) -> tuple[str, bool]:
    """What a block says, and whether it shows: what a hidden slide says may show on another."""
    rows = block.table.rows if block.table else ()
    words = block.text.text + "\n".join(cell.text.text for row in rows for cell in row.cells)
    return words, Flag.HIDDEN in block.flags


def _report(blocks: Sequence[Block], slides: Sequence[SlideText], above: Sequence[ParseWarning]) -> ParseReport:
    kinds = [block.kind for block in blocks]
    return ParseReport(
        headings=kinds.count(BlockKind.HEADING),
        tables=kinds.count(BlockKind.TABLE),
        slides=len(slides),
        text_boxes=sum(slide.text_boxes for slide in slides),
        comments=kinds.count(BlockKind.COMMENT),
        hidden=tuple(place for slide in slides for place in slide.hidden),
        warnings=tuple(
            dict.fromkeys([*above, *(warning for slide in slides for warning in slide.warnings), *_pictures(slides)])
        ),
    )


def _pictures(slides: Sequence[SlideText]) -> Iterator[ParseWarning]:
    """One warning for the pictures of all slides."""
    places = [slide.blocks[0].span.fragment for slide in slides if slide.pictures]
    if places:
        count = sum(slide.pictures for slide in slides)
        named = ", ".join(places[:_NAMED]) + (" …" if len(places) > _NAMED else "")
        message = f"{count} pictures were not read; text in them is not in the handbook ({named})."
        yield ParseWarning(code="pictures_not_read", place=places[0], message=message)
