"""Versions: what the handbook was at each time, and which version is in force."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from rulebook.engine import Engine
from rulebook.errors import VersionDamaged
from rulebook.model.json import to_json
from rulebook.model.manifest import Manifest
from rulebook.ui.boundary import error_text
from rulebook.ui.entry import require_frame
from rulebook.ui.formats import local_time
from rulebook.ui.report_view import show_documents
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.words import Words

ENTRY = Path(__file__).resolve().parents[1] / "app.py"


def readable(engine: Engine, words: Words) -> list[Manifest]:
    """Newest first; a damaged version is told and does not hide the others."""
    found = []
    for row in reversed(engine.versions.all()):
        try:
            found.append(engine.handbooks.get_version(f"v{row.n}"))
        except VersionDamaged as error:
            st.error(error_text(words, error.code, str(error)), icon=":material/broken_image:")
    return found


def show_table(words: Words, manifests: list[Manifest]) -> None:
    rows = [
        {
            words("versions.version"): manifest.version,
            words("versions.active"): words("versions.is_active") if manifest.active else "",
            words("versions.created"): local_time(manifest.created_at),
            words("versions.documents"): len(manifest.source_files),
            words("table.chunks"): manifest.chunk_count,
            words("versions.model"): manifest.embedding_model,
        }
        for manifest in manifests
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True)


def show_activation(engine: Engine, words: Words, manifest: Manifest, active: str) -> None:
    """Asks once more: from then on every search without a lock uses the other version."""
    with st.popover(words("versions.activate", version=manifest.version), icon=":material/published_with_changes:"):
        st.markdown(words.md("versions.confirm", version=manifest.version, active=active))
        if st.button(words("versions.confirm_button"), key="versions_confirm", type="primary"):
            engine.handbooks.rollback_to(manifest.version)
            st.rerun()


def show_version(engine: Engine, words: Words, manifest: Manifest, active: str) -> None:
    if manifest.active:
        st.badge(words("versions.is_active"), color="green", icon=":material/check_circle:")
    else:
        show_activation(engine, words, manifest, active)
    show_documents(engine, words, manifest, "versions")
    with st.expander(words("versions.manifest"), icon=":material/data_object:"):
        st.json(to_json(manifest), expanded=1)


require_frame(ENTRY)
engine, words = shared_engine(), page_words()
st.title(words("versions.title"))
manifests = readable(engine, words)
if manifests:
    show_table(words, manifests)
    by_name = {manifest.version: manifest for manifest in manifests}
    chosen = st.selectbox(words("versions.choose"), list(by_name), key="versions_chosen")
    active = next((m.version for m in manifests if m.active), "—")
    show_version(engine, words, by_name[chosen], active)
elif not engine.versions.all():
    st.info(words("versions.empty"), icon=":material/history:")
    st.page_link("pages/build.py", label=words("versions.to_build"), icon=":material/construction:")
