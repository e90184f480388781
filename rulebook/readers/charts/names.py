"""XML names of charts and how their text is written."""

from __future__ import annotations

import re

from lxml import etree

from rulebook.model.text import Mark, RichText

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
C15 = "{http://schemas.microsoft.com/office/drawing/2012/chart}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"


def is_on(element: etree._Element | None) -> bool:
    """Whether a flag element such as ``c:delete`` is there and not switched off."""
    return element is not None and element.get("val", "1") in ("1", "true")


def index_of(point: etree._Element, attribute: str = "idx") -> int:
    """The place of a cached point from 0; -1 where the file gives none that a chart can have."""
    written = point.get(attribute, "")
    return int(written) if re.fullmatch("[0-9]{1,9}", written) else -1


def rich_lines(body: etree._Element) -> RichText:
    """The paragraphs of a text body that hold text, one a line, with their marks."""
    lines = [RichText.join([_run(r) for r in p.iter(f"{A}r", f"{A}fld", f"{A}br")]) for p in body.iter(f"{A}p")]
    return RichText.join([line.strip() for line in lines if line.text.strip()], "\n")


def _run(run: etree._Element) -> RichText:
    if run.tag == f"{A}br":
        return RichText("\n")
    look = run.find(f"{A}rPr")
    marks = []
    if look is not None:
        marks += [Mark.BOLD] if look.get("b") in ("1", "true") else []
        marks += [Mark.UNDERLINE] if look.get("u", "none") != "none" else []
        marks += [Mark.STRIKE] if look.get("strike", "noStrike") != "noStrike" else []
    return RichText.of((run.findtext(f"{A}t") or "").replace("\v", "\n"), *marks)
