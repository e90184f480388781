"""A handbook that may only be read: it is searched, and whoever would change it is told why that cannot be.

As an office shares it: a folder of somebody else, or one that an administrator has closed. Wrong: a stack trace, or a
search that needs the right to write.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.handbook.parts import Part
from tests.faults.storage import NOBODY, Answers, Handbook, allow_writing, forbid_writing, make_unreadable
from tests.handbooks import part_path

DOC = "記入規則.md"


@pytest.fixture
def closed(handbook: Handbook) -> Handbook:
    handbook.run("session", "start", "草案-1", "--version", "v1")
    forbid_writing(handbook.home)
    return handbook


def test_it_is_searched_with_the_same_answers(closed: Handbook, before: Answers) -> None:
    assert closed.answers(at=NOBODY) == before
    assert closed.run("search", "表", "--session", "草案-1", "--json", at=NOBODY).json["version"] == "v1"
    assert [m["version"] for m in closed.run("versions", "--json", at=NOBODY).json["versions"]] == ["v1", "v2"]


def test_it_is_measured_and_whoever_measures_is_told_that_the_run_is_not_kept(closed: Handbook) -> None:
    queries = closed.home.parent / "judged.jsonl"
    queries.write_text('{"id": "1", "lang": "ja", "kind": "keyword", "query": "表", "gold": []}', encoding="utf-8")
    ended = closed.run("eval", "retrieval", str(queries), "--json", at=NOBODY)
    assert (ended.status, ended.json["overall"]["queries"], ended.json["run_id"]) == (0, 1, None)
    assert "The run was not stored: " in ended.err
    assert "cannot be written" in ended.err


CHANGES: dict[str, tuple[str, ...]] = {
    "session start": ("session", "start", "草案-2"),
    "session end": ("session", "end", "草案-1"),
    "update": ("update", "--remove", DOC),
    "retire": ("retire", "v1"),
    "activate": ("activate", "v1"),
    "repair": ("doctor", "--repair"),
}


@pytest.mark.parametrize("command", CHANGES)
def test_a_change_is_refused_with_the_place_and_the_right_that_is_missing(closed: Handbook, command: str) -> None:
    kept = closed.files()
    ended = closed.run(*CHANGES[command], at=NOBODY)
    assert ended.status == 1
    assert str(closed.home) in ended.sentence
    assert "written" in ended.sentence
    assert "right" in ended.sentence
    assert closed.files() == kept


def test_the_doctor_looks_at_everything_and_says_that_nothing_can_be_written(closed: Handbook) -> None:
    ended = closed.run("doctor", "--json", at=NOBODY)
    assert ended.sentence == ""
    faults = {check["name"]: check for check in ended.json["checks"] if not check["ok"]}
    assert list(faults) == ["leftovers"]
    assert "cannot be written" in faults["leftovers"]["detail"]


def test_a_folder_in_which_no_handbook_can_be_made_is_named(closed: Handbook, public: Path) -> None:
    ended = closed.at(closed.home / "neu").run("build", public / "rules", at=NOBODY)
    assert ended.status == 1
    assert str(closed.home) in ended.sentence
    assert "right" in ended.sentence


def test_a_backup_is_read_from_a_folder_that_may_only_be_read(handbook: Handbook, public: Path) -> None:
    target, into = handbook.home.parent / "控え", handbook.home.parent / "戻し先"
    assert handbook.run("backup", target).status == 0
    forbid_writing(target)
    into.mkdir()
    allow_writing(into)
    assert handbook.at(into / "規程集").run("restore", target, at=NOBODY).status == 0
    assert handbook.run("backup", target, at=NOBODY).status == 1


def test_a_part_that_cannot_be_read_is_named_by_the_search(handbook: Handbook) -> None:
    """A bad sector, or a network folder that hiccups: the file is there, and reading it fails."""
    make_unreadable(part_path(handbook.home, DOC, Part.VECTORS, "v2"))
    ended = handbook.run("search", "表")
    assert ended.status == 1
    assert f"vectors.npy of {DOC} cannot be read" in ended.sentence


@pytest.mark.parametrize("command", [("doctor",), ("update", "--remove", "設計方針.md")], ids=["doctor", "update"])
def test_a_part_that_cannot_be_read_is_named_by(handbook: Handbook, command: tuple[str, ...]) -> None:
    make_unreadable(part_path(handbook.home, DOC, Part.VECTORS, "v2"))
    ended = handbook.run(*command)
    assert ended.status == 1
    assert ended.sentence or f"vectors.npy of {DOC}" in ended.out


def test_a_part_that_cannot_be_read_is_made_again(handbook: Handbook, before: Answers) -> None:
    make_unreadable(part_path(handbook.home, DOC, Part.VECTORS, "v2"))
    assert handbook.run("doctor", "--repair").status == 0
    assert handbook.answers() == before


def test_an_original_that_cannot_be_read_is_named_by_the_doctor(handbook: Handbook) -> None:
    make_unreadable(next((handbook.home / "objects").glob("??/*")))
    ended = handbook.run("doctor")
    assert ended.status == 1
    assert "originals" in ended.out
    assert ended.sentence == ""


def test_a_backup_of_a_handbook_with_a_file_that_cannot_be_read_names_it(handbook: Handbook, folder: Path) -> None:
    make_unreadable(part_path(handbook.home, DOC, Part.VECTORS, "v2"))
    ended = handbook.run("backup", folder / "控え")
    assert ended.status == 1
    assert f"{DOC}" in ended.err
    assert "incomplete" in ended.sentence
