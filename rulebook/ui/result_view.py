"""A search result: what must be said first, the hits with their scores, the pictures, and the context for a prompt."""

from __future__ import annotations

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.search import Constraint, EvidenceStatus, Hit, SearchResult
from rulebook.retrieval.context import assemble_context
from rulebook.text.tokens import count_tokens
from rulebook.ui.hit_card import hit_card
from rulebook.ui.notice_view import show_notice
from rulebook.ui.richtext import show
from rulebook.ui.score_charts import fusion_chart, rank_chart, rerank_chart
from rulebook.ui.search_compare import conditions_line, moved_chip, show_overlap
from rulebook.ui.search_feedback import show_missing
from rulebook.ui.search_hit_actions import show_hit_actions
from rulebook.ui.search_judging import show_no_answer
from rulebook.ui.search_run import Ran, Searched
from rulebook.ui.words import Words

_STAGES = ("total", "encode", "vector", "bm25", "fusion", "rerank")


def show_result(engine: Engine, words: Words, ran: Ran) -> None:
    """The whole result below the form: one search, or two side by side."""
    if ran.second is None:
        _show_one(engine, words, ran.first)
    else:
        _show_two(engine, words, ran.first, ran.second)
    if ran.first.result.version is not None:
        show_missing(engine, words, ran.first)
        show_no_answer(engine, words, ran.first.query)
    _show_context(words, ran.first)


def _show_one(engine: Engine, words: Words, searched: Searched) -> None:
    result = searched.result
    if not _say_first(words, result):
        return
    if result.constraint is Constraint.BUILTIN:
        st.caption(words("result.builtin"))
        for hit in result.chunks:
            show(hit_card(words, hit, searched))
        return
    st.caption(_summary(words, result))
    left, right = st.columns([5, 3], gap="medium")
    with left:
        for hit in result.chunks:
            _show_hit(engine, words, searched, hit, "first")
    with right:
        _show_charts(words, result)


def _show_two(engine: Engine, words: Words, first: Searched, second: Searched) -> None:
    show_overlap(words, first, second)
    columns = st.columns(2, gap="medium")
    sides = (("first", first, second), ("second", second, first))
    for column, (side, own, other) in zip(columns, sides, strict=True):
        with column:
            title = words(f"side.{side}")
            st.markdown(f"**{title}**")
            st.caption(conditions_line(words, own, other))
            if _say_first(words, own.result):
                st.caption(_times(words, own.result))
                for hit in own.result.chunks:
                    _show_hit(engine, words, own, hit, side, other)


def _show_hit(
    engine: Engine, words: Words, searched: Searched, hit: Hit, side: str, other: Searched | None = None
) -> None:
    beside = moved_chip(words, hit, other.result.chunks) if other is not None else None
    with st.container(gap=None):
        show(hit_card(words, hit, searched, beside))
        if searched.result.constraint is Constraint.HANDBOOK:
            show_hit_actions(engine, words, searched, hit, side)


def _say_first(words: Words, result: SearchResult) -> bool:
    """What must be known before any hit is read; gives whether there are hits."""
    for notice in result.notices:
        show_notice(words, notice)
    if result.constraint is Constraint.NONE:
        st.info(words("result.none"), icon=":material/search_off:")
        return False
    if result.constraint is Constraint.HANDBOOK and result.evidence_status is EvidenceStatus.NO_EVIDENCE:
        st.warning(words("result.no_evidence"), icon=":material/help:")
        st.markdown(f"**{words('result.nearest')}**")
    return True


def _summary(words: Words, result: SearchResult) -> str:
    found = words.md("result.summary", query=result.query, count=len(result.chunks), version=result.version or "")
    return f"{found} · {_times(words, result)}"


def _times(words: Words, result: SearchResult) -> str:
    return " · ".join(
        words.md("result.time", stage=words(f"timing.{stage}"), ms=f"{result.timings_ms[stage]:.1f}")
        for stage in _STAGES
        if stage in result.timings_ms
    )


def _show_charts(words: Words, result: SearchResult) -> None:
    charts = {"ranks": rank_chart, "parts": fusion_chart, "rerank": rerank_chart}
    for name, chart in charts.items():
        made = chart(words, result.chunks)
        if made is not None:
            st.markdown(words.md(f"chart.{name}_title"), help=words.md(f"chart.{name}_help"))
            st.altair_chart(made, key=f"search_{name}", alt=words(f"chart.{name}_title"))


def _show_context(words: Words, searched: Searched) -> None:
    result, budget = searched.result, searched.settings.retrieval.context_tokens
    context = assemble_context(result, budget)
    if not context:
        return
    with st.expander(
        words("result.context", used=count_tokens(context), tokens=budget), icon=":material/content_copy:"
    ):
        st.caption(words("result.context_help"))
        st.code(context, language=None, wrap_lines=True)
