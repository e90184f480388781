"""「問題を知らせる」: a hit that is not right, or a rule that came and was not followed, is kept as feedback."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.feedback import FeedbackKind
from rulebook.model.search import Hit
from rulebook.ui.panels import BY, Panel, done, signature
from rulebook.ui.search_feedback import cause_sentence
from rulebook.ui.search_run import PAGE, Searched
from rulebook.ui.words import Words

_KINDS = (FeedbackKind.WRONG, FeedbackKind.IGNORED)


def report_panel(hit: Hit, side: str) -> Panel:
    """That of a hit; ``side`` parts two results of a page."""
    return Panel(page=PAGE, name=f"report_{side}_{hit.chunk_id}", icon=":material/flag:")


def report_form(engine: Engine, words: Words, searched: Searched, hit: Hit, panel: Panel) -> None:
    """What is wrong with the hit, a note and who says it."""
    kind = st.segmented_control(
        words("hitreport.kind"),
        _KINDS,
        default=_KINDS[0],
        required=True,
        format_func=lambda value: words(f"hitreport.{value}"),
        key=panel.key(words.key("kind")),
    )
    kind = kind or _KINDS[0]
    st.caption(words(f"hitreport.{kind}_help"))
    note = st.text_area(
        words("missing.note"), key=panel.key("note"), height=80, placeholder=words(f"hitreport.{kind}_hint")
    )
    by = signature(words, panel)
    if st.button(words("hitreport.send"), key=panel.key("send"), type="primary"):
        asked = replace(searched.query, version=searched.result.version)
        with st.spinner(words("hitreport.sending")):
            filed = engine.feedback.file(asked, kind=kind, marked=hit.evidence_key, by=by or BY, note=note.strip())
        told = words.md("missing.sent", id=filed.id)
        done(panel, told if filed.cause is None else told + "  \n" + cause_sentence(words, filed))
