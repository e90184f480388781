"""The doctor finds what is damaged, says where, and what to do."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from filelock import FileLock

from rulebook.handbook.doctor import Check, examine
from rulebook.handbook.locking import build_lock
from rulebook.handbook.parts import Part
from rulebook.settings import Settings
from tests.handbooks import CATEGORIES, engine_at, part_path, write_documents


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A handbook that was built and closed; tests work on copies."""
    folder = tmp_path_factory.mktemp("doctor")
    engine = engine_at(folder / "home")
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.close()
    return engine.settings


@pytest.fixture
def settings(sound: Settings, tmp_path: Path) -> Settings:
    shutil.copytree(sound.home, tmp_path / "copy")
    return sound.model_copy(update={"home": tmp_path / "copy"})


@pytest.fixture
def indexed(settings: Settings) -> Settings:
    """The same where even a small version has an index; it was built without one."""
    return settings.model_copy(update={"vector_store": settings.vector_store.model_copy(update={"exact_below": 0})})


def faults(checks: tuple[Check, ...]) -> dict[str, str]:
    return {check.name: check.detail for check in checks if not check.ok}


def test_a_sound_handbook_has_no_fault(settings: Settings) -> None:
    checks = examine(settings)
    assert faults(checks) == {}
    assert {"settings", "embedding model", "database", "v1 files", "v1 originals", "leftovers"} <= {
        check.name for check in checks
    }


def test_a_missing_handbook_is_no_fault_and_is_not_made(settings: Settings, tmp_path: Path) -> None:
    nowhere = settings.model_copy(update={"home": tmp_path / "nowhere"})
    assert faults(examine(nowhere)) == {}
    assert not nowhere.home.exists()


@pytest.mark.parametrize("part", Part)
def test_an_altered_part_is_named_with_its_document(settings: Settings, part: Part) -> None:
    path = part_path(settings.home, "設計方針.md", part)
    path.write_bytes(path.read_bytes() + b" ")
    assert faults(examine(settings)) == {"v1 files": f"missing or altered: {part.value} of 設計方針.md"}


def test_an_altered_manifest_is_told(settings: Settings) -> None:
    path = settings.home / "versions" / "v1" / "manifest.json"
    path.write_bytes(path.read_bytes() + b" ")
    assert "manifest.json" in faults(examine(settings))["v1 files"]


def test_an_altered_original_is_told_by_the_documents_name(settings: Settings) -> None:
    original = next(path for path in (settings.home / "objects").rglob("*") if path.is_file())
    original.write_bytes(b"other")
    found = faults(examine(settings))
    assert list(found) == ["v1 originals"]
    assert ".md" in found["v1 originals"]


def test_a_model_that_is_not_here_is_told(settings: Settings) -> None:
    elsewhere = settings.embedding.model_copy(update={"model": "no-such-model"})
    assert list(faults(examine(settings.model_copy(update={"embedding": elsewhere})))) == ["embedding model"]


@pytest.mark.parametrize("content", [b"no database at all", b""])
def test_a_broken_database_is_a_fault_and_no_trace(settings: Settings, content: bytes) -> None:
    state = settings.home / "state.db"
    if content:
        state.write_bytes(content * 100)
    else:
        with sqlite3.connect(state) as connection:
            connection.execute("INSERT INTO migration VALUES ('999_of_the_future', 'now')")
        connection.close()
    (check,) = [check for check in examine(settings) if not check.ok]
    assert check.name == "database"
    assert check.remedy


def test_leftovers_of_a_crash_are_told(settings: Settings) -> None:
    for folder in ("staging/abc", "versions/v9"):
        (settings.home / folder).mkdir(parents=True)
    (settings.home / "parts" / "ab").mkdir(exist_ok=True)
    (settings.home / "parts" / "ab" / ("ab" * 32)).write_bytes(b"half a build")
    assert faults(examine(settings)) == {
        "leftovers": "left by a crash: staging/abc, versions/v9, 1 parts and 0 originals that no version needs"
    }


def test_a_running_build_is_no_leftover(settings: Settings) -> None:
    (settings.home / "staging" / "abc").mkdir(parents=True)
    with build_lock(settings.home / "build.lock", "somebody"):
        assert faults(examine(settings)) == {}


def test_a_missing_index_is_told_where_one_is_wanted(indexed: Settings) -> None:
    assert faults(examine(indexed)) == {"v1 index": "its folder is missing"}


def test_an_index_in_use_is_no_fault(indexed: Settings) -> None:
    chroma = indexed.home / "versions" / "v1" / "chroma"
    chroma.mkdir()
    with FileLock(chroma.with_suffix(".lock")):
        assert faults(examine(indexed)) == {}
