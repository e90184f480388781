"""Which list and level a paragraph is on, and so its automatic number or bullet."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.readers.word.counters import Label
from rulebook.readers.word.inline import Inline
from rulebook.readers.word.reading import Reading
from rulebook.readers.word.xml import Element, child, is_on, number, value


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A paragraph's label and the depth in its list, from 0."""

    label: Label
    depth: int = 0


def number_paragraph(paragraph: Element, style_id: str, inline: Inline, reading: Reading) -> Numbered:
    """Counts the paragraph in its list. Blank paragraphs count, but not what is hidden with its end, nor a blank one
    that only ends a section."""
    place = _list_place(paragraph, style_id, reading)
    is_hidden = is_on(child(paragraph, "pPr", "rPr"), "vanish")
    is_break = child(paragraph, "pPr", "sectPr") is not None
    if place is None or ((is_hidden or is_break) and not inline.shown):
        return Numbered(label=Label())
    num_id, ilvl = place
    return Numbered(label=reading.counters.advance(num_id, ilvl), depth=ilvl)


def _list_place(paragraph: Element, style_id: str, reading: Reading) -> tuple[int, int] | None:
    """List and level: the paragraph's own, else those of its style; a level that names the style is the style's."""
    own = child(paragraph, "pPr", "numPr")
    num_id, ilvl = number(value(own, "numId")), number(value(own, "ilvl"))
    styled = reading.styles.numbering(style_id)
    if num_id is None and styled is not None:
        num_id = styled.num_id
    if not num_id:
        return None
    if ilvl is None:
        numbered = reading.counters.list_of(num_id)
        names = (style_id, styled.style_id) if styled else (style_id,)
        levels = [numbered.level_of_style(name) for name in names] if numbered else []
        ilvl = next((level for level in levels if level is not None), (styled.ilvl if styled else None) or 0)
    return num_id, ilvl
