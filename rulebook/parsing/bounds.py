"""Bounds on what comes out of a document: little that is stored can be shown very often."""

from __future__ import annotations

from rulebook.model.document import Block, Document
from rulebook.readers.limits import Limits, too_much


def check_amount(document: Document, limits: Limits) -> None:
    """Raises ``TooManyBlocks`` or ``TooMuchText`` when ``document`` holds more than it may."""
    blocks = sum(1 + (len(block.table.rows) if block.table else 0) for block in document.blocks)
    if blocks > limits.blocks:
        raise too_much("blocks", document.doc, "paragraphs and rows of tables", str(blocks), str(limits.blocks))
    characters = sum(map(_length, document.blocks))
    if characters > limits.characters:
        raise too_much("characters", document.doc, "characters of text", str(characters), str(limits.characters))


def _length(block: Block) -> int:
    rows = block.table.rows if block.table else ()
    return len(block.text.text) + len(block.label) + sum(len(cell.text.text) for row in rows for cell in row.cells)
