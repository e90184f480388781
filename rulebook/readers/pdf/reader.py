"""Reads a PDF by its text layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path, PurePath

from rulebook.errors import NoText
from rulebook.model.document import Block, BlockKind, DocType, Document, ParseReport, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.pdf.furniture import running_lines
from rulebook.readers.pdf.headings import heading_levels
from rulebook.readers.pdf.lines import Line, extract
from rulebook.readers.pdf.paragraphs import iter_paragraphs


def read(path: Path, doc: str) -> Document:
    """The PDF at ``path`` as headings and paragraphs, page by page.

    Headings come from the outline or, without one, from the size of the type; tables read line by line; bold and struck
    text is not told apart. Lines that return at the edge of many pages are properties of the document. Raises
    ``NoText`` for scans, ``EncryptedFile`` and ``DamagedFile``.
    """
    pdf = extract(path, doc)
    if not any(pdf.pages):
        raise NoText(
            f"none of the {len(pdf.pages)} pages has a text layer; it seems to be a scan.",
            where=doc,
            remedy="Add the document it was made from, or run text recognition (OCR) over it first.",
        )
    running = running_lines(pdf.pages)
    lines = [line for page in pdf.pages for line in _title_first([line for line in page if line not in running])]
    levels = heading_levels(lines, pdf.outline)
    blocks = tuple(_iter_blocks(lines, levels))
    return Document(
        doc=doc,
        doc_type=DocType.PDF,
        title=_title(blocks) or PurePath(doc).stem,
        blocks=blocks,
        report=ParseReport(headings=len(levels), warnings=tuple(_warnings(pdf.pages))),
        properties=tuple(("page header or footer", text) for text in dict.fromkeys(_texts(pdf.pages, running))),
    )


def _title_first(page: list[Line]) -> list[Line]:
    """The lines of a page in their order, but a largest line that stands above all others in front: slide programs
    write the title of a page last."""
    largest = max(page, key=lambda line: (line.size, line.top), default=None)
    if largest is None or any(line.top > largest.top for line in page):
        return page
    return [largest, *(line for line in page if line is not largest)]


def _iter_blocks(lines: Sequence[Line], levels: Mapping[int, int]) -> Iterator[Block]:
    for _, numbered in groupby(enumerate(lines), key=lambda item: item[1].page):
        page = list(numbered)
        start = page[0][0]
        breaks = frozenset(n - start for n, _ in page if n in levels)
        for paragraph in iter_paragraphs([line for _, line in page], breaks):
            level = levels.get(start + paragraph.first, 0)
            number = page[0][1].page
            yield Block(
                kind=BlockKind.HEADING if level else BlockKind.PARAGRAPH,
                span=NumberedRange("page", number, number),
                text=RichText(paragraph.text),
                level=level,
            )


def _title(blocks: Sequence[Block]) -> str:
    return next((block.text.text for block in blocks if block.kind is BlockKind.HEADING), "")


def _texts(pages: Sequence[Sequence[Line]], running: frozenset[Line]) -> Iterator[str]:
    """The running lines once each, whatever page number they hold."""
    seen: set[str] = set()
    for line in (line for page in pages for line in page if line in running):
        shape = "".join(c for c in line.text if not c.isdigit())
        if shape not in seen:
            seen.add(shape)
            yield line.text


def _warnings(pages: Sequence[Sequence[Line]]) -> Iterator[ParseWarning]:
    """Pages without text, which are pictures: each stretch of them once."""
    numbered = [(number, bool(page)) for number, page in enumerate(pages, 1)]
    for has_text, stretch in groupby(numbered, key=lambda item: item[1]):
        if not has_text:
            numbers = [number for number, _ in stretch]
            yield ParseWarning(
                code="page_without_text",
                place=NumberedRange("page", numbers[0], numbers[-1]).fragment,
                message="no text layer here: what the pages show is not read.",
            )
