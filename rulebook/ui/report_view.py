"""The documents of a version with the reports of their reading, and one of them opened."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import TextColumn

from rulebook.engine import Engine
from rulebook.model.chunk import RuleChunk
from rulebook.model.manifest import DocumentReport, Manifest, SourceFile
from rulebook.ui.chunk_card import chunk_card
from rulebook.ui.richtext import joined, show
from rulebook.ui.words import Words

_COUNTS = ("headings", "tables", "sheets", "slides", "text_boxes", "comments", "tracked_changes")
_CHUNKS_A_PAGE = 20
_AMBER = "background-color: #fdf0d8; color: #7a4b00"


def show_documents(engine: Engine, words: Words, manifest: Manifest, page: str) -> None:
    """The table of documents, and below it the one that is opened. ``page`` starts the keys of the widgets."""
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
        _show_report(words, reports[opened])
        _show_chunks(words, _chunks_of(engine, manifest.version, opened), page)


def _row(words: Words, source: SourceFile, report: DocumentReport) -> dict[str, object]:
    counts = {words(f"report.{name}"): getattr(report.report, name) for name in _COUNTS}
    return {
        words("table.document"): source.name,
        words("table.category"): words(f"category.{source.type}"),
        words("table.built"): _built(words, source.built),
        words("table.chunks"): source.chunk_count,
        words("report.warnings"): len(report.report.warnings),
        words("report.hidden"): len(report.report.hidden),
        **counts,
    }


def _built(words: Words, built: str) -> str:
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


def _show_report(words: Words, report: DocumentReport) -> None:
    if report.report.warnings:
        st.warning(words("documents.warnings", count=len(report.report.warnings)), icon=":material/warning:")
        columns = {
            words("report.place"): [w.place for w in report.report.warnings],
            words("report.message"): [w.message for w in report.report.warnings],
            words("report.code"): [w.code for w in report.report.warnings],
        }
        st.dataframe(pd.DataFrame(columns), hide_index=True)
    if report.report.hidden:
        with st.expander(words("documents.hidden", count=len(report.report.hidden)), icon=":material/visibility_off:"):
            st.caption(words("documents.hidden_help"))
            st.dataframe(pd.DataFrame({words("report.place"): report.report.hidden}), hide_index=True)


def _chunks_of(engine: Engine, version: str, doc: str) -> list[RuleChunk]:
    """In reading order, the hidden ones too."""
    collections = engine.opened.get(version).collections
    return sorted((c for x in collections for c in x.chunks if c.doc == doc), key=lambda c: c.position)


def _show_chunks(words: Words, chunks: Sequence[RuleChunk], page: str) -> None:
    st.caption(words("documents.chunks", count=len(chunks)))
    pages = -(-len(chunks) // _CHUNKS_A_PAGE)
    turn = st.pagination(pages, key=f"{page}_chunks_{chunks[0].doc_id}") if pages > 1 else 1
    shown = chunks[(turn - 1) * _CHUNKS_A_PAGE : turn * _CHUNKS_A_PAGE]
    show(joined([chunk_card(words, chunk) for chunk in shown]))
