"""The documents of a version in a table, with what their reading found."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import TextColumn

from rulebook.engine import Engine
from rulebook.model.manifest import DocumentReport, Manifest, SourceFile
from rulebook.ui.document_view import show_document
from rulebook.ui.words import Words

_COUNTS = ("headings", "tables", "sheets", "slides", "text_boxes", "comments", "tracked_changes")
_AMBER = "background-color: #fdf0d8; color: #7a4b00"


def show_documents(engine: Engine, words: Words, manifest: Manifest, page: str) -> None:
    """The table of documents, and below it the one that is opened. ``page`` starts the keys of the widgets.

    The active version's documents offer to include their hidden parts, which starts a build.
    """
    reports = {report.doc: report for report in engine.handbooks.documents(manifest.version)}
    rows = [_row(words, source, reports[source.name]) for source in manifest.source_files]
    _table(words, rows)
    opened = st.selectbox(
        words("documents.open"),
        list(reports),
        index=None,
        key=f"{page}_document",
        placeholder=words("documents.open_hint"),
    )
    if opened is not None:
        show_document(engine, words, manifest, reports[opened], page)


def _row(words: Words, source: SourceFile, report: DocumentReport) -> dict[str, object]:
    counts = {words(f"report.{name}"): getattr(report.report, name) for name in _COUNTS}
    return {
        words("table.document"): source.name,
        words("table.category"): words(f"category.{source.type}"),
        words("table.built"): built_text(words, source.built),
        words("table.chunks"): source.chunk_count,
        words("report.warnings"): len(report.report.warnings),
        words("report.hidden"): len(report.report.hidden),
        **counts,
    }


def built_text(words: Words, built: str) -> str:
    """Where a document's chunks come from: made for this version, or reused from which one."""
    origin = built.removeprefix("reuse_from_")
    return words("built.rebuilt") if origin == built else words("built.reused", version=origin)


def _table(words: Words, rows: Sequence[dict[str, object]]) -> None:
    """Zeros are left blank and columns of zeros out, so that what is there catches the eye; hidden parts and warnings
    are amber."""
    frame = pd.DataFrame(rows)
    unused = [words(f"report.{name}") for name in _COUNTS if not frame[words(f"report.{name}")].any()]
    frame = frame.drop(columns=unused).replace({0: None})
    amber: list[Hashable] = [words("report.hidden"), words("report.warnings")]
    styled = frame.style.map(lambda n: _AMBER if pd.notna(n) else "", subset=amber).format(precision=0, na_rep="")
    st.dataframe(
        styled,
        hide_index=True,
        placeholder="",
        column_config={words("table.document"): TextColumn(width=240, pinned=True)},
    )
