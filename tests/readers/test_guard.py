"""The guard says what a file is, or refuses it with the reason and what to do."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from rulebook.errors import (
    DamagedFile,
    DocumentError,
    EmptyFile,
    EncryptedFile,
    LimitExceeded,
    OldFormat,
    TypeMismatch,
    UnsafeFile,
    UnsupportedType,
)
from rulebook.model.document import DocType
from rulebook.readers.guard import check
from rulebook.readers.limits import MIB, Limits
from tests import packages

XLSB = packages.package("xl/w.bin", packages.EXCEL_MACRO.replace("sheet", "sheet.binary"), {"xl/w.bin": b"1"})
MACROS = packages.package("xl/workbook.xml", packages.EXCEL_MACRO, {"xl/workbook.xml": "<workbook/>"})
VISIO = packages.package("visio/d.xml", "application/vnd.ms-visio.drawing.main+xml", {"visio/d.xml": "<d/>"})
WIDE = '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="100000000"/></w:tcPr></w:tc></w:tr></w:tbl>'
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n"
CELL = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'


def refused(folder: Path, name: str, content: bytes | dict[str, bytes]) -> DocumentError:
    """The error that the guard raises for a file."""
    with pytest.raises(DocumentError) as caught:
        check(packages.save(folder, "stored", content), name)
    return caught.value


@pytest.mark.parametrize(
    ("name", "content", "doc_type"),
    [
        ("規則.docx", packages.word(), DocType.WORD),
        ("規則.DOCX", packages.word(), DocType.WORD),
        ("規則.docm", packages.word(main_type=packages.WORD_MACRO), DocType.WORD),
        ("規則.docm", packages.word(), DocType.WORD),
        ("規則.xlsx", packages.workbook(), DocType.EXCEL),
        ("規則.xlsm", MACROS, DocType.EXCEL),
        ("規則.md", "# 規則\n".encode(), DocType.MARKDOWN),
        ("規則.md", "規則".encode("cp932"), DocType.MARKDOWN),
        ("規則.md", "# 規則".encode("utf-16"), DocType.MARKDOWN),
        ("規則.pdf", PDF, DocType.PDF),
    ],
)
def test_a_sound_file_is_known_by_its_content_and_its_name(
    tmp_path: Path, name: str, content: bytes | dict[str, bytes], doc_type: DocType
) -> None:
    assert check(packages.save(tmp_path, "stored", content), name) is doc_type


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.docx", b"", EmptyFile),
        ("a.docx", b"\0" * 4000, DamagedFile),
        ("a.docx", packages.packed(packages.word())[:-30], DamagedFile),
        ("a.docx", packages.packed(packages.word())[:120], DamagedFile),
        ("a.docx", packages.compound_file("EncryptionInfo", "EncryptedPackage"), EncryptedFile),
        ("a.xlsx", packages.compound_file("EncryptedPackage"), EncryptedFile),
        ("a.docx", packages.compound_file("WordDocument"), OldFormat),
        ("a.xlsx", packages.compound_file("Workbook"), OldFormat),
        ("a.pptx", packages.compound_file("PowerPoint Document"), OldFormat),
        ("a.doc", packages.compound_file("WordDocument"), OldFormat),
        ("a.xls", b"name,value\n", OldFormat),
        ("a.docx", packages.compound_file("Something"), DamagedFile),
        ("a.docx", packages.compound_file("WordDocument")[:8] + bytes(2000), DamagedFile),
        ("a.zip", b"anything", UnsupportedType),
        ("a", b"anything", UnsupportedType),
        ("a.docx", packages.workbook(), TypeMismatch),
        ("a.xlsx", packages.word(), TypeMismatch),
        ("a.md", packages.word(), TypeMismatch),
        ("a.txt", packages.word(), TypeMismatch),
        ("a.docx", PDF, TypeMismatch),
        ("a.pdf", b"plain text", TypeMismatch),
        ("a.docx", b"<!DOCTYPE html><html><body>rule</body></html>", TypeMismatch),
        ("a.xlsx", b"name,value\n1,2\n", TypeMismatch),
        ("a.docx", b"{\\rtf1 rule}", TypeMismatch),
        ("a.md", b"<html><body>rule</body></html>", TypeMismatch),
        ("a.md", b"\x89PNG\0\0\0\0", DamagedFile),
        ("a.docx", packages.packed({"mimetype": b"application/vnd.oasis.opendocument.text"}), TypeMismatch),
        ("a.docx", packages.word(main_type=packages.WORD_MACRO), TypeMismatch),
        ("a.xlsx", MACROS, TypeMismatch),
        ("a.xlsx", XLSB, TypeMismatch),
        ("a.docx", VISIO, TypeMismatch),
    ],
)  # fmt: skip
def test_a_file_that_is_not_what_it_should_be_is_refused_with_its_own_error(
    tmp_path: Path, name: str, content: bytes | dict[str, bytes], error: type[DocumentError]
) -> None:
    assert type(refused(tmp_path, name, content)) is error


@pytest.mark.parametrize(
    ("name", "content"),
    [("規則.docx", b""), ("規則.docx", packages.compound_file("WordDocument")), ("規則.xlsx", packages.word())],
)
def test_every_refusal_names_the_file_the_cause_and_the_remedy(
    tmp_path: Path, name: str, content: bytes | dict[str, bytes]
) -> None:
    error = refused(tmp_path, name, content)
    assert error.where == name
    assert error.what
    assert error.remedy
    assert str(error).startswith(f"{name}: ")


def test_a_missing_file_is_an_error_of_that_document(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be opened"):
        check(tmp_path / "none.docx", "none.docx")


def test_a_document_without_its_main_part_is_damaged(tmp_path: Path) -> None:
    parts = packages.word()
    del parts["word/document.xml"]
    assert type(refused(tmp_path, "a.docx", parts)) is DamagedFile


@pytest.mark.parametrize("part", [b"<w:document", b"<a>\x01</a>", b"<a>\xff\xfe\xfd</a>", b""])
def test_a_main_part_that_is_no_xml_is_named(tmp_path: Path, part: bytes) -> None:
    error = refused(tmp_path, "a.docx", packages.word() | {"word/document.xml": part})
    assert type(error) is DamagedFile
    assert "word/document.xml" in str(error)


def test_a_broken_part_beside_the_main_one_is_left_to_the_reader(tmp_path: Path) -> None:
    parts = packages.word() | {"docProps/custom.xml": b"<oops"}
    assert check(packages.save(tmp_path, "a", parts), "a.docx") is DocType.WORD


def test_a_part_with_a_wrong_checksum_is_damaged(tmp_path: Path) -> None:
    content = bytearray(packages.packed(packages.word(), zipfile.ZIP_STORED))
    content[content.index("規則".encode())] ^= 1
    assert type(refused(tmp_path, "a.docx", bytes(content))) is DamagedFile


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "shift_jis", "euc-jp"])
@pytest.mark.parametrize("part", ["word/document.xml", "customXml/item1.xml", "word/_rels/document.xml.rels"])
def test_a_doctype_is_refused_in_every_part_and_encoding(tmp_path: Path, part: str, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE r [<!ENTITY x "y">]><r>&x;</r>'
    error = refused(tmp_path, "a.docx", packages.word() | {part: text.encode(encoding)})
    assert type(error) is UnsafeFile
    assert part in str(error)


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE r SYSTEM "http://example.com/r.dtd">',
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        "<!DOCTYPE r [" + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12)) + "]>",
    ],
)
def test_entities_are_refused_before_they_are_read(tmp_path: Path, declaration: str) -> None:
    content = packages.word() | {"word/document.xml": f"{declaration}<r>&x;&e11;</r>".encode()}
    assert type(refused(tmp_path, "a.docx", content)) is UnsafeFile


@pytest.mark.parametrize("name", ["../evil.xml", "word/../../evil.xml", "/etc/evil.xml", "C:/evil.xml", "..\\evil.xml"])
def test_entries_that_climb_out_of_the_package_are_refused(tmp_path: Path, name: str) -> None:
    assert type(refused(tmp_path, "a.docx", packages.word() | {name: b"<a/>"})) is UnsafeFile


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["word/document.xml", "Word/Document.xml"])
def test_a_part_that_is_there_twice_is_refused(tmp_path: Path, name: str) -> None:
    stream = io.BytesIO(packages.packed(packages.word()))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr(name, "<a/>")
    assert type(refused(tmp_path, "a.docx", stream.getvalue())) is UnsafeFile


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_methods_that_office_does_not_use_are_refused(tmp_path: Path, method: int) -> None:
    assert type(refused(tmp_path, "a.docx", packages.packed(packages.word(), method))) is UnsafeFile


def test_an_entry_with_a_password_is_encrypted(tmp_path: Path) -> None:
    content = bytearray(packages.packed(packages.word()))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(signature) + offset] |= 1
    assert type(refused(tmp_path, "a.docx", bytes(content))) is EncryptedFile


def test_entries_over_the_same_bytes_are_refused(tmp_path: Path) -> None:
    assert type(refused(tmp_path, "a.docx", overlapping(packages.word()))) is UnsafeFile


def overlapping(parts: dict[str, bytes]) -> bytes:
    """An archive whose last directory entry points into the one before it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
        inner = local_entry("inner.xml", b"<a/>")
        archive.writestr("outer.bin", inner)
        outer = archive.getinfo("outer.bin")
        at = outer.header_offset + 30 + len("outer.bin")
        forged = zipfile.ZipInfo("inner.xml")
        forged.header_offset, forged.CRC = at, zlib.crc32(b"<a/>")
        forged.file_size = forged.compress_size = 4
        archive.filelist.append(forged)
        archive.NameToInfo["inner.xml"] = forged
    return stream.getvalue()


