"""A search result: what must be said first, the hits with their scores, the pictures, and the context for a prompt."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from rulebook.model.search import Constraint, EvidenceStatus, Query, SearchResult
from rulebook.retrieval.context import assemble_context
from rulebook.retrieval.enrichment import enriched_text
from rulebook.settings import Retrieval
from rulebook.ui.hit_card import hit_card
from rulebook.ui.notice_view import show_notice
from rulebook.ui.richtext import joined, show
from rulebook.ui.score_charts import fusion_chart, rank_chart
from rulebook.ui.words import Words

_STAGES = ("vector", "bm25", "rerank", "total")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A search that was run: it stays on the page until the next one is sent off."""

    query: Query
    result: SearchResult


def show_result(words: Words, ran: Ran, settings: Retrieval) -> None:
    """The whole result below the form."""
    query, result = ran.query, ran.result
    for notice in result.notices:
        show_notice(words, notice)
    if result.constraint is Constraint.NONE:
        st.info(words("result.none"), icon=":material/search_off:")
        return
    searched = result.constraint is Constraint.HANDBOOK
    if searched and result.evidence_status is EvidenceStatus.NO_EVIDENCE:
        st.warning(words("result.no_evidence"), icon=":material/help:")
    st.caption(_summary(words, result) if searched else words("result.builtin"))
    asked = enriched_text(query)
    cards = joined([hit_card(words, hit, asked, settings.rrf_k, result.constraint) for hit in result.chunks])
    if searched:
        left, right = st.columns([5, 3], gap="medium")
        with left:
            show(cards)
        with right:
            _show_charts(words, result)
    else:
        show(cards)
    with st.expander(words("result.context", tokens=settings.context_tokens), icon=":material/content_copy:"):
        st.code(assemble_context(result, settings.context_tokens), language=None, wrap_lines=True)


def _summary(words: Words, result: SearchResult) -> str:
    times = " · ".join(
        words.md("result.time", stage=words(f"timing.{stage}"), ms=f"{result.timings_ms[stage]:.1f}")
        for stage in _STAGES
        if stage in result.timings_ms
    )
    found = words.md("result.summary", query=result.query, count=len(result.chunks), version=result.version or "")
    return f"{found} · {times}"


def _show_charts(words: Words, result: SearchResult) -> None:
    st.markdown(words.md("chart.ranks_title"), help=words.md("chart.ranks_help"))
    st.altair_chart(rank_chart(words, result.chunks), key="search_ranks", alt=words("chart.ranks_title"))
    st.markdown(words.md("chart.parts_title"), help=words.md("chart.parts_help"))
    st.altair_chart(fusion_chart(words, result.chunks), key="search_parts", alt=words("chart.parts_title"))
