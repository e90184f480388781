"""The lines at the top and bottom of a PDF page, where running heads and page numbers stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebook.readers.pdf.bands import bands_of
from rulebook.readers.pdf.segments import Segment

_EDGE_LINES = 2
_STAMP = 3.0
_NUMBER = re.compile(r"[0-9]{1,9}")
_PAGE_NUMBER = re.compile(r"(?:#|[-–—/|.()（）・]|page|of|ページ|頁|页|第|共|p\.?)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Edge:
    """A line at the top or bottom of a page: ``text`` without white space, ``shape`` with ``#`` for its numbers."""

    text: str
    shape: str
    page: int
    numbers: tuple[int, ...]
    height: float
    segments: tuple[Segment, ...]

    @property
    def is_page_number(self) -> bool:
        """Whether it says nothing but which page this is."""
        return _PAGE_NUMBER.fullmatch(self.shape) is not None

    @property
    def size(self) -> float:
        """That of its largest type."""
        return max(segment.size for segment in self.segments)

    @property
    def shown(self) -> str:
        """Its words as they stand."""
        return " ".join(segment.text for segment in self.segments)


def edges_of(segments: Sequence[Segment], page: int, usual: float) -> Iterator[Edge]:
    """The two highest and the two lowest lines of a page; and stamps, which are many times as large as ``usual``."""
    stamps = [s for s in segments if s.size > _STAMP * usual]
    bands = bands_of([s for s in segments if s.size <= _STAMP * usual])
    for band in [*([s] for s in stamps), *bands[:_EDGE_LINES], *bands[_EDGE_LINES:][-_EDGE_LINES:]]:
        row = sorted(band, key=lambda s: s.left)
        text = re.sub(r"\s+", "", "".join(s.text for s in row))
        numbers = tuple(map(int, _NUMBER.findall(text)))
        yield Edge(text, _NUMBER.sub("#", text), page, numbers, row[0].base, tuple(row))
