"""PDF: a chunk a section, as far as headings could be told from the text around them."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.chunking.cut import Cut, cut_sections
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.document import Document

_DEEPEST = 3


def cut(document: Document, limits: ChunkLimits) -> Iterator[Cut]:
    """Chunks in reading order."""
    return cut_sections(document, limits, _DEEPEST)
