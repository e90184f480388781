"""Workbooks: the reader has found the rule blocks of each sheet; a chunk holds a block's header and a group of rows."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.chunking.cut import Cut, cut_sections
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.document import Document

_DEEPEST = 9


def cut(document: Document, limits: ChunkLimits) -> Iterator[Cut]:
    """Chunks in reading order; none reaches over two sheets, since each sheet opens with a heading."""
    return cut_sections(document, limits, _DEEPEST)
