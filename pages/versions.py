"""Versions: what the handbook was at each time, which version is in force, and who holds which."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from rulebook.engine import Engine
from rulebook.store.clock import now
from rulebook.ui.boundary import error_boundary
from rulebook.ui.entry import require_frame
from rulebook.ui.formats import local_time
from rulebook.ui.manifest_view import show_manifest, show_one_document
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.session_table import show_sessions
from rulebook.ui.version_actions import show_activation, show_done, show_retirement
from rulebook.ui.version_choice import chosen_pair, chosen_version, chosen_view
from rulebook.ui.version_compare import compared, show_comparison
from rulebook.ui.version_history import State, TimelineEntry, read_history
from rulebook.ui.version_timeline import show_story, show_timeline
from rulebook.ui.words import Words

ENTRY = Path(__file__).resolve().parents[1] / "app.py"


def show_content(engine: Engine, words: Words, entries: Sequence[TimelineEntry]) -> None:
    """One version: what can be done with it, its manifest, and its documents one at a time."""
    entry = chosen_version(words, entries)
    manifest = entry.manifest
    with st.container(horizontal=True, vertical_alignment="center"):
        if entry.state is State.ACTIVE:
            st.badge(words("versions.is_active"), color="green", icon=":material/check_circle:")
        if entry.state is State.KEPT:
            show_activation(engine, words, entry, entries)
        if entry.state is not State.RETIRED:
            show_retirement(engine, words, entry, entries)
    if entry.row.retired_at is not None:
        when, by = local_time(entry.row.retired_at), entry.row.retired_by or "—"
        st.info(words.md("versions.is_retired", version=entry.version, when=when, by=by), icon=":material/inventory_2:")
    show_story(words, entry)
    show_manifest(words, manifest)
    if entry.state is not State.RETIRED:
        show_one_document(engine, words, manifest)


def show_compare(engine: Engine, words: Words, entries: Sequence[TimelineEntry]) -> None:
    """Two versions that are not retired, old beside new."""
    manifests = {e.version: e.manifest for e in entries if e.state is not State.RETIRED}
    if len(manifests) < 2:
        st.info(words("versions.too_few"), icon=":material/compare_arrows:")
        return
    pair = chosen_pair(engine, words, manifests)
    before, after = manifests[pair.before], manifests[pair.after]
    with st.spinner(words("versions.comparing")):
        difference = compared(engine, before, after)
    show_comparison(words, before, after, difference)


require_frame(ENTRY)
engine, words = shared_engine(), page_words()
st.title(words("versions.title"))
show_done(words)
entries = read_history(engine, words)
if entries:
    show_timeline(words, entries, now())
    view = chosen_view(words)
    with error_boundary(words):
        if view == "content":
            show_content(engine, words, entries)
        elif view == "compare":
            show_compare(engine, words, entries)
        else:
            show_sessions(engine, words)
elif not engine.versions.all():
    st.info(words("versions.empty"), icon=":material/history:")
    st.page_link("pages/build.py", label=words("versions.to_build"), icon=":material/construction:")
