"""A handbook whose database is gone is not taken for an empty one, and its versions can be registered again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import BuildInProgress, StoreDamaged, StoreError
from rulebook.handbook.doctor import examine
from rulebook.handbook.locking import build_lock
from rulebook.handbook.parts import Part
from rulebook.handbook.repairing import repair
from rulebook.store.versions import VersionTable
from tests.handbooks import CATEGORIES, engine_at, files_below, part_path


@pytest.fixture
def lost(tmp_path: Path, documents: list[Path]) -> Engine:
    """Two versions, the first active, and no database; the engine is closed."""
    engine = engine_at(tmp_path / "lost")
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.handbooks.rollback_to("v1")
    engine.close()
    engine.layout.state.unlink()
    return engine


@pytest.fixture
def repaired(lost: Engine) -> Iterator[Engine]:
    repair(lost.settings)
    engine = engine_at(lost.layout.home)
    yield engine
    engine.close()


@pytest.mark.parametrize("empty", [False, True])
def test_it_is_refused_with_what_to_do(lost: Engine, empty: bool) -> None:
    if empty:
        lost.layout.state.touch()
    before = files_below(lost.layout.home)
    with pytest.raises(StoreDamaged, match="rulebook restore"):
        engine_at(lost.layout.home)
    (check,) = [check for check in examine(lost.settings) if not check.ok]
    assert check.name == "database"
    assert files_below(lost.layout.home) == before


def test_its_versions_are_registered_again_and_the_active_one_is_active(repaired: Engine) -> None:
    assert [(m.version, m.active) for m in repaired.handbooks.list_versions()] == [("v1", True), ("v2", False)]
    assert repaired.rag.search(query="表ヘッダー").version == "v1"
    assert [check for check in examine(repaired.settings) if not check.ok] == []


def test_the_next_version_has_a_number_of_its_own(repaired: Engine, documents: list[Path]) -> None:
    assert repaired.handbooks.build_handbook(documents, CATEGORIES) == "v3"


def test_without_projected_manifests_the_newest_is_active(lost: Engine) -> None:
    for path in lost.layout.manifests.iterdir():
        path.unlink()
    assert "active is v2" in repair(lost.settings)[0]


def test_a_version_that_is_not_whole_is_not_registered(lost: Engine) -> None:
    part_path(lost.layout.home, "設計方針.md", Part.CHUNKS, "v2").unlink()
    assert "v2 is not whole and was not registered again." in repair(lost.settings)
    engine = engine_at(lost.layout.home)
    assert [m.version for m in engine.handbooks.list_versions()] == ["v1"]
    engine.close()


def test_the_active_version_is_registered_though_it_is_not_whole_and_repaired(lost: Engine) -> None:
    part_path(lost.layout.home, "記入規則.md", Part.KEYWORDS, "v1").unlink()
    assert "v1: keywords.json of 記入規則.md was made again." in repair(lost.settings)
    engine = engine_at(lost.layout.home)
    assert engine.rag.search(query="表ヘッダー").version == "v1"
    engine.close()


def test_the_number_of_a_version_that_was_set_aside_is_not_given_again(lost: Engine, documents: list[Path]) -> None:
    part_path(lost.layout.home, "設計方針.md", Part.CHUNKS, "v2").unlink()
    repair(lost.settings)
    engine = engine_at(lost.layout.home)
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v3"
    engine.close()


def test_a_repair_that_does_not_come_to_its_end_leaves_it_lost(lost: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with build_lock(lost.layout.lock), pytest.raises(BuildInProgress):
        repair(lost.settings)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(VersionTable, "activate", fail)
        with pytest.raises(StoreError, match="No space left"):
            repair(lost.settings)
    assert not lost.layout.state.exists()
    with pytest.raises(StoreDamaged):
        engine_at(lost.layout.home)
    assert "active is v1" in repair(lost.settings)[0]


def test_a_new_folder_is_no_lost_handbook(tmp_path: Path) -> None:
    engine_at(tmp_path / "new").close()
