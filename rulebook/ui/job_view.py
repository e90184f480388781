"""A build that is running, and what the last one came to."""

from __future__ import annotations

import streamlit as st

from rulebook.build_job import follow, progress_of, result_of
from rulebook.engine import Engine
from rulebook.model.manifest import BuildResult, FailedDocument, Progress, Stage
from rulebook.store.jobs import JobRow
from rulebook.ui.boundary import error_boundary, error_text
from rulebook.ui.escape import plain
from rulebook.ui.formats import local_time
from rulebook.ui.notice_view import show_notice
from rulebook.ui.words import Words

_SHOWN_STAGES = (Stage.READ, Stage.ENCODE, Stage.VERIFY, Stage.PUBLISH)


@st.fragment(run_every=1)
def show_running(engine: Engine, words: Words, job_id: str) -> None:
    """How far a build is, looked up every second; when it has ended the page is drawn anew."""
    with error_boundary(words):
        job = follow(engine, job_id)
        if job.ended:
            st.rerun()
        st.subheader(words("job.running"))
        progress = progress_of(job)
        if progress is None:
            st.progress(0.0, text=words("job.starting"))
        else:
            st.markdown(_stages(words, progress.stage))
            share = min(progress.done / progress.total, 1.0) if progress.total else 0.0
            st.progress(share, text=_progress_text(words, progress))
        st.caption(words("job.leave"))
        if st.button(words("job.cancel"), key="build_cancel", disabled=job.cancel_asked, icon=":material/stop_circle:"):
            engine.jobs.ask_to_cancel(job.id)
            st.rerun(scope="fragment")
        if job.cancel_asked:
            st.caption(words("job.cancel_asked"))


def show_outcome(words: Words, job: JobRow) -> None:
    """What an ended build came to, with one message for each document that failed."""
    when = local_time(job.updated_at)
    result = result_of(job)
    if job.state == "cancelled":
        st.info(words.md("job.cancelled", when=when), icon=":material/stop_circle:")
    elif result is None:
        st.error(words.md("job.failed", when=when, message=job.error or ""), icon=":material/error:")
    elif result.version is not None:
        st.success(_published(words, result, when), icon=":material/check_circle:")
    elif result.failed:
        st.error(words.md("job.refused", when=when, count=len(result.failed)), icon=":material/error:")
    else:
        st.info(words.md("job.no_change", when=when), icon=":material/info:")
    if result is not None:
        if not result.activated:
            text = words.md("job.not_activated", version=result.version or "")
            st.warning(text, icon=":material/published_with_changes:")
        for notice in result.notices:
            show_notice(words, notice)
        for failure in result.failed:
            _show_failure(words, failure, published=result.version is not None)


def _published(words: Words, result: BuildResult, when: str) -> str:
    """What went into the version: a plan also counts the documents that then could not be read."""
    plan, failed = result.plan, {failure.doc for failure in result.failed}
    return words.md(
        "job.published",
        version=result.version or "",
        when=when,
        added=len(set(plan.added) - failed),
        changed=len(set(plan.changed) - failed),
        unchanged=len(plan.unchanged),
        removed=len(plan.removed),
    )


def _show_failure(words: Words, failure: FailedDocument, *, published: bool) -> None:
    """One message a document; where a version was published, with what it holds in its place."""
    message = error_text(words, failure.code, failure.message.removeprefix(f"{failure.doc}: "))
    text = f"**{plain(failure.doc)}** — {message}"
    if not published:
        st.error(text, icon=":material/draft:")
    elif failure.kept_from:
        st.warning(f"{text}  \n{words.md('job.kept_from', version=failure.kept_from)}", icon=":material/draft:")
    else:
        st.warning(f"{text}  \n{words.md('job.left_out')}", icon=":material/draft:")


def _stages(words: Words, now: Stage) -> str:
    """The way of every build; only a large version gets an index, which belongs to the checking."""
    now = Stage.VERIFY if now is Stage.INDEX else now
    names = [(stage, words.md(f"stage.{stage}")) for stage in _SHOWN_STAGES]
    return " → ".join(f"**:primary[{name}]**" if stage is now else f":gray[{name}]" for stage, name in names)


def _progress_text(words: Words, progress: Progress) -> str:
    parts = [words.md(f"stage.{progress.stage}"), f"{progress.done}/{progress.total}"]
    if progress.doc:
        parts.append(plain(progress.doc))
    if progress.seconds_left is not None:
        parts.append(_time_left(words, progress.seconds_left))
    return " · ".join(parts)


def _time_left(words: Words, seconds: float) -> str:
    if seconds < 90:
        return words.md("job.seconds_left", seconds=max(1, round(seconds)))
    return words.md("job.minutes_left", minutes=round(seconds / 60))
