"""The feedback: what people and agents said of searches, one of them opened, and what all open ones speak for."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.engine import Engine
from rulebook.model.feedback import Feedback, FeedbackKind, FeedbackState, RootCause
from rulebook.ui.boundary import error_boundary
from rulebook.ui.formats import local_time
from rulebook.ui.quality_analysis import forget_analysis, show_analysis
from rulebook.ui.quality_done import announce
from rulebook.ui.richtext import Html, show, tag, text
from rulebook.ui.words import Words

_TABLE_ROWS = 10
_RANKS = ("vector_rank", "keyword_rank", "fusion_rank", "final_rank")


def show_feedback(engine: Engine, words: Words) -> None:
    """The list with its filter, the one that is chosen, and the analysis."""
    filed = engine.feedback.all()
    if not filed:
        st.info(words("feedbacklist.empty"), icon=":material/feedback:")
        st.page_link("pages/search.py", label=words("quality.to_search"), icon=":material/search:")
        return
    shown = _filtered(words, filed)
    st.dataframe(
        pd.DataFrame([_row(words, item) for item in reversed(shown)]),
        hide_index=True,
        placeholder="—",
        height="content" if len(shown) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={
            words("feedbacklist.number"): NumberColumn(width=50, pinned=True),
            words("quality.query"): TextColumn(width=240),
            words("feedbacklist.cause"): TextColumn(width=190),
            words("feedbacklist.expected"): TextColumn(width=320),
        },
    )
    _show_one(engine, words, shown)
    show_analysis(engine, words, open_count=sum(item.state is FeedbackState.OPEN for item in filed))


def matching_feedback(
    filed: Sequence[Feedback],
    *,
    states: Sequence[FeedbackState] = (),
    kinds: Sequence[FeedbackKind] = (),
    causes: Sequence[RootCause] = (),
) -> list[Feedback]:
    """Those that the filter lets through, in their order; an empty part of it lets all through."""
    return [
        item
        for item in filed
        if (not states or item.state in states)
        and (not kinds or item.kind in kinds)
        and (not causes or item.cause in causes)
    ]


def cause_text(words: Words, cause: RootCause | None) -> str:
    """The root cause in the person's language; a dash where no rule is expected."""
    return words(f"rootcause.{cause}") if cause is not None else "—"


def _filtered(words: Words, filed: Sequence[Feedback]) -> list[Feedback]:
    first, second, third = st.columns(3)
    with first:
        states = st.multiselect(
            words("feedbacklist.state"),
            list(FeedbackState),
            format_func=lambda state: words(f"feedbackstate.{state}"),
            key=words.key("quality_feedback_states"),
            placeholder=words("quality.any"),
        )
    with second:
        kinds = st.multiselect(
            words("feedbacklist.kind"),
            list(FeedbackKind),
            format_func=lambda kind: words(f"feedbackkind.{kind}"),
            key=words.key("quality_feedback_kinds"),
            placeholder=words("quality.any"),
        )
    with third:
        causes = st.multiselect(
            words("feedbacklist.cause"),
            [cause for cause in RootCause if any(item.cause is cause for item in filed)],
            format_func=lambda cause: words(f"rootcause.{cause}"),
            key=words.key("quality_feedback_causes"),
            placeholder=words("quality.any"),
            help=words("feedbacklist.cause_help"),
        )
    return matching_feedback(filed, states=states, kinds=kinds, causes=causes)


def _row(words: Words, item: Feedback) -> dict[str, object]:
    expected = item.expected
    return {
        words("feedbacklist.number"): item.id,
        words("feedbacklist.state"): words(f"feedbackstate.{item.state}"),
        words("quality.query"): item.query.text,
        words("feedbacklist.kind"): words(f"feedbackkind.{item.kind}"),
        words("feedbacklist.cause"): cause_text(words, item.cause),
        words("feedbacklist.expected"): f"{expected.doc}: {expected.evidence}" if expected else "",
        words("feedbacklist.note"): item.note,
        words("quality.version"): item.version,
        words("quality.when"): local_time(item.at),
        words("quality.by"): item.by,
    }


def _show_one(engine: Engine, words: Words, shown: Sequence[Feedback]) -> None:
    by_id = {item.id: item for item in reversed(shown)}
    opened = st.selectbox(
        words("feedbacklist.open"),
        list(by_id),
        index=None,
        format_func=lambda number: f"{number} · {by_id[number].query.text}",
        placeholder=words("feedbacklist.open_hint"),
        key="quality_feedback_opened",
    )
    if opened is None:
        return
    item = by_id[opened]
    show(feedback_card(words, item))
    done = item.state is FeedbackState.DONE
    label, icon = ("reopen", ":material/undo:") if done else ("close", ":material/check:")
    if st.button(words(f"feedbacklist.{label}"), key="quality_feedback_state", icon=icon):
        with error_boundary(words):
            (engine.feedback.reopen if done else engine.feedback.close)(item.id)
            forget_analysis()
            announce(f"feedbacklist.{label}_done", number=str(item.id))


def feedback_card(words: Words, item: Feedback) -> Html:
    """One feedback with its query, its rule, its cause and what that was told from, and the hits that came."""
    lines = [tag("div", text(item.query.text), css="rb-path")]
    if item.expected is not None:
        lines.append(tag("div", text(f"{words('feedbacklist.expected')}: {item.expected.doc}"), css="rb-small"))
        lines.append(tag("div", text(item.expected.evidence), css="rb-body"))
    if item.cause is not None:
        said = f"{words('feedbacklist.cause')}: {cause_text(words, item.cause)} — {words(f'causehelp.{item.cause}')}"
        lines.append(tag("div", text(said)))
    ranks = [
        words("feedbacklist.rank_of", name=words(f"feedbacklist.{key}"), rank=item.detail[key])
        for key in _RANKS
        if item.detail.get(key) is not None
    ]
    if ranks:
        lines.append(tag("div", text(" · ".join(ranks)), css="rb-small"))
    for hit in item.actual:
        marked = f" ← {words('feedbacklist.marked')}" if hit.evidence_key == item.marked else ""
        lines.append(tag("div", text(f"#{hit.rank} {hit.doc} · {hit.evidence_key}{marked}"), css="rb-small"))
    if item.note:
        lines.append(tag("div", text(f"{words('feedbacklist.note')}: {item.note}")))
    return tag("div", *lines, css="rb-card")
