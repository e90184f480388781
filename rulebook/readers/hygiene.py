"""Text as it is kept: NFC, without characters that do not show and can make it read otherwise than it is."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from itertools import pairwise

from rulebook.model.document import Block, Document, ParseReport, ParseWarning, Table, TableCell, TableRow
from rulebook.model.place import CellRange, SectionPlace, SourceSpan
from rulebook.model.text import RichText

_UNSEEN = re.compile(
    "[\0-\b\x0e-\x1f\x7f"  # control characters
    "\u202a-\u202e\u2066-\u2069"  # direction overrides
    "\ud800-\udfff"  # halves of characters
    "\U000e0000-\U000e007f]"  # tags
)
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
"""Hints for line breaks and direction, as they come with text pasted from the web: they say nothing and cut words."""


def cleaned(document: Document) -> Document:
    """``document`` with all its text in NFC, without hints for line breaks, and unseen characters taken out; how many
    of these, and where, is a warning each.

    Compatibility forms (full-width letters, ①) stay as the author wrote them.
    """
    counts: dict[str, int] = {}
    blocks = tuple(_block(block, counts) for block in document.blocks)
    properties = tuple((_plain(name), _plain(value)) for name, value in document.properties)
    warnings = tuple(
        ParseWarning(
            code="unseen_characters",
            place=place,
            message=f"{count} characters that do not show (control, direction or tag characters) were taken out.",
        )
        for place, count in counts.items()
    )
    return replace(
        document,
        title=_plain(document.title),
        blocks=blocks,
        properties=properties,
        report=_report(document.report, warnings),
    )


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", _UNSEEN.sub("", text)))


def _report(report: ParseReport, more: tuple[ParseWarning, ...]) -> ParseReport:
    """Places in the spelling that chunks have, since people choose hidden parts by them."""
    warnings = tuple(replace(w, place=_plain(w.place), message=_plain(w.message)) for w in report.warnings)
    return replace(report, hidden=tuple(map(_plain, report.hidden)), warnings=warnings + more)


def _span(span: SourceSpan) -> SourceSpan:
    match span:
        case CellRange():
            return replace(span, sheet=_plain(span.sheet))
        case SectionPlace():
            return replace(span, part=_plain(span.part), label=_plain(span.label))
    return span


def _block(block: Block, counts: dict[str, int]) -> Block:
    span, table = _span(block.span), block.table
    if table is not None:
        table = Table(rows=tuple(_row(row, counts) for row in table.rows), header_rows=table.header_rows)
    text = _rich(block.text, span.fragment, counts)
    label, within = _plain(block.label), _plain(block.within)
    return replace(block, span=span, text=text, label=label, within=within, table=table)


def _row(row: TableRow, counts: dict[str, int]) -> TableRow:
    span = _span(row.span)
    return replace(row, span=span, cells=tuple(_cell(cell, span.fragment, counts) for cell in row.cells))


def _cell(cell: TableCell, place: str, counts: dict[str, int]) -> TableCell:
    text = _rich(cell.text, place, counts)
    return cell if text is cell.text else replace(cell, text=text)


def _rich(text: RichText, place: str, counts: dict[str, int]) -> RichText:
    unseen = len(_UNSEEN.findall(text.text))
    if unseen:
        counts[place] = counts.get(place, 0) + unseen
    elif unicodedata.is_normalized("NFC", text.text) and not _INVISIBLE.search(text.text):
        return text
    # cleaned between the marks' borders, so that each mark stays on its characters
    borders = sorted({0, len(text.text), *(at for span in text.marks for at in (span.start, span.end))})
    runs = (text.slice(start, end) for start, end in pairwise(borders))
    return RichText.join(RichText.of(_plain(run.text), *(span.mark for span in run.marks)) for run in runs)
