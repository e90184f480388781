"""A workbook as a document: its sheets one after the other, and the report of the reading."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path, PurePath

from rulebook.model.document import BlockKind, DocType, Document, ParseReport, ParseWarning
from rulebook.readers.excel.names import constant
from rulebook.readers.excel.pictures import objects_warning, pictures_warning
from rulebook.readers.excel.sheet import Sheet, read_sheet
from rulebook.readers.excel.sources import ListSources
from rulebook.readers.excel.workbook import Workbook, read_workbook
from rulebook.readers.package import Package


def read(path: Path, doc: str) -> Document:
    """The workbook at ``path`` as blocks in reading order; ``doc`` is the name it goes by.

    A sheet or part that cannot be read is a warning and does not stop the others. Raises ``DamagedFile`` when the file
    is no package or its workbook part cannot be read.
    """
    with Package(path, doc) as package:
        book = read_workbook(package)
        sources, constants = ListSources(package, book), _constants(book)
        sheets = [read_sheet(package, e, book, sources, constants.get(n, ())) for n, e in enumerate(book.sheets)]
    name = unicodedata.normalize("NFC", doc)
    return Document(
        doc=name,
        doc_type=DocType.EXCEL,
        title=PurePath(name).stem,
        blocks=tuple(block for sheet in sheets for block in sheet.blocks),
        report=_report(sheets, book.warnings),
        properties=tuple(dict.fromkeys(entry for sheet in sheets for entry in sheet.properties)),
    )


def _constants(book: Workbook) -> dict[int, list[tuple[str, str]]]:
    """The named constants by the index of the sheet that shows them: the only one that knows the name, or the first."""
    first = next((n for n, e in enumerate(book.sheets) if not e.hidden and e.kind == "worksheet"), 0)
    found: dict[int, list[tuple[str, str]]] = {}
    for name in book.names:
        value = constant(name.formula)
        if value and not name.hidden:
            found.setdefault(first if name.sheet is None else name.sheet, []).append((name.name, value))
    return found


def _report(sheets: Sequence[Sheet], warnings: tuple[ParseWarning, ...]) -> ParseReport:
    kinds = [block.kind for sheet in sheets for block in sheet.blocks]
    return ParseReport(
        headings=kinds.count(BlockKind.HEADING),
        tables=kinds.count(BlockKind.TABLE),
        sheets=len(sheets),
        text_boxes=kinds.count(BlockKind.TEXT_BOX),
        comments=kinds.count(BlockKind.COMMENT),
        hidden=tuple(place for sheet in sheets for place in sheet.hidden),
        warnings=(
            *warnings,
            *(warning for sheet in sheets for warning in sheet.warnings),
            *pictures_warning([(sheet.name, sheet.pictures) for sheet in sheets if sheet.pictures]),
            *objects_warning([(sheet.name, sheet.objects) for sheet in sheets if sheet.objects]),
        ),
    )
