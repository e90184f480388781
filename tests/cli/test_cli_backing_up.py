"""``rulebook backup`` and ``rulebook restore``."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.handbook.parts import Part
from tests.cli.conftest import Cli
from tests.handbooks import part_path


@pytest.fixture
def backup(cli: Cli, home: Path, tmp_path: Path) -> Path:
    assert cli("backup", tmp_path / "backup", "--home", home).status == 0
    return tmp_path / "backup"


def test_a_backup_is_told_as_json(cli: Cli, home: Path, tmp_path: Path) -> None:
    made = cli("backup", tmp_path / "backup", "--home", home, "--json")
    told = made.json["backup"]
    assert made.status == 0
    assert told["folder"] == str(tmp_path / "backup")
    assert [(version["version"], version["retired"]) for version in told["versions"]] == [("v1", False), ("v2", False)]
    assert (told["active"], told["originals"], told["complete"], told["missing"]) == ("v2", 3, True, [])
    assert told["copied"] == {"files": 3 + told["parts"] + 3, "bytes": told["bytes"]}
    assert told["removed_files"] == 0
    total = 3 + told["parts"]
    assert f"backing up {total}/{total} files" in made.err


def test_a_second_backup_says_that_nothing_was_copied(cli: Cli, home: Path, backup: Path) -> None:
    again = cli("backup", backup, "--home", home)
    assert again.status == 0
    assert "0 files copied (0 bytes), 0 removed." in again.out


def test_a_restored_handbook_is_told_and_found_sound(cli: Cli, backup: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    restored = cli("restore", backup, "--home", place, "--json")
    assert restored.status == 0
    told = restored.json["restored"]
    assert (told["home"], told["versions"], told["active"], told["documents"]) == (str(place), ["v1", "v2"], "v2", 3)
    assert cli("doctor", "--home", place).status == 0


def test_searches_after_a_restore_give_the_same_hits(cli: Cli, home: Path, backup: Path, tmp_path: Path) -> None:
    cli("restore", backup, "--home", tmp_path / "place")
    before, after = (cli("search", "表ヘッダー", "--home", at, "--json").json for at in (home, tmp_path / "place"))
    assert after["chunks"] == before["chunks"] != []


def test_a_handbook_is_replaced_only_when_it_is_said(cli: Cli, home: Path, backup: Path) -> None:
    refused = cli("restore", backup, "--home", home)
    assert refused.status == 1
    assert "there is a handbook already" in refused.err
    assert "--replace" in refused.err
    replaced = cli("restore", backup, "--home", home, "--replace")
    assert replaced.status == 0
    (kept,) = home.parent.glob("home.before-*")
    assert f"The handbook that was there is kept as {kept}." in replaced.out


def test_an_incomplete_backup_names_the_document_and_ends_with_1(cli: Cli, home: Path, tmp_path: Path) -> None:
    part_path(home, "図表規則.md", Part.VECTORS).write_bytes(b"")
    made = cli("backup", tmp_path / "backup", "--home", home)
    assert made.status == 1
    assert "vectors.npy of 図表規則.md (v1, v2) is missing (parts/" in made.err
    assert "the backup is incomplete" in made.err
    told = cli("backup", tmp_path / "backup", "--home", home, "--json")
    assert told.status == 1
    assert [missing["document"] for missing in told.json["backup"]["missing"]] == ["図表規則.md"]


def test_what_is_lost_of_an_incomplete_backup_is_told_after_the_restore(cli: Cli, home: Path, tmp_path: Path) -> None:
    for original in (home / "objects").glob("*/*"):
        original.unlink()
    cli("backup", tmp_path / "backup", "--home", home)
    restored = cli("restore", tmp_path / "backup", "--home", tmp_path / "place", "--json")
    assert restored.status == 1
    assert not restored.json["restored"]["complete"]
    assert "the original of 設計方針.md (v1) is missing (objects/" in restored.err


def test_a_damaged_backup_is_refused(cli: Cli, backup: Path, tmp_path: Path) -> None:
    part = sorted((backup / "parts").glob("*/*"))[0]
    part.write_bytes(b"")
    refused = cli("restore", backup, "--home", tmp_path / "place")
    assert refused.status == 1
    assert str(part.relative_to(backup)) in refused.err
    assert not (tmp_path / "place").exists()


def test_a_handbook_that_is_not_there_is_neither_backed_up_nor_made(cli: Cli, tmp_path: Path) -> None:
    refused = cli("backup", tmp_path / "backup", "--home", tmp_path / "nowhere")
    assert refused.status == 1
    assert "there is no handbook" in refused.err
    assert list(tmp_path.iterdir()) == []


def test_a_handbook_whose_database_is_lost_is_told_as_such_and_not_begun_anew(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    (home / "state.db").write_bytes(b"")
    refused = cli("backup", tmp_path / "backup", "--home", home)
    assert refused.status == 1
    assert "missing or empty, while versions are there" in refused.err
    assert (home / "state.db").read_bytes() == b""
    assert not (tmp_path / "backup").exists()
