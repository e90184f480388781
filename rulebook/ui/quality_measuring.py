"""Measures in the page: a judged set over one version, with what is done so far in sight, and stored at its end."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rulebook.engine import Engine
from rulebook.evaluation.retrieval import RetrievalReport
from rulebook.evaluation.runs import Conditions, measure, store_run
from rulebook.model.search import Query, SearchResult
from rulebook.store.runs import RunRow
from rulebook.ui.boundary import error_boundary
from rulebook.ui.frame import searched_version
from rulebook.ui.quality_choice import choose_run
from rulebook.ui.quality_done import announce
from rulebook.ui.quality_form import Planned, choose_set, measuring_form
from rulebook.ui.words import Words

Told = Callable[[int], None]
"""Called before each query with the number of those that are done."""


def show_measuring(engine: Engine, words: Words, *, first: bool) -> None:
    """The form and, once it is sent off, the run; open from the beginning where nothing was measured yet."""
    version = searched_version() or _active(engine)
    if version is None:
        st.info(words("quality.no_version"), icon=":material/construction:")
        st.page_link("pages/build.py", label=words("versions.to_build"), icon=":material/construction:")
        return
    with st.expander(words("quality.measuring"), icon=":material/play_arrow:", expanded=first):
        st.caption(words("quality.measuring_help"))
        planned = measuring_form(engine, words, version)
        if planned is None:
            return
        with error_boundary(words):
            row = _measured(engine, words, planned, version)
            choose_run(row.id)
            announce("quality.measured", run=f"#{row.id}", count=str(len(planned.queries)), version=version)


def _active(engine: Engine) -> str | None:
    active = engine.versions.active()
    return f"v{active.n}" if active else None


def _measured(engine: Engine, words: Words, planned: Planned, version: str) -> RunRow:
    total = len(planned.queries)
    with st.spinner(words("quality.opening", version=version), show_time=True):
        engine.opened.get(version)
    bar = st.progress(0.0, text=words("quality.progress", done=0, total=total))

    def tell(done: int) -> None:
        bar.progress(done / total, text=words("quality.progress", done=done, total=total))

    conditions = conditions_of(engine, planned, version)
    report = run(engine, planned, conditions, tell)
    if planned.kept:
        engine.judged.put(planned.judged_set, planned.queries, planned.by)
        choose_set(planned.judged_set)
    return store_run(
        engine.runs,
        report,
        conditions,
        planned.settings,
        judged_set=planned.judged_set,
        label=planned.label,
        by=planned.by,
    )


def conditions_of(engine: Engine, planned: Planned, version: str) -> Conditions:
    """How every query of the run is searched, with the models that do it."""
    return Conditions(
        version=version,
        embedding_model=engine.handbooks.get_version(version).embedding_model,
        rerank_model=engine.models.rerank_name(),
        routed=planned.routed,
        mode=planned.mode,
        rerank=planned.rerank,
    )


def run(engine: Engine, planned: Planned, conditions: Conditions, told: Told) -> RetrievalReport:
    """The report of a run. Raises what a search raises."""
    rag = engine.rag if planned.settings is engine.settings else engine.rag.with_settings(planned.settings)
    done = 0

    def ask(query: Query) -> SearchResult:
        nonlocal done
        told(done)
        done += 1
        return rag.run(query)

    return measure(planned.queries, engine.opened.get(conditions.version).chunks, ask, conditions)
