"""Text inside drawings: shapes and diagrams."""

from __future__ import annotations

from lxml import etree

from rulebook.model.text import Mark, RichText
from rulebook.readers.drawings.bullets import Numbering, bullet_of, sign
from rulebook.readers.equations import linear, lowered, raised
from rulebook.readers.excel.signs import in_font
from rulebook.readers.excel.xml import ART, COMPATIBILITY, DIAGRAM, MATH, is_on, plain, whole


def body_text(body: etree._Element) -> RichText:
    """The paragraphs of a text body, one a line behind its bullet or automatic number, blank ones left out."""
    numbering = Numbering()
    lines = []
    for paragraph in body.iterfind(f"{ART}p"):
        text = _paragraph(paragraph)
        if text.text.strip():
            label = _label(paragraph.find(f"{ART}pPr"), numbering)
            lines.append(RichText.join([RichText(f"{label} " if label else ""), text]))
    return RichText.join(lines, "\n")


def _label(properties: etree._Element | None, numbering: Numbering) -> str:
    """The bullet or number in front of a paragraph, "" where it has none; one of an unknown scheme is ``?``."""
    level = whole(properties.get("lvl")) if properties is not None else 0
    bullet = bullet_of(properties) if properties is not None else None
    if bullet is not None and bullet.tag == f"{ART}buAutoNum":
        return numbering.label(level, bullet) or "?"
    numbering.leave(level)
    if bullet is None or properties is None or bullet.tag != f"{ART}buChar":
        return ""
    font = properties.find(f"{ART}buFont")
    return sign(bullet, font.get("typeface", "") if font is not None else "")


def _paragraph(paragraph: etree._Element) -> RichText:
    parts = []
    for child in paragraph.iter(f"{ART}r", f"{ART}br", f"{ART}fld", f"{MATH}oMath"):
        if next(child.iterancestors(f"{COMPATIBILITY}Fallback"), None) is not None:  # a copy for older programs
            continue
        if child.tag == f"{ART}br":
            parts.append(RichText("\n"))
        elif child.tag == f"{MATH}oMath":
            parts.append(RichText(plain(linear(child))))
        else:
            parts.append(_run(child))
    return RichText.join(parts).strip()


def _run(run: etree._Element) -> RichText:
    look = run.find(f"{ART}rPr")
    text = plain("".join(t.text or "" for t in run.iterfind(f"{ART}t")))
    font = look.find(f"{ART}latin") if look is not None else None
    text = in_font(text, font.get("typeface", "") if font is not None else "")
    baseline = whole(look.get("baseline", "0").rstrip("%")) if look is not None else 0
    if baseline:  # above or below the line, so that 10² does not become 102
        text = raised(text) if baseline > 0 else lowered(text)
    return RichText.of(text, *_marks(look))


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
    """The nodes of a SmartArt diagram, one a line, parents before children and siblings in their order; nodes that
    hang on nothing, and words on the arrows between nodes, come last, in the order of the file."""
    points = {point.get("modelId", ""): point for point in root.iter(f"{DIAGRAM}pt")}
    children: dict[str, list[tuple[int, str]]] = {}
    for link in root.iter(f"{DIAGRAM}cxn"):
        if link.get("type", "parOf") == "parOf":
            children.setdefault(link.get("srcId", ""), []).append((whole(link.get("srcOrd")), link.get("destId", "")))
    waiting = [*reversed(points), *(key for key, point in points.items() if point.get("type") == "doc")]
    ordered: dict[str, None] = {}
    while waiting:
        key = waiting.pop()
        if key not in ordered:
            ordered[key] = None
            waiting += [child for _, child in sorted(children.get(key, ()), reverse=True)]
    texts = [_node_text(points[key]) for key in ordered if key in points]
    return RichText.join([t for t in texts if t], "\n")


def _node_text(point: etree._Element) -> RichText:
    body = point.find(f"{DIAGRAM}t")
    shown = point.get("type", "node") not in ("doc", "pres")
    return body_text(body) if shown and body is not None else RichText()
