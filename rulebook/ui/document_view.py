"""One document of a version: what its reading was unsure of, what it hides, its outline and its chunks."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from rulebook.engine import Engine
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import ParseWarning
from rulebook.model.manifest import DocumentReport, Manifest
from rulebook.ui.chunk_card import chunk_card
from rulebook.ui.hidden_view import show_hidden
from rulebook.ui.outline import chosen_section
from rulebook.ui.richtext import joined, show
from rulebook.ui.words import Words

_CHUNKS_A_PAGE = 20


def show_document(engine: Engine, words: Words, manifest: Manifest, report: DocumentReport, page: str) -> None:
    """Warnings and hidden parts first, then the outline beside the chunks. ``page`` starts the keys of the widgets."""
    chunks = _chunks_of(engine, manifest.version, report.doc)
    _show_warnings(words, report)
    _show_properties(words, report)
    show_hidden(engine, words, manifest, report, chunks, page)
    outline, reading = st.columns([1, 2], gap="medium")
    with outline:
        shown = chosen_section(words, chunks, page)
    with reading:
        _show_chunks(words, shown, page)


def _show_warnings(words: Words, report: DocumentReport) -> None:
    warnings = report.report.warnings
    if not warnings:
        return
    st.warning(words("documents.warnings", count=len(warnings)), icon=":material/warning:")
    columns = {
        words("report.place"): [w.place for w in warnings],
        words("report.meaning"): [_meaning(words, w) for w in warnings],
        words("report.message"): [w.message for w in warnings],
        words("report.code"): [w.code for w in warnings],
    }
    st.dataframe(pd.DataFrame(columns), hide_index=True)


def _show_properties(words: Words, report: DocumentReport) -> None:
    if not report.properties:
        return
    with st.expander(words("documents.properties", count=len(report.properties)), icon=":material/info:"):
        st.caption(words("documents.properties_help"))
        names, values = zip(*report.properties, strict=True)
        st.dataframe(pd.DataFrame({words("report.property"): names, words("report.value"): values}), hide_index=True)


def _meaning(words: Words, warning: ParseWarning) -> str:
    """In the person's language; a version may hold codes that this program does not know (any more)."""
    key = f"warning.{warning.code}"
    return words(key if key in words else "warning.other")


def _chunks_of(engine: Engine, version: str, doc: str) -> list[RuleChunk]:
    """In reading order, the hidden ones too."""
    collections = engine.opened.get(version).collections
    return sorted((c for x in collections for c in x.chunks if c.doc == doc), key=lambda c: c.position)


def _show_chunks(words: Words, chunks: Sequence[RuleChunk], page: str) -> None:
    st.caption(words("documents.chunks", count=len(chunks)))
    if not chunks:
        return
    pages = -(-len(chunks) // _CHUNKS_A_PAGE)
    key = f"{page}_chunks_{chunks[0].doc_id}_{chunks[0].position}_{pages}"
    turn = st.pagination(pages, key=key) if pages > 1 else 1
    shown = chunks[(turn - 1) * _CHUNKS_A_PAGE : turn * _CHUNKS_A_PAGE]
    show(joined([chunk_card(words, chunk) for chunk in shown]))
