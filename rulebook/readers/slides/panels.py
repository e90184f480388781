"""Where the words of a shape stand inside its frame."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from unicodedata import east_asian_width

from lxml import etree

from rulebook.readers.drawings.names import A
from rulebook.readers.drawings.order import Box
from rulebook.readers.slides.names import P
from rulebook.readers.slides.styles import Inheritance

_POINT = 127
"""A hundredth of a point in EMU."""
_LEADING = 1.25


def text_box_of(shape: etree._Element, frame: Box, above: Inheritance) -> Box:
    """The part of ``frame`` that the words of ``shape`` take up, at its top or its bottom; the whole frame for words in
    its middle and for a shape without any. Heights are estimated, and never higher than the frame."""
    size, anchor = above.font_size(shape), above.anchor(shape)
    if not size or anchor not in ("t", "b"):
        return frame
    height = min(_height(shape, size * _POINT, frame.right - frame.left), frame.bottom - frame.top)
    return replace(frame, bottom=frame.top + height) if anchor == "t" else replace(frame, top=frame.bottom - height)


def _height(shape: etree._Element, size: int, width: float) -> float:
    lines = 0
    for paragraph in shape.iterfind(f"{P}txBody/{A}p"):
        words = "".join(t.text or "" for t in paragraph.iter(f"{A}t"))
        ems = sum(1.0 if east_asian_width(c) in "WF" else 0.6 for c in words)
        lines += max(ceil(ems * size / max(width, size)), 1) + sum(1 for _ in paragraph.iter(f"{A}br"))
    return lines * size * _LEADING
