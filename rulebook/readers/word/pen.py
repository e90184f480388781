"""Puts the text of a paragraph where the fields, the look and the place around it say."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.model.text import RichText
from rulebook.readers.equations import lowered, raised
from rulebook.readers.symbols import UNKNOWN, is_symbol_font, readable, sign, user_defined
from rulebook.readers.word.fields import CONTENTS
from rulebook.readers.word.inline import Inline, Remark
from rulebook.readers.word.looks import Seen
from rulebook.readers.word.reading import Reading


@dataclass(slots=True, kw_only=True)
class Pen:
    """``seen``, ``font`` and ``height`` are those of the present run; ``prompting``: a content control asks for its
    text here; ``_last`` is where the last text went that does not show."""

    reading: Reading
    inline: Inline
    seen: Seen = field(default_factory=Seen)
    font: str = ""
    height: str = ""
    prompting: bool = False
    _last: list[str] | None = None

    def letters(self, text: str) -> None:
        """The letters of a run, those of symbol fonts made readable."""
        if self.font and is_symbol_font(self.font):
            text = "".join(sign(self.font, ord(c)) or c for c in text)
        text = readable(text, self.font)
        if UNKNOWN in text:
            self._unknown_sign(self.font)
        for character in user_defined(text):
            message = (
                f"The character U+{ord(character):04X} is user-defined: it shows only where its font is installed."
            )
            self.inline.remarks.append(Remark(code="user_defined_character", message=message, once=True))
        if self.height:
            text = {"superscript": raised, "subscript": lowered}.get(self.height, str)(text)
        self.put(text)

    def sign(self, font: str, place: int) -> None:
        """The sign at a place of a font."""
        known = sign(font, place) if is_symbol_font(font) else chr(place) if 0x20 <= place < 0xD800 else None
        if known is None:
            self._unknown_sign(font)
        self.put(known or UNKNOWN)

    def put(self, text: str) -> None:
        """Text as it stands."""
        fields, inline = self.reading.fields, self.inline
        if not text or not fields.showing or fields.inside(*self.reading.unshown_fields):
            return
        if fields.inside(CONTENTS):
            inline.contents.append(text)
        elif self.seen.hidden or self.prompting:
            self.put_aside(text, inline.hidden)
        else:
            inline.shown.append(RichText.of(text, *self.seen.marks))
            fields.show(text)
            self._last = None

    def put_aside(self, text: str, pieces: list[str]) -> None:
        """Text that does not show; what follows without shown text between goes on the same piece."""
        if self._last is pieces:
            pieces[-1] += text
        else:
            pieces.append(text)
        self._last = pieces

    def _unknown_sign(self, font: str) -> None:
        message = f"A sign of the font {font or '(not named)'} is not known; the text shows {UNKNOWN} for it."
        self.inline.remarks.append(Remark(code="unknown_symbol", message=message, once=True))
