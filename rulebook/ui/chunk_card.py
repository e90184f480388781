"""A chunk as a card: its place, its heading path, its text with the marks it has in the document."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.chunk import RuleChunk
from rulebook.ui.richtext import Html, Span, joined, marked_text, tag, text
from rulebook.ui.words import Words


def chunk_card(words: Words, chunk: RuleChunk) -> Html:
    """The card of one chunk in reading order."""
    head = [
        tag("span", text(f"{chunk.position}"), css="rb-rank"),
        tag("span", heading_path(chunk), css="rb-path"),
        *flag_chips(words, chunk),
    ]
    return card(head, chunk, place_line(words, chunk), hidden=not chunk.searchable)


def card(
    head: Sequence[Html], chunk: RuleChunk, foot: Html, *, highlights: Sequence[Span] = (), hidden: bool = False
) -> Html:
    """Head line, column titles, text and foot of a chunk in one frame."""
    columns = [tag("div", text(chunk.table_header), css="rb-columns")] if chunk.table_header else []
    body = tag("div", marked_text(chunk.content, chunk.marks, highlights), css="rb-body")
    css = "rb-card rb-hidden" if hidden else "rb-card"
    return tag("div", tag("div", *head, css="rb-head"), *columns, body, foot, css=css)


def heading_path(chunk: RuleChunk) -> Html:
    """The section titles, outermost first; the document's name where there is none."""
    return joined([text(h) for h in chunk.headings or (chunk.doc,)], " › ")


def place_line(words: Words, chunk: RuleChunk) -> Html:
    """Where it stands in the document, and its length."""
    tokens = words("chunk.tokens", count=chunk.token_count)
    return tag("div", text(f"{chunk.source_uri} · {tokens} · {chunk.evidence_key}"), css="rb-small")


def flag_chips(words: Words, chunk: RuleChunk) -> list[Html]:
    """What is not plain rule text, said; of a hidden part also whether it counts all the same."""
    said = [*chunk.flags, *(["included"] if chunk.included else [])]
    return [tag("span", text(words(f"flag.{name}")), css="rb-chip rb-amber") for name in said]
