"""Markdown: a chunk a section; a file without headings is one section under its front matter's title."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.chunking.cut import Cut, cut_sections
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.document import Document

_DEEPEST = 6


def cut(document: Document, limits: ChunkLimits) -> Iterator[Cut]:
    """Chunks in reading order."""
    return cut_sections(document, limits, _DEEPEST)
