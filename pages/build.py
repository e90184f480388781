"""Build: from dropped files to the next version, with the plan before and the report of the reading after."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.manifest import Manifest
from rulebook.ui.draft import current_draft, keep_draft
from rulebook.ui.draft_tables import show_dropped, show_kept, show_unreadable, take_edits, take_uploads
from rulebook.ui.entry import require_frame
from rulebook.ui.last_build import show_last_build, start
from rulebook.ui.plan_view import show_plan
from rulebook.ui.report_view import show_documents
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.samples import sample_files, sample_request
from rulebook.ui.words import Words

ENTRY = Path(__file__).resolve().parents[1] / "app.py"
SAMPLES = ENTRY.parent / "data" / "samples" / "handbook"


def show_empty(engine: Engine, words: Words) -> None:
    """Before the first version: what to do, and the sample to look around with."""
    st.info(words("build.empty"), icon=":material/menu_book:")
    files = sample_files(SAMPLES)
    if files and st.button(words("build.sample"), key="build_sample", type="primary", icon=":material/school:"):
        start(engine, sample_request(engine, files))


def show_draft(engine: Engine, words: Words, active: Manifest | None) -> None:
    draft = take_edits(current_draft(), active)
    keep_draft(draft)
    skip_failed: bool = st.session_state.get("build_skip_failed", False)
    request = draft.request(active, skip_failed=skip_failed)
    plan = engine.handbooks.plan(request)
    for name in draft.replaced:
        st.warning(words.md("build.replaced", name=name), icon=":material/content_copy:")
    if draft.dropped:
        show_dropped(words, draft, plan)
        show_unreadable(words, draft)
        if st.button(words("build.clear"), key="build_clear", type="tertiary", icon=":material/clear_all:"):
            keep_draft(draft.cleared())
            st.rerun()
    if kept := draft.kept(active):
        with st.expander(words("build.kept_title", count=len(kept)), expanded=bool(draft.dropped or draft.left_out)):
            show_kept(words, draft, kept)
    if plan.changes_nothing and not draft.dropped:
        st.caption(words("build.no_draft"))
        return
    st.subheader(words("build.plan"))
    nothing_left = not (plan.added or plan.changed or plan.unchanged)
    if plan.changes_nothing or nothing_left:
        st.info(words("build.nothing_left" if nothing_left else "build.no_change"), icon=":material/info:")
    else:
        show_plan(words, plan)
    st.checkbox(words("build.skip_failed"), key="build_skip_failed", help=words("build.skip_failed_help"))
    label = words("build.start", version=f"v{engine.versions.next_number()}")
    if st.button(label, key="build_start", type="primary", disabled=plan.changes_nothing or nothing_left):
        start(engine, request)


require_frame(ENTRY)
engine, words = shared_engine(), page_words()
st.title(words("build.title"))
if not show_last_build(engine, words):
    pointer = engine.versions.active()
    active = engine.handbooks.get_version(f"v{pointer.n}") if pointer else None
    if active is None and not current_draft().dropped:
        show_empty(engine, words)
    take_uploads(engine, words, active)
    if active or current_draft().dropped:
        show_draft(engine, words, active)
    if active:
        st.subheader(words("build.documents", version=active.version))
        show_documents(engine, words, active, "build")
