"""What crosses the doors as JSON comes back as the same value."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import EmptyFile
from rulebook.model.chunk import Category, ParsedDocument, RuleChunk, Statement
from rulebook.model.decode import from_json
from rulebook.model.document import Block, BlockKind, DocType, Flag, ParseReport, ParseWarning
from rulebook.model.json import error_to_json, to_json
from rulebook.model.place import CellRange
from rulebook.model.text import Mark, MarkSpan
from tests.examples import some

numbers = st.integers(0, 10_000)
words = st.text(max_size=20)
chunks = st.builds(
    RuleChunk,
    chunk_id=words,
    doc=words,
    doc_id=words,
    doc_type=st.sampled_from(DocType),
    content=words,
    headings=st.lists(words, max_size=3).map(tuple),
    source_uri=words,
    position=numbers,
    token_count=numbers,
    category=st.none() | st.sampled_from(Category),
    marks=st.lists(st.builds(MarkSpan, numbers, numbers, st.sampled_from(Mark)), max_size=3).map(tuple),
    table_header=words,
    statements=st.lists(st.builds(Statement, start=numbers, end=numbers, text=words), max_size=3).map(tuple),
    flags=st.lists(st.sampled_from(Flag), max_size=2).map(tuple),
)
reports = st.builds(
    ParseReport,
    headings=numbers,
    tables=numbers,
    hidden=st.lists(words, max_size=2).map(tuple),
    warnings=st.lists(st.builds(ParseWarning, code=words, place=words, message=words), max_size=2).map(tuple),
)
documents = st.builds(
    ParsedDocument,
    doc=words,
    doc_id=words,
    doc_type=st.sampled_from(DocType),
    title=words,
    sha256=words,
    chunks=st.lists(chunks, max_size=3).map(tuple),
    report=reports,
)


@some
@given(documents)
def test_a_parsed_document_comes_back_from_its_json(document: ParsedDocument) -> None:
    assert from_json(ParsedDocument, json.loads(json.dumps(to_json(document)))) == document


@some
@given(chunks)
def test_a_chunk_shows_all_its_fields_and_its_evidence_key(chunk: RuleChunk) -> None:
    shown = to_json(chunk)
    assert isinstance(shown, dict)
    assert list(shown) == [*(field.name for field in fields(RuleChunk)), "evidence_key"]
    assert shown["evidence_key"] == f"{chunk.doc_id}#chunk-{chunk.position}"


def test_enums_are_values_tuples_lists_and_sets_sorted_lists() -> None:
    assert to_json((DocType.WORD, frozenset({Flag.NOTES, Flag.HIDDEN}), None, 1.5)) == [
        "word",
        ["hidden", "notes"],
        None,
        1.5,
    ]


def test_places_in_a_document_are_not_written() -> None:
    block = Block(kind=BlockKind.PARAGRAPH, span=CellRange("規則", 1, 1, 2, 2))
    shown = to_json(block)
    assert isinstance(shown, dict)
    assert "span" not in shown
    assert shown["kind"] == "paragraph"


def test_an_error_shows_its_code_and_its_message() -> None:
    error = EmptyFile("the file is empty.", where="規則.docx", remedy="Get it again.")
    assert error_to_json(error) == {
        "code": "E_EMPTY_FILE",
        "message": "規則.docx: the file is empty. Get it again.",
    }


def test_what_the_model_does_not_hold_has_no_json_form() -> None:
    with pytest.raises(TypeError, match="complex"):
        to_json(1j)
