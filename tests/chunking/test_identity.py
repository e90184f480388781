"""The same content under the same name has the same id on every machine."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking.identity import document_id, document_name, slug
from tests.examples import some

HASH = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("記入規則.docx", "記入規則"),
        ("UI標準(画面).xlsx", "ui標準-画面"),
        ("My Rules v1.2.docx", "my-rules-v1-2"),
        ("編码规范.DOCX", "編码规范"),
        ("write/表紙.md", "write-表紙"),
        ("＿.md", "document"),
        ("...", "document"),
    ],
)
def test_letters_of_any_script_stay_and_the_rest_is_one_dash(name: str, found: str) -> None:
    assert slug(name) == found


def test_an_id_ends_in_the_first_eight_digits_of_the_hash() -> None:
    assert document_id("記入規則.docx", HASH) == "記入規則-01234567"


@some
@given(st.text(min_size=1, max_size=30))
def test_two_spellings_of_one_name_are_one_document(name: str) -> None:
    decomposed = unicodedata.normalize("NFD", name)
    assert document_id(document_name(decomposed), HASH) == document_id(document_name(name), HASH)


@some
@given(st.text(max_size=40))
def test_an_id_holds_letters_digits_and_dashes_only(name: str) -> None:
    assert all(c.isalnum() or c == "-" for c in document_id(name, HASH))


def test_names_lose_what_does_not_show() -> None:
    assert document_name("規則\u202ecod.docx\n") == "規則cod.docx"
    assert document_name("か\u3099.md") == "が.md"
