"""The build that runs or ran last, as this browser session is concerned with it."""

from __future__ import annotations

import streamlit as st

from rulebook.build_job import KIND, follow, result_of, start_build
from rulebook.engine import Engine
from rulebook.handbook.manager import BuildRequest
from rulebook.model.decode import from_json
from rulebook.store.jobs import JobRow
from rulebook.ui.draft import Draft, current_draft, keep_draft
from rulebook.ui.job_view import show_outcome, show_running
from rulebook.ui.words import Words

_STARTED = "build_started"
_WATCHED = "build_watched"
_SETTLED = "build_settled"
_DISMISSED = "build_dismissed"


def start(engine: Engine, request: BuildRequest) -> None:
    """Starts a build and draws the page anew, which then shows it."""
    st.session_state[_STARTED] = st.session_state[_WATCHED] = start_build(engine, request, owner="workbench")
    st.rerun()


def show_last_build(engine: Engine, words: Words) -> bool:
    """The running build, whoever started it, or what the last one came to; gives whether one is running."""
    latest = engine.jobs.latest(KIND)
    job = follow(engine, latest.id) if latest else None
    if job is None or st.session_state.get(_DISMISSED) == job.id:
        return False
    if not job.ended:
        st.session_state[_WATCHED] = job.id
        show_running(engine, words, job.id)
        return True
    _settle_draft(job)
    if _concerns_us(job):
        show_outcome(words, job)
        if st.button(words("build.dismiss"), key="build_dismiss", type="tertiary", icon=":material/close:"):
            st.session_state[_DISMISSED] = job.id
            st.rerun()
    return False


def _concerns_us(job: JobRow) -> bool:
    """Everything but a success without a blemish that this session did not see running: that is yesterday's news."""
    result = result_of(job)
    clean = result is not None and result.version is not None and not result.failed
    return not clean or st.session_state.get(_WATCHED) == job.id


def _settle_draft(job: JobRow) -> None:
    """A draft that was published is done with; one that was not comes back, even to another browser session."""
    if st.session_state.get(_SETTLED) == job.id:
        return
    st.session_state[_SETTLED] = job.id
    result = result_of(job)
    if result is not None and result.version is not None:
        if st.session_state.get(_STARTED) == job.id:
            keep_draft(Draft())
    elif not current_draft().dropped:
        keep_draft(Draft.of(from_json(BuildRequest, job.request["build"])))
