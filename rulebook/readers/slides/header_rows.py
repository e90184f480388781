"""How many rows at the top of a slide's table name its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.model.document import TableCell, TableRow
from rulebook.model.text import Mark
from rulebook.readers.drawings.names import A, is_on
from rulebook.readers.stacked_header import spanned_header, stacked_header

_LONGEST_TITLE = 40
_DEEPEST = 3
_PLAIN_STYLES = frozenset({"{2D5ABB26-0587-4C30-8999-92F81FD0307C}", "{5940675A-B579-460E-94D1-54222C63F5DA}"})
"""The styles without colours (with and without grid): PowerPoint leaves the mark of a first row on, which shows not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellLook:
    """What tells a column title from a value; ``fill`` is the colour behind the cell, empty for none of its own."""

    text: str
    bold: bool
    fill: str
    columns: int

    @classmethod
    def of(cls, element: etree._Element, cell: TableCell) -> CellLook:
        return cls(
            text=cell.text.text.strip(),
            bold=not cell.text.without(Mark.BOLD).strip(),
            fill=_fill(element.find(f"{A}tcPr")),
            columns=cell.column_span,
        )

    @property
    def could_be_title(self) -> bool:
        return 0 < len(self.text) <= _LONGEST_TITLE and "。" not in self.text


def header_rows(table: etree._Element, rows: Sequence[TableRow], looks: Sequence[Sequence[CellLook]]) -> int:
    """The first row where the table marks and shows it as header, else the first rows that look like titles; and those
    below that such a header reaches into.

    The titles below a single cell over the whole table belong to the header too, if they look like titles. At least one
    row of values stays.
    """
    properties = table.find(f"{A}tblPr")
    marked = properties is not None and is_on(properties.get("firstRow"))
    plain = properties is not None and (properties.findtext(f"{A}tableStyleId") or "") in _PLAIN_STYLES
    over_all = bool(looks) and len(looks[0]) == 1 and looks[0][0].columns > 1
    dressed = _dressed_up(looks[1:]) + 1 if over_all and _dressed_up(looks[1:]) else _dressed_up(looks)
    declared = marked and len(rows) > 1 and (not plain or _could_be_titles(looks[0]))
    return stacked_header(rows, max(dressed, int(declared))) or spanned_header(rows)


def _could_be_titles(row: Sequence[CellLook]) -> bool:
    """Whether all cells of a row could be titles; its corner may be blank."""
    return bool(row) and (not row[0].text or row[0].could_be_title) and all(c.could_be_title for c in row[1:])


def _dressed_up(looks: Sequence[Sequence[CellLook]]) -> int:
    """The first rows that are bold or filled alike from end to end while the next row is not."""
    if len(looks) < 2 or len(looks[0]) < 2 or not _could_be_titles(looks[0]):
        return 0
    dress, depth = _dress(looks[0]), 1
    while dress and depth < len(looks) and dress <= _dress(looks[depth]):
        depth += 1
    return depth if dress and depth < len(looks) and depth <= _DEEPEST and _only_above(dress, looks[depth:]) else 0


def _only_above(dress: set[str], rows: Sequence[Sequence[CellLook]]) -> bool:
    """Whether no later row is dressed like the header, as in a table striped in two colours."""
    return not any(dress <= _dress(row) for row in rows if len(row) > 1)


def _dress(row: Sequence[CellLook]) -> set[str]:
    """What all cells that begin in the row share."""
    if not row or not any(cell.text for cell in row):
        return set()
    dress = {f"fill {row[0].fill}"} if row[0].fill and len({cell.fill for cell in row}) == 1 else set()
    return dress | ({"bold"} if all(cell.bold for cell in row) else set())


def _fill(properties: etree._Element | None) -> str:
    """The colour of a solid fill as written; white is none."""
    fill = None if properties is None else properties.find(f"{A}solidFill")
    colour = next(iter(fill), None) if fill is not None else None
    if colour is None:
        return ""
    name = "".join([colour.get("val", ""), *(f"{etree.QName(c).localname}{c.get('val', '')}" for c in colour)])
    return "" if name.lower() in ("ffffff", "white", "bg1") else name
