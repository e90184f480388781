"""The document's list definitions: which levels a list has and how each writes its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulebook.readers.word.styles import StyleSheet
from rulebook.readers.word.xml import Element, W, child, children, is_on, number, value

DEEPEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level of a list. ``text`` is the pattern (``%1.%2``); ``style_id`` a style whose paragraphs are on it.

    ``restart_after``: the level starts anew behind a paragraph of that many levels from the top; 0 never, ``None``
    behind every higher level. ``legal`` writes all numbers of the pattern in decimal.
    """

    start: int = 1
    number_format: str = "decimal"
    text: str = ""
    font: str = ""
    restart_after: int | None = None
    legal: bool = False
    style_id: str = ""

    @property
    def is_bullet(self) -> bool:
        return self.number_format == "bullet"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInstance:
    """A ``w:num``: the definition it counts with, its levels, and the numbers it begins anew with."""

    definition: str
    levels: Mapping[int, Level]
    starts: Mapping[int, int] = field(default_factory=dict)

    def level_of_style(self, style_id: str) -> int | None:
        """The level that names this style as its own."""
        return next((ilvl for ilvl, level in self.levels.items() if level.style_id == style_id), None)


def read_lists(root: Element | None, styles: StyleSheet) -> dict[int, ListInstance]:
    """The lists by ``w:numId``. A definition that points to a list style takes that style's levels."""
    if root is None:
        return {}
    abstracts = {a.get(W + "abstractNumId", ""): a for a in root.iterchildren(W + "abstractNum")}
    instances = {number(n.get(W + "numId")): n for n in root.iterchildren(W + "num")}
    found = {}
    for num_id, instance in instances.items():
        if num_id is None:
            continue
        definition = _followed(value(instance, "abstractNumId") or "", abstracts, instances, styles)
        base = _levels(abstracts[definition]) if definition in abstracts else {}
        found[num_id] = _instance(instance, definition, base)
    return found


def _followed(
    definition: str,
    abstracts: Mapping[str, Element],
    instances: Mapping[int | None, Element],
    styles: StyleSheet,
) -> str:
    """The definition at the end of the links ``numStyleLink`` → list style → list → definition."""
    passed = set[str]()
    while definition in abstracts and definition not in passed:
        passed.add(definition)
        link = value(abstracts[definition], "numStyleLink")
        if link is None:
            break
        numbering = styles.numbering(link)
        target = instances.get(numbering.num_id) if numbering else None
        following = value(target, "abstractNumId")
        if following is None:
            following = next((key for key, a in abstracts.items() if value(a, "styleLink") == link), definition)
        definition = following
    return definition


def _levels(abstract: Element) -> dict[int, Level]:
    return {ilvl: level for ilvl, level in map(_level, abstract.iterchildren(W + "lvl")) if 0 <= ilvl <= DEEPEST}


def _level(element: Element) -> tuple[int, Level]:
    ilvl = number(element.get(W + "ilvl"))
    form = next((c for c in children(element) if c.tag == W + "numFmt"), None)
    kind = "decimal" if form is None else form.get(W + "val", "decimal")
    fonts = child(element, "rPr", "rFonts")
    start = number(value(element, "start"))
    return -1 if ilvl is None else ilvl, Level(
        start=0 if start is None else start,
        number_format=form.get(W + "format", kind) if form is not None and kind == "custom" else kind,
        text="" if is_on(child(element, "rPr"), "vanish") else value(element, "lvlText") or "",
        font="" if fonts is None else fonts.get(W + "ascii") or fonts.get(W + "hAnsi") or "",
        restart_after=number(value(element, "lvlRestart")),
        legal=is_on(element, "isLgl"),
        style_id=value(element, "pStyle") or "",
    )


def _instance(element: Element, definition: str, base: Mapping[int, Level]) -> ListInstance:
    levels, starts = dict(base), {}
    for override in element.iterchildren(W + "lvlOverride"):
        ilvl = number(override.get(W + "ilvl"))
        if ilvl is None or not 0 <= ilvl <= DEEPEST:
            continue
        own, start = child(override, "lvl"), number(value(override, "startOverride"))
        if own is not None:
            levels[ilvl] = replace(_level(own)[1], style_id=levels[ilvl].style_id if ilvl in levels else "")
        if start is not None:
            starts[ilvl] = start
    return ListInstance(definition=definition, levels=levels, starts=starts)
