"""What a shape takes over from its layout, its master and the deck: its place and the bullets of its paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.readers.slides.bullets import bullet_of
from rulebook.readers.slides.names import A, P

_TITLES = ("title", "ctrTitle")
_BODIES = ("body", "subTitle", "obj", "")


def placeholder(shape: etree._Element) -> etree._Element | None:
    """The ``p:ph`` of a shape that fills a place of its layout."""
    return shape.find(f"*/{P}nvPr/{P}ph")


@dataclass(frozen=True, slots=True)
class Inheritance:
    """What stands above one slide; a missing layout or master is an empty sequence."""

    layout: Sequence[etree._Element] = ()
    master: Sequence[etree._Element] = ()
    master_styles: etree._Element | None = None
    deck_style: etree._Element | None = None

    def models(self, shape: etree._Element) -> list[etree._Element]:
        """The shapes of the layout and the master that ``shape`` follows, nearest first."""
        place = placeholder(shape)
        if place is None:
            return []
        near = _same_place(place, self.layout)
        far = _same_kind(near if near is not None else place, self.master)
        return [shape for p in (near, far) if p is not None for shape in p.iterancestors(f"{P}sp", f"{P}graphicFrame")]

    def styles(self, shape: etree._Element) -> list[etree._Element]:
        """Lists of level properties that hold for the paragraphs of ``shape``, nearest first."""
        own = shape.find(f"{P}txBody/{A}lstStyle")
        styles = [own, *(m.find(f"{P}txBody/{A}lstStyle") for m in self.models(shape))]
        place = placeholder(shape)
        if place is None:
            styles.append(self.deck_style)
        elif self.master_styles is not None:
            kind = place.get("type", "")
            name = "titleStyle" if kind in _TITLES else "bodyStyle" if kind in _BODIES else "otherStyle"
            styles.append(self.master_styles.find(f"{P}{name}"))
        return [style for style in styles if style is not None]


def bullet(
    properties: etree._Element | None, level: int, styles: Sequence[etree._Element]
) -> tuple[etree._Element | None, str]:
    """The bullet of a paragraph and the font it is set in, its own or the nearest inherited one."""
    chain = [*([] if properties is None else [properties]), *_level_properties(level, styles)]
    found = next((b for p in chain if (b := bullet_of(p)) is not None), None)
    font = next((f for p in chain if (f := p.find(f"{A}buFont")) is not None), None)
    return found, "" if font is None else font.get("typeface", "")


def _level_properties(level: int, styles: Sequence[etree._Element]) -> list[etree._Element]:
    found = (style.find(f"{A}lvl{level + 1}pPr") for style in styles)
    return [properties for properties in found if properties is not None]


def places(tree: etree._Element | None) -> list[etree._Element]:
    """The ``p:ph`` elements of a layout or master."""
    return [] if tree is None else list(tree.iter(f"{P}ph"))


def _family(place: etree._Element) -> str:
    kind = place.get("type", "")
    return "title" if kind in _TITLES else "body" if kind in _BODIES else kind


def _same_place(place: etree._Element, candidates: Sequence[etree._Element]) -> etree._Element | None:
    index = place.get("idx")
    for other in candidates:
        if index is not None and other.get("idx") == index:
            return other
    return _same_kind(place, candidates) if index is None else None


def _same_kind(place: etree._Element, candidates: Sequence[etree._Element]) -> etree._Element | None:
    return next((other for other in candidates if _family(other) == _family(place)), None)
