"""Fault kind 13: a file that cannot be read says why and what to do, and the others are read.

Wrong: "File is not a zip file" for a workbook with a password, a Word 97 document or one that arrived half; and
thirty sound documents go unread because of it.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    UnsupportedType,
)
from rulebook.parsing.isolated import IsolatedReader
from rulebook.parsing.parse import parse_file
from tests import packages
from tests.packages import save
from tests.parsing.test_parse import FILES
from tests.pdfs import Text, pdf

Content = bytes | Mapping[str, bytes]

LOCKED = packages.compound_file("EncryptionInfo", "EncryptedPackage")
ENCRYPTED_PDF = pdf(
    [[Text("Rule", 700)]], trailer="/Encrypt<</Filter/Standard/V 1/R 2/O(" + "x" * 32 + ")/U(" + "x" * 32 + ")/P -4>>"
)
CASES: list[tuple[str, str, Content, type[DocumentError]]] = [
    ("a Word file with a password", "記入規則.docx", LOCKED, EncryptedFile),
    ("a workbook with a password", "図表規則.xlsx", LOCKED, EncryptedFile),
    ("a deck with a password", "設計方針.pptx", LOCKED, EncryptedFile),
    ("a PDF with a password", "rules.pdf", ENCRYPTED_PDF, EncryptedFile),
    ("a Word 97 file", "記入規則.doc", packages.compound_file("WordDocument"), OldFormat),
    ("an Excel 97 file", "図表規則.xls", packages.compound_file("Workbook"), OldFormat),
    ("a PowerPoint 97 file", "設計方針.ppt", packages.compound_file("PowerPoint Document"), OldFormat),
    ("a Word 97 file that was renamed", "記入規則.docx", packages.compound_file("WordDocument"), OldFormat),
    ("a file of no bytes", "記入規則.docx", b"", EmptyFile),
    ("a Markdown file of no bytes", "規程.md", b"", EmptyFile),
    ("half a download", "記入規則.docx", FILES["規則.docx"][: len(FILES["規則.docx"]) // 2], DamagedFile),
    ("half a workbook", "図表規則.xlsx", FILES["規則.xlsx"][: len(FILES["規則.xlsx"]) // 2], DamagedFile),
    ("half a deck", "設計方針.pptx", FILES["規則.pptx"][: len(FILES["規則.pptx"]) // 2], DamagedFile),
    ("zeros as from a bad disk", "記入規則.docx", bytes(9000), DamagedFile),
    ("a web page called a workbook", "図表規則.xlsx", b"<html><table><tr><td>1</td></tr></table></html>", TypeMismatch),
    ("a workbook called a document", "記入規則.docx", FILES["規則.xlsx"], TypeMismatch),
    ("a PDF called a document", "記入規則.docx", FILES["rules.pdf"], TypeMismatch),
    ("rich text called a document", "記入規則.docx", b"{\\rtf1\\ansi rule}", TypeMismatch),
    ("a picture", "図.png", b"\x89PNG\r\n\x1a\n" + bytes(100), UnsupportedType),
    ("a lock file that Word left behind", "~$記入規則.docx", b"\x05user" + bytes(157), UnsupportedType),
    ("a document without text", "記入規則.docx", packages.word("<w:p/>"), NoText),
    ("a PDF of scans", "rules.pdf", pdf([[], []]), NoText),
    ("a Markdown file of blanks", "規程.md", b"\n \n", NoText),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "error"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_the_error_says_which_file_why_and_what_to_do(
    tmp_path: Path, name: str, content: Content, error: type[DocumentError]
) -> None:
    path = save(tmp_path, "stored", content)
    with pytest.raises(DocumentError) as caught:
        parse_file(path, name)
    assert type(caught.value) is error
    assert caught.value.where == name
    assert len(caught.value.what) > 15
    assert len(caught.value.remedy) > 15
    assert "zip file" not in str(caught.value).lower()


def test_the_password_is_what_the_message_speaks_of(tmp_path: Path) -> None:
    with pytest.raises(EncryptedFile, match=r"(?i)password|encrypt|protect"):
        parse_file(save(tmp_path, "stored", LOCKED), "記入規則.docx")


def test_a_file_that_is_not_there_is_an_error_of_that_file(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_file(tmp_path / "gone", "記入規則.docx")
    assert caught.value.where == "記入規則.docx"


def test_a_folder_called_like_a_document_is_an_error_of_that_file(tmp_path: Path) -> None:
    (tmp_path / "記入規則.docx").mkdir()
    with pytest.raises(DocumentError) as caught:
        parse_file(tmp_path / "記入規則.docx", "記入規則.docx")
    assert caught.value.where == "記入規則.docx"


def test_the_others_are_read_by_the_same_reader_one_after_the_other(tmp_path: Path) -> None:
    outcomes = []
    with IsolatedReader() as reader:
        for _, name, content, error in CASES[:12]:
            with pytest.raises(error):
                reader.read(save(tmp_path, "stored", content), name)
        for name, content in FILES.items():
            outcomes.append(bool(reader.read(save(tmp_path, "stored", content), name).chunks))
    assert outcomes == [True] * len(FILES)


def test_a_workbook_whose_structure_is_protected_is_read(tmp_path: Path) -> None:
    """Protection against editing is no encryption: everybody can read it, and so do we."""
    parts = dict(
        packages.workbook(
            '<sheetData><row r="1"><c t="str"><v>規則</v></c></row></sheetData><sheetProtection sheet="1"/>'
        )
    )
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(
        b"<sheets>", b'<workbookProtection lockStructure="1"/><sheets>'
    )
    assert parse_file(save(tmp_path, "stored", parts), "図表規則.xlsx").chunks[0].content == "規則"


def test_a_document_for_reading_only_is_read(tmp_path: Path) -> None:
    parts = dict(packages.word())
    parts["word/settings.xml"] = (
        b'<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        b'<w:documentProtection w:edit="readOnly" w:enforcement="1"/></w:settings>'
    )
    assert parse_file(save(tmp_path, "stored", parts), "記入規則.docx").chunks[0].content == "規則"
