"""Word documents: a chunk a section down to heading level 3, a table whole."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.chunking.cut import Cut, cut_sections
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.document import Document

_DEEPEST = 3
"""Headings below this level stay in the text of their section."""


def cut(document: Document, limits: ChunkLimits) -> Iterator[Cut]:
    """Chunks in reading order."""
    return cut_sections(document, limits, _DEEPEST)
