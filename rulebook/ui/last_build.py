"""The build that runs or ran last, as this browser session and its draft are concerned with it.

A draft remembers the build that it was handed to. What was published leaves the draft, whichever session sees the end;
what was not is still in it. A browser session without a draft gets that of a last build that published nothing.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import streamlit as st

from rulebook.build_job import KIND, follow, result_of, start_build
from rulebook.engine import Engine
from rulebook.handbook.manager import BuildRequest
from rulebook.model.decode import from_json
from rulebook.model.manifest import BuildResult
from rulebook.store.drafts import KEPT_DAYS
from rulebook.store.jobs import JobRow
from rulebook.ui.draft import Draft
from rulebook.ui.job_view import show_outcome, show_running
from rulebook.ui.open_draft import change_draft, draft_id, encoded, open_draft, settle_draft, stored_draft
from rulebook.ui.words import Words

_WATCHED = "build_watched"
_DISMISSED = "build_dismissed"


def start(engine: Engine, request: BuildRequest) -> None:
    """Starts a build, unless one runs, and draws the page anew, which then shows it."""
    if not _runs(_last(engine)):
        job_id = start_build(engine, request, owner="workbench")
        st.session_state[_WATCHED] = job_id
        if stored_draft(engine) is not None:
            change_draft(engine, lambda draft: replace(draft, build=job_id, dismissed=False))
    st.rerun()


def show_last_build(engine: Engine, words: Words) -> bool:
    """The running build, whoever started it, or what the last one came to; gives whether one is running."""
    job = _last(engine)
    if job is not None and _runs(job):
        st.session_state[_WATCHED] = job.id
        show_running(engine, words, job.id)
        return True
    _settle(engine)
    if job is None:
        return False
    result = _result(job)
    if isinstance(result, ValueError):  # of another release: its versions are there, what it told was for then
        return False
    if not _published(result):
        _adopt(engine, job)
    if _concerns_us(engine, job, result):
        show_outcome(words, job)
        if st.button(words("build.dismiss"), key="build_dismiss", type="tertiary", icon=":material/close:"):
            _dismiss(engine, job)
            st.rerun()
    return False


def _last(engine: Engine) -> JobRow | None:
    """The build that this session watches or that its draft was handed to, while it runs, else the newest: one that was
    refused because another was running does not hide it."""
    draft = stored_draft(engine)
    for job_id in (st.session_state.get(_WATCHED), draft.build if draft else None):
        if job_id and _runs(job := follow(engine, job_id)):
            return job
    latest = engine.jobs.latest(KIND)
    return follow(engine, latest.id) if latest else None


def _runs(job: JobRow | None) -> bool:
    return job is not None and not job.ended


def _result(job: JobRow) -> BuildResult | ValueError | None:
    try:
        return result_of(job)
    except ValueError as error:
        return error


def _published(result: BuildResult | ValueError | None) -> bool:
    """Whether a version came of it; where another release wrote the result, it is taken for one."""
    return isinstance(result, ValueError) or (result is not None and result.version is not None)


def _request(job: JobRow) -> BuildRequest | None:
    """``None`` for one that another release wrote."""
    try:
        return from_json(BuildRequest, job.request["build"])
    except ValueError:
        return None


def _concerns_us(engine: Engine, job: JobRow, result: BuildResult | None) -> bool:
    """Everything that was not read and dismissed, but a success without a blemish that this session did not see
    running: that is yesterday's news."""
    draft = stored_draft(engine)
    if st.session_state.get(_DISMISSED) == job.id or (draft and draft.build == job.id and draft.dismissed):
        return False
    clean = result is not None and result.version is not None and not result.failed and result.activated
    return not clean or st.session_state.get(_WATCHED) == job.id


def _dismiss(engine: Engine, job: JobRow) -> None:
    st.session_state[_DISMISSED] = job.id
    draft = stored_draft(engine)
    if draft is not None and draft.build == job.id:
        change_draft(engine, lambda stored: replace(stored, dismissed=True))


def _settle(engine: Engine) -> None:
    """Takes out of the draft what its build has published. A file that was dropped anew since then, one that was not
    used and a part that was not asked for stay."""
    draft = stored_draft(engine)
    if draft is None or not draft.build:
        return
    job = follow(engine, draft.build)
    if not job.ended or not _published(_result(job)):
        return
    st.session_state[_WATCHED] = job.id
    request = _request(job)
    settle_draft(engine, lambda stored: stored.without_built(request) if request else Draft())


def _adopt(engine: Engine, job: JobRow) -> None:
    """Gives this session, when it has no draft, that of a build that published nothing; one that was not kept, as for
    the sample, is made from what was asked for."""
    if draft_id() is not None or _is_old(job):
        return
    kept = engine.drafts.latest_with("build", job.id)
    if kept is None and (request := _request(job)) and not (draft := Draft.of(request)).holds_nothing:
        kept = engine.drafts.new_id()
        engine.drafts.save(kept, encoded(replace(draft, build=job.id)))
    if kept is not None:
        open_draft(kept)


def _is_old(job: JobRow) -> bool:
    return datetime.now(UTC) - datetime.fromisoformat(job.updated_at) > timedelta(days=KEPT_DAYS)
