"""Walks the inside of a paragraph: runs, links, fields, content controls, tracked changes, symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulebook.model.text import RichText
from rulebook.readers.word.equations import linear, lowered, raised
from rulebook.readers.word.fields import CONTENTS, SEQUENCE, UNSTORED, form_text
from rulebook.readers.word.inline import Inline, NoteReference, Remark
from rulebook.readers.word.looks import Seen, look_of, seen
from rulebook.readers.word.reading import Reading
from rulebook.readers.word.symbols import UNKNOWN, is_symbol_font, readable, sign, user_defined
from rulebook.readers.word.xml import INSERTED, REMOVED, Element, M, W, child, children, descendants, plain_text, value

_SKIPPED = frozenset(
    W + name
    for name in ("pPr", "rPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "rubyPr", "rt", "delText", "fldData")
)


def walk_paragraph(paragraph: Element, style_id: str, reading: Reading, into: Inline) -> None:
    """Adds to ``into`` what ``paragraph`` holds, in order."""
    _Walker(style_id, reading, into).walk(paragraph)


class _Walker:
    """One walk. ``_seen``, ``_font`` and ``_height`` are those of the run around the present place,
    ``_last`` where the last text went that does not show."""

    def __init__(self, style_id: str, reading: Reading, inline: Inline) -> None:
        self._style_id = style_id
        self._reading = reading
        self._inline = inline
        self._seen = Seen()
        self._font = ""
        self._height = ""
        self._last: list[str] | None = None

    def walk(self, element: Element) -> None:
        for part in children(element):
            reader = _READERS.get(part.tag)
            if reader is not None:
                reader(self, part)
            elif part.tag not in _SKIPPED:
                self.walk(part)

    def run(self, run: Element) -> None:
        outside = self._seen, self._font, self._height
        styles, properties = self._reading.styles, child(run, "rPr")
        self._seen = seen(
            look_of(properties),
            styles.look(value(properties, "rStyle") or ""),
            styles.look(self._style_id),
            styles.defaults,
        )
        fonts = child(properties, "rFonts")
        self._font = "" if fonts is None else fonts.get(W + "ascii") or fonts.get(W + "hAnsi") or ""
        self._height = value(properties, "vertAlign") or ""
        self.walk(run)
        self._seen, self._font, self._height = outside

    def letters(self, text: str) -> None:
        if self._font and is_symbol_font(self._font):
            text = "".join(sign(self._font, ord(c)) or c for c in text)
        text = readable(text, self._font)
        if UNKNOWN in text:
            self._unknown_symbol(self._font)
        for character in user_defined(text):
            message = (
                f"The character U+{ord(character):04X} is user-defined: it shows only where its font is installed."
            )
            self._inline.remarks.append(Remark(code="user_defined_character", message=message, once=True))
        if self._height:
            text = {"superscript": raised, "subscript": lowered}.get(self._height, str)(text)
        self.put(text)

    def put(self, text: str) -> None:
        """Text as shown goes where the field, the look and the place of the run say."""
        reading, inline = self._reading, self._inline
        if not text or not reading.fields.showing or reading.fields.inside(*reading.unshown_fields):
            return
        if reading.fields.inside(CONTENTS):
            inline.contents.append(text)
        elif self._seen.hidden:
            self._put_aside(text, inline.hidden)
        else:
            inline.shown.append(RichText.of(text, *self._seen.marks))
            self._last = None

    def _put_aside(self, text: str, pieces: list[str]) -> None:
        """Text that does not show; what follows without shown text between goes on the same piece."""
        if self._last is pieces:
            pieces[-1] += text
        else:
            pieces.append(text)
        self._last = pieces

    def symbol(self, symbol: Element) -> None:
        font, code = symbol.get(W + "font", ""), symbol.get(W + "char", "")
        place = int(code, 16) if code and all(c in "0123456789abcdefABCDEF" for c in code) and len(code) <= 4 else 0
        known = sign(font, place) if is_symbol_font(font) else chr(place) if 0x20 <= place < 0xD800 else None
        if known is None:
            self._unknown_symbol(font)
        self.put(known or UNKNOWN)

    def _unknown_symbol(self, font: str) -> None:
        message = f"A sign of the font {font or '(not named)'} is not known; the text shows {UNKNOWN} for it."
        self._inline.remarks.append(Remark(code="unknown_symbol", message=message, once=True))

    def field_mark(self, mark: Element) -> None:
        # what a form field shows is told by its beginning, before the field hides its instruction
        self.put(form_text(mark))
        self._begun(self._reading.fields.mark(mark))

    def _begun(self, keyword: str) -> None:
        if keyword == SEQUENCE and self._inline.caption_at is None:
            self._inline.caption_at = self._inline.length
        elif keyword in UNSTORED:
            message = f"A field {keyword} shows a number that is not stored in the file; it is missing in the text."
            self._inline.remarks.append(Remark(code="number_not_stored", message=message))

    def instruction(self, text: Element) -> None:
        self._reading.fields.instruct(text.text or "")

    def simple_field(self, field: Element) -> None:
        with self._reading.fields.simple(field.get(W + "instr", "")) as keyword:
            self._begun(keyword)
            self.walk(field)

    def inserted(self, change: Element) -> None:
        self._inline.changed = True
        self.walk(change)

    def removed(self, change: Element) -> None:
        """The accepted view: the wording goes, remarks about it stay."""
        self._inline.changed = True
        wording = plain_text(change, (W + "t", W + "delText", W + "tab", W + "br"))
        self._put_aside(wording, self._inline.moved if change.tag == W + "moveFrom" else self._inline.removed)
        for note in descendants(change, (W + "footnoteReference", W + "endnoteReference")):
            kind = "footnote" if note.tag == W + "footnoteReference" else "endnote"
            self._put_aside(self._reading.notes.withdraw(kind, note.get(W + "id", "")), self._inline.removed)
        for comment in descendants(change, (W + "commentReference",)):
            self.note("comment", comment)

    def note(self, kind: str, reference: Element) -> None:
        own_mark = reference.get(W + "customMarkFollows") in ("1", "true", "on")
        self._inline.notes.append(NoteReference(kind=kind, note_id=reference.get(W + "id", ""), own_mark=own_mark))

    def drawing(self, drawing: Element) -> None:
        self._reading.drawings.read(drawing, self._inline, self._seen.hidden)

    def sub_document(self, _: Element) -> None:
        message = "A part of this document lies in another file and was not read. Add that file as a document."
        self._inline.remarks.append(Remark(code="sub_document", message=message))


_Reader: TypeAlias = Callable[[_Walker, Element], None]


def _as(text: str) -> _Reader:
    return lambda walker, _: walker.put(text)


def _reference(kind: str) -> _Reader:
    return lambda walker, reference: walker.note(kind, reference)


_READERS: dict[str, _Reader] = {
    W + "r": _Walker.run,
    W + "t": lambda walker, element: walker.letters(element.text or ""),
    W + "tab": _as("\t"),
    W + "ptab": _as("\t"),
    W + "br": _as("\n"),
    W + "cr": _as("\n"),
    W + "noBreakHyphen": _as("-"),
    W + "sym": _Walker.symbol,
    W + "fldChar": _Walker.field_mark,
    W + "instrText": _Walker.instruction,
    W + "fldSimple": _Walker.simple_field,
    W + "footnoteReference": _reference("footnote"),
    W + "endnoteReference": _reference("endnote"),
    W + "commentReference": _reference("comment"),
    W + "drawing": _Walker.drawing,
    W + "pict": _Walker.drawing,
    W + "object": _Walker.drawing,
    W + "subDoc": _Walker.sub_document,
    M + "oMath": lambda walker, element: walker.put(linear(element)),
    **dict.fromkeys(INSERTED, _Walker.inserted),
    **dict.fromkeys(REMOVED, _Walker.removed),
}
