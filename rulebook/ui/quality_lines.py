"""The queries of a run in a table that can be filtered and kept as a file, and one of them opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.model.judged import JudgedQuery
from rulebook.model.search import Agent
from rulebook.ui.quality_history import StoredRun
from rulebook.ui.quality_rows import (
    Outcome,
    QueryLine,
    csv_of,
    kind_name,
    language_name,
    matching,
    outcome_of,
    table_row,
)
from rulebook.ui.quality_sets import show_judged
from rulebook.ui.words import Words

_TABLE_ROWS = 10


def show_lines(words: Words, run: StoredRun, lines: Sequence[QueryLine], judged: Mapping[str, JudgedQuery]) -> None:
    """``lines`` are all of the run; ``judged`` the queries of its set by id, as far as they are there."""
    st.markdown(f"**{words('quality.lines')}**", help=words("quality.lines_help"))
    shown = _filtered(words, lines)
    st.dataframe(
        pd.DataFrame([table_row(words, line) for line in shown]),
        hide_index=True,
        placeholder="—",
        height="content" if len(shown) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={
            "ID": TextColumn(width=65, pinned=True),
            words("quality.query"): TextColumn(width=330),
            words("quality.outcome"): TextColumn(width=140),
            words("quality.docs"): TextColumn(width=260),
            "nDCG@10": NumberColumn(format="%.3f"),
        },
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        opened = _opened_line(words, run, shown)
        st.download_button(
            words("quality.csv", count=len(shown)),
            csv_of(words, shown),
            file_name=f"run-{run.row.id}.csv",
            mime="text/csv",
            key="quality_csv",
            icon=":material/download:",
            on_click="ignore",
            disabled=not shown,
        )
    if opened is not None:
        _show_line(words, run, opened, judged)


def _filtered(words: Words, lines: Sequence[QueryLine]) -> list[QueryLine]:
    there = {line.outcome for line in lines}
    first, second, third, fourth = st.columns([3, 3, 2, 3])
    with first:
        outcomes = st.multiselect(
            words("quality.outcome"),
            [outcome for outcome in Outcome if outcome in there],
            format_func=lambda outcome: words(f"outcome.{outcome}"),
            key=words.key("quality_outcomes"),
            placeholder=words("quality.any"),
        )
    with second:
        kinds = st.multiselect(
            words("quality.kind"),
            sorted({line.row.kind for line in lines}),
            format_func=lambda kind: kind_name(words, kind),
            key=words.key("quality_kinds"),
            placeholder=words("quality.any"),
        )
    with third:
        langs = st.multiselect(
            words("quality.lang"),
            sorted({line.row.lang for line in lines}),
            format_func=lambda lang: language_name(words, lang),
            key=words.key("quality_langs"),
            placeholder=words("quality.any"),
        )
    with fourth:
        wanted = st.text_input(words("quality.find"), key="quality_find")
    return matching(lines, outcomes=outcomes, kinds=kinds, langs=langs, text=wanted)


def _opened_line(words: Words, run: StoredRun, lines: Sequence[QueryLine]) -> QueryLine | None:
    by_id = {line.row.id: line for line in lines}
    opened = st.selectbox(
        words("quality.open_query"),
        list(by_id),
        index=None,
        format_func=lambda key: f"{key} · {by_id[key].query}",
        placeholder=words("quality.open_query_hint"),
        key=f"quality_run_query_{run.row.id}",
        width=520,
    )
    return by_id[opened] if opened else None


def _show_line(words: Words, run: StoredRun, line: QueryLine, judged: Mapping[str, JudgedQuery]) -> None:
    """What answers the query, how its first hits stood, and the way to the search itself."""
    if line.row.id in judged:
        show_judged(words, judged[line.row.id])
    said = words(f"outcome.{outcome_of(line.row)}")
    hits = " · ".join(
        f"#{rank} {quality:.2f} {'○' if right else '×'}" for rank, (quality, right) in enumerate(line.row.hits, 1)
    )
    st.caption(f"{said} — {words('quality.first_hits')}: {hits or '—'}")
    if line.query:
        intent = judged[line.row.id].intent if bool(run.row.settings.get("routed")) else None
        st.page_link(
            "pages/search.py",
            label=words("quality.to_search"),
            icon=":material/search:",
            query_params=_search_address(line.query, run.row.version, intent),
        )


def _search_address(query: str, version: str, agent: Agent | None) -> dict[str, str]:
    parts = {"q": query, "agent": agent.value if agent else "", "top_k": "10", "version": version}
    return {name: value for name, value in parts.items() if value}
