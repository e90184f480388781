"""Small workbooks for the tests: squared paper with boxes, and parts patched where openpyxl cannot write a feature."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from rulebook.chunking.sections import Section, iter_sections
from rulebook.model.document import Block, BlockKind, Document
from rulebook.readers.excel import read
from tests.packages import relations, save, workbook

GREY = PatternFill("solid", fgColor="FFC0C0C0")
BOLD = Font(bold=True)
_THIN = Side(style="thin")


def squared_paper(name: str = "規則") -> tuple[Workbook, Worksheet]:
    """A workbook with one sheet of many narrow columns, as 方眼紙 has them."""
    book = Workbook()
    sheet = book.active
    sheet.title = name
    for column in range(1, 61):
        sheet.column_dimensions[get_column_letter(column)].width = 2.6
    return book, sheet


def box(sheet: Worksheet, area: str, text: object = None, fill: PatternFill | None = None, merge: bool = True) -> None:
    """Lines around a range, the range merged unless told otherwise, and a text in its first cell."""
    left, top, right, bottom = range_boundaries(area)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            cell = sheet.cell(row, column)
            cell.border = Border(
                left=_THIN if column == left else None,
                right=_THIN if column == right else None,
                top=_THIN if row == top else None,
                bottom=_THIN if row == bottom else None,
            )
            if fill is not None:
                cell.fill = fill
    sheet.cell(top, left).value = text
    if merge and ":" in area:
        sheet.merge_cells(area)


def grid(sheet: Worksheet, top: int, columns: str, rows: list[list[object]], header: int = 1) -> None:
    """A drawn table: ``columns`` like ``"B:D E:J"`` one a logical column, the first ``header`` rows grey."""
    for offset, row in enumerate(rows):
        for area, text in zip(columns.split(), row, strict=True):
            first, _, last = area.partition(":")
            place = f"{first}{top + offset}:{last or first}{top + offset}"
            box(sheet, place, text, GREY if offset < header else None)


def saved(book: Workbook, folder: Path, patches: Mapping[str, Callable[[str], str]] | None = None) -> Path:
    """The workbook as a file, the named parts changed by their functions."""
    path = folder / "規則.xlsx"
    book.save(path)
    if patches:
        patch(path, patches)
    return path


def patch(path: Path, patches: Mapping[str, Callable[[str], str]]) -> None:
    """Rewrites parts of a package; a part that is not there yet is made out of the empty string."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, change in patches.items():
        parts[name] = change(parts.get(name, b"").decode()).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def read_book(book: Workbook, folder: Path, patches: Mapping[str, Callable[[str], str]] | None = None) -> Document:
    path = saved(book, folder, patches)
    return read(path, path.name)


def with_strings(folder: Path, *items: str) -> Document:
    """A workbook whose first column shows these shared strings (the insides of ``si`` elements), two rows apart."""
    cells = "".join(f'<row r="{2 * n + 1}"><c r="A{2 * n + 1}" t="s"><v>{n}</v></c></row>' for n in range(len(items)))
    parts = workbook(f"<sheetData>{cells}</sheetData>")
    strings = "".join(f"<si>{item}</si>" for item in items)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{strings}</sst>'.encode()
    links = {"rId1": ("worksheet", "worksheets/s1.xml"), "rId2": ("sharedStrings", "sharedStrings.xml")}
    parts["xl/_rels/workbook.xml.rels"] = relations(links).encode()
    path = save(folder, "規則.xlsx", parts)
    return read(path, path.name)


def of_kind(document: Document, kind: BlockKind) -> list[str]:
    return [block.text.text for block in document.blocks if block.kind is kind]


def headings(document: Document) -> list[tuple[int, str]]:
    """Level and text of the headings below the sheet names."""
    return [(b.level, b.text.text) for b in document.blocks if b.kind is BlockKind.HEADING and b.level > 1]


def tables(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.kind is BlockKind.TABLE]


def rows(block: Block) -> list[list[str]]:
    """The texts of a table by row."""
    assert block.table is not None
    return [[cell.text.text for cell in row.cells] for row in block.table.rows]


def all_text(document: Document) -> str:
    """Every text of every block, one a line."""
    lines = []
    for block in document.blocks:
        lines += [text for row in rows(block) for text in row] if block.table else [block.text.text]
    return "\n".join(lines)


def section_of(document: Document, text: str) -> Section:
    """The section whose content holds ``text``."""
    return next(s for s in iter_sections(document.blocks) if any(text in p.text.text for p in s.pieces))
