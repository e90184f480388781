"""Office files made part by part, for what office libraries cannot or will not write."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

OOXML = "application/vnd.openxmlformats-officedocument"
WORD_MAIN = f"{OOXML}.wordprocessingml.document.main+xml"
EXCEL_MAIN = f"{OOXML}.spreadsheetml.sheet.main+xml"
SLIDES_MAIN = f"{OOXML}.presentationml.presentation.main+xml"
WORD_MACRO = "application/vnd.ms-word.document.macroEnabled.main+xml"
EXCEL_MACRO = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
SLIDES_MACRO = "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

Parts = dict[str, bytes]


def package(main: str, main_type: str, parts: Mapping[str, str | bytes]) -> Parts:
    """The parts of an Office file whose main part is ``main``, with content types and root relations."""
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{main}" ContentType="{main_type}"/></Types>'
    )
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": types,
        "_rels/.rels": relations({"rId1": ("officeDocument", main)}),
        **parts,
    }
    return {name: part.encode() if isinstance(part, str) else part for name, part in made.items()}


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """A ``.rels`` part: ``{id: (kind, target)}``."""
    entries = "".join(
        f'<Relationship Id="{key}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{entries}</Relationships>'
    )


def word(body: str = "<w:p><w:r><w:t>規則</w:t></w:r></w:p>", main_type: str = WORD_MAIN) -> Parts:
    """A Word document with ``body`` inside ``w:body``."""
    return package(
        "word/document.xml", main_type, {"word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>"}
    )


def workbook(sheet: str = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>', sheets: int = 1) -> Parts:
    """A workbook of equal sheets with ``sheet`` inside ``worksheet``."""
    numbers = range(1, sheets + 1)
    entries = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    parts: dict[str, str | bytes] = {
        "xl/workbook.xml": f"<workbook {_S} {_R}><sheets>{entries}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations({f"rId{n}": ("worksheet", f"worksheets/s{n}.xml") for n in numbers}),
    }
    parts |= {f"xl/worksheets/s{n}.xml": f"<worksheet {_S}>{sheet}</worksheet>" for n in numbers}
    return package("xl/workbook.xml", EXCEL_MAIN, parts)


def packed(parts: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The parts as a ZIP archive, in order; the same bytes every time, since no entry has the time of writing."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, method)
    return stream.getvalue()


def compound_file(*names: str) -> bytes:
    """A compound file (OLE2) with empty streams of these names: one sector of allocation table, one of directory."""
    size = 512
    header = struct.pack(
        "<8s16sHHHHH6sIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, b"",
        0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0,
    )  # fmt: skip
    header += struct.pack("<I", 0) + b"\xff" * (size - len(header) - 4)
    table = struct.pack("<II", 0xFFFFFFFD, 0xFFFFFFFE) + b"\xff" * (size - 8)
    directory = b"".join(_directory_entry(name, kind) for name, kind in [("Root Entry", 5), *((n, 2) for n in names)])
    return header + table + directory.ljust(size, b"\0")


def _directory_entry(name: str, kind: int) -> bytes:
    encoded = name.encode("utf-16-le") + b"\0\0"
    entry = encoded.ljust(64, b"\0") + struct.pack("<HBB", len(encoded), kind, 1) + b"\xff" * 12
    return entry.ljust(128, b"\0")


def save(folder: Path, name: str, content: bytes | Mapping[str, bytes]) -> Path:
    """The content as a file of this name."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else packed(content))
    return path
