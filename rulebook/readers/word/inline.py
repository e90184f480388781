"""What one paragraph holds, sorted by what Word does with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.model.text import RichText
from rulebook.readers.word.xml import Element


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A text box (``content`` holds its paragraphs) or a drawn text such as WordArt or SmartArt (``text``)."""

    content: Element | None = None
    text: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteReference:
    """``kind`` is ``footnote``, ``endnote`` or ``comment``; ``own_mark``: the text brings its own sign for it."""

    kind: str
    note_id: str
    own_mark: bool = False


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
    shapes: list[Shape] = field(default_factory=list)
    notes: list[NoteReference] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    pictures: int = 0
    changed: bool = False
    caption_at: int | None = None

    @property
    def text(self) -> RichText:
        return RichText.join(self.shown).strip()

    @property
    def length(self) -> int:
        return sum(len(part.text) for part in self.shown)
