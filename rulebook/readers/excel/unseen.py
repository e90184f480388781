"""Cells that hold text and show none: blanked by their number format, or written in the colour of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.grid import Cell
from rulebook.readers.excel.optional import optional_part
from rulebook.readers.excel.xml import LAST_COLUMN, LAST_ROW, SHEET, area
from rulebook.readers.package import Package


def coloured_areas(
    package: Package,
    root: etree._Element,
    relations: Mapping[str, tuple[str, str]],
    warnings: list[ParseWarning],
) -> tuple[Box, ...]:
    """The areas whose colours the cells' own formats do not tell: tables with a style, conditional formats, and the
    whole sheet where a picture lies behind it."""
    if root.find(f"{SHEET}picture") is not None:
        return (Box(1, 1, LAST_ROW, LAST_COLUMN),)
    places = [p for c in root.iterfind(f"{SHEET}conditionalFormatting") for p in c.get("sqref", "").split()]
    places += [p for e in root.iter("{http://schemas.microsoft.com/office/excel/2006/main}sqref") for p in _words(e)]
    for kind, part in relations.values():
        if kind in ("table", "pivotTable"):
            # a table that cannot be read is reported where its header is looked for
            table = optional_part(package, part, [] if kind == "table" else warnings)
            location = table.find(f"{SHEET}location") if table is not None else None
            source = table if location is None else location
            places += [] if source is None else [source.get("ref", "")]
    return tuple(Box(*found) for place in places if (found := area(place)) is not None)


def _words(element: etree._Element) -> list[str]:
    return (element.text or "").split()


def unseen(cells: Iterable[Cell], coloured: Sequence[Box]) -> list[Cell]:
    """The cells, in their order, of which surely nothing is seen."""
    return [
        cell
        for cell in cells
        if cell.style.unseen or (cell.style.faint and not any(box.holds(cell.row, cell.column) for box in coloured))
    ]
