"""From bytes to chunks: every type by its own reader, every damage a typed error, never anything else."""

from __future__ import annotations

import hashlib
import io
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document as WordDocument
from openpyxl import Workbook
from pptx import Presentation

from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import DocumentError
from rulebook.model.chunk import Category
from rulebook.model.document import DocType
from rulebook.parsing.parse import parse_file
from rulebook.readers.registry import FORMATS, format_of_name, reader_for, supported_suffixes
from tests.pdfs import Text, pdf


def word_file() -> bytes:
    document = WordDocument()
    document.add_heading("記入規則", 1)
    document.add_paragraph("番号を付ける。", style="List Number")
    table = document.add_table(2, 2)
    for cell, text in zip((c for row in table.rows for c in row.cells), ["項目", "値", "余白", "10mm"], strict=True):
        cell.text = text
    table.cell(0, 0).merge(table.cell(0, 1))
    return written(document.save)


def workbook_file() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in [["規則", "", ""], ["項目", "値", "備考"], ["余白", 10, "=1+1"], ["日付", 45000.5, "注"]]:
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    return written(book.save)


def deck_file() -> bytes:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "方針"
    slide.placeholders[1].text_frame.text = "表には番号を付ける。"
    return written(deck.save)


def written(save: Callable[[io.BytesIO], object]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


MARKDOWN = """---
title: 規則
---
# 章

- **番号**を付ける。

| 項目 | 値 |
|---|---|
| 余白 | 10mm |
"""
FILES = {
    "規則.docx": word_file(),
    "規則.xlsx": workbook_file(),
    "規則.pptx": deck_file(),
    "規則.md": MARKDOWN.encode(),
    "rules.pdf": pdf([[Text("Chapter", 780, size=20), Text("A table has a number.", 700)]], outline=[("Chapter", 0)]),
}


@pytest.mark.parametrize("name", FILES)
def test_every_type_is_read_and_cut(tmp_path: Path, name: str) -> None:
    path = tmp_path / "stored"
    path.write_bytes(FILES[name])
    parsed = parse_file(path, name, Category.DESIGN)
    assert parsed.sha256 == hashlib.sha256(FILES[name]).hexdigest()
    assert parsed.doc_id.endswith(f"-{parsed.sha256[:8]}")
    assert [c.position for c in parsed.chunks] == list(range(1, len(parsed.chunks) + 1))
    for found in parsed.chunks:
        assert (found.doc, found.category, found.doc_type) == (name, Category.DESIGN, parsed.doc_type)
        assert found.source_uri.startswith(f"{name}#")


def test_a_passage_with_a_title_in_its_front_matter_is_one_chunk_under_that_title(tmp_path: Path) -> None:
    path = tmp_path / "p1.md"
    path.write_text("---\ntitle: 火星\n---\n" + "火星は太陽系の惑星である。" * 30, encoding="utf-8")
    (found,) = parse_file(path, "p1.md").chunks
    assert found.headings == ("火星",)
    assert found.content == "火星は太陽系の惑星である。" * 30


def test_the_chunk_limits_of_the_caller_hold(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# 章\n\n" + "番号を付ける。" * 200, encoding="utf-8")
    limits = ChunkLimits(max_tokens=64, target_tokens=40, min_tokens=5)
    assert max(c.token_count for c in parse_file(path, "a.md", None, None, limits).chunks) <= 64


def test_every_format_has_a_reader_and_its_own_suffixes() -> None:
    assert {form.doc_type for form in FORMATS} == set(DocType)
    assert all(callable(reader_for(form.doc_type)) for form in FORMATS)
    suffixes = supported_suffixes()
    assert len(suffixes) == len(set(suffixes))
    assert [form.doc_type for s in suffixes if (form := format_of_name(f"a{s.upper()}"))]
    assert format_of_name("a.doc") is None


@pytest.mark.parametrize("name", FILES)
def test_flipped_cut_and_doubled_bytes_give_a_document_or_a_typed_error(tmp_path: Path, name: str) -> None:
    chance = random.Random(7)
    for _ in range(10):
        assert_survives(tmp_path, name, spoiled(FILES[name], chance))


@pytest.mark.parametrize("name", ["規則.docx", "規則.xlsx", "規則.pptx"])
def test_spoiled_parts_in_a_sound_package_give_a_document_or_a_typed_error(tmp_path: Path, name: str) -> None:
    chance = random.Random(11)
    for _ in range(16):
        assert_survives(tmp_path, name, with_spoiled_part(FILES[name], chance))


def assert_survives(folder: Path, name: str, content: bytes) -> None:
    path = folder / "stored"
    path.write_bytes(content)
    fault: DocumentError | None = None
    try:
        parse_file(path, name)
    except DocumentError as error:
        fault = error
    assert fault is None or (fault.where == name and fault.what)


def spoiled(content: bytes, chance: random.Random) -> bytes:
    """The content with one thing done to it that a bad disk or line does."""
    at, length = chance.randrange(len(content)), chance.randrange(1, 40)
    return chance.choice(
        [
            content[:at],
            content[:at] + content[at + length :],
            content[:at] + chance.randbytes(length) + content[at + length :],
            content[:at] + content[at : at + length] * 2 + content[at + length :],
            content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :],
        ]
    )


def with_spoiled_part(content: bytes, chance: random.Random) -> bytes:
    """The package with values, tags or whole parts changed as a faulty program would."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(stream, "w") as target:
        chosen = chance.choice([n for n in source.namelist() if n.endswith((".xml", ".rels"))])
        for name in source.namelist():
            part = source.read(name)
            if name == chosen:
                part = spoiled_xml(part.decode(), chance).encode()
            target.writestr(name, part)
    return stream.getvalue()


def spoiled_xml(text: str, chance: random.Random) -> str:
    values = [m.span(1) for m in re.finditer(r'="([^"]*)"', text)]
    elements = [m.span() for m in re.finditer(r"<[^>/]*/>", text)] or [(0, 0)]
    start, end = chance.choice(values) if values and chance.random() < 0.7 else chance.choice(elements)
    odd = ["", "-1", "99999999999", "x", "1.5", "NaN", "true", "rId99", "é" * 300]
    return text[:start] + (chance.choice(odd) if text[start : start + 1] != "<" else "") + text[end:]


def test_page_headers_are_properties_of_the_document_and_no_chunk(tmp_path: Path) -> None:
    document = WordDocument()
    document.sections[0].header.paragraphs[0].text = "社外秘"
    document.add_paragraph("余白は 10mm とする。")
    document.save(str(tmp_path / "規則.docx"))
    parsed = parse_file(tmp_path / "規則.docx", "規則.docx")
    assert parsed.properties == (("header", "社外秘"),)
    assert [chunk.content for chunk in parsed.chunks] == ["余白は 10mm とする。"]
