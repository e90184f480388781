"""Decks made for tests, and what was read of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pptx.presentation import Presentation as Deck
from pptx.slide import Slide
from pptx.util import Inches, Pt

from rulebook.model.document import Block, BlockKind, Document, Table
from rulebook.readers.slides import read

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"

TITLE_SLIDE, TITLE_AND_BODY, SECTION_HEADER, TITLE_ONLY, BLANK = 0, 1, 2, 5, 6
"""Layouts of python-pptx's own template, whose slides are 10 by 7.5 inches."""

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c626001000000ffff03000006"
    "0005573bfd6a0000000049454e44ae426082"
)
"""A picture of one pixel."""


def saved(deck: Deck, folder: Path, patch: Callable[[str, bytes], bytes] = lambda _, part: part) -> Document:
    """The deck as read from disk, each part passed through ``patch(name, content)`` first."""
    stream = io.BytesIO()
    deck.save(stream)
    path = folder / "方針.pptx"
    with zipfile.ZipFile(stream) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            target.writestr(name, patch(name, source.read(name)))
    return read(path, "方針.pptx")


def slide_of(deck: Deck, layout: int = TITLE_ONLY, title: str = "方針") -> Slide:
    slide = deck.slides.add_slide(deck.slide_layouts[layout])
    if slide.shapes.title is not None:
        slide.shapes.title.text = title
    return slide


def box(
    slide: Slide, text: str, left: float, top: float, width: float = 2, height: float = 0.5, size: float | None = None
) -> Any:
    """A free text box in inches, its type ``size`` points high."""
    shape = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height))
    shape.text_frame.text = text
    for paragraph in shape.text_frame.paragraphs if size else ():
        for run in paragraph.runs:
            run.font.size = Pt(size)
    return shape


def texts(document: Document) -> list[str]:
    return [block.text.text for block in document.blocks if block.kind is not BlockKind.TABLE]


def tables(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.table is not None]


def within(name: str, old: str, new: str) -> Callable[[str, bytes], bytes]:
    """A patch that replaces text in the parts whose name ends in ``name``."""

    def patch(part: str, content: bytes) -> bytes:
        if not part.endswith(name):
            return content
        assert old in content.decode()
        return content.decode().replace(old, new).encode()

    return patch


def only_table(document: Document) -> Table:
    """The one table of a deck."""
    (block,) = tables(document)
    assert block.table is not None
    return block.table


def rows(table: Table) -> list[list[str]]:
    """The cells' texts."""
    return [[cell.text.text for cell in row.cells] for row in table.rows]


def headings(document: Document) -> list[tuple[int, str]]:
    """Level and text, or label, of every heading."""
    found = [block for block in document.blocks if block.kind is BlockKind.HEADING]
    return [(block.level, block.text.text or f"[{block.label}]") for block in found]
