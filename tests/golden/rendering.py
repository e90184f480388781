"""A parsed document as a text that a person can check line by line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.model.chunk import ParsedDocument, RuleChunk
from rulebook.model.document import ParseReport
from rulebook.model.text import Mark

_SIGNS = {Mark.BOLD: "b", Mark.UNDERLINE: "u", Mark.STRIKE: "s"}


def rendered(document: ParsedDocument) -> str:
    """Report first, then each chunk: place, path, content and statements.

    Ids and hashes are left out: they tell of the file's bytes and not of what was read.
    """
    lines = [
        f"{document.doc}  ({document.doc_type})",
        f"title: {document.title}",
        *_report(document.report),
        *(line for chunk in document.chunks for line in ("", *_chunk(chunk))),
    ]
    return "\n".join(lines) + "\n"


def _report(report: ParseReport) -> Iterator[str]:
    counts = {
        "headings": report.headings,
        "tables": report.tables,
        "sheets": report.sheets,
        "slides": report.slides,
        "text boxes": report.text_boxes,
        "comments": report.comments,
        "tracked changes": report.tracked_changes,
    }
    yield "read: " + ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    yield from (f"hidden: {place}" for place in report.hidden)
    yield from (f"warning: {w.code} at {w.place}: {w.message}" for w in report.warnings)


def _chunk(chunk: RuleChunk) -> Iterator[str]:
    flags = "".join(f" [{flag}]" for flag in chunk.flags)
    yield f"=== {chunk.position} === {chunk.source_uri} === {chunk.token_count} tokens{flags}"
    yield "under: " + " > ".join(chunk.headings)
    yield from (f"header: {line}" for line in chunk.table_header.split("\n") if line)
    yield from (f"| {line}" for line in with_marks(chunk).split("\n"))
    yield from (f"- {statement.text}" for statement in chunk.statements)


def with_marks(chunk: RuleChunk) -> str:
    """The content with its marks in sight: ``{bu:太字+下線}`` is bold and underlined, ``{s:旧}`` is struck."""
    borders = sorted({0, len(chunk.content), *(b for span in chunk.marks for b in (span.start, span.end))})
    parts = []
    for start, end in pairwise(borders):
        signs = "".join(_SIGNS[s.mark] for s in chunk.marks if s.start <= start and end <= s.end)
        text = chunk.content[start:end]
        parts.append(f"{{{signs}:{text}}}" if signs else text)
    return "".join(parts)
