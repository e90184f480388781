"""What a version is made of, by its manifest alone: as a table, as raw JSON, and one document opened."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st
from streamlit.column_config import TextColumn

from rulebook.engine import Engine
from rulebook.model.json import to_json
from rulebook.model.manifest import Manifest, SourceFile
from rulebook.ui.document_view import show_document
from rulebook.ui.report_view import built_text
from rulebook.ui.words import Words

_HASH = 12
"""Characters of a hash that tell documents apart for a reader; the raw JSON has all of them."""

_TABLE_ROWS = 10


def show_manifest(words: Words, manifest: Manifest) -> None:
    """The documents in the manifest's order, and the manifest as it is stored."""
    rows = [_row(words, source) for source in manifest.source_files]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="auto" if len(rows) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={words("table.document"): TextColumn(width=300, pinned=True)},
    )
    encoded = to_json(manifest)
    with st.expander(words("versions.manifest"), icon=":material/data_object:"):
        st.download_button(
            words("versions.download"),
            json.dumps(encoded, ensure_ascii=False, indent=1),
            file_name=f"manifest-{manifest.version}.json",
            mime="application/json",
            key="versions_manifest",
            icon=":material/download:",
            on_click="ignore",
        )
        st.json(encoded, expanded=1)


def show_one_document(engine: Engine, words: Words, manifest: Manifest) -> None:
    """The document that is chosen, with the report of its reading and its chunks; none is read before."""
    names = [source.name for source in manifest.source_files]
    hint = words("documents.open_hint")
    opened = st.selectbox(words("documents.open"), names, index=None, key="versions_document", placeholder=hint)
    report = engine.handbooks.document(manifest.version, opened) if opened else None
    if report is not None:
        show_document(engine, words, manifest, report, "versions")


def _row(words: Words, source: SourceFile) -> dict[str, object]:
    return {
        words("table.document"): source.name,
        words("table.category"): words(f"category.{source.type}"),
        words("versions.hash"): source.sha256[:_HASH],
        words("table.chunks"): source.chunk_count,
        words("table.built"): built_text(words, source.built),
    }
