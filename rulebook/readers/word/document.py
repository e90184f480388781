"""A Word file from its parts to a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rulebook.errors import DamagedFile, NoText
from rulebook.model.document import Block, BlockKind, DocType, Document
from rulebook.readers.package import Package
from rulebook.readers.word.attached import note_blocks
from rulebook.readers.word.body import Body
from rulebook.readers.word.contents import unmatched_lines
from rulebook.readers.word.counters import ListCounters
from rulebook.readers.word.drawings import DrawingReader
from rulebook.readers.word.fields import PAGE_NUMBERS, FieldTrail
from rulebook.readers.word.notes import NoteShelf, note_numbers
from rulebook.readers.word.numbering import read_lists
from rulebook.readers.word.places import Places, shortened
from rulebook.readers.word.properties import only_heading, page_parts, page_text, stored_title, styled_title
from rulebook.readers.word.reading import Reading
from rulebook.readers.word.references import References
from rulebook.readers.word.styles import StyleSheet
from rulebook.readers.word.tally import Tally
from rulebook.readers.word.typed_captions import infer_captions
from rulebook.readers.word.typed_headings import infer_headings
from rulebook.readers.word.xml import CHANGES, FALLBACK, Element, W, lies_in

_NOTES = {"footnotes": "footnote", "endnotes": "endnote", "comments": "comment"}
_NAMED = 5
"""Places or lines that one warning names."""


def read(path: Path, doc: str) -> Document:
    """The document as Word shows it with all changes accepted: headings, paragraphs, lists, tables, text boxes, notes.

    Old wording, hidden text and what could not be read are named in the report. Raises ``DamagedFile`` when the main
    part cannot be read (any other part that cannot is a warning), and ``NoText`` for a document without any text.
    """
    with Package(path, doc) as package:
        document = _DocumentReader(package, Path(doc).stem).document()
    if not any(_has_text(block) for block in document.blocks):
        raise NoText(
            "the document holds no text.",
            where=doc,
            remedy="If its pages are pictures of text, add the document they were made from.",
        )
    return document


def _has_text(block: Block) -> bool:
    rows = () if block.table is None else block.table.rows
    return bool(block.text) or any(cell.text for row in rows for cell in row.cells)


class _DocumentReader:
    """One reading of one package."""

    def __init__(self, package: Package, stem: str) -> None:
        self._package = package
        self._stem = stem
        self._tally = Tally()
        part = package.main_part()
        self._root = package.xml(part)
        self._relations = package.relations(part)
        self._styles = StyleSheet(self._first("styles"))
        self._lists = read_lists(self._first("numbering"), self._styles)

    def document(self) -> Document:
        content = self._root.find(W + "body")
        body = self._root if content is None else content
        stored = self._first("core-properties", self._package.relations(""))
        title = styled_title(body, self._styles) or stored_title(stored)
        reading = self._reading(Places(title or "本文"), self._relations)
        self._learn(self._root, reading)
        self._shelve(reading)
        blocks = Body(reading).blocks(body)
        blocks += self._left_notes(reading)
        name = title or only_heading(blocks) or self._stem
        if not self._tally.headings:
            blocks = self._inferred(blocks, title or "本文")
        blocks = infer_captions(blocks)
        self._look_back(blocks)
        self._tally.warnings += reading.references.warnings()
        return Document(
            doc=self._package.doc,
            doc_type=DocType.WORD,
            title=name,
            blocks=tuple(blocks),
            properties=tuple(dict.fromkeys(self._properties())),
            report=self._tally.report(),
        )

    def _inferred(self, blocks: list[Block], opening: str) -> list[Block]:
        """A document that marks no heading: the lines that look like one, and a warning that names them."""
        blocks = infer_headings(blocks, opening)
        found = [block for block in blocks if block.kind is BlockKind.HEADING]
        if found:
            self._tally.headings = len(found)
            named = "".join(f"「{shortened(block.text.text)}」" for block in found[:_NAMED])
            message = (
                f"No paragraph is marked as a heading; {len(found)} lines were taken for headings by their typed "
                f"numbers or bold type: {named}. To be sure, give them heading styles in Word."
            )
            self._tally.warn("headings_inferred", found[0].span.fragment, message)
        return blocks

    def _reading(self, places: Places, relations: dict[str, tuple[str, str]]) -> Reading:
        return Reading(
            styles=self._styles,
            counters=ListCounters(self._lists),
            drawings=DrawingReader(self._package, relations),
            notes=NoteShelf(note_numbers(self._root, self._first("settings"))),
            tally=self._tally,
            places=places,
            fields=FieldTrail(),
            references=References(),
        )

    def _first(self, kind: str, relations: dict[str, tuple[str, str]] | None = None) -> Element | None:
        """The part of a kind that there is at most one of, by default among the parts of the main part."""
        among = self._relations if relations is None else relations
        part = next((part for k, part in among.values() if k == kind), None)
        return None if part is None else self._xml(part)

    def _xml(self, part: str) -> Element | None:
        try:
            return self._package.xml(part)
        except DamagedFile as error:
            self._tally.warn("part_damaged", part, f"Not read: {error.what}")
            return None

    def _learn(self, root: Element, reading: Reading) -> None:
        """Counts the tracked changes of a part and finds fields that do not end."""
        self._tally.tracked_changes += sum(1 for change in root.iter(*CHANGES) if not lies_in(change, FALLBACK))
        endless = reading.fields.learn(root)
        if endless:
            message = f"{endless} fields begin and do not end; their instructions were passed over."
            self._tally.warn("field_without_end", reading.places.prose.fragment, message)

    def _shelve(self, reading: Reading) -> None:
        for kind, part in self._relations.values():
            root = self._xml(part) if kind in _NOTES else None
            if root is not None:
                reading.notes.put(_NOTES[kind], root)
                self._learn(root, reading)

    def _left_notes(self, reading: Reading) -> Iterator[Block]:
        """Notes that nothing refers to: comments on the whole document, and footnotes that Word does not show."""
        for kind, note_id in reading.notes.left():
            note = reading.notes.take(kind, note_id, own_mark=True)
            if note is not None:
                yield from note_blocks(note, reading, Body(reading).blocks, shown=kind == "comment")

    def _properties(self) -> Iterator[tuple[str, str]]:
        """The text of the page headers and footers, without page numbers; what they count stays out of the report."""
        for kind, part in page_parts(self._root, self._relations):
            root = self._xml(part)
            if root is None:
                continue
            aside = self._reading(Places(kind), self._package.relations(part))
            aside = replace(aside, tally=Tally(), unshown_fields=PAGE_NUMBERS, depth=1)
            aside.fields.learn(root)
            text = page_text(Body(aside).blocks(root))
            if any(c.isalnum() for c in text):
                yield kind, text

    def _look_back(self, blocks: list[Block]) -> None:
        """What can only be said about the document as a whole."""
        pictures = self._tally.pictures
        if pictures:
            places = ", ".join(list(dict.fromkeys(pictures))[:_NAMED])
            message = f"{len(pictures)} pictures were not read; text in them is not in the handbook ({places})."
            self._tally.warn("pictures_not_read", pictures[0], message)
        unmatched = unmatched_lines(self._tally.contents, blocks)
        if unmatched:
            lines = "".join(f"「{line}」" for line in unmatched[:_NAMED])
            message = f"{len(unmatched)} lines of the table of contents repeat nothing in the document: {lines}"
            self._tally.warn("contents_unmatched", blocks[0].span.fragment if blocks else "", message)
