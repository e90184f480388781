"""What a crash left is swept at the next start, unless somebody is at work; what may hold rules is set aside."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.handbook.leftovers import Leftovers
from rulebook.handbook.locking import build_lock
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from tests.handbooks import CATEGORIES, engine_at, files_below


@pytest.fixture
def built(engine: Engine, documents: list[Path]) -> Engine:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    return engine


def leftovers(engine: Engine) -> Leftovers:
    return Leftovers(engine.layout, engine.versions, frozenset)


def crashed(engine: Engine) -> None:
    """As a build leaves it that was killed between the rename and the record of its version."""
    (engine.layout.staging / "v2-abc").mkdir(parents=True)
    (engine.layout.staging / "0123.tmp").write_bytes(b"half")
    (engine.layout.version(2).path / "chroma").mkdir(parents=True)
    engine.layout.version(2).manifest.write_bytes(engine.layout.version(1).manifest.read_bytes())
    part = engine.layout.parts / "ab" / ("ab" * 32)
    part.parent.mkdir(exist_ok=True)
    part.write_bytes(b"of no version")


def test_opening_the_handbook_sweeps_what_a_crash_left(built: Engine) -> None:
    before = files_below(built.layout.home)
    crashed(built)
    again = engine_at(built.layout.home)
    kept = {name: size for name, size in files_below(built.layout.home).items() if not name.endswith(".lock")}
    assert kept.items() <= before.items()
    assert list(built.layout.staging.iterdir()) == []
    again.close()


def test_opening_the_handbook_leaves_a_running_build_alone(built: Engine) -> None:
    crashed(built)
    before = files_below(built.layout.staging)
    with build_lock(built.layout.lock):
        engine_at(built.layout.home).close()
        assert files_below(built.layout.staging).items() >= before.items()


def test_everything_that_is_swept_is_found_before_and_nothing_after(built: Engine) -> None:
    crashed(built)
    assert leftovers(built).find() == [
        "staging/0123.tmp",
        "staging/v2-abc",
        "versions/v2",
        "1 parts and 0 originals that no version needs",
    ]
    assert len(leftovers(built).sweep()) == 4
    assert leftovers(built).find() == []


def test_a_copy_of_the_database_that_was_killed_is_removed_and_one_at_work_is_not(built: Engine) -> None:
    dead, alive = (built.layout.home / f"state.db.{name}.part" for name in ("dead", "alive"))
    for path in (dead, alive):
        path.write_bytes(b"half a copy")
    os.utime(dead, (0, 0))
    leftovers(built).sweep()
    assert [path.exists() for path in (dead, alive)] == [False, True]


def test_a_version_of_a_newer_database_is_set_aside_with_its_parts(built: Engine, documents: list[Path]) -> None:
    with built.state.write() as db:  # as after restoring an older database by hand
        for table in ("active", "activation", "version"):
            db.execute(f"DELETE FROM {table}")
    before = files_below(built.layout.parts)
    (line,) = leftovers(built).sweep()
    assert line.startswith("Set versions/v1 aside as unregistered/v1-")
    assert files_below(built.layout.parts) == before


def test_what_somebody_has_put_beside_the_versions_is_left_alone(built: Engine) -> None:
    notes = built.layout.versions / "v1-notes"
    notes.mkdir()
    (notes / "mine.txt").write_text("x")
    (built.layout.versions / "v1.zip").write_bytes(b"x")
    assert leftovers(built).find() == []
    assert leftovers(built).sweep() == []
    assert (notes / "mine.txt").is_file()


def test_projected_manifests_that_a_crash_kept_from_being_written_are_written(
    built: Engine, documents: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("rulebook.handbook.manager.project_manifests", lambda *_: None)
        built.handbooks.build_handbook(documents[:2], CATEGORIES)
    built.layout.lock.with_suffix(".json").write_text("{}")  # the note of the builder that was killed
    engine_at(built.layout.home).close()
    found = {path.stem: json.loads(path.read_bytes())["active"] for path in built.layout.manifests.iterdir()}
    assert found == {"v1": False, "v2": True}


def test_what_cannot_be_swept_does_not_keep_the_handbook_from_opening(
    built: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    crashed(built)

    def fail(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr("shutil.rmtree", fail)
        again = engine_at(built.layout.home)
    assert "Permission denied" in caplog.text
    assert again.rag.search(query="表ヘッダー").version == "v1"
    again.close()
    engine_at(built.layout.home).close()
    assert list(built.layout.staging.iterdir()) == []


def test_a_build_keeps_the_uploads_that_it_was_asked_for_however_old_they_are(
    built: Engine, documents: list[Path]
) -> None:
    documents[0].write_text("# 1. 文体\n\n文末は「である」で統一する。\n", encoding="utf-8")
    original = built.handbooks.store(documents[0])
    os.utime(built.handbooks.original_path(original.sha256), (0, 0))
    request = BuildRequest(originals=(original,), categories={original.name: Category.WRITE}, keep_others=True)
    assert built.handbooks.build(request).failed == ()
    assert built.handbooks.get_latest_version() == "v2"
