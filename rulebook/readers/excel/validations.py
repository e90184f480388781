"""The data validations of a sheet: which values its cells take, and what Excel says when they are entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.xml import SHEET, area, is_on, plain

_X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
_FORMULA = "{http://schemas.microsoft.com/office/excel/2006/main}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """One constraint and the ranges that it holds for, in the order of the file.

    ``kind`` is ``list``, ``whole``, ``decimal``, ``date``, ``time``, ``textLength``, ``custom`` or ``none``;
    ``limits`` are one or two formulas without the equals sign. ``prompt`` shows when a cell is selected, ``error`` when
    a value breaks the constraint, which ``stop`` refuses while ``warning`` and ``information`` let it pass.
    """

    ranges: tuple[Box, ...]
    kind: str
    operator: str
    limits: tuple[str, ...]
    prompt: str = ""
    error: str = ""
    severity: str = "stop"


def read_validations(root: etree._Element) -> tuple[Validation, ...]:
    """The validations that say something, in the order of the file; equal ones are one with the ranges of all."""
    joined: dict[Validation, tuple[Box, ...]] = {}
    for found in (*_usual(root), *_extended(root)):
        if found.ranges and (found.kind != "none" or found.prompt or found.error):
            key = replace(found, ranges=())
            joined[key] = (*joined.get(key, ()), *found.ranges)
    return tuple(replace(key, ranges=tuple(dict.fromkeys(ranges))) for key, ranges in joined.items())


def _usual(root: etree._Element) -> Iterator[Validation]:
    for element in root.iterfind(f"{SHEET}dataValidations/{SHEET}dataValidation"):
        formulas = (element.findtext(f"{SHEET}formula{n}") for n in (1, 2))
        yield _validation(element, element.get("sqref", ""), tuple(f for f in formulas if f))


def _extended(root: etree._Element) -> Iterator[Validation]:
    """Those that refer to another sheet, which newer versions of Excel keep apart."""
    for element in root.iterfind(f"{SHEET}extLst/{SHEET}ext/{_X14}dataValidations/{_X14}dataValidation"):
        formulas = (element.findtext(f"{_X14}formula{n}/{_FORMULA}f") for n in (1, 2))
        yield _validation(element, element.findtext(f"{_FORMULA}sqref") or "", tuple(f for f in formulas if f))


def _validation(element: etree._Element, places: str, limits: tuple[str, ...]) -> Validation:
    found = (area(place) for place in places.split())
    kind = element.get("type", "none") if limits else "none"
    return Validation(
        ranges=tuple(Box(*place) for place in found if place is not None),
        kind=kind,
        operator=element.get("operator", "between") if kind not in ("list", "custom", "none") else "",
        limits=tuple(plain(limit).strip() for limit in limits) if kind != "none" else (),
        prompt=_message(element, "prompt") if is_on(element, "showInputMessage") else "",
        error=_message(element, "error") if is_on(element, "showErrorMessage") else "",
        severity=element.get("errorStyle", "stop"),
    )


def _message(element: etree._Element, name: str) -> str:
    """The title and the text of a message, which stand in one window."""
    parts = (plain(element.get(attribute) or "").strip() for attribute in (f"{name}Title", name))
    return ": ".join(part for part in parts if part)
