"""A build in a process of its own is followed to its end, however that comes about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from rulebook import build_job
from rulebook.engine import Engine
from rulebook.errors import StoreError
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from rulebook.model.json import to_json
from rulebook.model.manifest import Changes
from tests.handbooks import CATEGORIES, engine_at, write_documents


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = engine_at(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def job_id(engine: Engine, tmp_path: Path) -> str:
    """A job that waits to be worked on."""
    originals = tuple(engine.handbooks.store(path) for path in write_documents(tmp_path / "rules"))
    request = BuildRequest(originals=originals, categories={o.name: Category(CATEGORIES[o.name]) for o in originals})
    return engine.jobs.add(build_job.KIND, {"build": to_json(request), "owner": "佐藤"})


class Killed(BaseException):
    """Ends the work as a kill does: nothing of ours writes another word."""


def killed_at(engine: Engine, job_id: str, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    def kill(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(*{"before": (engine.versions, "publish"), "after": (engine.jobs, "finish")}[place], kill)
        with pytest.raises(Killed):
            build_job.run(engine, job_id)


def test_a_job_ends_with_the_version_that_it_published(engine: Engine, job_id: str) -> None:
    build_job.run(engine, job_id)
    job = build_job.follow(engine, job_id)
    result = build_job.result_of(job)
    assert (job.state, result.version if result else None) == ("done", "v1")
    assert list(engine.layout.jobs.iterdir()) == []


def test_a_job_that_died_before_its_version_was_recorded_has_failed(
    engine: Engine, job_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(engine, job_id, monkeypatch, "before")
    job = build_job.follow(engine, job_id)
    assert job.state == "failed"
    assert "untouched" in (job.error or "")
    assert engine.versions.active() is None
    assert list(engine.layout.jobs.iterdir()) == []


def test_a_job_that_died_after_its_version_was_recorded_is_done(
    engine: Engine, job_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(engine, job_id, monkeypatch, "after")
    job = build_job.follow(engine, job_id)
    result = build_job.result_of(job)
    assert job.state == "done"
    assert result is not None
    assert (result.version, result.activated, result.plan.added) == ("v1", True, tuple(sorted(CATEGORIES)))
    assert result.manifest is not None
    assert result.manifest.changes == Changes(added=tuple(sorted(CATEGORIES)))


def test_a_job_that_died_does_not_claim_the_version_that_a_later_build_gave_its_number(
    engine: Engine, job_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    killed_at(engine, job_id, monkeypatch, "before")
    with engine.state.write() as db:
        db.execute("UPDATE job SET updated_at = '2020-01-01T00:00:00+00:00' WHERE id = ?", [job_id])
    assert engine.handbooks.build_handbook(write_documents(tmp_path / "rules"), CATEGORIES) == "v1"
    assert build_job.follow(engine, job_id).state == "failed"


def test_a_job_that_starts_late_is_given_up_once_and_does_not_work(engine: Engine, job_id: str) -> None:
    with engine.state.write() as db:
        db.execute("UPDATE job SET created_at = '2020-01-01T00:00:00+00:00' WHERE id = ?", [job_id])
    path = engine.layout.jobs / f"{job_id}.lock"
    path.parent.mkdir()
    with FileLock(path):
        assert build_job.follow(engine, job_id).state == "waiting"
    assert build_job.follow(engine, job_id).state == "failed"
    build_job.run(engine, job_id)
    assert engine.versions.active() is None


def test_a_process_that_cannot_be_started_is_told_and_its_job_has_failed(engine: Engine) -> None:
    (engine.layout.home / "build.log").mkdir()
    with pytest.raises(StoreError, match="cannot be started"):
        build_job.start_build(engine, BuildRequest(originals=(), categories={}), "佐藤")
    job = engine.jobs.latest(build_job.KIND)
    assert job is not None
    assert job.state == "failed"


def test_a_folder_that_cannot_be_made_ends_the_job_with_a_sentence(engine: Engine, job_id: str) -> None:
    engine.layout.jobs.write_bytes(b"a file in the way")
    build_job.run(engine, job_id)
    assert "cannot be written" in (engine.jobs.get(job_id).error or "")
