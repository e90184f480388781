"""Walks the inside of a paragraph: runs, links, fields, content controls, tracked changes, symbols."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from rulebook.readers.equations import linear
from rulebook.readers.word.eq_fields import equation_text
from rulebook.readers.word.fields import EQUATION, REFERENCE, SEQUENCE, SYMBOL, UNSTORED, Field, form_text
from rulebook.readers.word.inline import Inline, NoteReference, Remark
from rulebook.readers.word.looks import look_of, seen
from rulebook.readers.word.pen import Pen
from rulebook.readers.word.reading import Reading
from rulebook.readers.word.xml import (
    INSERTED,
    REMOVED,
    Element,
    M,
    W,
    child,
    children,
    descendants,
    is_on,
    plain_text,
    value,
)

_SKIPPED = frozenset(
    W + name
    for name in ("pPr", "rPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "rubyPr", "rt", "delText", "fldData")
)

_SYMBOL_FIELD = re.compile(r'\s*SYMBOL\s+(?:0x([0-9a-f]{1,4})|(\d{1,5}))\b(?:.*\\f\s*"?([^"\\]+))?', re.IGNORECASE)


def walk_paragraph(paragraph: Element, style_id: str, reading: Reading, into: Inline) -> None:
    """Adds to ``into`` what ``paragraph`` holds, in order."""
    walker = _Walker(style_id, reading, into)
    if any(_shows_prompt(control) for control in paragraph.iterancestors(W + "sdt")):
        walker.prompt(paragraph)
    else:
        walker.walk(paragraph)


def _shows_prompt(control: Element) -> bool:
    return is_on(child(control, "sdtPr"), "showingPlcHdr")


class _Walker:
    """One walk through one paragraph."""

    def __init__(self, style_id: str, reading: Reading, inline: Inline) -> None:
        self._style_id = style_id
        self._reading = reading
        self._inline = inline
        self.pen = Pen(reading=reading, inline=inline)

    def walk(self, element: Element) -> None:
        for part in children(element):
            reader = _READERS.get(part.tag)
            if reader is not None:
                reader(self, part)
            elif part.tag not in _SKIPPED:
                self.walk(part)

    def run(self, run: Element) -> None:
        pen, styles, properties = self.pen, self._reading.styles, child(run, "rPr")
        outside = pen.seen, pen.font, pen.height
        pen.seen = seen(
            look_of(properties),
            styles.look(value(properties, "rStyle") or ""),
            styles.look(self._style_id),
            styles.defaults,
        )
        fonts = child(properties, "rFonts")
        pen.font = "" if fonts is None else fonts.get(W + "ascii") or fonts.get(W + "hAnsi") or ""
        pen.height = value(properties, "vertAlign") or ""
        self.walk(run)
        pen.seen, pen.font, pen.height = outside

    def control(self, control: Element) -> None:
        if _shows_prompt(control):
            self.prompt(control)
        else:
            self.walk(control)

    def prompt(self, element: Element) -> None:
        """What a content control shows until somebody fills it in: it tells the writer what to do and rules nothing."""
        outside, self.pen.prompting = self.pen.prompting, True
        self.walk(element)
        self.pen.prompting = outside
        wording = plain_text(element, (W + "t",)).strip()
        if wording:
            message = f"「{wording}」 only asks for an entry that is not made; it is kept as hidden text."
            self._inline.remarks.append(Remark(code="prompt_not_filled", message=message, once=True))

    def symbol(self, symbol: Element) -> None:
        font, code = symbol.get(W + "font", ""), symbol.get(W + "char", "")
        self.pen.sign(font, int(code, 16) if re.fullmatch("[0-9a-fA-F]{1,4}", code) else 0)

    def field_mark(self, mark: Element) -> None:
        # what a form field shows is told by its beginning, before the field hides its instruction
        self.pen.put(form_text(mark))
        passed = self._reading.fields.mark(mark)
        if passed.begun is not None:
            self._begun(passed.begun)
        if passed.ended is not None:
            self._ended(passed.ended)

    def _begun(self, field: Field) -> None:
        if field.keyword == SEQUENCE and self._inline.caption_at is None:
            self._inline.caption_at = self._inline.length
        elif field.keyword in UNSTORED:
            message = (
                f"A field {field.keyword} shows a number that is not stored in the file; it is missing in the text."
            )
            self._inline.remarks.append(Remark(code="number_not_stored", message=message))

    def _ended(self, field: Field) -> None:
        """Word draws some fields itself where the file stores no result."""
        if field.keyword == REFERENCE:
            self._reading.references.refer(field, self._reading.places.prose.fragment)
        elif field.keyword == EQUATION and not field.shown.strip():
            self.pen.put(equation_text(field.instruction))
        elif field.keyword == SYMBOL and not field.shown.strip():
            self._drawn_sign(field.instruction)

    def _drawn_sign(self, instruction: str) -> None:
        """``SYMBOL 252 \\f "Wingdings"``."""
        found = _SYMBOL_FIELD.match(instruction)
        if found is not None:
            self.pen.sign((found[3] or "").strip(), int(found[1], 16) if found[1] else int(found[2]))

    def instruction(self, text: Element) -> None:
        self._reading.fields.instruct(text.text or "")

    def simple_field(self, field: Element) -> None:
        with self._reading.fields.simple(field.get(W + "instr", "")) as opened:
            self._begun(opened)
            self.walk(field)
        self._ended(opened)

    def inserted(self, change: Element) -> None:
        self._inline.changed = True
        self.walk(change)

    def removed(self, change: Element) -> None:
        """The accepted view: the wording goes, remarks about it stay."""
        self._inline.changed = True
        wording = plain_text(change, (W + "t", W + "delText", W + "tab", W + "br"))
        self.pen.put_aside(wording, self._inline.moved if change.tag == W + "moveFrom" else self._inline.removed)
        for note in descendants(change, (W + "footnoteReference", W + "endnoteReference")):
            kind = "footnote" if note.tag == W + "footnoteReference" else "endnote"
            self.pen.put_aside(self._reading.notes.withdraw(kind, note.get(W + "id", "")), self._inline.removed)
        for comment in descendants(change, (W + "commentReference",)):
            self.note("comment", comment)

    def note(self, kind: str, reference: Element) -> None:
        own_mark = reference.get(W + "customMarkFollows") in ("1", "true", "on")
        hidden = self.pen.seen.hidden or self.pen.prompting
        self._inline.notes.append(
            NoteReference(kind=kind, note_id=reference.get(W + "id", ""), own_mark=own_mark, hidden=hidden)
        )

    def drawing(self, drawing: Element) -> None:
        self._reading.drawings.read(drawing, self._inline, self.pen.seen.hidden)

    def sub_document(self, _: Element) -> None:
        message = "A part of this document lies in another file and was not read. Add that file as a document."
        self._inline.remarks.append(Remark(code="sub_document", message=message))


_Reader: TypeAlias = Callable[[_Walker, Element], None]


def _as(text: str) -> _Reader:
    return lambda walker, _: walker.pen.put(text)


def _reference(kind: str) -> _Reader:
    return lambda walker, reference: walker.note(kind, reference)


_READERS: dict[str, _Reader] = {
    W + "r": _Walker.run,
    W + "t": lambda walker, element: walker.pen.letters(element.text or ""),
    W + "tab": _as("\t"),
    W + "ptab": _as("\t"),
    W + "br": _as("\n"),
    W + "cr": _as("\n"),
    W + "noBreakHyphen": _as("-"),
    W + "sym": _Walker.symbol,
    W + "sdt": _Walker.control,
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
    M + "oMath": lambda walker, element: walker.pen.put(linear(element)),
    **dict.fromkeys(INSERTED, _Walker.inserted),
    **dict.fromkeys(REMOVED, _Walker.removed),
}
