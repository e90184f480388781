"""An index is examined in another process, which may die or hang without harm to this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.handbook.index.content import contents_of
from rulebook.handbook.index.opening import build_index
from rulebook.handbook.index.probe import probe
from rulebook.model.chunk import Category
from tests.indexes import made_collection

COLLECTIONS = (made_collection(Category.WRITE, 30), made_collection(Category.REF, 0))
CONTENTS = contents_of(COLLECTIONS, 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_index(tmp_path / "chroma", COLLECTIONS, 1)
    return tmp_path / "chroma"


def test_a_sound_index_has_no_trouble_however_often_it_is_examined(folder: Path) -> None:
    assert [probe(folder, CONTENTS) for _ in range(3)] == ["", "", ""]


def test_an_examination_that_takes_too_long_is_ended_and_told(folder: Path) -> None:
    assert probe(folder, CONTENTS, seconds=0.01) == "examining it takes longer than 0.01 seconds"


def test_a_process_that_cannot_examine_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert probe(folder, CONTENTS) == "it cannot be examined (1)"


def test_the_main_program_is_not_run_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of the workbench is the main program without a guard."""
    monkeypatch.setattr("__main__.__file__", str(folder / "no such program.py"))
    assert probe(folder, CONTENTS) == ""
