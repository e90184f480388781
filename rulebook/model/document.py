"""What a reader hands out: a document as a flat row of blocks in reading order, and a report of the reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rulebook.model.place import SourceSpan
from rulebook.model.text import RichText


class DocType(StrEnum):
    WORD = "word"
    EXCEL = "excel"
    PPT = "ppt"
    MARKDOWN = "markdown"
    PDF = "pdf"


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    TEXT_BOX = "text_box"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    COMMENT = "comment"
    SPEAKER_NOTES = "speaker_notes"


class Flag(StrEnum):
    """Why a block is not read like plain rule text."""

    HIDDEN = "hidden"
    """Word, Excel or PowerPoint does not show it; out of search unless included."""
    NOTES = "notes"
    """Speaker notes: beside the slide, not on it."""
    COMMENT = "comment"
    """A reviewer's remark, not the rule."""
    CHANGED = "changed"
    """Holds tracked changes, read as accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCell:
    """One cell; ``row`` and ``column`` count from 0 inside its table, spans cover that many rows and columns."""

    text: RichText
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """The cells that begin in this row, left to right. Cells covered by a span above or left are not repeated."""

    cells: tuple[TableCell, ...]
    span: SourceSpan
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows top to bottom; the first ``header_rows`` of them name the columns (0 when the table has no header)."""

    rows: tuple[TableRow, ...]
    header_rows: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of a document: a heading, a paragraph, a table …

    ``level`` is the outline level of a heading (1 is the highest) or the depth of a list item (from 0). ``label`` is
    the automatic number or bullet as the program shows it (``5.2``, ``（一）``, ``・``); it is no part of ``text``.
    ``table`` is set for ``BlockKind.TABLE`` only, whose ``text`` is empty. ``within`` names the row of another table
    that a nested table stands in, or the field that a comment is for.
    """

    kind: BlockKind
    span: SourceSpan
    text: RichText = field(default_factory=RichText)
    level: int = 0
    label: str = ""
    table: Table | None = None
    flags: frozenset[Flag] = frozenset()
    within: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseWarning:
    """Something that was not read as it stands, or may have been misread, and where."""

    code: str
    place: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseReport:
    """What a reader found; counts, the places of hidden parts, and everything that it skipped or was unsure of."""

    headings: int = 0
    tables: int = 0
    sheets: int = 0
    slides: int = 0
    text_boxes: int = 0
    comments: int = 0
    tracked_changes: int = 0
    hidden: tuple[str, ...] = ()
    warnings: tuple[ParseWarning, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as read: ``doc`` is its file name (NFC), ``properties`` what holds for all of it (page headers …)."""

    doc: str
    doc_type: DocType
    title: str
    blocks: tuple[Block, ...]
    report: ParseReport
    properties: tuple[tuple[str, str], ...] = ()
