"""How a run of text looks as far as rules care: bold, underline, strike, hidden."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.text import Mark
from rulebook.readers.word.xml import Element, W, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one place says about a run; ``None`` where it says nothing.

    ``underline`` is Word's name of the line, ``dots`` that of the dots beside each character (傍点).
    """

    bold: bool | None = None
    strike: bool | None = None
    double_strike: bool | None = None
    hidden: bool | None = None
    underline: str | None = None
    dots: str | None = None

    def over(self, below: Look) -> Look:
        """This look where it says something, else ``below``."""
        return Look(
            bold=_first(self.bold, below.bold),
            strike=_first(self.strike, below.strike),
            double_strike=_first(self.double_strike, below.double_strike),
            hidden=_first(self.hidden, below.hidden),
            underline=below.underline if self.underline is None else self.underline,
            dots=below.dots if self.dots is None else self.dots,
        )


PLAIN = Look()
_TAGS = frozenset(W + name for name in ("b", "strike", "dstrike", "vanish", "specVanish", "u", "em"))


@dataclass(frozen=True, slots=True)
class Seen:
    """How a run comes out in the end."""

    marks: tuple[Mark, ...] = ()
    hidden: bool = False


def look_of(properties: Element | None) -> Look:
    """What a ``w:rPr`` says."""
    said = {} if properties is None else {part.tag: part for part in properties if part.tag in _TAGS}
    if not said:
        return PLAIN
    line, dots = said.get(W + "u"), said.get(W + "em")
    return Look(
        bold=setting(said.get(W + "b")),
        strike=setting(said.get(W + "strike")),
        double_strike=setting(said.get(W + "dstrike")),
        hidden=setting(said.get(W + "specVanish")) or setting(said.get(W + "vanish")),
        underline=None if line is None else line.get(W + "val", "none"),  # a line without a kind draws nothing
        dots=None if dots is None else dots.get(W + "val", "none"),
    )


def seen(direct: Look, character: Look, paragraph: Look, defaults: Look) -> Seen:
    """The run's own properties first; below them, bold, strike and hidden of the two styles switch each other off
    (they are toggles), while of other properties the nearest counts. Dots beside the characters stress them like bold.
    """
    marks = []
    layered = direct.over(character).over(paragraph).over(defaults)
    if _toggle(direct.bold, character.bold, paragraph.bold, defaults.bold) or (layered.dots or "none") != "none":
        marks.append(Mark.BOLD)
    if (layered.underline or "none") != "none":
        marks.append(Mark.UNDERLINE)
    if _toggle(direct.strike, character.strike, paragraph.strike, defaults.strike) or layered.double_strike:
        marks.append(Mark.STRIKE)
    hidden = _toggle(direct.hidden, character.hidden, paragraph.hidden, defaults.hidden)
    return Seen(tuple(marks), hidden)


def _toggle(direct: bool | None, character: bool | None, paragraph: bool | None, default: bool | None) -> bool:
    if direct is not None:
        return direct
    return bool(default) or bool(character) != bool(paragraph)


def _first(upper: bool | None, lower: bool | None) -> bool | None:
    return lower if upper is None else upper
