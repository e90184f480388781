"""The names of WordprocessingML and the few ways its elements are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from lxml import etree

Element: TypeAlias = etree._Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
V = "{urn:schemas-microsoft-com:vml}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

ALTERNATE = _MC + "AlternateContent"
CHOICE = _MC + "Choice"
FALLBACK = _MC + "Fallback"

INSERTED = frozenset({W + "ins", W + "moveTo"})
REMOVED = frozenset({W + "del", W + "moveFrom"})
CHANGES = (W + "ins", W + "moveTo", W + "del", W + "moveFrom", W + "cellIns", W + "cellDel")

_TEXT = (W + "t", W + "delText", A + "t", M + "t")


def children(element: Element) -> Iterator[Element]:
    """The child elements in order; of content stored in alternative forms only the one that is shown."""
    for child in element:
        if child.tag == ALTERNATE:
            yield from children(_shown_form(child))
        elif isinstance(child.tag, str):
            yield child


def _shown_form(alternate: Element) -> Element:
    """The first choice, or the fallback where only that holds text, as some converters write it."""
    choice, fallback = alternate.find(CHOICE), alternate.find(FALLBACK)
    if fallback is not None and (choice is None or (not has_text(choice) and has_text(fallback))):
        return fallback
    return alternate if choice is None else choice


def has_text(element: Element) -> bool:
    """Whether letters other than white space lie anywhere below ``element``."""
    return any((text.text or "").strip() for text in element.iter(*_TEXT))


def descendants(element: Element, tags: Iterable[str]) -> Iterator[Element]:
    """The elements with one of ``tags`` below ``element`` in document order, each shown form once."""
    wanted = frozenset(tags)
    for child in children(element):
        if child.tag in wanted:
            yield child
        yield from descendants(child, wanted)


def lies_in(element: Element, *tags: str) -> bool:
    """Whether an element with one of ``tags`` is around ``element``."""
    return next(element.iterancestors(*tags), None) is not None


def plain_text(element: Element, tags: Iterable[str] = _TEXT) -> str:
    """The letters below ``element``, whatever their state, without marks: for titles and for removed wording."""
    return "".join(found.text or "" for found in descendants(element, tags))


def child(element: Element | None, *path: str) -> Element | None:
    """The element at the end of a path of W-names, or ``None`` where the path breaks off."""
    for name in path:
        if element is None:
            return None
        element = next(element.iterchildren(W + name), None)
    return element


def value(element: Element | None, *path: str) -> str | None:
    """``w:val`` of the element at the end of the path."""
    found = child(element, *path)
    return None if found is None else found.get(W + "val")


def number(text: str | None) -> int | None:
    """A whole number as the file stores it, or ``None`` for what is none."""
    digits = (text or "").strip()
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 10 else None


def setting(found: Element | None) -> bool | None:
    """What an on/off element says; ``None`` where it is not there."""
    return None if found is None else found.get(W + "val", "1") not in ("0", "false", "off")


def is_on(properties: Element | None, name: str) -> bool:
    return setting(child(properties, name)) is True
