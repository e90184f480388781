"""Text as it is kept: NFC, without characters that do not show and can make it read otherwise than it is."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from itertools import pairwise

from rulebook.model.document import Block, Document, ParseWarning, Table, TableCell, TableRow
from rulebook.model.text import RichText

_UNSEEN = re.compile(
    "[\0-\b\x0e-\x1f\x7f"  # control characters
    "\u202a-\u202e\u2066-\u2069"  # direction overrides
    "\ud800-\udfff"  # halves of characters
    "\U000e0000-\U000e007f]"  # tags
)


def cleaned(document: Document) -> Document:
    """``document`` with all its text in NFC and unseen characters taken out; how many, and where, is a warning each.

    Compatibility forms (full-width letters, ①) stay as the author wrote them.
    """
    counts: dict[str, int] = {}
    blocks = tuple(_block(block, counts) for block in document.blocks)
    warnings = tuple(
        ParseWarning(
            code="unseen_characters",
            place=place,
            message=f"{count} characters that do not show (control, direction or tag characters) were taken out.",
        )
        for place, count in counts.items()
    )
    report = replace(document.report, warnings=document.report.warnings + warnings)
    return replace(document, title=_plain(document.title), blocks=blocks, report=report)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text))


def _block(block: Block, counts: dict[str, int]) -> Block:
    place = block.span.fragment
    table = block.table
    if table is not None:
        table = Table(rows=tuple(_row(row, counts) for row in table.rows), header_rows=table.header_rows)
    return replace(block, text=_rich(block.text, place, counts), label=_plain(block.label), table=table)


def _row(row: TableRow, counts: dict[str, int]) -> TableRow:
    return replace(row, cells=tuple(_cell(cell, row.span.fragment, counts) for cell in row.cells))


def _cell(cell: TableCell, place: str, counts: dict[str, int]) -> TableCell:
    text = _rich(cell.text, place, counts)
    return cell if text is cell.text else replace(cell, text=text)


def _rich(text: RichText, place: str, counts: dict[str, int]) -> RichText:
    unseen = len(_UNSEEN.findall(text.text))
    if unseen:
        counts[place] = counts.get(place, 0) + unseen
    elif unicodedata.is_normalized("NFC", text.text):
        return text
    # cleaned between the marks' borders, so that each mark stays on its characters
    borders = sorted({0, len(text.text), *(at for span in text.marks for at in (span.start, span.end))})
    runs = (text.slice(start, end) for start, end in pairwise(borders))
    return RichText.join(RichText.of(_plain(run.text), *(span.mark for span in run.marks)) for run in runs)
