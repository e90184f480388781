"""Form controls: check boxes, option buttons, labels, buttons, group boxes."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.readers.excel.optional import optional_part
from rulebook.readers.excel.xml import DRAWING, RELATION, SHEET
from rulebook.readers.package import Package

_MARKS = {"CheckBox": ("☐", "☑"), "Radio": ("○", "◉")}
_COMPATIBLE = "{http://schemas.microsoft.com/office/drawing/2010/main}compatExt"


def read_controls(
    package: Package, root: etree._Element, relations: Mapping[str, tuple[str, str]], warnings: list[ParseWarning]
) -> dict[str, str]:
    """The form controls of a sheet: shape number → the mark that shows the state of a check box or option button."""
    marks: dict[str, str] = {}
    for control in root.iter(f"{SHEET}control"):
        part = relations.get(control.get(f"{RELATION}id", ""), ("", ""))[1]
        state = optional_part(package, part, warnings) if part else None
        off, on = _MARKS.get("" if state is None else state.get("objectType", ""), ("", ""))
        marks[control.get("shapeId", "")] = on if state is not None and state.get("checked") == "Checked" else off
    return marks


def properties_of(node: etree._Element) -> etree._Element | None:
    """The element with number, name and visibility of a shape."""
    return next(node.iterfind(f"*/{DRAWING}cNvPr"), None)


def control_mark(node: etree._Element, controls: Mapping[str, str]) -> str | None:
    """The mark of a form control, ``None`` for other shapes. Controls carry the mark "hidden" in the drawing always,
    since Excel draws them from another part."""
    properties = properties_of(node)
    if properties is None or not legacy_id(node):
        return None
    return controls.get(properties.get("id", ""))


def legacy_id(node: etree._Element) -> str:
    """The id of the same shape in the sheet's old drawing, "" where it is in the new one only."""
    properties = properties_of(node)
    found = next(properties.iter(_COMPATIBLE), None) if properties is not None else None
    return found.get("spid", "") if found is not None else ""
