"""What of a chunk the two channels search: the text to embed and the words of the keyword channel."""

from __future__ import annotations

from rulebook.model.chunk import RuleChunk
from rulebook.model.text import Mark, RichText
from rulebook.text.keywords import terms


def valid_text(chunk: RuleChunk) -> str:
    """The content without what is struck out: withdrawn text is shown, but does not find anything."""
    return RichText(chunk.content, chunk.marks).without(Mark.STRIKE)


def heading_line(chunk: RuleChunk) -> str:
    """The heading path and the titles of the columns, as context of the content."""
    return " > ".join(chunk.headings) + (f"\n{chunk.table_header}" if chunk.table_header else "")


def embedding_text(chunk: RuleChunk) -> str:
    """Heading path, column titles and content: what the vector of a chunk stands for."""
    return f"{heading_line(chunk)}\n{valid_text(chunk)}".strip()


def keyword_fields(chunk: RuleChunk) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The terms of the heading path (file name included) and those of the content."""
    stem = chunk.doc.rsplit(".", 1)[0]
    return terms(f"{stem}\n{heading_line(chunk)}"), terms(valid_text(chunk))