def local_entry(name: str, content: bytes) -> bytes:
    header = struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, 0, 0, 0, 33, zlib.crc32(content), 4, 4, len(name), 0)
    return header + name.encode() + content


@pytest.mark.parametrize(
    ("parts", "limit"),
    [
        (packages.word() | {"media/a.bin": b"\0" * (2 * MIB)}, Limits(part_bytes=MIB)),
        (packages.word() | {"media/a.bin": b"\0" * (2 * MIB)}, Limits(ratio=200)),
        (packages.word() | {f"media/{n}.bin": bytes([n]) * MIB for n in range(3)}, Limits(unpacked_bytes=2 * MIB)),
        (packages.word() | {f"x/{n}.xml": b"<a/>" for n in range(20)}, Limits(entries=20)),
        (packages.word("<w:p>" * 250 + "</w:p>" * 250), Limits()),
        (packages.word(WIDE), Limits()),
        (packages.word(), Limits(file_bytes=100)),
    ],
)
def test_a_word_file_over_a_limit_is_refused_with_what_was_found_and_allowed(
    tmp_path: Path, parts: dict[str, bytes], limit: Limits
) -> None:
    with pytest.raises(LimitExceeded, match=r"found .+, allowed .+\."):
        check(packages.save(tmp_path, "a", parts), "a.docx", limit)


