"""The shapes of a slide that can hold text, out of groups of any depth, in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lxml import etree

from rulebook.readers.drawings.names import A, M, is_on, iter_children
from rulebook.readers.drawings.order import NOWHERE, Box, cover_all, reading_order
from rulebook.readers.slides.names import P
from rulebook.readers.slides.panels import text_box_of
from rulebook.readers.slides.placement import Frame, outline, standing
from rulebook.readers.slides.styles import Inheritance, placeholder

TITLES = ("title", "ctrTitle")
"""Types of the placeholder that holds a slide's title."""
_NOTE = re.compile(r"[※*＊†]|[（(][※*＊†]|(?:注|出典|出所|資料|Source|Note)\s*[0-9０-９]*\s*[)）:：]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shape:
    """A ``p:sp`` or ``p:graphicFrame``; ``place`` is the type of the placeholder it fills (``body`` without a type),
    ``None`` for a free shape, whose words may be a page number or date all the same (``sldNum``, ``dt``). A shape is
    hidden when it is set so, or lies wholly outside the slide."""

    element: etree._Element
    box: Box
    name: str = ""
    place: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    members: tuple[Shape | _Group, ...]
    box: Box


_Member: TypeAlias = Shape | _Group


def shapes_in_order(tree: etree._Element, above: Inheritance) -> list[Shape]:
    """Shapes of a ``p:spTree`` that hold words, tables or drawings: the title first, then as ``reading_order`` puts
    them, groups kept together, and last the notes at the foot of the slide."""
    members = list(_members(tree, Frame(), above, False))
    titles = [m for m in members if isinstance(m, Shape) and m.place in TITLES]
    rest = [m for m in members if m not in titles]
    notes = [m for m in rest if isinstance(m, Shape) and _is_foot_note(m, above)]
    body = [m for m in rest if m not in notes]
    return [*titles, *(shape for part in (body, notes) for shape in _flat(_Group(tuple(part), NOWHERE), above))]


def _is_foot_note(shape: Shape, above: Inheritance) -> bool:
    """Whether a free shape in the lowest quarter opens with the sign of a note."""
    words = "".join(t.text or "" for t in shape.element.iter(f"{A}t")).lstrip()
    return shape.place is None and shape.box.top > above.size.bottom * 0.75 > 0 and bool(_NOTE.match(words))


def _flat(group: _Group, above: Inheritance) -> Iterator[Shape]:
    members = _loosened(group.members)
    boxes = [member.box for member in members]
    placed = [(member, _words_box(member, boxes, above)) for member in members]
    for member, _ in reading_order(placed, lambda p: p[1]):
        if isinstance(member, _Group):
            yield from _flat(member, above)
        else:
            yield member


def _loosened(members: Sequence[_Member]) -> Sequence[_Member]:
    """The members, and in place of a group that others stand on its own: words laid over a drawing belong to the part
    of it that they lie on, not behind all of it."""
    while True:
        covered = {id(m) for m in members if isinstance(m, _Group) and any(m.box.holds(other.box) for other in members)}
        if not covered:
            return members
        members = [part for m in members for part in _parts(m, loose=id(m) in covered)]


def _parts(member: _Member, *, loose: bool) -> Sequence[_Member]:
    return member.members if loose and isinstance(member, _Group) else (member,)


def _words_box(member: _Member, boxes: Sequence[Box], above: Inheritance) -> Box:
    """Where a member is read: a panel behind other shapes where its own words stand."""
    others = [box for box in boxes if box is not member.box]
    is_panel = isinstance(member, Shape) and any(member.box.holds(box) for box in others)
    return text_box_of(member.element, member.box, above) if is_panel and isinstance(member, Shape) else member.box


def _members(tree: etree._Element, frame: Frame, above: Inheritance, hidden: bool) -> Iterator[Shape | _Group]:
    for element in iter_children(tree):
        properties = element.find(f"*/{P}cNvPr")
        gone = hidden or (properties is not None and is_on(properties.get("hidden")))
        if element.tag == f"{P}grpSp":
            members = tuple(_members(element, frame.inside(element.find(f"{P}grpSpPr/{A}xfrm")), above, gone))
            if members:
                yield _Group(members, cover_all([m.box for m in members]))
        elif element.tag == f"{P}graphicFrame" or (element.tag == f"{P}sp" and _has_words(element)):
            place, transform = placeholder(element), _transform(element, above)
            yield Shape(
                element=element,
                box=frame.box(standing(transform)),
                name="" if properties is None else properties.get("name", ""),
                place=_field(element) if place is None else place.get("type", "body"),
                hidden=gone or frame.box(outline(transform)).is_outside(above.size),
            )


def _has_words(element: etree._Element) -> bool:
    return any((t.text or "").strip() for t in element.iter(f"{A}t", f"{M}t"))


def _field(element: etree._Element) -> str | None:
    """What the words of a free shape are when all of them are one field: a page number or a date."""
    written = [t.getparent() for t in element.iter(f"{A}t") if (t.text or "").strip()]
    kinds = {"" if run is None else run.get("type", "").rstrip("0123456789") for run in written}
    return {"slidenum": "sldNum", "datetime": "dt"}.get(kinds.pop()) if len(kinds) == 1 else None


def _transform(element: etree._Element, above: Inheritance) -> etree._Element | None:
    """What says where a shape stands: its own words or those of its layout."""
    for shape in (element, *above.models(element)):
        transform = shape.find(f"{P}spPr/{A}xfrm") if shape.tag == f"{P}sp" else shape.find(f"{P}xfrm")
        if transform is not None:
            return transform
    return None
