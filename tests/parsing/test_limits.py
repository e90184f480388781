"""Every bound on a file has an error of its own, which says what was found and what is allowed."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.errors import LimitExceeded
from rulebook.parsing.isolated import IsolatedReader
from rulebook.parsing.parse import parse_file
from rulebook.readers.limits import ERRORS, MIB, Limits
from tests import packages
from tests.fuzz.deck_seed import deck_parts
from tests.pdfs import Text, pdf

_WIDE = "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='{}'/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>"
_CELLS = "<sheetData><row r='1'>" + "".join(f"<c r='{c}1'><v>1</v></c>" for c in "ABCDE") + "</row></sheetData>"
_MERGED = (
    "<sheetData><row r='1'><c r='A1'><v>1</v></c></row></sheetData>"
    "<mergeCells><mergeCell ref='A1:B2'/><mergeCell ref='C1:D2'/></mergeCells>"
)
_ZEROS = packages.word() | {"word/media/a.bin": bytes(2 * MIB)}
_NOISE = packages.word() | {f"word/media/{n}.bin": os.urandom(MIB) for n in range(3)}
_PARAGRAPHS = packages.word("<w:p><w:r><w:t>規則を守る。</w:t></w:r></w:p>" * 20)
_WORDS = (("One", 700), ("Second", 400), ("Last", 550))
_PAGES = pdf(
    [[Text(f"{word} page is for {word * 3}.", top), Text(word * 5, 500), Text(word * 9, 300)] for word, top in _WORDS]
)

CASES: Mapping[str, tuple[str, bytes | dict[str, bytes], float, float]] = {
    "file_bytes": ("a.pdf", b"%PDF-1.7 " + b"x" * 200, 100, 10**6),
    "text_bytes": ("a.md", "規則。".encode() * 50, 100, 10**6),
    "unpacked_bytes": ("a.docx", _NOISE, 2 * MIB, 5 * MIB),
    "part_bytes": ("a.docx", _NOISE, MIB - 1, MIB),
    "ratio": ("a.docx", _ZEROS, 200, 5_000),
    "entries": ("a.docx", packages.word(), 2, 3),
    "xml_depth": ("a.docx", packages.word(), 4, 5),
    "grid_span": ("a.docx", packages.word(_WIDE.format(7) + "<w:p><w:r><w:t>規則</w:t></w:r></w:p>"), 6, 7),
    "merged_ranges": ("a.xlsx", packages.workbook(_MERGED), 1, 2),
    "merged_cells": ("a.xlsx", packages.workbook(_MERGED), 7, 8),
    "cells": ("a.xlsx", packages.workbook(_CELLS), 4, 5),
    "sheets": ("a.xlsx", packages.workbook(sheets=3), 2, 3),
    "slides": ("a.pptx", deck_parts(), 1, 2),
    "pages": ("a.pdf", _PAGES, 2, 3),
    "blocks": ("a.docx", _PARAGRAPHS, 19, 20),
    "characters": ("a.docx", _PARAGRAPHS, 119, 120),
}
"""For each bound: a file, a value that refuses it and one that does not."""
OF_THE_PROCESS = {"answer_bytes", "memory_bytes", "cpu_seconds", "wall_seconds"}


@pytest.mark.parametrize("bound", CASES)
def test_a_file_over_a_bound_is_refused_with_the_error_of_that_bound(tmp_path: Path, bound: str) -> None:
    name, content, refusing, _ = CASES[bound]
    with pytest.raises(LimitExceeded, match=r"found .+, allowed .+\.") as caught:
        parse_file(packages.save(tmp_path, "stored", content), name, None, Limits(**{bound: refusing}))
    assert type(caught.value) is ERRORS[bound]
    assert (caught.value.where, bool(caught.value.remedy)) == (name, True)


@pytest.mark.parametrize("bound", sorted(CASES.keys() - {"file_bytes"}))
def test_a_file_at_a_bound_is_read(tmp_path: Path, bound: str) -> None:
    name, content, _, enough = CASES[bound]
    assert parse_file(packages.save(tmp_path, "stored", content), name, None, Limits(**{bound: enough})).chunks


@pytest.mark.parametrize(
    "value", [" 1001 ", "+1001", "1_001", "1e9", "0001001", "１００１", "99999999999999999999999", "1001.5", "1e308"]
)
def test_a_span_is_bounded_however_its_number_is_written(tmp_path: Path, value: str) -> None:
    path = packages.save(tmp_path, "stored", packages.word(_WIDE.format(value)))
    with pytest.raises(ERRORS["grid_span"]):
        parse_file(path, "a.docx")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    ("bound", "paragraphs", "limits"),
    [
        ("answer_bytes", 10, Limits(answer_bytes=1000)),
        ("memory_bytes", 60_000, Limits(memory_bytes=64 * MIB)),
        ("cpu_seconds", 20_000, Limits(cpu_seconds=0)),
        ("wall_seconds", 20_000, Limits(wall_seconds=0.2)),
    ],
)
def test_a_bound_on_the_process_has_its_error_too(tmp_path: Path, bound: str, paragraphs: int, limits: Limits) -> None:
    body = "".join(f"<w:p><w:r><w:t>規則{n}</w:t></w:r></w:p>" for n in range(paragraphs))
    path = packages.save(tmp_path, "stored", packages.word(body))
    with IsolatedReader(limits) as reader, pytest.raises(LimitExceeded) as caught:
        reader.read(path, "a.docx")
    assert type(caught.value) is ERRORS[bound]
    assert (caught.value.where, bool(caught.value.remedy)) == ("a.docx", True)


def test_every_bound_has_an_error_with_a_code_of_its_own_and_a_test() -> None:
    bounds = {field.name for field in dataclasses.fields(Limits)} - {"ratio_from_bytes"}
    assert bounds == set(ERRORS) == CASES.keys() | OF_THE_PROCESS
    codes = [error.code for error in ERRORS.values()]
    assert len(set(codes)) == len(codes)
    assert all(code.startswith("E_LIMIT_") and code != LimitExceeded.code for code in codes)


def test_a_long_text_that_is_stored_once_and_shown_in_very_many_cells_is_bounded(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 41))
    parts = packages.workbook(f"<sheetData>{rows}</sheetData>")
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}"><si><t>{"規" * 32_000}</t></si></sst>'.encode()
    links = {"rId1": ("worksheet", "worksheets/s1.xml"), "rId2": ("sharedStrings", "sharedStrings.xml")}
    parts["xl/_rels/workbook.xml.rels"] = packages.relations(links).encode()
    path = packages.save(tmp_path, "stored", parts)
    with pytest.raises(ERRORS["characters"]):
        parse_file(path, "a.xlsx", None, Limits(characters=1_000_000))
