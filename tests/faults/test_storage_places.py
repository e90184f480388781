"""Where a handbook lies and when it is used: odd paths, two ways to one folder, a copy, a clock that goes back.

And what another process, which has ended meanwhile, left there.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from filelock import FileLock

from rulebook.errors import BuildInProgress
from rulebook.handbook.files import file_sha256, sha256_of
from rulebook.handbook.locking import build_lock
from tests.faults.commands import Conditions
from tests.faults.storage import TERMS, Answers, Handbook, answers_of
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at

PLACES = {
    "Japanese and spaces": "規程集 第 ２ 版（令和８年度）/部門 共有",
    "quotes, signs and a line break": 'it\'s "100%" &\n#1?/=;$HOME`~',
    "a very long name": "長" * 80,
    "a deep folder": "/".join(["深いフォルダー"] * 14),
    "like an address": "file:..?mode=ro#x",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_handbook_lives_at_any_path(handbook: Handbook, before: Answers, folder: Path, place: str) -> None:
    """Moved there, backed up, restored beside it, and changed."""
    there, backup = handbook.at(folder / PLACES[place]), folder / "控え" / "x"
    there.home.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(handbook.home, there.home)
    assert there.answers() == before
    assert there.run("backup", backup).status == 0
    restored = there.at(there.home.with_name("戻した"))
    assert restored.run("restore", backup).status == 0
    assert restored.answers() == before
    assert there.run("update", "--remove", "設計方針.md", "--json").json["version"] == "v3"
    assert there.run("doctor").status == 0


@pytest.mark.parametrize(
    "command", [("search", "表"), ("update", "--remove", "設計方針.md"), ("doctor",)], ids=" ".join
)
def test_a_name_that_the_file_system_does_not_take_is_told(
    handbook: Handbook, folder: Path, command: tuple[str, ...]
) -> None:
    ended = handbook.at(folder / ("長" * 100)).run(*command)
    assert ended.status == 1
    assert "too long" in ended.sentence + ended.out


def test_a_path_that_is_too_long_is_told(handbook: Handbook, folder: Path) -> None:
    """Some 165 Japanese characters, which deep folders of an office come to."""
    there = handbook.at(folder / "/".join(["深いフォルダー"] * 24))
    there.home.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(handbook.home, there.home)
    assert "too long" in there.run("search", "表").sentence


def test_a_copy_is_a_handbook_of_its_own(handbook: Handbook, before: Answers, folder: Path) -> None:
    copy = handbook.at(Path(shutil.copytree(handbook.home, folder / "写し")))
    shutil.move(handbook.home, handbook.home.with_name("元"))
    assert copy.answers() == before
    assert copy.run("doctor").status == 0
    assert copy.run("update", "--remove", "設計方針.md").status == 0
    assert handbook.at(handbook.home.with_name("元")).answers() == before


@pytest.mark.parametrize("spelling", ["relative", "through a link", "with dots"])
def test_two_ways_to_one_folder_are_one_handbook(
    handbook: Handbook, before: Answers, folder: Path, spelling: str
) -> None:
    """While one process builds, another one that comes by the other way searches, and is told that somebody builds."""
    link = folder / "近道"
    link.symlink_to(handbook.home)
    ways = {
        "relative": Path(handbook.home.name),
        "through a link": link,
        "with dots": handbook.home / ".." / handbook.home.name,
    }
    other, beside = handbook.at(ways[spelling]), Conditions(folder=str(handbook.home.parent))
    batch = [line["chunks"][0]["chunk_id"] for line in _first_hits(handbook, other, beside)]
    assert batch == [hits[0][0] for hits in before]
    with build_lock(handbook.home / "build.lock", "佐藤"):
        ended = other.run("update", "--remove", "設計方針.md", at=beside)
    assert ended.status == 1
    assert "佐藤 is building this handbook" in ended.sentence
    assert other.run("update", "--remove", "設計方針.md", at=beside).status == 0
    assert handbook.run("show", "v3", "--json").status == 0


def _first_hits(handbook: Handbook, other: Handbook, beside: Conditions) -> list[dict[str, list[dict[str, str]]]]:
    handbook.answers()  # writes the queries beside the home
    found: list[dict[str, list[dict[str, str]]]] = other.run(
        "search", "--batch", handbook.home.parent / "queries.jsonl", at=beside
    ).json_lines
    return found


def test_a_clock_that_goes_back_decides_nothing(handbook: Handbook) -> None:
    """Versions and activations stand in the order in which they came, and sessions stay locked."""
    with nearby() as clock:
        engine = engine_at(handbook.home)
        engine.sessions.lock_version("草案-1")
        clock.pass_days(-3_000)
        assert engine.sessions.get_locked_version("草案-1") == "v2"
        path = handbook.document("用語.md", TERMS)
        assert engine.handbooks.build_handbook([path], {"用語.md": "ref"}) == "v3"
        assert engine.handbooks.get_latest_version() == "v3"
        assert [manifest.version for manifest in engine.handbooks.list_versions()] == ["v1", "v2", "v3"]
        created = [manifest.created_at for manifest in engine.handbooks.list_versions()]
        assert created[2] < created[0]
        assert [row.n for row in engine.versions.activations()] == [1, 2, 3]
        engine.handbooks.rollback_to("v2")
        assert engine.handbooks.get_latest_version() == "v2"
        engine.sessions.lock_version("草案-2")
        assert engine.sessions.get_locked_version("草案-2") == "v2"
        assert engine.sessions.expire() == []
        engine.handbooks.retire("v1")
        engine.close()
    assert handbook.run("doctor").status == 0


NOTES = ['{"owner": "佐藤@pc", "doing": "is building", "pid": 4194304, "since": "2026-01-01"}', "", '{"owner": "佐']


@pytest.mark.parametrize("note", NOTES)
def test_the_lock_of_a_process_that_has_ended_stops_nobody(handbook: Handbook, note: str) -> None:
    for name in ("build.lock", "files.lock", "removal.lock"):
        (handbook.home / name).write_text("4194304")
        (handbook.home / name).with_suffix(".json").write_text(note, encoding="utf-8")
    assert handbook.run("update", "--remove", "設計方針.md").status == 0
    assert handbook.run("retire", "v1").status == 0
    assert not (handbook.home / "build.json").exists()


@pytest.mark.parametrize("note", [b"", b'{"owner": "', b"\xff", b"[]", b"null", b"{}"])
def test_who_finds_a_lock_with_a_note_that_cannot_be_read_is_told_what_is_known(
    handbook: Handbook, note: bytes
) -> None:
    with FileLock(handbook.home / "build.lock"):
        (handbook.home / "build.json").write_bytes(note)
        with pytest.raises(BuildInProgress), build_lock(handbook.home / "build.lock"):
            pass


UPLOAD = "# 用語\n\n" + "".join(f"## {n} 略語{n}\n\n略語{n}は初出で正式名称を併記する。\n\n" for n in range(80))


@pytest.mark.parametrize("size", [1, 4_000, 9_000])
def test_a_process_that_is_killed_while_it_stores_leaves_nothing_half_under_the_name_of_a_whole(
    handbook: Handbook, before: Answers, size: int
) -> None:
    """The kernel ends it inside a write: in the note of the lock, in the original, in a part."""
    kept = handbook.files()
    path = handbook.document("用語.md", UPLOAD)
    ended = handbook.run("update", path, at=Conditions(file_size=size, kills=True))
    assert ended.status == -signal.SIGXFSZ
    assert handbook.staged() != []
    assert _unlike_their_names(handbook.home) == []
    assert handbook.answers() == before
    assert handbook.staged() == []
    original = sha256_of(UPLOAD.encode())
    assert set(handbook.files()) - set(kept) <= {f"objects/{original[:2]}/{original}"}
    assert json.loads(handbook.run("doctor", "--json").out)["ok"]


def _unlike_their_names(home: Path) -> list[str]:
    files = [path for folder in ("objects", "parts") for path in (home / folder).glob("??/*")]
    return [path.name for path in files if file_sha256(path) != path.name]


def test_files_that_come_and_go_while_leftovers_are_looked_for_are_no_fault(handbook: Handbook) -> None:
    """Links that lead nowhere are what a file is that a virus scanner takes away between the list and the look."""
    folder = handbook.home / "objects" / "aa"
    folder.mkdir(exist_ok=True)
    os.symlink(folder / "gone", folder / ("a" * 64))
    (handbook.home / "staging" / "left").mkdir(parents=True)
    assert handbook.run("update", "--remove", "設計方針.md").status == 0
    assert handbook.run("retire", "v1").status == 0


def test_answers_do_not_depend_on_the_folder(handbook: Handbook, before: Answers, folder: Path) -> None:
    engine = engine_at(Path(shutil.copytree(handbook.home, folder / "写し")))
    assert answers_of(engine) == before
    engine.close()
