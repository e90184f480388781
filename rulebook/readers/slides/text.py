"""Paragraphs of DrawingML: their words with marks, line breaks kept, bullets and numbers apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.model.text import Mark, RichText
from rulebook.readers.slides.bullets import Numbering, sign
from rulebook.readers.slides.names import A14, A, M, is_on, iter_children, number
from rulebook.readers.slides.styles import bullet

Warn = Callable[[str, str], None]
"""Called with the code and the message of a warning about the slide at hand."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``level`` is the depth from 0; ``bulleted`` also holds where the bullet has no sign of its own."""

    text: RichText
    level: int = 0
    label: str = ""
    bulleted: bool = False


def iter_paragraphs(body: etree._Element, styles: Sequence[etree._Element], warn: Warn) -> Iterator[Paragraph]:
    """The paragraphs of a text body that hold text, in order. ``styles`` are the level properties they inherit."""
    numbering = Numbering()
    for element in body.iterchildren(f"{A}p"):
        text = rich_text(element, styles[:1] if _is_own(body, styles) else ())
        if not text.text.strip():
            continue
        properties = element.find(f"{A}pPr")
        level = min(max(number(None if properties is None else properties.get("lvl")), 0), 8)
        found, font = bullet(properties, level, styles)
        label, bulleted = _label(found, font, level, numbering, warn)
        yield Paragraph(text, level, label, bulleted)


def rich_paragraphs(body: etree._Element) -> list[RichText]:
    """The paragraphs of a text body that hold text, without bullets."""
    return [text for p in body.iterchildren(f"{A}p") if (text := rich_text(p).strip())]


def plain_paragraphs(body: etree._Element) -> str:
    """The words of a text body, a paragraph a line."""
    return "\n".join(text.text for text in rich_paragraphs(body))


def _is_own(body: etree._Element, styles: Sequence[etree._Element]) -> bool:
    """Whether the nearest style list is that of the body itself. Bold of a theme is its look, not an emphasis."""
    return bool(styles) and styles[0].getparent() is body


def _label(found: etree._Element | None, font: str, level: int, numbering: Numbering, warn: Warn) -> tuple[str, bool]:
    if found is not None and found.tag == f"{A}buAutoNum":
        label = numbering.label(level, found)
        if label is None:
            scheme = found.get("type", "")
            warn("unknown_numbering", f"the numbering {scheme!r} is not known; its numbers are shown as [{scheme}].")
            label = f"[{scheme}]"
        return label, True
    numbering.leave(level)
    if found is None or found.tag == f"{A}buNone":
        return "", False
    return (sign(found, font) if found.tag == f"{A}buChar" else "•"), True


def rich_text(paragraph: etree._Element, own_styles: Sequence[etree._Element] = ()) -> RichText:
    """The words of an ``a:p`` with bold, underlined and struck runs; ``a:br`` is a line end, fields as last shown."""
    properties = paragraph.find(f"{A}pPr")
    level = min(max(number(None if properties is None else properties.get("lvl")), 0), 8)
    defaults = [d for s in own_styles if (d := s.find(f"{A}lvl{level + 1}pPr/{A}defRPr")) is not None]
    return RichText.join(_runs(paragraph, defaults))


def _runs(parent: etree._Element, defaults: Sequence[etree._Element]) -> Iterator[RichText]:
    for child in iter_children(parent):
        if child.tag in (f"{A}r", f"{A}fld"):
            # PowerPoint itself writes a vertical tab for a line break in some titles
            text = (child.findtext(f"{A}t") or "").replace("\v", "\n").replace("_x000B_", "\n")
            own = child.find(f"{A}rPr")
            yield RichText.of(text, *_marks([*([] if own is None else [own]), *defaults]))
        elif child.tag == f"{A}br":
            yield RichText("\n")
        elif child.tag == f"{A14}m":
            yield RichText("".join(t.text or "" for t in child.iter(f"{M}t")))


def _marks(chain: Sequence[etree._Element]) -> list[Mark]:
    def nearest(name: str) -> str:
        return next((value for p in chain if (value := p.get(name)) is not None), "")

    marks = [Mark.BOLD] if is_on(nearest("b")) else []
    marks += [Mark.UNDERLINE] if nearest("u") not in ("", "none") else []
    return marks + ([Mark.STRIKE] if nearest("strike") in ("sngStrike", "dblStrike") else [])
