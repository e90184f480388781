"""Shapes with text, form controls and diagrams that lie over a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.text import RichText
from rulebook.readers.excel.art import body_text, chart_text, diagram_text
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.frames import Frame, anchor_frame, cells_under, group_mapping, own_frame
from rulebook.readers.excel.frames import Mapping as GroupMapping
from rulebook.readers.excel.metrics import Metrics
from rulebook.readers.excel.workbook import optional_part, relations_of
from rulebook.readers.excel.xml import CHART, COMPATIBILITY, DIAGRAM, DRAWING, RELATION, SHEET, is_on
from rulebook.readers.package import Package

_ANCHORS = ("twoCellAnchor", "oneCellAnchor", "absoluteAnchor")
_CONTROL_MARKS = {"CheckBox": ("☐", "☑"), "Radio": ("○", "◉")}
_CONTROL = "{http://schemas.microsoft.com/office/drawing/2010/main}compatExt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape with text; ``box`` is the range of cells it lies over, ``label`` the mark of a check box or button."""

    text: RichText
    box: Box
    hidden: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What is known around a shape: the frame of its anchor, the sizes of the sheet, the controls on it."""

    anchor: Frame
    metrics: Metrics
    controls: Mapping[str, str]


def read_shapes(
    package: Package, part: str, metrics: Metrics, controls: Mapping[str, str], warnings: list[ParseWarning]
) -> tuple[Shape, ...]:
    """The shapes with text of a drawing part, by the place of their upper left corner, top to bottom, left to right.

    ``controls`` are the form controls of the sheet (``read_controls``). A warning is added for parts that a shape names
    and that cannot be read; nothing is raised for them.
    """
    root = optional_part(package, part, warnings)
    relations = relations_of(package, part, warnings) if root is not None else {}
    shapes: list[Shape] = []
    for anchor in _nodes(root) if root is not None else ():
        if etree.QName(anchor).localname not in _ANCHORS:
            continue
        around = _Surroundings(anchor_frame(anchor, metrics), metrics, controls)
        for node in _nodes(anchor):
            shapes += _shapes(node, None, around, hidden=False)
            for text in _linked(package, node, relations, warnings):
                shapes.append(Shape(text=text, box=cells_under(around.anchor, metrics)))
    # copies of a control that lie exactly on each other show as one
    seen = dict.fromkeys(shapes) if controls else shapes
    return tuple(sorted(seen, key=lambda s: (s.box.top, s.box.left)))


def read_controls(
    package: Package, root: etree._Element, relations: Mapping[str, tuple[str, str]], warnings: list[ParseWarning]
) -> dict[str, str]:
    """The form controls of a sheet: shape number → the mark that shows the state of a check box or option button."""
    marks: dict[str, str] = {}
    for control in root.iter(f"{SHEET}control"):
        part = relations.get(control.get(f"{RELATION}id", ""), ("", ""))[1]
        state = optional_part(package, part, warnings) if part else None
        off, on = _CONTROL_MARKS.get("" if state is None else state.get("objectType", ""), ("", ""))
        marks[control.get("shapeId", "")] = on if state is not None and state.get("checked") == "Checked" else off
    return marks


def _nodes(parent: etree._Element) -> Iterator[etree._Element]:
    """The child elements; of alternative contents the choice, never the fallback copy beside it."""
    for child in parent:
        if child.tag == f"{COMPATIBILITY}AlternateContent":
            choice = child.find(f"{COMPATIBILITY}Choice")
            yield from _nodes(choice) if choice is not None else ()
        elif isinstance(child.tag, str):
            yield child


def _shapes(
    node: etree._Element, mapping: GroupMapping | None, around: _Surroundings, *, hidden: bool
) -> Iterator[Shape]:
    """The shapes of a node; ``mapping`` is ``None`` for the anchor's own node, which fills the anchor."""
    kind = etree.QName(node).localname
    if kind not in ("sp", "cxnSp", "grpSp"):
        return
    control = _control(node, around.controls)
    hidden = hidden or (control is None and is_on(_properties(node), "hidden"))
    frame = around.anchor if mapping is None else mapping.frame(own_frame(node))
    if kind == "grpSp":
        inner = group_mapping(node, frame)
        for child in _nodes(node):
            yield from _shapes(child, inner, around, hidden=hidden)
        return
    body = node.find(f"{DRAWING}txBody")
    text = RichText() if body is None else body_text(body)
    if text.text.strip():
        yield Shape(text=text, box=cells_under(frame, around.metrics), hidden=hidden, label=control or "")


def _properties(node: etree._Element) -> etree._Element | None:
    return next(node.iterfind(f"*/{DRAWING}cNvPr"), None)


def _control(node: etree._Element, controls: Mapping[str, str]) -> str | None:
    """The mark of a form control, ``None`` for other shapes. Controls carry the mark "hidden" in the drawing always,
    since Excel draws them from another part."""
    properties = _properties(node)
    if properties is None or next(properties.iter(_CONTROL), None) is None:
        return None
    return controls.get(properties.get("id", ""))


def _linked(
    package: Package,
    node: etree._Element,
    relations: Mapping[str, tuple[str, str]],
    warnings: list[ParseWarning],
) -> Iterator[RichText]:
    """The texts that a diagram or chart of this node keeps in a part of its own."""
    for reference in node.iter(f"{DIAGRAM}relIds", f"{CHART}chart"):
        diagram = reference.tag == f"{DIAGRAM}relIds"
        kind, part = relations.get(reference.get(f"{RELATION}{'dm' if diagram else 'id'}", ""), ("", ""))
        root = optional_part(package, part, warnings) if kind in ("diagramData", "chart") else None
        if root is not None:
            text = diagram_text(root) if diagram else chart_text(root)
            if text.text.strip():
                yield text
