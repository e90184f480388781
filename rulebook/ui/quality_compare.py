"""Two runs side by side: their measures with the chance that the difference is none, and which queries won or lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.engine import Engine
from rulebook.evaluation.comparison import Comparison, ReportComparison, RowDifference, compare_reports, differences
from rulebook.evaluation.runs import changed_settings
from rulebook.model.judged import JudgedQuery
from rulebook.ui.quality_charts import QueryGain, gain_chart
from rulebook.ui.quality_choice import chosen_pair
from rulebook.ui.quality_history import StoredRun
from rulebook.ui.quality_rows import kind_name, language_name, outcome_of
from rulebook.ui.quality_run_view import judged_of
from rulebook.ui.words import Words

SIGNIFICANT = 0.05
"""Below this p value a difference is told as one that chance hardly explains."""

_TABLE_ROWS = 12
MEASURED = {"recall@5": "recall", "rr@10": "mrr", "ndcg@10": "ndcg"}
"""The measures of a comparison by the names that the pages have for their means."""


def show_compare(engine: Engine, words: Words, runs: Sequence[StoredRun]) -> None:
    """The two runs that are chosen. ``runs`` are newest first."""
    if len(runs) < 2:
        st.info(words("quality.too_few"), icon=":material/compare_arrows:")
        return
    before, after = chosen_pair(words, runs)
    if before.row.id == after.row.id:
        st.info(words("quality.same_run"), icon=":material/equal:")
        return
    _show_doubts(words, before, after)
    _show_settings(words, before, after)
    found = _compared(before, after, str(engine.layout.home), before.row.id, after.row.id)
    if not found.overall:
        st.info(words("quality.none_in_both"), icon=":material/search_off:")
        return
    _show_measures(words, found)
    changed = differences(before.report, after.report)
    judged = {**judged_of(engine, before), **judged_of(engine, after)}
    _show_queries(words, changed, judged)


@st.cache_resource(max_entries=32, show_spinner=False)
def _compared(_before: StoredRun, _after: StoredRun, home: str, before: int, after: int) -> ReportComparison:
    """Runs never change, so an answer is kept."""
    return compare_reports(_before.report, _after.report)


def _show_doubts(words: Words, before: StoredRun, after: StoredRun) -> None:
    """Why the two may not be comparable."""
    ids = [{row.id for row in run.report.rows} for run in (before, after)]
    if ids[0] != ids[1]:
        common = len(ids[0] & ids[1])
        st.warning(words("quality.other_queries", common=common, before=len(ids[0]), after=len(ids[1])))
    if before.row.version != after.row.version:
        st.caption(words.md("quality.other_version", before=before.row.version, after=after.row.version))
    for run in (before, after):
        if run.report.notices:
            st.warning(words("quality.run_not_as_configured", run=f"#{run.row.id}"), icon=":material/warning:")


def _show_settings(words: Words, before: StoredRun, after: StoredRun) -> None:
    found = changed_settings(before.row.settings, after.row.settings)
    if not found:
        st.caption(words("quality.same_settings"))
        return
    rows = [
        {words("quality.setting"): name, words("quality.before"): _said(x), words("quality.after"): _said(y)}
        for name, (x, y) in found.items()
    ]
    st.markdown(f"**{words('quality.differing_settings')}**")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="—",
        height="content" if len(rows) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
    )


def _said(value: object) -> str:
    return "—" if value is None else str(value)


def _show_measures(words: Words, found: ReportComparison) -> None:
    columns = st.columns(len(found.overall))
    for column, comparison in zip(columns, found.overall, strict=True):
        with column:
            name = MEASURED[comparison.measure]
            st.metric(
                words(f"measure.{name}"),
                f"{comparison.before:.3f} → {comparison.after:.3f}",
                delta=f"{comparison.delta:+.3f}",
                help=words(f"measurehelp.{name}"),
            )
            st.caption(verdict(words, comparison))
    st.caption(words("quality.p_help"))
    with st.expander(words("quality.by_group"), icon=":material/table_rows:"):
        _show_groups(words, found)


def verdict(words: Words, comparison: Comparison) -> str:
    """Wins, losses and ties, and what the p value says of them."""
    counts = words("quality.counts", wins=comparison.wins, losses=comparison.losses, ties=comparison.ties)
    if not (comparison.wins or comparison.losses):
        return f"{counts}  \n{words('quality.no_change')}"
    sure = comparison.p_value < SIGNIFICANT
    p = "< 0.001" if comparison.p_value < 0.001 else f"= {comparison.p_value:.3f}"
    return f"{counts}  \np {p}: {words('quality.significant' if sure else 'quality.by_chance')}"


def _show_groups(words: Words, found: ReportComparison) -> None:
    groups = [(words("quality.all"), found.overall)]
    groups += [(f"{words('quality.kind')}: {kind_name(words, kind)}", some) for kind, some in found.by_kind.items()]
    groups += [(f"{words('quality.lang')}: {language_name(words, lang)}", some) for lang, some in found.by_lang.items()]
    rows = [
        {
            words("quality.group"): name,
            words("quality.what"): words(f"measure.{MEASURED[c.measure]}"),
            words("quality.before"): c.before,
            words("quality.after"): c.after,
            words("quality.delta"): c.delta,
            "p": c.p_value,
            words("quality.wins"): c.wins,
            words("quality.losses"): c.losses,
            words("quality.ties"): c.ties,
        }
        for name, some in groups
        for c in some
    ]
    three = NumberColumn(format="%.3f")
    st.caption(words("quality.groups_chance"))
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="—",
        height="content" if len(rows) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={
            words("quality.before"): three,
            words("quality.after"): three,
            words("quality.delta"): NumberColumn(format="%+.3f"),
            "p": three,
        },
    )


def _show_queries(words: Words, changed: Sequence[RowDifference], judged: Mapping[str, JudgedQuery]) -> None:
    """The queries that the runs answered differently, greatest gain first, as a picture and a table."""
    if not changed:
        st.info(words("quality.no_difference"), icon=":material/equal:")
        return
    st.markdown(f"**{words('quality.gains')}**", help=words("quality.gains_help"))
    gains = [QueryGain(id=d.id, query=_text(judged, d.id), gain=d.gain) for d in changed]
    if any(gain.gain for gain in gains):
        st.altair_chart(gain_chart(words, gains), key="quality_gains", alt=words("quality.gains"))
    rows = [_row(words, d, _text(judged, d.id)) for d in sorted(changed, key=lambda d: (-d.gain, d.id))]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="—",
        height="content" if len(rows) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={
            "ID": TextColumn(width=65, pinned=True),
            words("quality.gain"): NumberColumn(format="%+.3f"),
            words("quality.query"): TextColumn(width=300),
            words("quality.before"): TextColumn(width=120),
            words("quality.after"): TextColumn(width=120),
        },
    )


def _text(judged: Mapping[str, JudgedQuery], query_id: str) -> str:
    return judged[query_id].query if query_id in judged else ""


def _row(words: Words, difference: RowDifference, query: str) -> dict[str, object]:
    before, after = difference.before, difference.after
    return {
        "ID": difference.id,
        words("quality.gain"): difference.gain,
        words("quality.query"): query,
        words("quality.before"): _stands(words, before.rank, words(f"outcome.{outcome_of(before)}")),
        words("quality.after"): _stands(words, after.rank, words(f"outcome.{outcome_of(after)}")),
        words("quality.kind"): kind_name(words, difference.kind),
        words("quality.lang"): language_name(words, difference.lang),
    }


def _stands(words: Words, rank: int | None, outcome: str) -> str:
    return words("quality.rank_at", rank=rank) if rank else outcome
