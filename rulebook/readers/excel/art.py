"""Text inside drawings: shapes, diagrams, titles of charts."""

from __future__ import annotations

from lxml import etree

from rulebook.model.text import Mark, RichText
from rulebook.readers.excel.xml import ART, CHART, DIAGRAM, MATH, is_on, plain


def body_text(body: etree._Element) -> RichText:
    """The paragraphs of a text body, one a line, blank ones left out."""
    lines = [_paragraph(p) for p in body.iterfind(f"{ART}p")]
    return RichText.join([line for line in lines if line.text.strip()], "\n")


def _paragraph(paragraph: etree._Element) -> RichText:
    parts = []
    for child in paragraph.iter(f"{ART}r", f"{ART}br", f"{ART}fld", f"{MATH}t"):
        if child.tag == f"{ART}br":
            parts.append(RichText("\n"))
        elif child.tag == f"{MATH}t":
            parts.append(RichText(plain(child.text or "")))
        else:
            text = plain("".join(t.text or "" for t in child.iterfind(f"{ART}t")))
            parts.append(RichText.of(text, *_marks(child.find(f"{ART}rPr"))))
    return RichText.join(parts).strip()


def _marks(properties: etree._Element | None) -> tuple[Mark, ...]:
    if properties is None:
        return ()
    marks = []
    if is_on(properties, "b"):
        marks.append(Mark.BOLD)
    if properties.get("u", "none") != "none":
        marks.append(Mark.UNDERLINE)
    if properties.get("strike", "noStrike") != "noStrike":
        marks.append(Mark.STRIKE)
    return tuple(marks)


def diagram_text(root: etree._Element) -> RichText:
    """The nodes of a SmartArt diagram, one a line."""
    texts = []
    for point in root.iter(f"{DIAGRAM}pt"):
        body = point.find(f"{DIAGRAM}t")
        if point.get("type", "node") in ("node", "asst") and body is not None:
            texts.append(body_text(body))
    return RichText.join([t for t in texts if t], "\n")


def chart_text(root: etree._Element) -> RichText:
    """The typed titles of a chart and its axes; its data stand in cells."""
    titles = [body_text(rich) for title in root.iter(f"{CHART}title") for rich in title.iter(f"{CHART}rich")]
    return RichText.join([t for t in titles if t], "\n")
