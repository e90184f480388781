"""A job's row tells what was asked, how far it is and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.errors import UsageError
from rulebook.store.database import StateDatabase
from rulebook.store.jobs import JobTable


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[JobTable]:
    state = StateDatabase(tmp_path / "state.db")
    yield JobTable(state)
    state.close()


def test_a_job_goes_from_waiting_over_running_to_done(jobs: JobTable) -> None:
    job_id = jobs.add("build", {"name": "記入規則.docx"})
    assert jobs.get(job_id).state == "waiting"
    jobs.start(job_id, 123)
    jobs.report(job_id, {"done": 1})
    assert (jobs.get(job_id).state, jobs.get(job_id).progress) == ("running", {"done": 1})
    jobs.finish(job_id, "done", result={"version": "v1"})
    job = jobs.get(job_id)
    assert (job.state, job.result, job.ended, job.request) == (
        "done",
        {"version": "v1"},
        True,
        {"name": "記入規則.docx"},
    )


def test_the_worker_learns_of_a_wish_to_cancel_with_its_next_report(jobs: JobTable) -> None:
    job_id = jobs.add("build", {})
    assert jobs.report(job_id, {"done": 1}) is False
    jobs.ask_to_cancel(job_id)
    assert jobs.report(job_id, {"done": 2}) is True


def test_the_first_end_of_a_job_stands(jobs: JobTable) -> None:
    job_id = jobs.add("build", {})
    jobs.finish(job_id, "done", result={"version": "v1"})
    jobs.finish(job_id, "failed", error="late")
    assert (jobs.get(job_id).state, jobs.get(job_id).error) == ("done", None)


def test_the_latest_job_of_a_kind_is_found_after_a_restart(jobs: JobTable) -> None:
    assert jobs.latest("build") is None
    jobs.add("build", {"n": 1})
    jobs.add("other", {})
    second = jobs.add("build", {"n": 2})
    latest = jobs.latest("build")
    assert latest is not None
    assert latest.id == second


def test_an_unknown_job_is_named(jobs: JobTable) -> None:
    with pytest.raises(UsageError, match="nope"):
        jobs.get("nope")
