"""The style sheet: what a style and the styles it is based on say about a paragraph or a run."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache

from rulebook.readers.word.looks import PLAIN, Look, look_of
from rulebook.readers.word.xml import Element, W, child, number, value

_HEADING = re.compile(r"(?:heading|見出し|标题|標題)\s?([1-9])")
_TITLE = re.compile(r"title|表題|标题|標題")
_SUBTITLE = re.compile(r"subtitle|副題|副标题|副標題")
_CONTENTS = re.compile(r"toc ?\d|toc ?heading|table ?of ?figures|(?:目次|目录|目錄) ?\d|目次の見出し|図表目次")
_CAPTION = re.compile(r"caption|図表番号|题注|標號")
_LINK = re.compile(
    r"(?:followed|visited)? ?hyperlink|(?:表示済みの)?ハイパーリンク|(?:访问过的|已访问的)?超链接|(?:已查閱的)?超連結"
)
_BODY_LEVEL = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One style; ``outline`` counts from 0 as Word stores it, ``None`` where the style says nothing."""

    style_id: str
    names: tuple[str, ...]
    based_on: str | None = None
    outline: int | None = None
    num_id: int | None = None
    ilvl: int | None = None
    look: Look = PLAIN
    header_row: bool = False

    def is_called(self, pattern: re.Pattern[str]) -> bool:
        return any(pattern.fullmatch(name) for name in self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleNumbering:
    """The list a style puts its paragraphs in, and the style of the chain that says so."""

    style_id: str
    num_id: int
    ilvl: int | None


class StyleSheet:
    """Styles by id. A style that the sheet does not hold is known by its id alone, as for built-in styles."""

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, Style] = {}
        self._default = ""
        self.defaults = look_of(child(root, "docDefaults", "rPrDefault", "rPr"))
        for element in [] if root is None else root.iterchildren(W + "style"):
            style = _style(element)
            self._styles[style.style_id] = style
            if element.get(W + "type") == "paragraph" and element.get(W + "default") in ("1", "true", "on"):
                self._default = style.style_id
        self.look = cache(self._look)
        self.heading_level = cache(self._heading_level)

    def of_paragraph(self, style_id: str | None) -> str:
        """The id to ask for: the default paragraph style where a paragraph names none."""
        return style_id or self._default

    def chain(self, style_id: str) -> tuple[Style, ...]:
        """The style and what it is based on, nearest first; a chain that bites its tail ends there."""
        found: dict[str, Style] = {}
        at: str | None = style_id
        while at and at not in found:
            found[at] = self._styles.get(at) or Style(style_id=at, names=(_name(at),))
            at = found[at].based_on
        return tuple(found.values())

    def _look(self, style_id: str) -> Look:
        """What the chain says about runs; a line that only marks a link is no underline."""
        look = PLAIN
        for style in self.chain(style_id):
            own = style.look
            if style.is_called(_LINK):
                own = replace(own, underline=None)
            look = look.over(own)
        return look

    def _heading_level(self, style_id: str) -> int | None:
        """1 to 9, or ``None`` for body text. In each style of the chain its outline level counts before its name."""
        for style in self.chain(style_id):
            if style.outline is not None:
                return heading_level_of(style.outline)
            for name in style.names:
                if found := _HEADING.fullmatch(name):
                    return int(found[1])
        return None

    def numbering(self, style_id: str) -> StyleNumbering | None:
        """The nearest list of the chain; list 0 means none."""
        chain = self.chain(style_id)
        ilvl = next((style.ilvl for style in chain if style.ilvl is not None), None)
        for style in chain:
            if style.num_id is not None:
                return StyleNumbering(style_id=style.style_id, num_id=style.num_id, ilvl=ilvl) if style.num_id else None
        return None

    def is_title(self, style_id: str) -> bool:
        return self._called(style_id, _TITLE) and not self._called(style_id, _SUBTITLE)

    def is_contents(self, style_id: str) -> bool:
        """Whether it is a style of lines of a table of contents, which only repeat headings and captions."""
        return self._called(style_id, _CONTENTS)

    def is_caption(self, style_id: str) -> bool:
        return self._called(style_id, _CAPTION)

    def sets_header_row(self, style_id: str) -> bool:
        """Whether a table style gives the first row a look of its own."""
        return any(style.header_row for style in self.chain(style_id))

    def _called(self, style_id: str, pattern: re.Pattern[str]) -> bool:
        return any(style.is_called(pattern) for style in self.chain(style_id))


def heading_level_of(outline: int) -> int | None:
    """Word's outline level 0-8 as 1-9; everything else is body text."""
    return outline + 1 if 0 <= outline < _BODY_LEVEL else None


def _style(element: Element) -> Style:
    style_id = element.get(W + "styleId", "")
    name = value(element, "name") or ""
    return Style(
        style_id=style_id,
        # with a style of the author's making the id says nothing beyond the name
        names=tuple(dict.fromkeys(_name(n) for n in ((name,) if _is_custom(element) and name else (name, style_id)))),
        based_on=value(element, "basedOn"),
        outline=number(value(element, "pPr", "outlineLvl")),
        num_id=number(value(element, "pPr", "numPr", "numId")),
        ilvl=number(value(element, "pPr", "numPr", "ilvl")),
        look=look_of(child(element, "rPr")),
        header_row=any(part.get(W + "type") == "firstRow" for part in element.iterchildren(W + "tblStylePr")),
    )


def _is_custom(element: Element) -> bool:
    return element.get(W + "customStyle") in ("1", "true", "on")


def _name(name: str) -> str:
    """A style's name to compare: width and case folded, without aliases behind a comma."""
    return unicodedata.normalize("NFKC", name).split(",")[0].strip().casefold()
