"""「期待した規則がない」: what should have come is named, kept, and why it did not come is told at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.chunk import RuleChunk
from rulebook.model.feedback import ExpectedRule, Feedback, FeedbackKind, RootCause
from rulebook.ui.boundary import error_boundary
from rulebook.ui.panels import BY, Panel, done, signature
from rulebook.ui.search_picker import chunks_of, picked_rule
from rulebook.ui.search_run import PAGE, Searched
from rulebook.ui.words import Words

_MISSING = Panel(page=PAGE, name="missing", icon=":material/report:")
_WAYS = ("pick", "paste")


def show_missing(engine: Engine, words: Words, searched: Searched) -> None:
    """The button below a result of the handbook and, once pressed, its form."""
    version = searched.result.version
    if version is None:
        return
    if _MISSING.opened(words("missing.open")):
        with st.container(border=True), error_boundary(words):
            _form(engine, words, searched, version)


def _form(engine: Engine, words: Words, searched: Searched, version: str) -> None:
    chunks = chunks_of(engine, version)
    way = st.segmented_control(
        words("missing.way"),
        _WAYS,
        default=_WAYS[0],
        required=True,
        format_func=lambda name: words(f"missingway.{name}"),
        key=_MISSING.key(words.key("way")),
    )
    expected = _picked(words, chunks) if way == _WAYS[0] else _pasted(words, chunks)
    note = st.text_area(
        words("missing.note"), key=_MISSING.key("note"), height=80, placeholder=words("missing.note_hint")
    )
    by = signature(words, _MISSING)
    sent = st.button(words("missing.send"), key=_MISSING.key("send"), type="primary", disabled=expected is None)
    if sent and expected is not None:
        with st.spinner(words("missing.looking")):
            asked = replace(searched.query, version=version)
            filed = engine.feedback.file(
                asked, kind=FeedbackKind.MISSING, expected=expected, by=by or BY, note=note.strip()
            )
        done(_MISSING, words.md("missing.sent", id=filed.id) + "  \n" + cause_sentence(words, filed))


def _picked(words: Words, chunks: Sequence[RuleChunk]) -> ExpectedRule | None:
    chunk = picked_rule(words, chunks, _MISSING)
    return ExpectedRule(doc=chunk.doc, evidence=chunk.content, chunk_id=chunk.chunk_id) if chunk is not None else None


def _pasted(words: Words, chunks: Sequence[RuleChunk]) -> ExpectedRule | None:
    doc = st.selectbox(
        words("pick.document"),
        list(dict.fromkeys(chunk.doc for chunk in chunks)),
        index=None,
        key=_MISSING.key("pasted_document"),
        accept_new_options=True,
        placeholder=words("missing.document_hint"),
        help=words("missing.document_help"),
    )
    evidence = st.text_area(
        words("missing.text"), key=_MISSING.key("text"), height=100, help=words("missing.text_help")
    ).strip()
    return ExpectedRule(doc=doc, evidence=evidence) if doc and evidence else None


def cause_sentence(words: Words, filed: Feedback) -> str:
    """Why the rule did not come, as Markdown, with the ranks that it had."""
    if filed.cause is None:
        return words.md("causesaid.unknown")
    detail = filed.detail
    told = words.md(f"causesaid.{_why(filed.cause, detail.get('why'))}")
    ranks = [
        words(f"missing.{name}", rank=value)
        for name in ("vector_rank", "keyword_rank", "fusion_rank", "final_rank")
        if (value := detail.get(name)) is not None
    ]
    return told + (words.md("missing.ranks", ranks=" · ".join(ranks)) if ranks else "")


def _why(cause: RootCause, why: object) -> str:
    """Two causes have two reasons each, and what is to be done differs."""
    if cause is RootCause.NOT_IN_HANDBOOK and why == "document":
        return "no_document"
    return "hidden" if cause is RootCause.NOT_SEARCHED and why == "hidden" else cause.value
