"""Where shapes lie on a sheet: anchors, coordinates inside groups, and the cells under them."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.metrics import Metrics, corner, place_at
from rulebook.readers.excel.xml import ART, DRAWING, whole


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle in EMU."""

    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Mapping:
    """Takes the coordinates inside a group to those of the sheet: ``x + value × scale_x``, likewise ``y``."""

    x: float
    y: float
    scale_x: float
    scale_y: float

    def frame(self, inner: Frame) -> Frame:
        return Frame(
            self.x + inner.x * self.scale_x,
            self.y + inner.y * self.scale_y,
            inner.width * self.scale_x,
            inner.height * self.scale_y,
        )


def anchor_frame(anchor: etree._Element, metrics: Metrics) -> Frame:
    """The frame of an anchor, whether it is tied to two cells, to one, or to none."""
    start = _marker(anchor.find(f"{DRAWING}from"), metrics)
    end = _marker(anchor.find(f"{DRAWING}to"), metrics)
    size, position = anchor.find(f"{DRAWING}ext"), anchor.find(f"{DRAWING}pos")
    if start is None and position is not None:
        start = float(whole(position.get("x"))), float(whole(position.get("y")))
    x, y = start or (0.0, 0.0)
    if end is not None:
        return Frame(x, y, max(end[0] - x, 0.0), max(end[1] - y, 0.0))
    if size is not None:
        return Frame(x, y, float(whole(size.get("cx"))), float(whole(size.get("cy"))))
    return Frame(x, y)


def _marker(marker: etree._Element | None, metrics: Metrics) -> tuple[float, float] | None:
    if marker is None:
        return None
    values = {etree.QName(e).localname: whole(e.text) for e in marker}
    x, y = corner(metrics, values.get("row", 0) + 1, values.get("col", 0) + 1)
    return x + values.get("colOff", 0), y + values.get("rowOff", 0)


def own_frame(node: etree._Element) -> Frame:
    """The frame that a shape states itself, in the coordinates of the group around it."""
    form = next(node.iter(f"{ART}xfrm", f"{DRAWING}xfrm"), None)
    return _stated(form, "off", "ext")


def group_mapping(group: etree._Element, frame: Frame) -> Mapping:
    """From the coordinates of a group's children to the frame that the group takes on the sheet."""
    inner = _stated(group.find(f"{DRAWING}grpSpPr/{ART}xfrm"), "chOff", "chExt")
    scale_x = frame.width / inner.width if inner.width else 1.0
    scale_y = frame.height / inner.height if inner.height else 1.0
    return Mapping(frame.x - inner.x * scale_x, frame.y - inner.y * scale_y, scale_x, scale_y)


def _stated(form: etree._Element | None, start: str, size: str) -> Frame:
    if form is None:
        return Frame()

    def number(element: str, attribute: str) -> float:
        found = form.find(f"{ART}{element}")
        return float(whole(found.get(attribute))) if found is not None else 0.0

    return Frame(number(start, "x"), number(start, "y"), number(size, "cx"), number(size, "cy"))


def cells_under(frame: Frame, metrics: Metrics) -> Box:
    """The range of cells that a frame lies over."""
    top, left = place_at(metrics, max(frame.x, 0.0), max(frame.y, 0.0))
    bottom, right = place_at(metrics, max(frame.x + frame.width - 1, 0.0), max(frame.y + frame.height - 1, 0.0))
    return Box(top, left, max(bottom, top), max(right, left))
