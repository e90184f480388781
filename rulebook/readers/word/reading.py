"""What the pieces of the reader share while one document is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from rulebook.model.document import Block
from rulebook.model.text import RichText
from rulebook.readers.word.counters import ListCounters
from rulebook.readers.word.drawings import DrawingReader
from rulebook.readers.word.fields import FieldTrail
from rulebook.readers.word.notes import NoteShelf
from rulebook.readers.word.places import Places
from rulebook.readers.word.references import References
from rulebook.readers.word.styles import StyleSheet
from rulebook.readers.word.tally import Tally
from rulebook.readers.word.xml import Element

DELETED = "Deleted by a tracked change and no longer in the text:"

Flow: TypeAlias = Callable[[Element], list[Block]]
"""Reads the paragraphs and tables of a container into blocks: what cells, text boxes and notes have inside."""


@dataclass(slots=True, kw_only=True)
class Reading:
    """The state of one reading. ``depth`` counts the cells, text boxes and notes around the present paragraph."""

    styles: StyleSheet
    counters: ListCounters
    drawings: DrawingReader
    notes: NoteShelf
    tally: Tally
    places: Places
    fields: FieldTrail
    references: References
    unshown_fields: frozenset[str] = frozenset()
    depth: int = 0

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Inside a cell, a text box or a note: no place for headings, and no field reaches in."""
        self.depth += 1
        with self.fields.apart():
            yield
        self.depth -= 1

    def warn(self, code: str, message: str) -> None:
        self.tally.warn(code, self.places.prose.fragment, message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """What a cell, a text box or a note holds: its lines, and the blocks that cannot be lines of it."""

    text: RichText
    others: tuple[Block, ...]


def labelled(block: Block) -> RichText:
    """A block's text with its number or bullet in front."""
    return RichText.join([RichText(f"{block.label} " if block.label else ""), block.text])
