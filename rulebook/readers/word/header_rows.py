"""How many rows at the top of a table name its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.model.document import TableCell, TableRow
from rulebook.model.text import Mark
from rulebook.readers.stacked_header import spanned_header, stacked_header
from rulebook.readers.word.column_words import name_columns
from rulebook.readers.word.styles import StyleSheet
from rulebook.readers.word.xml import Element, W, child, is_on, value

_LONGEST_TITLE = 40
_DEEPEST = 3
"""Rows of a header that no mark in the file declares."""
_HEAVY = frozenset({"double", "thick", "triple"})
_FIRST_ROW = 0x0020
"""The bit of ``w:tblLook`` for a first row with a look of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellLook:
    """What tells a column title from a value. ``line_above`` and ``line_below``: a heavy border; ``crossed``: a
    diagonal one, as in the corner of a cross table."""

    text: str
    bold: bool
    shaded: bool
    centred: bool
    line_above: bool
    line_below: bool
    crossed: bool
    rows: int
    columns: int
    at_left: bool

    @classmethod
    def of(cls, element: Element, cell: TableCell) -> CellLook:
        borders = child(element, "tcPr", "tcBorders")
        paragraphs = [p for p in element.iterchildren(W + "p") if next(p.iter(W + "t"), None) is not None]
        return cls(
            text=cell.text.text.strip(),
            bold=not cell.text.without(Mark.BOLD).strip(),
            shaded=_is_shaded(child(element, "tcPr", "shd")),
            centred=all(value(p, "pPr", "jc") == "center" for p in paragraphs),
            line_above=value(borders, "top") in _HEAVY,
            line_below=value(borders, "bottom") in _HEAVY,
            crossed=any((value(borders, name) or "nil") not in ("nil", "none") for name in ("tl2br", "tr2bl")),
            rows=cell.row_span,
            columns=cell.column_span,
            at_left=cell.column == 0,
        )

    @property
    def could_be_title(self) -> bool:
        return 0 < len(self.text) <= _LONGEST_TITLE and "。" not in self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows of a table as the file holds them, as read, and as their cells look; one entry a row in each."""

    elements: Sequence[Element]
    read: Sequence[TableRow]
    looks: Sequence[Sequence[CellLook]]


def header_rows(table: Element, rows: Rows, styles: StyleSheet) -> int:
    """The rows marked to repeat on each page; where none is, or all are, the first rows if they look like titles or
    span like them. The rows that such a header reaches into or divides belong to it."""
    declared = 0
    for row in rows.elements:
        if not is_on(child(row, "trPr"), "tblHeader"):
            break
        declared += 1
    if not 0 < declared < len(rows.elements):
        declared = _inferred(table, rows.looks, styles) or spanned_header(rows.read)
    return stacked_header(rows.read, declared)


def _inferred(table: Element, looks: Sequence[Sequence[CellLook]], styles: StyleSheet) -> int:
    """Only where the whole first row looks unlike what follows; its corner may be blank. A single cell over the whole
    table is a title, no header."""
    first = looks[0] if looks else ()
    if len(looks) < 2 or len(first) < 2 or not all(cell.could_be_title for cell in first[1:]):
        return 0
    if first[0].text and not first[0].could_be_title:
        return 0
    reach = max(cell.rows for cell in first)
    stacked = any(cell.columns > 1 for cell in first)
    depth = _ruled_off(looks) or (reach if first[0].crossed and not first[0].text else 0) or _dressed_up(looks)
    if not depth and (_is_cross(looks) or _is_worded(looks) or (first[0].text and _is_styled(table, styles))):
        depth = reach
    fits = max(reach, depth) <= _DEEPEST and max(reach, depth) < len(looks)
    return depth if fits and (stacked or depth == 1) else 0


def _ruled_off(looks: Sequence[Sequence[CellLook]]) -> int:
    """Rows above the only heavy line near the top."""
    lines = [depth for depth in range(1, min(_DEEPEST + 2, len(looks))) if _has_line(looks, depth)]
    return lines[0] if len(lines) == 1 else 0


def _is_cross(looks: Sequence[Sequence[CellLook]]) -> bool:
    """A blank corner, titles beside it, and a name before each row below, on three rows or more."""
    first, names = looks[0], [row[0] for row in looks[1:] if row and row[0].at_left]
    titled = not first[0].text and all(cell.text for cell in first[1:])
    return titled and len(looks) > 2 and bool(names) and all(name.could_be_title for name in names)


def _is_worded(looks: Sequence[Sequence[CellLook]]) -> bool:
    """Only the first row consists of words that usually stand over a column."""
    worded = [name_columns([cell.text for cell in row]) for row in looks]
    return worded[0] and not any(worded[1:])


def _has_line(looks: Sequence[Sequence[CellLook]], depth: int) -> bool:
    above, below = looks[depth - 1], looks[depth]
    return bool(above and below) and (all(c.line_below for c in above) or all(c.line_above for c in below))


def _dressed_up(looks: Sequence[Sequence[CellLook]]) -> int:
    """The first rows that are bold, shaded or centred from end to end while the next row is not. Centring alone counts
    only where no later row has it."""
    dress = _dress(looks[0])
    depth = 1
    while dress and depth < len(looks) and dress <= _dress(looks[depth]):
        depth += 1
    if not dress or (dress == {"centred"} and any("centred" in _dress(row) for row in looks[depth:])):
        return 0
    return depth


def _dress(row: Sequence[CellLook]) -> set[str]:
    """What all cells that begin in the row share; blank cells are bold or centred, a blank corner is shaded."""
    if not any(cell.text for cell in row):
        return set()
    shared = {
        "bold": all(c.bold for c in row),
        "shaded": all(c.shaded for c in (row if row[0].text else row[1:])),
        "centred": all(c.centred for c in row),
    }
    return {name for name, holds in shared.items() if holds}


def _is_shaded(shading: Element | None) -> bool:
    """Whether a colour or a pattern other than white lies behind the cell."""
    if shading is None:
        return False
    plain = ("auto", "ffffff", "none", "")
    if shading.get(W + "fill", "auto").lower() not in plain:
        return True
    patterned = shading.get(W + "val", "clear") not in ("clear", "nil")
    return patterned and shading.get(W + "color", "auto").lower() != "ffffff"


def _is_styled(table: Element, styles: StyleSheet) -> bool:
    """Whether the table's style dresses up the first row and the table asks for it."""
    look = child(table, "tblPr", "tblLook")
    style_id = value(table, "tblPr", "tblStyle")
    if look is None or style_id is None or not styles.sets_header_row(style_id):
        return False
    asked = look.get(W + "firstRow")
    if asked is not None:
        return asked in ("1", "true", "on")
    bits = look.get(W + "val", "")
    return all(c in "0123456789abcdefABCDEF" for c in bits) and bool(int(bits or "0", 16) & _FIRST_ROW)
