"""Shapes with text, form controls, diagrams and charts that lie over a sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.text import RichText
from rulebook.readers.charts import Chart
from rulebook.readers.excel.art import body_text
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.controls import control_mark, legacy_id, properties_of, read_controls
from rulebook.readers.excel.frames import Frame, anchor_frame, cells_under, group_mapping, own_frame
from rulebook.readers.excel.frames import Mapping as GroupMapping
from rulebook.readers.excel.legacy import legacy_shapes
from rulebook.readers.excel.linked import linked_parts
from rulebook.readers.excel.metrics import Metrics
from rulebook.readers.excel.optional import optional_part, relations_of
from rulebook.readers.excel.xml import COMPATIBILITY, DRAWING, is_on, whole
from rulebook.readers.package import Package

_ANCHORS = ("twoCellAnchor", "oneCellAnchor", "absoluteAnchor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape with text; ``box`` is the range of cells it lies over, ``label`` the mark of a check box or button.

    ``data`` is the chart whose data stand in no cell; the text then holds its titles only.
    """

    text: RichText
    box: Box
    hidden: bool = False
    label: str = ""
    data: Chart | None = None
    omitted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What lies over a sheet: shapes by the place of their upper left corner, and how many pictures are shown."""

    shapes: tuple[Shape, ...] = ()
    pictures: int = 0


@dataclass(slots=True)
class _Sheet:
    """What is known around the shapes of a sheet, and what has been found so far."""

    package: Package
    metrics: Metrics
    controls: Mapping[str, str]
    known: Collection[str]
    warnings: list[ParseWarning]
    shapes: list[Shape] = field(default_factory=list)
    pictures: int = 0
    newer: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Anchor:
    frame: Frame
    box: Box
    hidden: bool


def read_drawn(
    package: Package,
    root: etree._Element,
    relations: Mapping[str, tuple[str, str]],
    metrics: Metrics,
    known: Collection[str],
    warnings: list[ParseWarning],
) -> Drawn:
    """What lies over the sheet of a worksheet or chart sheet part; ``known`` are the texts of its cells.

    A warning is added for parts that a shape names and that cannot be read; nothing is raised for them.
    """
    controls = read_controls(package, root, relations, warnings)
    sheet = _Sheet(package, metrics, controls, known, warnings)
    for kind, part in relations.values():
        if kind == "drawing":
            _read_drawing(sheet, part)
    for kind, part in relations.values():
        old = optional_part(package, part, warnings) if kind == "vmlDrawing" and _is_used(root) else None
        if old is not None:
            found = legacy_shapes(old, sheet.newer)
            sheet.shapes += [Shape(text=t, box=box, label=mark, hidden=hidden) for t, box, mark, hidden in found]
    # copies of a control that lie exactly on each other show as one
    seen = list({(s.text, s.box, s.hidden, s.label): s for s in sheet.shapes}.values()) if controls else sheet.shapes
    shapes = sorted(seen, key=lambda s: (s.box.top, s.box.left))
    return Drawn(shapes=tuple(shapes), pictures=sheet.pictures)


def _is_used(root: etree._Element) -> bool:
    """Whether the old drawing shows on the sheet, and not in the headers of its pages only."""
    return any(isinstance(e.tag, str) and etree.QName(e).localname == "legacyDrawing" for e in root)


def _read_drawing(sheet: _Sheet, part: str) -> None:
    root = optional_part(sheet.package, part, sheet.warnings)
    relations = relations_of(sheet.package, part, sheet.warnings) if root is not None else {}
    for element in _nodes(root) if root is not None else ():
        if etree.QName(element).localname not in _ANCHORS:
            continue
        anchor = _anchor(element, sheet.metrics)
        for node in _nodes(element):
            sheet.shapes += _shapes(node, None, anchor, sheet, hidden=anchor.hidden)
            hidden = anchor.hidden or is_on(properties_of(node), "hidden")
            if not hidden:
                sheet.pictures += sum(1 for _ in node.iter(f"{DRAWING}pic"))
            for found in linked_parts(sheet.package, node, relations, sheet.known, sheet.warnings):
                shape = Shape(text=found.text, box=anchor.box, hidden=hidden)
                sheet.shapes.append(replace(shape, data=found.data, omitted=found.omitted))


def _nodes(parent: etree._Element) -> Iterator[etree._Element]:
    """The child elements; of alternative contents the choice, never the fallback copy beside it."""
    for child in parent:
        if child.tag == f"{COMPATIBILITY}AlternateContent":
            choice = child.find(f"{COMPATIBILITY}Choice")
            yield from _nodes(choice) if choice is not None else ()
        elif isinstance(child.tag, str):
            yield child


def _anchor(element: etree._Element, metrics: Metrics) -> _Anchor:
    """Where an anchor lies. What is tied to hidden rows or columns only has no height or width and is not shown."""
    frame = anchor_frame(element, metrics)
    corners = [_cell(element.find(f"{DRAWING}{name}")) for name in ("from", "to")]
    if corners[0] is None or corners[1] is None or min(frame.width, frame.height) > 1:
        return _Anchor(frame, cells_under(frame, metrics), hidden=False)
    (top, left), (bottom, right) = corners[0], corners[1]
    hidden = top <= bottom and left <= right and (top, left) != (bottom, right)
    return _Anchor(frame, Box(top, left, max(top, bottom), max(left, right)), hidden)


def _cell(marker: etree._Element | None) -> tuple[int, int] | None:
    """The row and column, from 1, that an anchor's corner lies in."""
    if marker is None:
        return None
    return (
        max(whole(marker.findtext(f"{DRAWING}row")), 0) + 1,
        max(whole(marker.findtext(f"{DRAWING}col")), 0) + 1,
    )


def _shapes(
    node: etree._Element, mapping: GroupMapping | None, anchor: _Anchor, sheet: _Sheet, *, hidden: bool
) -> Iterator[Shape]:
    """The shapes of a node; ``mapping`` is ``None`` for the anchor's own node, which fills the anchor."""
    kind = etree.QName(node).localname
    if kind not in ("sp", "cxnSp", "grpSp"):
        return
    mark = control_mark(node, sheet.controls)
    hidden = hidden or (mark is None and is_on(properties_of(node), "hidden"))
    frame = anchor.frame if mapping is None else mapping.frame(own_frame(node))
    if kind == "grpSp":
        inner = group_mapping(node, frame)
        for child in _nodes(node):
            yield from _shapes(child, inner, anchor, sheet, hidden=hidden)
        return
    body = node.find(f"{DRAWING}txBody")
    text = RichText() if body is None else body_text(body)
    if text.text.strip():
        sheet.newer.add(legacy_id(node))
        box = anchor.box if mapping is None or anchor.hidden else cells_under(frame, sheet.metrics)
        yield Shape(text=text, box=box, hidden=hidden, label=mark or "")
