"""What all sheets of a workbook share: their names and order, strings, styles, the day that dates count from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.readers.excel.comments import read_people
from rulebook.readers.excel.names import DefinedName, read_names
from rulebook.readers.excel.optional import optional_part
from rulebook.readers.excel.strings import Run, string_runs
from rulebook.readers.excel.styles import CellStyle, read_styles
from rulebook.readers.excel.xml import RELATION, SHEET, is_on
from rulebook.readers.package import Package


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEntry:
    """A sheet as the workbook lists it; ``kind`` is ``worksheet``, ``chartsheet``, ``dialogsheet`` …"""

    name: str
    part: str
    kind: str
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbook:
    sheets: tuple[SheetEntry, ...]
    strings: tuple[tuple[Run, ...], ...]
    styles: tuple[CellStyle, ...]
    date_1904: bool
    warnings: tuple[ParseWarning, ...]
    names: tuple[DefinedName, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict)


def read_workbook(package: Package) -> Workbook:
    """The workbook part and what it refers to; a missing strings or styles part is a warning.

    Raises ``DamagedFile`` when the workbook part itself is missing or is no XML.
    """
    part = package.main_part()
    root, relations = package.xml(part), package.relations(part)
    found = dict(relations.values())
    warnings: list[ParseWarning] = []
    strings = optional_part(package, found.get("sharedStrings"), warnings)
    styles = optional_part(package, found.get("styles"), warnings)
    people = read_people(package, relations, warnings)
    return Workbook(
        sheets=tuple(_entry(sheet, relations) for sheet in root.iterfind(f"{SHEET}sheets/{SHEET}sheet")),
        strings=() if strings is None else tuple(string_runs(item) for item in strings.iterfind(f"{SHEET}si")),
        styles=read_styles(styles),
        date_1904=is_on(root.find(f"{SHEET}workbookPr"), "date1904"),
        warnings=tuple(warnings),
        names=read_names(root),
        people=people,
    )


def _entry(sheet: etree._Element, relations: dict[str, tuple[str, str]]) -> SheetEntry:
    kind, part = relations.get(sheet.get(f"{RELATION}id", ""), ("", ""))
    return SheetEntry(
        name=sheet.get("name", ""), part=part, kind=kind, hidden=sheet.get("state", "visible") != "visible"
    )
