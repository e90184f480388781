"""Names in the XML of a workbook, and small readings that every part needs."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
ART = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
THREADED = "{http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments}"

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def is_on(element: etree._Element | None, name: str, default: str = "0") -> bool:
    """Whether an on/off attribute is set; ``default`` holds where it is absent."""
    return element is not None and element.get(name, default) in ("1", "true", "on")


def whole(text: str | None, default: int = 0) -> int:
    """A whole number as stored, ``default`` where it is missing or no number."""
    try:
        return int(text) if text else default
    except ValueError:
        return default


def cell_position(reference: str) -> tuple[int, int] | None:
    """``"B4"`` → ``(4, 2)`` (row, column); ``None`` when it is no address of a sheet."""
    match = _REFERENCE.fullmatch(reference.strip())
    if match is None:
        return None
    row, column = int(match[2]), _column_number(match[1])
    return (row, column) if 1 <= row <= LAST_ROW and column <= LAST_COLUMN else None


@lru_cache(maxsize=LAST_COLUMN)
def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def area(reference: str) -> tuple[int, int, int, int] | None:
    """``"B4:F9"`` → ``(4, 2, 9, 6)`` (top, left, bottom, right); a single cell is an area of one."""
    first, _, last = reference.partition(":")
    start, end = cell_position(first), cell_position(last or first)
    if start is None or end is None:
        return None
    return min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1])


def plain(text: str) -> str:
    """Stored text with Excel's escapes (``_x000D_``) resolved, one kind of line end, no control characters."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda m: chr(int(m[1], 16)), text)
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c >= " " or c in "\n\t") if not text.isprintable() else text
