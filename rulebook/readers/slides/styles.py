"""What a shape takes over from its layout, its master and the deck: its place and the styles of its paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from rulebook.readers.drawings.names import A, number
from rulebook.readers.drawings.order import NOWHERE, Box
from rulebook.readers.drawings.styles import default_size
from rulebook.readers.slides.names import P

_TITLES = ("title", "ctrTitle")
_BODIES = ("body", "subTitle", "obj", "")


def placeholder(shape: etree._Element) -> etree._Element | None:
    """The ``p:ph`` of a shape that fills a place of its layout."""
    return shape.find(f"*/{P}nvPr/{P}ph")


@dataclass(frozen=True, slots=True)
class Inheritance:
    """What stands above one slide; a missing layout or master is an empty sequence.

    ``layout_kind`` is the layout's declared use (``secHead``, ``title``, ``titleOnly`` …); ``size`` is the slide's
    area, empty when the deck does not say.
    """

    layout: Sequence[etree._Element] = ()
    master: Sequence[etree._Element] = ()
    master_styles: etree._Element | None = None
    deck_style: etree._Element | None = None
    layout_part: str = ""
    layout_kind: str = ""
    size: Box = NOWHERE

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

    def font_size(self, shape: etree._Element) -> int:
        """The largest type that the words of ``shape`` are set in, in hundredths of a point."""
        styles = self.styles(shape)
        sizes = [0]
        for paragraph in shape.iterfind(f"{P}txBody/{A}p"):
            inherited = default_size(paragraph, styles)
            for run in paragraph.iter(f"{A}r", f"{A}fld"):
                own = run.find(f"{A}rPr")
                if (run.findtext(f"{A}t") or "").strip():
                    sizes.append(number(None if own is None else own.get("sz"), inherited))
        return max(sizes)

    def anchor(self, shape: etree._Element) -> str:
        """Where the words of ``shape`` stand in its frame: ``t`` (the top), ``ctr``, ``b`` …"""
        properties = (s.find(f"{P}txBody/{A}bodyPr") for s in (shape, *self.models(shape)))
        return next((a for p in properties if p is not None and (a := p.get("anchor"))), "t")


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
