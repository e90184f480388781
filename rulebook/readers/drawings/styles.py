"""What list styles set for the paragraphs of a text body: their depth, type size and bullet."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from rulebook.readers.drawings.bullets import bullet_of
from rulebook.readers.drawings.names import A, number


def level_of(paragraph: etree._Element) -> int:
    """The depth of an ``a:p`` from 0 to 8."""
    properties = paragraph.find(f"{A}pPr")
    return min(max(number(None if properties is None else properties.get("lvl")), 0), 8)


def run_defaults(paragraph: etree._Element, styles: Sequence[etree._Element]) -> list[etree._Element]:
    """The run properties that ``styles`` set for the level of a paragraph, nearest first."""
    found = (style.find(f"{A}lvl{level_of(paragraph) + 1}pPr/{A}defRPr") for style in styles)
    return [properties for properties in found if properties is not None]


def default_size(paragraph: etree._Element, styles: Sequence[etree._Element]) -> int:
    """The type size of a paragraph's runs that set none; 18 points where nothing says."""
    sizes = (number(properties.get("sz")) for properties in run_defaults(paragraph, styles))
    return next((size for size in sizes if size), 1800)


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
