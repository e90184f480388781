"""Which files a command takes, and how each comes to its category."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import pytest

from rulebook.cli.inputs import InputFile, choose_category, collect, unmatched_globs
from rulebook.errors import UsageError
from rulebook.model.chunk import Category

NO_GLOBS: dict[Category, Sequence[str]] = {}


def item(name: str, *folders: str) -> InputFile:
    return InputFile(path=Path(name), folders=folders)


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_a_folder_is_walked_without_lock_files_and_hidden_ones(tmp_path: Path) -> None:
    touch(tmp_path, "b.docx", "~$b.docx", ".c.docx", ".git/d.docx", "design/a.pptx", "design/x/.DS_Store")
    assert [f.name for f in collect([tmp_path]).files] == ["b.docx", "a.pptx"]


def test_what_is_no_document_is_left_out_and_told(tmp_path: Path) -> None:
    touch(tmp_path, "a.docx", "b.txt", "c.doc")
    inputs = collect([tmp_path])
    assert [f.name for f in inputs.files] == ["a.docx", "c.doc"]  # the old format is refused by the reader, by name
    assert inputs.skipped == (str(tmp_path / "b.txt"),)


def test_a_file_named_by_itself_is_taken_whatever_it_is(tmp_path: Path) -> None:
    touch(tmp_path, "b.txt")
    assert [f.name for f in collect([tmp_path / "b.txt", tmp_path / "missing.docx"]).files] == ["b.txt", "missing.docx"]


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    touch(tmp_path, "b.txt")
    with pytest.raises(UsageError, match="holds no document"):
        collect([tmp_path])


def test_the_innermost_folder_named_as_a_category_decides(tmp_path: Path) -> None:
    touch(tmp_path, "write/a.docx", "write/design/b.docx", "Ref/x/c.docx")
    chosen = {f.name: choose_category(f, NO_GLOBS).category.value for f in collect([tmp_path]).files}
    assert chosen == {"a.docx": "write", "b.docx": "design", "c.docx": "ref"}
    assert choose_category(collect([tmp_path / "write" / "a.docx"]).files[0], NO_GLOBS).category is Category.WRITE
    assert choose_category(collect([tmp_path / "Ref" / "x"]).files[0], NO_GLOBS).suggested


def test_a_glob_wins_over_the_folder_in_any_unicode_spelling() -> None:
    globs = {Category.DESIGN: [normalize("NFD", "ガイド*")]}
    choice = choose_category(item("ガイド集.docx", "write"), globs)
    assert (choice.category, choice.suggested) == (Category.DESIGN, False)


def test_globs_of_two_categories_must_not_meet() -> None:
    globs = {Category.WRITE: ["*.docx"], Category.REF: ["*見本*"]}
    with pytest.raises(UsageError, match="matches --write and --ref"):
        choose_category(item("見本.docx"), globs)


def test_without_any_sign_the_name_suggests() -> None:
    choice = choose_category(item("帳票_サンプル.xlsx", "somewhere"), NO_GLOBS)
    assert (choice.category, choice.suggested) == (Category.REF, True)
    assert "サンプル" in choice.reason


def test_a_glob_that_matches_nothing_is_told() -> None:
    globs = {Category.WRITE: ["*.docx", "*.xslx"]}
    assert unmatched_globs([item("a.docx")], globs) == ["--write *.xslx"]
