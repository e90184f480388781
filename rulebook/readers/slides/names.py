"""XML names of PowerPoint and the drawing parts it shares with Word and Excel, and how their flags are written."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
A14 = "{http://schemas.microsoft.com/office/drawing/2010/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
P188 = "{http://schemas.microsoft.com/office/powerpoint/2018/8/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def is_on(value: str | None) -> bool:
    return value in ("1", "true", "on")


def number(value: str | None, otherwise: int = 0) -> int:
    """A whole number as written in an attribute; ``otherwise`` where there is none or it is none."""
    try:
        return int(value) if value is not None else otherwise
    except ValueError:
        return otherwise


def iter_children(element: etree._Element) -> Iterator[etree._Element]:
    """The child elements; of an ``mc:AlternateContent`` those of its first choice, or of its fallback without one."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag != f"{MC}AlternateContent":
            yield child
            continue
        taken = child.find(f"{MC}Choice")
        if taken is None:
            taken = child.find(f"{MC}Fallback")
        if taken is not None:
            yield from iter_children(taken)
