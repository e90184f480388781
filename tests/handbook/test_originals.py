"""An upload has one name, in the manifest and in its chunks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking.identity import document_name
from rulebook.handbook.originals import display_name


@given(st.text())
def test_the_name_that_is_shown_is_the_name_that_chunks_carry(name: str) -> None:
    assert document_name(display_name(name)) == display_name(name)
    assert 0 < len(display_name(name)) <= 200


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../記入規則.docx", "記入規則.docx"),
        ("C:\\共有\\記入規則.docx", "記入規則.docx"),
        ("規則\u202e.docx", "規則.docx"),
        ("規則\udce3.docx", "規則.docx"),
        ("あ" * 199 + " の規則.docx", "あ" * 199),
        ("", "unnamed"),
    ],
)
def test_folders_and_unseen_characters_are_no_part_of_a_name(name: str, shown: str) -> None:
    assert display_name(name) == shown
