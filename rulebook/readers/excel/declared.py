"""What a workbook itself says about its tables: listed tables, filter buttons, rows kept in view or printed again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.model.document import ParseWarning
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.xml import SHEET, area, whole
from rulebook.readers.package import Package

_MOST_ROWS = 4
"""More rows than this at the top of a table are kept in view for other reasons than that they name the columns."""

_PRINT_TITLES = "_xlnm.Print_Titles"
_ROWS = re.compile(r"\$?(\d{1,7}):\$?(\d{1,7})$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTable:
    """A range made a table by Excel's own command; the first ``header_rows`` of it name the columns."""

    area: Box
    header_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """``tables`` are the listed ones, ``filters`` the rows with filter buttons, ``kept`` the ``(first, last)`` rows
    that stay in view or are printed on every page."""

    tables: tuple[ListedTable, ...] = ()
    filters: tuple[Box, ...] = ()
    kept: tuple[tuple[int, int], ...] = ()

    def header_rows(self, tops: Sequence[int], left: int, right: int, found: int) -> int:
        """How many of a table's first rows name its columns; ``tops`` are where its rows begin, ``left`` to ``right``
        its columns, ``found`` how many look like it. Filter buttons stand on the last of them; rows that are kept in
        view are asked only where none looks like it."""
        for buttons in self.filters:
            if buttons.left <= right and buttons.right >= left:
                found = max(found, _rows_through(tops, buttons.top))
        for first, last in self.kept:
            if not found and first <= tops[0]:
                found = _rows_through(tops, last)
        return found


def _rows_through(tops: Sequence[int], row: int) -> int:
    """How many rows begin down to ``row``: 0 when all do, or more than a header has."""
    count = sum(1 for top in tops if top <= row)
    return count if count <= min(_MOST_ROWS, len(tops) - 1) else 0


def read_declared(
    package: Package,
    number: int,
    root: etree._Element,
    relations: Mapping[str, tuple[str, str]],
    warnings: list[ParseWarning],
) -> Declared:
    """What the workbook declares of its sheet ``number`` (from 0), whose part is ``root`` and refers to ``relations``.

    A part that cannot be read is a warning.
    """
    filters = [_buttons(found) for found in root.iterfind(f"{SHEET}autoFilter")]
    kept = [*_frozen(root), *_printed(package.xml(package.main_part()), number)]
    return Declared(
        tables=tuple(_listed_tables(package, relations, warnings)),
        filters=tuple(found for found in filters if found is not None),
        kept=tuple(kept),
    )


def _listed_tables(
    package: Package, relations: Mapping[str, tuple[str, str]], warnings: list[ParseWarning]
) -> Iterator[ListedTable]:
    for part in sorted(part for kind, part in relations.values() if kind == "table"):
        try:
            listed = _listed(package.xml(part))
        except DamagedFile as error:
            message = f"{error.what} The table that it lists is read by its look, so its column titles may be missed."
            warnings.append(ParseWarning(code="part_not_read", place=part, message=f"{message} {error.remedy}"))
            continue
        if listed is not None:
            yield listed


def _listed(root: etree._Element) -> ListedTable | None:
    found = area(root.get("ref", ""))
    return None if found is None else ListedTable(area=Box(*found), header_rows=whole(root.get("headerRowCount"), 1))


def _buttons(element: etree._Element) -> Box | None:
    found = area(element.get("ref", ""))
    return None if found is None else Box(found[0], found[1], found[0], found[3])


def _frozen(root: etree._Element) -> Iterator[tuple[int, int]]:
    for view in root.iterfind(f"{SHEET}sheetViews/{SHEET}sheetView"):
        for pane in view.iterfind(f"{SHEET}pane"):
            if pane.get("state") in ("frozen", "frozenSplit") and (
                rows := whole((pane.get("ySplit") or "").split(".")[0])
            ):
                first = area(view.get("topLeftCell", "A1"))
                top = first[0] if first else 1
                yield top, top + rows - 1


def _printed(workbook: etree._Element, number: int) -> Iterator[tuple[int, int]]:
    """The rows of a sheet that are printed on each of its pages."""
    for name in workbook.iterfind(f"{SHEET}definedNames/{SHEET}definedName"):
        if name.get("name") == _PRINT_TITLES and whole(name.get("localSheetId"), -1) == number:
            for part in (name.text or "").split(","):
                if match := _ROWS.search(part):
                    yield int(match[1]), int(match[2])
