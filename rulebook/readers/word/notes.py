"""Footnotes, endnotes and comments, kept until the text refers to them."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.readers.word.xml import Element, W, plain_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """``label`` is the note's number in the document, empty where Word counts by page or section, or for comments."""

    kind: str
    content: Element
    label: str = ""
    author: str = ""


class NoteShelf:
    """Each note is handed out once, whoever refers to it again."""

    def __init__(self, numbered: bool = True) -> None:
        self._notes: dict[tuple[str, str], Element] = {}
        self._numbered = numbered
        self._count = {"footnote": 0, "endnote": 0}

    def put(self, kind: str, root: Element) -> None:
        """Puts in the notes of a part; the lines that separate notes from text are none."""
        for note in root.iterchildren(W + kind):
            if note.get(W + "type", "normal") == "normal":
                self._notes[kind, note.get(W + "id", "")] = note

    def take(self, kind: str, note_id: str, own_mark: bool = False) -> Note | None:
        """The note, unless it was taken before or does not exist."""
        content = self._notes.pop((kind, note_id), None)
        if content is None:
            return None
        label = ""
        if kind in self._count and not own_mark:
            self._count[kind] += 1
            label = f"[{self._count[kind]}]" if self._numbered else ""
        return Note(kind=kind, content=content, label=label, author=content.get(W + "author", ""))

    def withdraw(self, kind: str, note_id: str) -> str:
        """Takes out a note whose reference was deleted, and gives its wording."""
        content = self._notes.pop((kind, note_id), None)
        return "" if content is None else plain_text(content, (W + "t", W + "delText"))

    def left(self) -> list[tuple[str, str]]:
        """Kind and id of the notes that nothing referred to, in the order of the file."""
        return list(self._notes)
