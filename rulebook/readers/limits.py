"""How much of an untrusted file is read before it is refused, and the error of each bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.errors import LimitExceeded

MIB = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on one file. Real rule documents stay far below them; files made to hurt a reader do not."""

    file_bytes: int = 150 * MIB
    """Size of the file as it lies on disk."""
    text_bytes: int = 16 * MIB
    """Size of a Markdown file."""
    unpacked_bytes: int = 150 * MIB
    """Sum of the unpacked sizes of all parts of an Office file, pictures included."""
    part_bytes: int = 64 * MIB
    """Unpacked size of one part."""
    ratio: int = 200
    """Unpacked to packed size of a part that is over ``ratio_from_bytes``."""
    ratio_from_bytes: int = MIB
    """Parts up to this size may be packed as tightly as they are."""
    entries: int = 5_000
    """Entries of an Office file's package."""
    xml_depth: int = 200
    """Elements inside each other; libxml2 itself stops at 256 unless told otherwise."""
    grid_span: int = 1_000
    """Columns or rows that one cell of a Word or PowerPoint table covers."""
    merged_ranges: int = 20_000
    """Merged ranges of a workbook."""
    merged_cells: int = 500_000
    """Cells that the merged ranges of a workbook cover together."""
    cells: int = 2_000_000
    """Stored cells of a workbook."""
    sheets: int = 200
    """Sheets of a workbook."""
    slides: int = 2_000
    """Slides of a deck."""
    pages: int = 5_000
    """Pages of a PDF."""
    blocks: int = 1_000_000
    """Headings, paragraphs, tables and other pieces that come out of a document, rows of tables included."""
    characters: int = 10_000_000
    """Characters of text that come out of a document: one stored text can be shown in very many cells."""
    answer_bytes: int = 256 * MIB
    """Size of all chunks as they come back from the process that reads: whoever asked must hold them."""
    memory_bytes: int = 1024 * MIB
    """Address space of the process that reads (not enforced on Windows)."""
    cpu_seconds: int = 30
    """Processor time for one file (not enforced on Windows)."""
    wall_seconds: float = 60.0
    """Time from request to answer for one file."""


class FileTooLarge(LimitExceeded):
    code = "E_LIMIT_FILE_SIZE"


class TextTooLarge(LimitExceeded):
    code = "E_LIMIT_TEXT_SIZE"


class UnpackedTooLarge(LimitExceeded):
    code = "E_LIMIT_UNPACKED_SIZE"


class PartTooLarge(LimitExceeded):
    code = "E_LIMIT_PART_SIZE"


class ExpansionTooHigh(LimitExceeded):
    code = "E_LIMIT_EXPANSION"


class TooManyEntries(LimitExceeded):
    code = "E_LIMIT_ENTRIES"


class TooDeep(LimitExceeded):
    code = "E_LIMIT_DEPTH"


class SpanTooWide(LimitExceeded):
    code = "E_LIMIT_SPAN"


class TooManyMergedRanges(LimitExceeded):
    code = "E_LIMIT_MERGED_RANGES"


class TooManyMergedCells(LimitExceeded):
    code = "E_LIMIT_MERGED_CELLS"


class TooManyCells(LimitExceeded):
    code = "E_LIMIT_CELLS"


class TooManySheets(LimitExceeded):
    code = "E_LIMIT_SHEETS"


class TooManySlides(LimitExceeded):
    code = "E_LIMIT_SLIDES"


class TooManyPages(LimitExceeded):
    code = "E_LIMIT_PAGES"


class TooManyBlocks(LimitExceeded):
    code = "E_LIMIT_BLOCKS"


class TooMuchText(LimitExceeded):
    code = "E_LIMIT_CHARACTERS"


class AnswerTooLarge(LimitExceeded):
    code = "E_LIMIT_ANSWER_SIZE"


class MemoryExceeded(LimitExceeded):
    code = "E_LIMIT_MEMORY"


class ProcessorTimeExceeded(LimitExceeded):
    code = "E_LIMIT_PROCESSOR_TIME"


class TimeExceeded(LimitExceeded):
    code = "E_LIMIT_TIME"


ERRORS: Mapping[str, type[LimitExceeded]] = {
    "file_bytes": FileTooLarge,
    "text_bytes": TextTooLarge,
    "unpacked_bytes": UnpackedTooLarge,
    "part_bytes": PartTooLarge,
    "ratio": ExpansionTooHigh,
    "entries": TooManyEntries,
    "xml_depth": TooDeep,
    "grid_span": SpanTooWide,
    "merged_ranges": TooManyMergedRanges,
    "merged_cells": TooManyMergedCells,
    "cells": TooManyCells,
    "sheets": TooManySheets,
    "slides": TooManySlides,
    "pages": TooManyPages,
    "blocks": TooManyBlocks,
    "characters": TooMuchText,
    "answer_bytes": AnswerTooLarge,
    "memory_bytes": MemoryExceeded,
    "cpu_seconds": ProcessorTimeExceeded,
    "wall_seconds": TimeExceeded,
}
"""The error of each bound of ``Limits``; ``ratio_from_bytes`` only says where ``ratio`` begins."""


def too_much(bound: str, doc: str, what: str, found: str, allowed: str) -> LimitExceeded:
    """The file passes ``bound``, a name of ``Limits``: what it is, how much there is, how much is allowed."""
    return ERRORS[bound](
        f"{what}: found {found}, allowed {allowed}.",
        where=doc,
        remedy="Split the document into smaller files or remove what is not needed.",
    )


def size(count: int) -> str:
    """``157286400`` → ``150 MB``; what is under one MB in KB."""
    return f"{count / MIB:.0f} MB" if count >= MIB else f"{count / 1024:.0f} KB"
