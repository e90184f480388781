"""Reads a deck slide by slide and joins what was found, left out or unsure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from rulebook.errors import NoText
from rulebook.model.document import Block, BlockKind, DocType, Document, ParseReport
from rulebook.readers.package import Package
from rulebook.readers.slides.deck import Ancestors, iter_slide_parts
from rulebook.readers.slides.slide import SlideText, read_slide


def read(path: Path, doc: str) -> Document:
    """The deck at ``path`` as blocks: each slide opens with a heading of level 1, its title.

    A slide without a title is headed by its first line of text or, when that is long or missing, by ``スライド N`` in
    the heading's ``label`` with an empty text. Hidden slides and shapes, speaker notes and comments are read and
    flagged; footers, dates and page headers are properties of the document. Raises ``DamagedFile`` when a slide is
    missing or broken and ``NoText`` for a deck without any text.
    """
    with Package(path, doc) as package:
        above = Ancestors(package)
        slides = [
            read_slide(package, part, number, above.of(part))
            for number, part in enumerate(iter_slide_parts(package), 1)
        ]
    blocks = tuple(block for slide in slides for block in slide.blocks)
    if not any(block.text or block.table for block in blocks):
        raise NoText(
            f"the deck has {len(slides)} slides and no text on any of them.",
            where=doc,
            remedy="If its slides are pictures of text, add the document they were made from.",
        )
    return Document(
        doc=doc,
        doc_type=DocType.PPT,
        title=" ".join(blocks[0].text.text.split()) or PurePath(doc).stem,
        blocks=blocks,
        report=_report(blocks, slides),
        properties=tuple(dict.fromkeys(p for slide in slides for p in slide.properties)),
    )


def _report(blocks: Sequence[Block], slides: Sequence[SlideText]) -> ParseReport:
    kinds = [block.kind for block in blocks]
    return ParseReport(
        headings=kinds.count(BlockKind.HEADING),
        tables=kinds.count(BlockKind.TABLE),
        slides=len(slides),
        text_boxes=sum(slide.text_boxes for slide in slides),
        comments=kinds.count(BlockKind.COMMENT),
        hidden=tuple(place for slide in slides for place in slide.hidden),
        warnings=tuple(dict.fromkeys(warning for slide in slides for warning in slide.warnings)),
    )
