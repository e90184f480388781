"""What stands around or behind a document is left alone: entities, links, macros; strict files read like usual ones."""

from __future__ import annotations

import os
import re
import socket
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rulebook.errors import (
    DamagedFile,
    DocumentError,
    EmptyFile,
    EncryptedFile,
    NoText,
    OldFormat,
    TypeMismatch,
    UnsafeFile,
    UnsupportedType,
)
from rulebook.parsing.parse import parse_file
from rulebook.readers.package import Package
from tests import packages
from tests.fuzz.deck_seed import deck_parts
from tests.fuzz.word_seed import word_parts
from tests.fuzz.workbook_seed import workbook_parts
from tests.pdfs import Text, pdf

SEEDS = {"a.docx": word_parts(), "a.xlsx": workbook_parts(), "a.pptx": deck_parts()}
MACROS = {
    "a.docm": ("a.docx", "word", packages.WORD_MACRO),
    "a.xlsm": ("a.xlsx", "xl", packages.EXCEL_MACRO),
    "a.pptm": ("a.pptx", "ppt", packages.SLIDES_MACRO),
}
"""Name with macros → name without, folder of the parts, content type of the main part."""
FLAT = (
    '<?xml version="1.0" standalone="yes"?><?mso-application progid="Word.Document"?>'
    '<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"/>'
)
ODT = packages.packed({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<a/>"})
IRM = packages.compound_file("EncryptedPackage", "DRMEncryptedDataSpace")


def texts(path: Path, name: str) -> list[tuple[tuple[str, ...], str]]:
    return [(chunk.headings, chunk.content) for chunk in parse_file(path, name).chunks]


def strict(parts: Mapping[str, bytes]) -> packages.Parts:
    """The parts in the namespaces of ISO 29500 Strict."""
    usual = re.compile(
        rb"http://schemas\.openxmlformats\.org/(wordprocessing|spreadsheet|presentation|drawing)ml/2006/(\w+)"
        rb"|http://schemas\.openxmlformats\.org/(officeDocument)/2006/(\w+)"
    )

    def name(found: re.Match[bytes]) -> bytes:
        group = found[1] + b"ml" if found[1] else found[3]
        return b"http://purl.oclc.org/ooxml/" + group + b"/" + (found[2] or found[4])

    return {part: usual.sub(name, content) for part, content in parts.items()}


@pytest.mark.parametrize("name", SEEDS)
def test_a_strict_file_gives_the_same_text_as_the_usual_one(tmp_path: Path, name: str) -> None:
    found = strict(SEEDS[name])
    assert b"purl.oclc.org" in b"".join(found.values())
    usual = texts(packages.save(tmp_path, "usual", SEEDS[name]), name)
    assert texts(packages.save(tmp_path, "strict", found), name) == usual


def test_a_strict_file_in_another_encoding_is_read_too_and_its_text_is_left_as_it_is(tmp_path: Path) -> None:
    address = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    parts = strict(packages.word(f"<w:p><w:r><w:t>名前空間は{address}である。</w:t></w:r></w:p>"))
    part = parts["word/document.xml"].decode()
    parts["word/document.xml"] = f'<?xml version="1.0" encoding="utf-16"?>{part}'.encode("utf-16")
    assert texts(packages.save(tmp_path, "a", parts), "a.docx")[0][1] == f"名前空間は{address}である。"


def test_names_of_parts_are_equal_in_either_case_and_may_be_escaped(tmp_path: Path) -> None:
    parts = {name.replace("word/document", "Word/規 則"): part for name, part in packages.word().items()}
    for name in ("[Content_Types].xml", "_rels/.rels"):
        parts[name] = parts[name].replace(b"word/document", b"WORD/%E8%A6%8F%20%E5%89%87")
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"%E8%A6%8F%20%E5%89%87", "規 則".encode())
    assert texts(packages.save(tmp_path, "a", parts), "a.docx") == [((), "規則")]


@pytest.mark.parametrize("name", MACROS)
def test_macros_are_named_and_the_text_around_them_is_read(tmp_path: Path, name: str) -> None:
    plain_name, folder, main_type = MACROS[name]
    parts = SEEDS[plain_name]
    types = parts["[Content_Types].xml"]
    plain = re.search(rb'PartName="[^"]*" ContentType="([^"]*)"', types)
    assert plain is not None
    with_macros = parts | {
        f"{folder}/vbaProject.bin": packages.compound_file("VBA", "PROJECT"),
        "[Content_Types].xml": types.replace(plain[1], main_type.encode()),
    }
    path = packages.save(tmp_path, "a", with_macros)
    without = packages.save(tmp_path, "b", parts)
    assert texts(path, name) == texts(without, plain_name)
    (warning,) = [w for w in parse_file(path, name).report.warnings if w.code == "macros_not_run"]
    assert f"{folder}/vbaProject.bin" in warning.message
    assert not [w for w in parse_file(without, name).report.warnings if w.code == "macros_not_run"]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A port that must not be called."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


@pytest.mark.parametrize(
    "kind", ["attachedTemplate", "image", "hyperlink", "styles", "oleObject", "subDocument", "frame"]
)
def test_nothing_outside_is_fetched(tmp_path: Path, listener: socket.socket, kind: str) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/x.xml"
    parts = packages.word(
        "<w:p><w:r><w:t>規則</w:t></w:r><w:r><w:drawing>"
        '<a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="rId1"/></w:drawing>'
        f'</w:r></w:p><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{address}"/>'
    )
    link = packages.relations({"rId1": (kind, address)}).replace("/></Rel", ' TargetMode="External"/></Rel')
    for relations in (link, link.replace(' TargetMode="External"', "")):
        parts["word/_rels/document.xml.rels"] = relations.encode()
        parts["word/document.xml"] = parts["word/document.xml"].replace(
            b"<w:document", f'<?xml-stylesheet href="{address}" type="text/xsl"?><w:document'.encode(), 1
        )
        assert "規則" in texts(packages.save(tmp_path, "a", parts), "a.docx")[0][1]
        parts["word/document.xml"] = re.sub(rb"<\?xml-.*?\?>", b"", parts["word/document.xml"])
    with pytest.raises(BlockingIOError):
        listener.accept()


def test_a_pdf_that_would_run_something_is_read_like_any_other(tmp_path: Path, listener: socket.socket) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
    action = f"<</S/URI/URI({address})/Next<</S/JavaScript/JS(app.launchURL('{address}'))>>>>"
    content = pdf([[Text("A table has a number.", 700), Text("Margins are wide.", 600)]])
    path = packages.save(tmp_path, "a", content.replace(b"/Type/Catalog", f"/Type/Catalog/OpenAction{action}".encode()))
    assert "A table has a number." in texts(path, "a.pdf")[0][1]
    with pytest.raises(BlockingIOError):
        listener.accept()


ENTITIES = '<!DOCTYPE r [<!ENTITY a "規則"><!ENTITY b SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("name", ["word/styles.bin", "word/媒体/a.png", "styles"])
def test_a_doctype_is_refused_in_a_part_of_any_name(tmp_path: Path, name: str, encoding: str) -> None:
    part = f'<?xml version="1.0" encoding="{encoding}"?>{ENTITIES}<r x="&a;">&b;</r>'.encode(encoding)
    with pytest.raises(UnsafeFile):
        parse_file(packages.save(tmp_path, "a", packages.word() | {name: part}), "a.docx")


def test_a_package_does_not_read_a_doctype_that_the_guard_has_not_seen(tmp_path: Path) -> None:
    parts = packages.word() | {"x.xml": f"{ENTITIES}<r>&a;</r>".encode()}
    with Package(packages.save(tmp_path, "a", parts), "a.docx") as package, pytest.raises(UnsafeFile):
        package.xml("x.xml")


@pytest.mark.parametrize(
    ("name", "content", "error", "words"),
    [
        ("a.docx", FLAT.encode(), TypeMismatch, "an XML file"),
        ("a.xlsx", FLAT.encode("utf-16"), TypeMismatch, "an XML file"),
        ("a.xml", FLAT.encode(), UnsupportedType, ".xml"),
        ("a.docx", ODT, TypeMismatch, "an OpenDocument file"),
        ("a.odt", ODT, TypeMismatch, "an OpenDocument file"),
        ("a.doc", b"{\\rtf1 rule}", OldFormat, "Office before 2007"),
        ("a.docx", b"{\\rtf1 rule}", TypeMismatch, "an RTF document"),
        ("a.xls", b"<html><table/></html>", OldFormat, "Office before 2007"),
        ("a.xlsx", b"<?xml version='1.0'?><html><table/></html>", TypeMismatch, "an HTML page"),
        ("a.csv", b"name,value\n", UnsupportedType, ".csv"),
        ("a.doc", packages.packed(packages.word()), TypeMismatch, "Rename it to .docx"),
        ("a.docx", IRM, EncryptedFile, "rights management"),
        ("a.docx", b"", EmptyFile, "0 bytes"),
        ("a.docx", b" \r\n" * 40, TypeMismatch, "plain text"),
        ("a.md", " \r\n\u3000".encode() * 40, NoText, "no text"),
        ("a.pdf", b"%PDF-1.7\n", DamagedFile, "cannot be read"),
        ("~$a.docx", b"\x05yamada" + bytes(155), UnsupportedType, "has open"),
        ("\u202e.docx", packages.packed(packages.word()), TypeMismatch, "has no suffix"),
        ("a\u202excod.exe", b"MZ", UnsupportedType, ".exe"),
    ],
)  # fmt: skip
def test_what_is_no_document_is_refused_with_a_sentence_that_helps(
    tmp_path: Path, name: str, content: bytes, error: type[DocumentError], words: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_file(packages.save(tmp_path, "stored", content), name)
    assert type(caught.value) is error
    assert words in str(caught.value)
    assert caught.value.remedy.endswith(".")


def test_a_workbook_without_text_is_refused(tmp_path: Path) -> None:
    empty = packages.workbook("<sheetData/>")
    with pytest.raises(NoText):
        parse_file(packages.save(tmp_path, "a", empty), "a.xlsx")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other kinds of files")
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "endless device", "loop", "nowhere"])
def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.md"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to({"device": "/dev/null", "endless device": "/dev/zero", "loop": path}.get(kind, "/none"))
    with pytest.raises(DocumentError, match="cannot be opened") as caught:
        parse_file(path, "a.md")
    assert caught.value.where == "a.md"


def test_a_link_to_a_file_is_read(tmp_path: Path) -> None:
    target = packages.save(tmp_path, "target", "# 章\n\n規則\n".encode())
    (tmp_path / "a.md").symlink_to(target)
    assert texts(tmp_path / "a.md", "a.md") == [(("章",), "規則")]


@pytest.mark.parametrize(
    "name", ["か\u3099" * 3 + ".md", "規\n則\x07.md", "a" * 3000 + ".md", "規\u202e則.md", "a.b.c.MD"]
)
def test_a_document_may_have_any_name(tmp_path: Path, name: str) -> None:
    found = parse_file(packages.save(tmp_path, "stored", b"# a\n\nrule\n"), name)
    assert unicodedata.is_normalized("NFC", found.doc)
    assert found.doc.isprintable()
    assert len(found.chunks) == 1
