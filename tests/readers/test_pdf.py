"""PDF with a text layer: paragraphs, headings and pages; scans and locked files are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.errors import DamagedFile, EncryptedFile, NoText
from rulebook.model.document import BlockKind, Document
from rulebook.readers.pdf import read
from tests.pdfs import Text, pdf


def document_of(folder: Path, content: bytes) -> Document:
    path = folder / "rules.pdf"
    path.write_bytes(content)
    return read(path, "rules.pdf")


def prose(top: float, *lines: str) -> list[Text]:
    return [Text(line, top - 14 * n) for n, line in enumerate(lines)]


WRAPPED = "Every table carries a number and a title, and the text refers to the table by"


def test_a_wrapped_paragraph_reads_on_and_a_new_one_begins_behind_its_full_stop(tmp_path: Path) -> None:
    page = prose(700, WRAPPED, "that number alone.", "Figures have their title below.")
    document = document_of(tmp_path, pdf([page]))
    assert [block.text.text for block in document.blocks] == [
        f"{WRAPPED} that number alone.",
        "Figures have their title below.",
    ]
    assert {block.span.fragment for block in document.blocks} == {"page!1"}


def test_list_items_stay_apart(tmp_path: Path) -> None:
    page = prose(700, f"1. {WRAPPED}", "2. Headings end without a full stop")
    assert len(document_of(tmp_path, pdf([page])).blocks) == 2


def test_larger_lines_are_headings_by_the_rank_of_their_size(tmp_path: Path) -> None:
    pages = [
        [Text(f"Chapter {n}", 780, size=20), Text(f"Section {n}.1", 740, size=14), *prose(700, WRAPPED, "that number.")]
        for n in (1, 2)
    ]
    document = document_of(tmp_path, pdf(pages))
    headings = [(b.text.text, b.level) for b in document.blocks if b.kind is BlockKind.HEADING]
    assert headings == [("Chapter 1", 1), ("Section 1.1", 2), ("Chapter 2", 1), ("Section 2.1", 2)]
    assert document.title == "Chapter 1"
    assert document.report.headings == 4


def test_the_outline_names_the_headings_whatever_their_size(tmp_path: Path) -> None:
    pages = [[Text(title, 780), Text("BIG BUT NO HEADING", 740, size=30), *prose(700, "Text.")] for title in "ABC"]
    document = document_of(tmp_path, pdf(pages, outline=[("A", 0), ("B", 1), ("C", 2)]))
    assert [b.text.text for b in document.blocks if b.kind is BlockKind.HEADING] == ["A", "B", "C"]


def test_running_heads_and_page_numbers_are_properties_and_no_rules(tmp_path: Path) -> None:
    pages = [
        [Text("Rules of writing", 800, size=8), *prose(700, f"Rule {word} holds."), Text(f"{n} / 4", 30, size=8)]
        for n, word in enumerate(["one", "two", "three", "four"], 1)
    ]
    document = document_of(tmp_path, pdf(pages))
    assert [b.text.text for b in document.blocks] == [f"Rule {word} holds." for word in ["one", "two", "three", "four"]]
    assert [text for _, text in document.properties] == ["Rules of writing", "1 / 4"]


def test_pages_without_text_are_reported(tmp_path: Path) -> None:
    document = document_of(tmp_path, pdf([prose(700, "Rule."), [], [], prose(700, "Another rule.")]))
    assert [(w.code, w.place) for w in document.report.warnings] == [("page_without_text", "page!2-3")]


def test_a_scan_is_refused_as_such(tmp_path: Path) -> None:
    with pytest.raises(NoText, match="scan"):
        document_of(tmp_path, pdf([[], []]))


def test_a_locked_pdf_is_encrypted_and_a_broken_one_damaged(tmp_path: Path) -> None:
    lock = f"/Encrypt<</Filter/Standard/V 1/R 2/O({'o' * 32})/U({'u' * 32})/P -4>>/ID[(a)(b)]"
    with pytest.raises(EncryptedFile):
        document_of(tmp_path, pdf([prose(700, "Rule.")], trailer=lock))
    with pytest.raises(DamagedFile):
        document_of(tmp_path, b"%PDF-1.7\nnothing else")
