"""Where drawings stand on the page, as far as the file says it, and so in which order they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rulebook.readers.drawings.order import Box, reading_order
from rulebook.readers.word.inline import Anchor, Drawing, Shape
from rulebook.readers.word.xml import A, Element, V, children, has_text

T = TypeVar("T")

_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_OFFICE = "{http://schemas.microsoft.com/office/word/2010/wordprocessing"
GROUPS = frozenset({V + "group", _OFFICE + "Group}wgp", _OFFICE + "Group}grpSp", _OFFICE + "Canvas}wpc"})
_EMU_PER_POINT = 12_700


def members_in_order(group: Element) -> list[Element]:
    """The members of a group of drawings: those with text as one reads them, then the others in file order.

    Where one with text has no stated place, all stay in file order.
    """
    members = list(children(group))
    telling = [member for member in members if has_text(member)]
    boxes = {id(member): _box_in_group(member) for member in telling}
    known = {key: box for key, box in boxes.items() if box is not None}
    if len(telling) < 2 or len(known) < len(telling):
        return members
    silent = [member for member in members if id(member) not in known]
    return [*_by_place(telling, [known[id(member)] for member in telling]), *silent]


def shapes_in_order(drawings: Sequence[Drawing]) -> list[Shape]:
    """The shapes of the drawings that hang on one paragraph, as one reads them. Drawings in the line of the text, or
    measured from different frames, stay in file order."""
    filled = [drawing for drawing in drawings if drawing.shapes]
    anchors = [drawing.anchor for drawing in filled if drawing.anchor is not None]
    if len(anchors) == len(filled) and len({anchor.frame for anchor in anchors}) == 1:
        filled = _by_place(filled, [anchor.box for anchor in anchors])
    return [shape for drawing in filled for shape in drawing.shapes]


def _by_place(items: Sequence[T], boxes: Sequence[Box]) -> list[T]:
    """Row by row where there are rows. The order of the file tells what lies on top, not what is read first."""
    placed = sorted(zip(items, boxes, strict=True), key=lambda pair: (pair[1].top, pair[1].left))
    return [item for item, _ in reading_order(placed, lambda pair: pair[1])]


def anchor_of(drawing: Element) -> Anchor | None:
    """The place of a ``w:drawing`` or ``w:pict``; ``None`` where it is in line with the text or not told in lengths."""
    for holder in children(drawing):
        if holder.tag == _DRAWN + "anchor":
            return _new_anchor(holder)
        if "style" in holder.attrib:
            return _old_anchor(_style(holder))
    return None


def _new_anchor(holder: Element) -> Anchor | None:
    across, down = holder.find(_DRAWN + "positionH"), holder.find(_DRAWN + "positionV")
    extent = holder.find(_DRAWN + "extent")
    if across is None or down is None or extent is None:
        return None
    left, top = (_length(position.findtext(_DRAWN + "posOffset")) for position in (across, down))
    box = _box(left, top, _length(extent.get("cx")), _length(extent.get("cy")))
    return None if box is None else Anchor(box, (across.get("relativeFrom", ""), down.get("relativeFrom", "")))


def _old_anchor(style: dict[str, str]) -> Anchor | None:
    if style.get("position") != "absolute":
        return None
    box = _box(*(_length(style.get(name)) for name in ("margin-left", "margin-top", "width", "height")))
    relative = [style.get(f"mso-position-{axis}-relative", "text") for axis in ("horizontal", "vertical")]
    aligned = [style.get(f"mso-position-{axis}", "absolute") for axis in ("horizontal", "vertical")]
    return None if box is None or aligned != ["absolute", "absolute"] else Anchor(box, tuple(relative))


def _box_in_group(member: Element) -> Box | None:
    if "style" in member.attrib:
        style = _style(member)
        return _box(*(_length(style.get(name)) for name in ("left", "top", "width", "height")))
    transform = member.find(f"*/{A}xfrm")
    corner = None if transform is None else transform.find(A + "off")
    extent = None if transform is None else transform.find(A + "ext")
    if corner is None or extent is None:
        return None
    return _box(*(_length(at.get(name)) for at, name in ((corner, "x"), (corner, "y"), (extent, "cx"), (extent, "cy"))))


def _box(left: float | None, top: float | None, width: float | None, height: float | None) -> Box | None:
    if left is None or top is None or width is None or height is None:
        return None
    return Box(left, top, left + width, top + height)


def _style(element: Element) -> dict[str, str]:
    entries = (entry.partition(":") for entry in element.get("style", "").split(";"))
    return {name.strip().lower(): text.strip() for name, _, text in entries}


def _length(text: str | None) -> float | None:
    """A number as it stands; points in EMU. Nothing for other units and for what is no number."""
    written = (text or "").strip()
    digits = written.removesuffix("pt")
    if not digits.removeprefix("-").replace(".", "", 1).isdecimal():
        return None
    return float(digits) * (_EMU_PER_POINT if digits != written else 1)
