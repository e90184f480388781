"""Reads a PDF by its text layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from rulebook.errors import NoText
from rulebook.model.document import Block, BlockKind, DocType, Document, Flag, ParseReport, ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.readers.pdf.blocks import iter_blocks
from rulebook.readers.pdf.contents import ContentsEntry, contents_entries, folded, is_contents_title, is_repeated
from rulebook.readers.pdf.frames import PageText
from rulebook.readers.pdf.headings import find_headings
from rulebook.readers.pdf.layout import Part, lay_out
from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.paragraphs import usual_pitches
from rulebook.readers.pdf.source import OutlineEntry, extract
from rulebook.readers.pdf.warnings import page_warnings


def read(path: Path, doc: str) -> Document:
    """The PDF at ``path`` as headings, paragraphs and tables, column by column and page by page.

    Headings come from the outline or, without one, from the size of the type; tables from their drawn lines. Bold comes
    from the fonts, underline and strike from lines drawn under and through the words. Lines that return at the edge of
    many pages are properties of the document; contents lists are left out where their titles stand in the text. Text
    outside the visible part of a page is kept and flagged hidden. Raises ``NoText`` for scans, ``EncryptedFile`` and
    ``DamagedFile``.
    """
    pdf = extract(path, doc)
    if not any(page.frames for page in pdf.pages):
        raise NoText(
            f"none of the {len(pdf.pages)} pages has a text layer; it seems to be a scan.",
            where=doc,
            remedy="Add the document it was made from, or run text recognition (OCR) over it first.",
        )
    layout = lay_out([frame for page in pdf.pages for frame in page.frames])
    parts, contents, repeated = _without_contents(layout.parts)
    blocks = _blocks(parts, pdf.outline, contents)
    hidden = [replace(b, flags=frozenset({Flag.HIDDEN})) for b in _hidden(pdf.pages)]
    return Document(
        doc=doc,
        doc_type=DocType.PDF,
        title=_title(blocks) or PurePath(doc).stem,
        blocks=(*blocks, *hidden),
        report=ParseReport(
            headings=sum(b.kind is BlockKind.HEADING for b in blocks),
            tables=sum(b.kind is BlockKind.TABLE for b in blocks),
            hidden=tuple(dict.fromkeys(b.span.fragment for b in hidden)),
            warnings=(*page_warnings(pdf.pages, layout), *repeated),
        ),
        properties=tuple(("page header or footer", text) for text in layout.running),
    )


def _blocks(parts: Sequence[Part], outline: Sequence[OutlineEntry], contents: Sequence[ContentsEntry]) -> list[Block]:
    lines = [part for part in parts if isinstance(part, Line)]
    headings = {id(lines[n]): heading for n, heading in find_headings(lines, outline, contents).items()}
    return list(iter_blocks(parts, headings, usual_pitches(lines)))


def _hidden(pages: Sequence[PageText]) -> list[Block]:
    return _blocks(lay_out([frame for page in pages for frame in page.unseen]).parts, (), ())


def _without_contents(parts: Sequence[Part]) -> tuple[list[Part], list[ContentsEntry], list[ParseWarning]]:
    """The parts without the lines of contents lists that the text repeats, all those lines, and what is to be said."""
    lines = [part for part in parts if isinstance(part, Line)]
    entries = contents_entries(lines)
    known = {folded(line.text.text) for n, line in enumerate(lines) if n not in entries} - {""}
    gone = {id(lines[n]): lines[n].page for n, entry in entries.items() if is_repeated(entry.title, known)}
    pages = set(gone.values())
    gone |= {id(line): line.page for line in lines if line.page in pages and is_contents_title(line.text.text)}
    warnings = [
        ParseWarning(
            code="contents_left_out",
            place=NumberedRange("page", page, page).fragment,
            message=f"{list(gone.values()).count(page)} lines of a contents list are left out: they repeat headings.",
        )
        for page in sorted(pages)
    ]
    return [part for part in parts if id(part) not in gone], list(entries.values()), warnings


def _title(blocks: Sequence[Block]) -> str:
    return next((block.text.text for block in blocks if block.kind is BlockKind.HEADING), "")
