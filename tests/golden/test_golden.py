"""What is read of ten whole documents, compared line by line with what must be.

Where a reader was changed for the better, ``python -m tests.golden`` writes the files anew; the test never does.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.golden.documents import DOCUMENTS, expected_path, read_anew


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_whole_document_is_read_as_it_must_be(tmp_path: Path, name: str) -> None:
    expected = expected_path(name).read_text(encoding="utf-8").splitlines()
    found = read_anew(name, tmp_path).splitlines()
    difference = difflib.unified_diff(expected, found, "expected", "read", n=2, lineterm="")
    if expected != found:
        pytest.fail("\n".join(difference), pytrace=False)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_made_of_the_same_bytes_each_time(tmp_path: Path, name: str) -> None:
    made = []
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        made.append(DOCUMENTS[name](tmp_path / folder))
    assert made[0] == made[1]


def test_every_golden_file_has_its_document() -> None:
    folder = expected_path("x").parent
    assert sorted(p.name for p in folder.iterdir()) == sorted(expected_path(name).name for name in DOCUMENTS)
