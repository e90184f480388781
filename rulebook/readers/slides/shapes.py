"""The shapes of a slide that can hold text, out of groups of any depth, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from rulebook.readers.slides.names import A, P, is_on, iter_children, number
from rulebook.readers.slides.order import Box, cover_all, reading_order
from rulebook.readers.slides.styles import Inheritance, placeholder

TITLES = ("title", "ctrTitle")
"""Types of the placeholder that holds a slide's title."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A ``p:sp`` or ``p:graphicFrame``; ``place`` is the type of the placeholder it fills (``body`` without a type),
    ``None`` for a free shape."""

    element: etree._Element
    box: Box
    name: str = ""
    place: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    members: tuple[Shape | _Group, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class _Frame:
    """How the coordinates inside a group lie on the slide: ``x * scale + shift``."""

    scale_x: float = 1
    scale_y: float = 1
    shift_x: float = 0
    shift_y: float = 0

    def place(self, box: Box) -> Box:
        return Box(
            box.left * self.scale_x + self.shift_x,
            box.top * self.scale_y + self.shift_y,
            box.right * self.scale_x + self.shift_x,
            box.bottom * self.scale_y + self.shift_y,
        )


def shapes_in_order(tree: etree._Element, above: Inheritance) -> list[Shape]:
    """Shapes of a ``p:spTree``: the title first, then as ``reading_order`` puts them, groups kept together."""
    members = tuple(_members(tree, _Frame(), above, False))
    titles = [m for m in members if isinstance(m, Shape) and m.place in TITLES]
    return [*titles, *_flat(_Group(tuple(m for m in members if m not in titles), Box()))]


def _flat(group: _Group) -> Iterator[Shape]:
    for member in reading_order(group.members, lambda m: m.box):
        if isinstance(member, _Group):
            yield from _flat(member)
        else:
            yield member


def _members(tree: etree._Element, frame: _Frame, above: Inheritance, hidden: bool) -> Iterator[Shape | _Group]:
    for element in iter_children(tree):
        properties = element.find(f"*/{P}cNvPr")
        gone = hidden or (properties is not None and is_on(properties.get("hidden")))
        if element.tag == f"{P}grpSp":
            members = tuple(_members(element, _inside(element, frame), above, gone))
            if members:
                yield _Group(members, cover_all([m.box for m in members]))
        elif element.tag in (f"{P}sp", f"{P}graphicFrame"):
            place = placeholder(element)
            yield Shape(
                element=element,
                box=frame.place(_box(element, above)),
                name="" if properties is None else properties.get("name", ""),
                place=None if place is None else place.get("type", "body"),
                hidden=gone,
            )


def _box(element: etree._Element, above: Inheritance) -> Box:
    """Where a shape stands, by itself or by its layout; at the top left when nobody says."""
    for shape in (element, *above.models(element)):
        transform = shape.find(f"{P}spPr/{A}xfrm") if shape.tag == f"{P}sp" else shape.find(f"{P}xfrm")
        if transform is not None:
            return _rectangle(transform, "off", "ext")
    return Box()


def _rectangle(transform: etree._Element, corner: str, extent: str) -> Box:
    start, size = transform.find(f"{A}{corner}"), transform.find(f"{A}{extent}")
    left = number(start.get("x")) if start is not None else 0
    top = number(start.get("y")) if start is not None else 0
    width = number(size.get("cx")) if size is not None else 0
    height = number(size.get("cy")) if size is not None else 0
    return Box(left, top, left + width, top + height)


def _inside(group: etree._Element, frame: _Frame) -> _Frame:
    transform = group.find(f"{P}grpSpPr/{A}xfrm")
    if transform is None:
        return frame
    outer, inner = _rectangle(transform, "off", "ext"), _rectangle(transform, "chOff", "chExt")
    scale_x = (outer.right - outer.left) / (inner.right - inner.left) if inner.right != inner.left else 1.0
    scale_y = (outer.bottom - outer.top) / (inner.bottom - inner.top) if inner.bottom != inner.top else 1.0
    return replace(
        frame,
        scale_x=frame.scale_x * scale_x,
        scale_y=frame.scale_y * scale_y,
        shift_x=frame.shift_x + frame.scale_x * (outer.left - inner.left * scale_x),
        shift_y=frame.shift_y + frame.scale_y * (outer.top - inner.top * scale_y),
    )
