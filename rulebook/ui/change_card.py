"""A rule in two versions, side by side, with the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.handbook.comparing import ChunkChange, DocumentChange, Edit
from rulebook.model.chunk import RuleChunk
from rulebook.ui.chunk_card import flag_chips
from rulebook.ui.excerpts import own_runs, shown_parts
from rulebook.ui.richtext import Html, Span, joined, marked_text, tag, text
from rulebook.ui.words import Words

_BEGINNING = 160
"""Characters shown of a text that did not change, whose heading or standing did."""

Pair = tuple[RuleChunk | None, RuleChunk | None, ChunkChange | None]
"""The old rule, the one that is there, and what joins them where both are."""


def pairs_of(change: DocumentChange) -> list[Pair]:
    """The rules that differ, by their places; one side of what came or went is empty."""
    pairs: list[Pair] = [(c.before, c.after, c) for c in change.changed]
    pairs += [(chunk, None, None) for chunk in change.removed]
    pairs += [(None, chunk, None) for chunk in change.added]
    return sorted(pairs, key=lambda pair: (_position(pair), pair[1] is not None))


def _position(pair: Pair) -> int:
    chunk = pair[1] or pair[0]
    return chunk.position if chunk else 0


def pair_cards(words: Words, pair: Pair) -> Html:
    """Two cards in one row."""
    before, after, change = pair
    old = _card(words, before, change, Edit.REMOVED) if before else _nothing(words, "versions.not_there_before")
    new = _card(words, after, change, Edit.ADDED) if after else _nothing(words, "versions.not_there_after")
    return tag("div", tag("div", old, css="rb-old"), tag("div", new, css="rb-new"), css="rb-pair")


def _nothing(words: Words, key: str) -> Html:
    return tag("div", tag("div", text(words(key)), css="rb-small"), css="rb-card rb-hidden")


def _card(words: Words, chunk: RuleChunk, change: ChunkChange | None, own: Edit) -> Html:
    differs = change.differs if change else ()
    path = tag("span", _path(chunk, change), css="rb-path")
    chips = [tag("span", text(words(f"differs.{name}")), css="rb-chip") for name in differs if name != "content"]
    columns = [tag("div", text(chunk.table_header), css="rb-columns")] if "table_header" in differs else []
    body = tag("div", *(_excerpts(chunk, change, own) if change else [_whole(chunk)]), css="rb-body")
    place = tag("div", text(chunk.source_uri), css="rb-small")
    head = tag("div", path, *flag_chips(words, chunk), *chips, css="rb-head")
    return tag("div", head, *columns, body, place, css="rb-card")


def _path(chunk: RuleChunk, change: ChunkChange | None) -> Html:
    """The heading path; what the other side does not have at that depth is marked."""
    headings = chunk.headings or (chunk.doc,)
    other = headings
    if change and "headings" in change.differs:
        other = change.before.headings if chunk is change.after else change.after.headings
    same = [depth < len(other) and other[depth] == heading for depth, heading in enumerate(headings)]
    parts = [text(h) if equal else tag("mark", text(h)) for h, equal in zip(headings, same, strict=True)]
    return joined(parts, " › ")


def _whole(chunk: RuleChunk) -> Html:
    return marked_text(chunk.content, chunk.marks)


def _excerpts(chunk: RuleChunk, change: ChunkChange, own: Edit) -> Iterator[Html]:
    """The parts of the text that changed with what stands around them; where another thing changed, its beginning."""
    content = chunk.content
    if "content" in change.differs:
        shown = shown_parts(content, change.edits, own)
    else:
        shown = [(0, len(content) if "marks" in change.differs else min(_BEGINNING, len(content)))]
    runs = own_runs(change.edits, own)
    for start, end in shown:
        yield text("… " if start else "")
        yield _slice(chunk, runs, start, end)
        yield text("" if end == len(content) else "…\n" if content[end - 1] == "\n" else " …\n")


def _slice(chunk: RuleChunk, runs: list[Span], start: int, end: int) -> Html:
    """One part of the text with the marks and the changed runs that reach into it."""
    marks = [
        replace(mark, start=max(mark.start, start) - start, end=min(mark.end, end) - start)
        for mark in chunk.marks
        if mark.start < end and start < mark.end
    ]
    changed = [(max(s, start) - start, min(e, end) - start) for s, e in runs if s < end and start < e]
    return marked_text(chunk.content[start:end], marks, changed)
