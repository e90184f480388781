"""Footnotes, endnotes and comments, kept until the text refers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.readers.word.number_formats import render
from rulebook.readers.word.xml import Element, W, children, number, plain_text, value


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """``label`` is the note's number in the document, empty where Word counts by page or section, or for comments;
    ``unknown_format`` names a number format that we cannot write."""

    kind: str
    content: Element
    label: str = ""
    author: str = ""
    unknown_format: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteNumbers:
    """How the notes of a kind are counted. ``restarts``: anew on each page or in each section, which is not known."""

    number_format: str = "decimal"
    start: int = 1
    restarts: bool = False

    def label(self, counted: int) -> str:
        """The number of a note behind ``counted`` others, in brackets."""
        n = self.start + counted
        written = render(self.number_format, n)
        return f"[{n}?]" if written is None else f"[{written}]" if written else ""


def note_numbers(document: Element, settings: Element | None) -> dict[str, NoteNumbers]:
    """How footnotes and endnotes are counted: as the first section that says so, else as the settings say."""
    roots = [*document.iter(W + "sectPr"), *([] if settings is None else [settings])]
    return {
        kind: _numbers([p for root in roots for p in children(root) if p.tag == f"{W}{kind}Pr"], usual)
        for kind, usual in (("footnote", "decimal"), ("endnote", "lowerRoman"))
    }


def _numbers(said: Sequence[Element], usual: str) -> NoteNumbers:
    formats = [found for p in said if (found := value(p, "numFmt"))]
    starts = [start for p in said if (start := number(value(p, "numStart"))) is not None]
    restarts = any(value(p, "numRestart") not in (None, "continuous") for p in said)
    return NoteNumbers(number_format=[*formats, usual][0], start=[*starts, 1][0], restarts=restarts)


class NoteShelf:
    """Each note is handed out once, whoever refers to it again."""

    def __init__(self, numbers: Mapping[str, NoteNumbers]) -> None:
        self._notes: dict[tuple[str, str], Element] = {}
        self._numbers = numbers
        self._count = dict.fromkeys(numbers, 0)

    def put(self, kind: str, root: Element) -> None:
        """Puts in the notes of a part; the lines that separate notes from text are none."""
        for note in root.iterchildren(W + kind):
            if note.get(W + "type", "normal") == "normal":
                self._notes[kind, note.get(W + "id", "")] = note

    def take(self, kind: str, note_id: str, own_mark: bool = False) -> Note | None:
        """The note, unless it was taken before or does not exist; one with a mark of its own gets no number."""
        content = self._notes.pop((kind, note_id), None)
        if content is None:
            return None
        label, unknown = "", ""
        if kind in self._count and not own_mark:
            numbers = self._numbers[kind]
            label = "" if numbers.restarts else numbers.label(self._count[kind])
            unknown = numbers.number_format if label.endswith("?]") else ""
            self._count[kind] += 1
        author = content.get(W + "author", "")
        return Note(kind=kind, content=content, label=label, author=author, unknown_format=unknown)

    def withdraw(self, kind: str, note_id: str) -> str:
        """Takes out a note whose reference was deleted, and gives its wording."""
        content = self._notes.pop((kind, note_id), None)
        return "" if content is None else plain_text(content, (W + "t", W + "delText"))

    def left(self) -> list[tuple[str, str]]:
        """Kind and id of the notes that nothing referred to, in the order of the file."""
        return list(self._notes)
