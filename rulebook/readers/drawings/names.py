"""XML names of drawings and how their flags are written."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
A14 = "{http://schemas.microsoft.com/office/drawing/2010/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

_GRAPHIC = f".//{A}graphicData"


def is_on(value: str | None) -> bool:
    """Whether an on/off attribute is set."""
    return value in ("1", "true", "on")


def number(value: str | None, otherwise: int = 0) -> int:
    """A whole number as written in an attribute; ``otherwise`` where there is none or it is none."""
    try:
        return int(value) if value is not None else otherwise
    except ValueError:
        return otherwise


def iter_children(element: etree._Element) -> Iterator[etree._Element]:
    """The child elements; of an ``mc:AlternateContent`` those of its first choice, or of its fallback where the choices
    hold nothing to read and the fallback does."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag != f"{MC}AlternateContent":
            yield child
            continue
        ways = [*child.iterfind(f"{MC}Choice"), *child.iterfind(f"{MC}Fallback")]
        taken = next((way for way in ways if _is_readable(way)), ways[0] if ways else None)
        if taken is not None:
            yield from iter_children(taken)


def _is_readable(element: etree._Element) -> bool:
    has_words = any((t.text or "").strip() for t in element.iter(f"{A}t", f"{M}t", f"{W}t"))
    return has_words or element.find(_GRAPHIC) is not None
