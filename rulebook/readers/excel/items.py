"""What a sheet is made of before it is put in order: lines, tables and shapes, each with the area that it takes."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.document import Block
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.lines import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of text, or the finished blocks of a table or shape (``line`` is ``None`` then)."""

    box: Box
    line: Line | None = None
    blocks: tuple[Block, ...] = ()
    floating: bool = False
    """Whether it lies over the cells, as shapes do."""
