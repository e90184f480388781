"""The unit of the handbook: a chunk of rules, with its place and the statements it makes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulebook.model.document import DocType, Flag, ParseReport
from rulebook.model.text import MarkSpan


class Category(StrEnum):
    """What a document is for, and so which agents search it."""

    WRITE = "write"
    DESIGN = "design"
    REF = "ref"

    @property
    def collection(self) -> str:
        """The collection's base name, as in ``rules-write-v3``."""
        return "ref-docs" if self is Category.REF else f"rules-{self.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence, list item or table row of a chunk.

    ``start`` and ``end`` are offsets into the chunk's content. ``text`` is the statement made to stand alone: struck
    text left out, a table row with its column headers and the merged values that cover it.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChunk:
    """A piece of a document that is found, shown and cited as one.

    ``content`` is plain text, each piece of the document's text in it once; ``marks`` are its bold, underlined and
    struck runs. ``headings`` is the path of section titles, outermost first; ``table_header`` what stands in an earlier
    chunk and must be known to read this one, a line each: the title and the column titles of a table, the groups of
    rows, merged values and name of a row, or the sentence that opens a list. ``position`` counts from 1 in reading
    order inside the document. ``token_count`` counts ``content`` as ``rulebook.text.tokens`` does. ``included`` says
    that somebody decided for this version that a hidden part counts as a rule.
    """

    chunk_id: str
    doc: str
    doc_id: str
    doc_type: DocType
    content: str
    headings: tuple[str, ...]
    source_uri: str
    position: int
    token_count: int
    category: Category | None = None
    marks: tuple[MarkSpan, ...] = ()
    table_header: str = ""
    statements: tuple[Statement, ...] = ()
    flags: tuple[Flag, ...] = ()
    included: bool = False

    @property
    def evidence_key(self) -> str:
        """``docId#chunk-N``: the same for the same document content, whatever version holds it."""
        return f"{self.doc_id}#chunk-{self.position}"

    @property
    def searchable(self) -> bool:
        """Whether search may return it: hidden parts are kept and reported, but pass for rules only by decision."""
        return Flag.HIDDEN not in self.flags or self.included

    @property
    def place(self) -> str:
        """Where it stands inside its document: ``source_uri`` without the document."""
        return self.source_uri.removeprefix(f"{self.doc}#")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """A document read and cut: its chunks in reading order and the report of the reading.

    ``properties`` hold for all of it and are no rules: page headers and footers, front matter.
    """

    doc: str
    doc_id: str
    doc_type: DocType
    title: str
    sha256: str
    chunks: tuple[RuleChunk, ...]
    report: ParseReport
    properties: tuple[tuple[str, str], ...] = ()
