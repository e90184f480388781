"""How much of an untrusted file is read before it is refused."""

from __future__ import annotations

from dataclasses import dataclass

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
    memory_bytes: int = 1024 * MIB
    """Address space of the process that reads (not enforced on Windows)."""
    cpu_seconds: int = 30
    """Processor time for one file (not enforced on Windows)."""
    wall_seconds: float = 60.0
    """Time from request to answer for one file."""


def size(count: int) -> str:
    """``157286400`` → ``150 MB``; what is under one MB in KB."""
    return f"{count / MIB:.0f} MB" if count >= MIB else f"{count / 1024:.0f} KB"
