"""What one paragraph holds, sorted by what Word does with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulebook.model.text import RichText
from rulebook.readers.charts import Chart
from rulebook.readers.drawings.order import Box
from rulebook.readers.word.xml import Element

_INDENT = re.compile(r"(?: *\t| {2,})[ \t]*(?=[!-~])")


@dataclass(frozen=True, slots=True)
class Anchor:
    """The rectangle of a floating drawing in EMU; ``frame`` names what it is measured from."""

    box: Box
    frame: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A text box (``content`` holds its paragraphs), a drawn text such as WordArt (``text``), or a chart."""

    content: Element | None = None
    text: RichText = field(default_factory=RichText)
    chart: Chart | None = None
    hidden: bool = False


@dataclass(slots=True, kw_only=True)
class Drawing:
    """The shapes with text of one drawing in reading order; ``anchor`` is ``None`` where its place is not told."""

    anchor: Anchor | None
    shapes: list[Shape] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteReference:
    """``kind`` is ``footnote``, ``endnote`` or ``comment``; ``own_mark``: the text brings its own sign for it;
    ``hidden``: only text that does not show refers to it."""

    kind: str
    note_id: str
    own_mark: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something to warn about when the place of the paragraph is known; ``once``: at the first such place only."""

    code: str
    message: str
    once: bool = False


@dataclass(slots=True, kw_only=True)
class Inline:
    """Filled while a paragraph is walked.

    ``removed`` and ``moved`` are wordings that tracked changes took away, ``contents`` text of a table of contents,
    ``caption_at`` how many characters stand before a caption's number.
    """

    shown: list[RichText] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    notes: list[NoteReference] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    pictures: int = 0
    changed: bool = False
    caption_at: int | None = None

    @property
    def text(self) -> RichText:
        return RichText.join(self.shown).strip()

    @property
    def indented(self) -> RichText:
        """The text with the blanks before it where it looks like a line of code, whose indent may carry meaning."""
        whole = RichText.join(self.shown)
        found = _INDENT.match(whole.text)
        if found is None:
            return whole.strip()
        return RichText.join([RichText(found[0]), whole.strip()])

    @property
    def length(self) -> int:
        return sum(len(part.text) for part in self.shown)
