"""Build: from dropped files to the next version, with the plan before and the report of the reading after."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rulebook.engine import Engine
from rulebook.handbook.registry import next_number
from rulebook.model.manifest import Manifest
from rulebook.ui.draft import Draft
from rulebook.ui.draft_edits import last_shown, remember_shown, take_edits
from rulebook.ui.draft_tables import choose_skipping, show_dropped, show_kept, show_unreadable, take_uploads
from rulebook.ui.entry import require_frame
from rulebook.ui.last_build import show_last_build, start
from rulebook.ui.open_draft import change_draft, tell_lost_draft
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


def show_draft(engine: Engine, words: Words, draft: Draft, active: Manifest | None) -> None:
    seen, kept = last_shown(), draft.kept(active)
    remember_shown(draft, [source.name for source in kept])
    request = draft.request(active)
    plan = engine.handbooks.plan(request)
    for name in draft.replaced:
        st.warning(words.md("build.replaced", name=name), icon=":material/content_copy:")
    if draft.dropped:
        show_dropped(words, draft, plan)
        show_unreadable(words, draft)
        if st.button(words("build.clear"), key="build_clear", type="tertiary", icon=":material/clear_all:"):
            change_draft(engine, lambda stored: stored.without(seen))
            st.rerun()
    if kept:
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
    choose_skipping(engine, words, draft)
    label = words("build.start", version=f"v{next_number(engine.layout, engine.versions)}")
    if st.button(label, key="build_start", type="primary", disabled=plan.changes_nothing or nothing_left):
        if draft.same_files(seen):
            start(engine, request)
        else:
            st.warning(words.md("build.changed_elsewhere"), icon=":material/sync:")


require_frame(ENTRY)
engine, words = shared_engine(), page_words()
st.title(words("build.title"))
tell_lost_draft(engine, words)
if not show_last_build(engine, words):
    pointer = engine.versions.active()
    active = engine.handbooks.get_version(f"v{pointer.n}") if pointer else None
    draft = take_edits(engine)
    if active is None and not draft.dropped:
        show_empty(engine, words)
    take_uploads(engine, words, active)
    if active or draft.dropped:
        show_draft(engine, words, draft, active)
    if active:
        st.subheader(words("build.documents", version=active.version))
        show_documents(engine, words, active, "build")