@pytest.mark.parametrize(
    ("sheet", "sheets", "limit"),
    [
        (CELL + '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>', 1, Limits()),
        (CELL + "<mergeCells>" + '<mergeCell ref="A1:B1"/>' * 21_000 + "</mergeCells>", 1, Limits()),
        (CELL + '<mergeCells><mergeCell ref="$A$1:$C$4"/></mergeCells>', 1, Limits(merged_cells=11)),
        (CELL, 201, Limits()),
        ("<sheetData><row>" + "<c/>" * 30 + "</row></sheetData>", 2, Limits(cells=59)),
    ],
)
def test_a_workbook_over_a_limit_is_refused(tmp_path: Path, sheet: str, sheets: int, limit: Limits) -> None:
    with pytest.raises(LimitExceeded):
        check(packages.save(tmp_path, "a", packages.workbook(sheet, sheets)), "a.xlsx", limit)


@pytest.mark.parametrize(
    ("sheet", "sheets", "limit"),
    [
        (CELL + '<mergeCells><mergeCell ref="$A$1:$C$4"/></mergeCells>', 1, Limits(merged_cells=12)),
        (CELL, 200, Limits()),
        ("<sheetData><row>" + "<c/>" * 30 + "</row></sheetData>", 2, Limits(cells=60)),
    ],
)
def test_a_workbook_at_a_limit_is_read(tmp_path: Path, sheet: str, sheets: int, limit: Limits) -> None:
    assert check(packages.save(tmp_path, "a", packages.workbook(sheet, sheets)), "a.xlsx", limit) is DocType.EXCEL


def test_limits_on_cells_hold_for_the_strict_namespace_too(tmp_path: Path) -> None:
    parts = packages.workbook("<sheetData><row>" + "<c/>" * 30 + "</row></sheetData>")
    usual = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    strict = {
        name: part.replace(usual, b"http://purl.oclc.org/ooxml/spreadsheetml/main") for name, part in parts.items()
    }
    with pytest.raises(LimitExceeded):
        check(packages.save(tmp_path, "a", strict), "a.xlsx", Limits(cells=29))


def test_a_text_over_its_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded):
        check(packages.save(tmp_path, "a", b"# rule\n" * 20), "a.md", Limits(text_bytes=100))


def test_real_documents_pass(shared: Path) -> None:
    small = [path for path in sorted(shared.glob("corpus/*/*.*")) if path.stat().st_size < 150_000]
    assert {check(path, path.name) for path in small} >= {DocType.WORD, DocType.EXCEL, DocType.MARKDOWN}
