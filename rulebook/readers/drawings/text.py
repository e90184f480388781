"""Paragraphs of DrawingML: their words with marks, line breaks kept, bullets and numbers apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.model.text import Mark, RichText
from rulebook.readers.drawings.bullets import Numbering, shown, sign
from rulebook.readers.drawings.names import A14, A, is_on, iter_children
from rulebook.readers.drawings.styles import bullet, level_of, run_defaults
from rulebook.readers.equations import linear, scripted

Warn = Callable[[str, str], None]
"""Called with the code and the message of a warning about the place at hand."""


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
        text = rich_text(element, styles, own=int(_is_own(body, styles)))
        if not text.text.strip():
            continue
        level = level_of(element)
        found, font = bullet(element.find(f"{A}pPr"), level, styles)
        label, bulleted = _label(found, font, level, numbering, warn)
        yield Paragraph(text, level, label, bulleted)


def body_text(body: etree._Element, warn: Warn) -> RichText:
    """All paragraphs of a text body, a line each, behind the bullets and numbers that the body itself sets."""
    own = body.find(f"{A}lstStyle")
    paragraphs = iter_paragraphs(body, () if own is None else (own,), warn)
    return RichText.join(
        [RichText.join([RichText(f"{p.label} " if p.label else ""), p.text.strip()]) for p in paragraphs], "\n"
    )


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


def rich_text(paragraph: etree._Element, styles: Sequence[etree._Element] = (), own: int = 0) -> RichText:
    """The words of an ``a:p`` with bold, underlined and struck runs; ``a:br`` is a line end, fields as last shown.

    Underline and strike may come from any of ``styles``, bold from the first ``own`` of them.
    """
    near, far = run_defaults(paragraph, styles[:own]), run_defaults(paragraph, styles[own:])
    return RichText.join(_runs(paragraph, near, far))


def _runs(parent: etree._Element, near: Sequence[etree._Element], far: Sequence[etree._Element]) -> Iterator[RichText]:
    for child in iter_children(parent):
        if child.tag in (f"{A}r", f"{A}fld"):
            # PowerPoint itself writes a vertical tab for a line break in some titles
            text = shown(child.findtext(f"{A}t") or "").replace("\v", "\n").replace("_x000B_", "\n")
            own = child.find(f"{A}rPr")
            chain = [*([] if own is None else [own]), *near]
            yield RichText.of(scripted(text, _nearest("baseline", [*chain, *far])), *_marks(chain, far))
        elif child.tag == f"{A}br":
            yield RichText("\n")
        elif child.tag == f"{A14}m":
            yield RichText(linear(child))


def _nearest(name: str, chain: Sequence[etree._Element]) -> str:
    """The attribute of the first run properties that set it."""
    return next((value for properties in chain if (value := properties.get(name)) is not None), "")


def _marks(near: Sequence[etree._Element], far: Sequence[etree._Element]) -> list[Mark]:
    everywhere = [*near, *far]
    marks = [Mark.BOLD] if is_on(_nearest("b", near)) else []
    marks += [Mark.UNDERLINE] if _nearest("u", everywhere) not in ("", "none") else []
    return marks + ([Mark.STRIKE] if _nearest("strike", everywhere) in ("sngStrike", "dblStrike") else [])
