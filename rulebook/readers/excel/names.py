"""Names that a workbook defines, for constants and for ranges of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.xml import LAST_ROW, SHEET, area, is_on, plain, whole

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d+)?%?", re.IGNORECASE)
_TEXT = re.compile(r'"(?:[^"]|"")*"')
_REFERENCE = re.compile(
    r"(?:(?:'(?P<quoted>(?:[^']|'')+)'|(?P<sheet>[^'!\[\](){},\"]+))!)?"
    r"(?:(?P<area>\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)|\$?(?P<first>[A-Z]{1,3}):\$?(?P<last>[A-Z]{1,3}))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedName:
    """A name and its formula; ``sheet`` is the index of the only sheet that knows it, ``None`` for all sheets."""

    name: str
    formula: str
    sheet: int | None = None
    hidden: bool = False


def read_names(root: etree._Element) -> tuple[DefinedName, ...]:
    """The names of a workbook part in the order of the file; those that Excel makes for itself and macros left out."""
    found = []
    for element in root.iterfind(f"{SHEET}definedNames/{SHEET}definedName"):
        name, local = element.get("name", ""), element.get("localSheetId")
        if name.startswith("_xl") or is_on(element, "function") or is_on(element, "vbProcedure"):
            continue
        found.append(
            DefinedName(
                name=name,
                formula=plain(element.text or "").strip().removeprefix("="),
                sheet=None if local is None else whole(local, -1),
                hidden=is_on(element, "hidden"),
            )
        )
    return tuple(found)


def constant(formula: str) -> str | None:
    """The number or text that a formula consists of, as written; ``None`` for any other formula."""
    if _TEXT.fullmatch(formula):
        return formula[1:-1].replace('""', '"')
    return formula if _NUMBER.fullmatch(formula) or formula.upper() in ("TRUE", "FALSE") else None


def reference(formula: str, sheet: str) -> tuple[str, Box] | None:
    """The sheet and the range that a formula consists of, on ``sheet`` where it names none; ``None`` for others."""
    match = _REFERENCE.fullmatch(formula.strip())
    if match is None:
        return None
    found = area(match["area"] or f"{match['first']}1:{match['last']}{LAST_ROW}")
    if found is None:
        return None
    named = match["quoted"].replace("''", "'") if match["quoted"] else match["sheet"]
    return named or sheet, Box(*found)


def find_name(names: Sequence[DefinedName], name: str, sheet: int) -> DefinedName | None:
    """The name as the sheet with this index knows it: its own one before that of the workbook."""
    known = [n for n in names if n.name.casefold() == name.casefold() and n.sheet in (None, sheet)]
    return min(known, key=lambda n: n.sheet is None, default=None)
