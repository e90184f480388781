"""Hidden parts of documents that somebody decided to count as rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulebook.model.chunk import ParsedDocument, RuleChunk
from rulebook.model.document import Flag, ParseWarning
from rulebook.model.manifest import Manifest


def included_places(asked: Mapping[str, Sequence[str]], active: Manifest | None) -> dict[str, tuple[str, ...]]:
    """By document the places to include, sorted: as asked for, else as in the active version."""
    kept = {source.name: source.included for source in active.source_files} if active else {}
    return {**kept, **{doc: tuple(sorted(set(places))) for doc, places in asked.items()}}


def with_included(parsed: ParsedDocument, places: Sequence[str]) -> ParsedDocument:
    """``parsed`` with its hidden chunks at ``places`` marked as included.

    A place where nothing is hidden (any more) is a warning in the report: what was decided for it holds for nothing.
    """
    hidden = {chunk.place for chunk in parsed.chunks if Flag.HIDDEN in chunk.flags}
    gone = tuple(_gone(place) for place in places if place not in hidden)
    return replace(
        parsed,
        chunks=tuple(_marked(chunk, places) for chunk in parsed.chunks),
        report=replace(parsed.report, warnings=(*parsed.report.warnings, *gone)),
    )


def _marked(chunk: RuleChunk, places: Sequence[str]) -> RuleChunk:
    return replace(chunk, included=True) if Flag.HIDDEN in chunk.flags and chunk.place in places else chunk


def _gone(place: str) -> ParseWarning:
    return ParseWarning(
        code="included_part_gone",
        place=place,
        message="This hidden part was to count as a rule, but nothing is hidden here any more. "
        "Look at the document's hidden parts and choose again.",
    )
