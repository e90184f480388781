"""One run opened: its measures overall, by kind and by language, what it missed, and its queries one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.engine import Engine
from rulebook.evaluation.retrieval import Measures, RetrievalReport
from rulebook.model.judged import JudgedQuery
from rulebook.ui.escape import plain
from rulebook.ui.formats import local_time
from rulebook.ui.quality_history import LESS_IS_BETTER, MEASURES, StoredRun, earlier_run
from rulebook.ui.quality_lines import show_lines
from rulebook.ui.quality_rows import QueryLine, kind_name, language_name, lines_of
from rulebook.ui.richtext import show, tag, text
from rulebook.ui.words import Words

_A_ROW = 3
_UNCHANGED = "±0"
_GROUP_WIDTHS = (165, 52, 60, 74, 74, 74, 86, 117, 117)
"""Pixels of the columns of the table of groups, which fills the page without being cut off."""


def judged_of(engine: Engine, run: StoredRun) -> dict[str, JudgedQuery]:
    """The queries of the run's judged set by id, as they are now; empty where the set is not there."""
    if run.row.judged_set not in dict(engine.judged.sets()):
        return {}
    return {query.id: query for query in engine.judged.queries(run.row.judged_set)}


def show_run(engine: Engine, words: Words, run: StoredRun, runs: Sequence[StoredRun]) -> None:
    """Everything of one run. ``runs`` are all, newest first: the measures are told beside the run before."""
    judged = judged_of(engine, run)
    _show_story(words, run)
    _show_notices(words, run.report)
    _show_measures(words, run, earlier_run(runs, run))
    _show_groups(words, run.report)
    lines = lines_of(run.report.rows, judged)
    if not judged:
        st.caption(words.md("quality.set_gone", name=run.row.judged_set))
    _show_missed(words, lines)
    _show_lost(words, run.report)
    show_lines(words, run, lines, judged)


def _show_story(words: Words, run: StoredRun) -> None:
    row, report = run.row, run.report
    said = words.md("quality.story", when=local_time(row.at), by=row.by or "—", set=row.judged_set, version=row.version)
    sizes = words(
        "quality.sizes",
        ms=f"{report.median_ms:.0f}",
        chunks=report.chunks,
        chars=f"{report.chunk_chars:.0f}",
        five=f"{report.five_hits_chars:.0f}",
    )
    st.caption(f"{said}  \n{sizes}")


def _show_notices(words: Words, report: RetrievalReport) -> None:
    """With any of them the measures are not those of the configuration."""
    if not report.notices:
        return
    lines = []
    for code, count in sorted(report.notices.items()):
        meaning = words.md(f"notice.{code}") if f"notice.{code}" in words else plain(code)
        lines.append(f"- {meaning} {words('quality.searches', count=count)}")
    listed = "\n".join(lines)
    st.warning(f"**{words('quality.not_as_configured')}**\n\n{listed}", icon=":material/warning:")


def _show_measures(words: Words, run: StoredRun, earlier: StoredRun | None) -> None:
    columns = [column for _ in range(0, len(MEASURES), _A_ROW) for column in st.columns(_A_ROW)]
    for column, (name, measure) in zip(columns, MEASURES.items(), strict=True):
        value = measure(run.report)
        before = measure(earlier.report) if earlier is not None else None
        change = change_text(before, value)
        column.metric(
            words(f"measure.{name}"),
            "—" if value is None else f"{value:.3f}",
            delta=change,
            delta_color="off" if change == _UNCHANGED else "inverse" if name in LESS_IS_BETTER else "normal",
            delta_arrow="off" if change == _UNCHANGED else "auto",
            help=words(f"measurehelp.{name}"),
        )
    if earlier is not None:
        st.caption(words("quality.against", run=f"#{earlier.row.id}"))


def change_text(before: float | None, value: float | None) -> str | None:
    """``+0.012``, or ``±0`` for what rounds to nothing; ``None`` where one of the two was not measured."""
    if before is None or value is None:
        return None
    change = f"{value - before:+.3f}"
    return _UNCHANGED if float(change) == 0 else change


def _show_groups(words: Words, report: RetrievalReport) -> None:
    groups = [(words("quality.all"), report.overall)]
    groups += [(f"{words('quality.kind')}: {kind_name(words, kind)}", m) for kind, m in report.by_kind.items()]
    groups += [(f"{words('quality.lang')}: {language_name(words, lang)}", m) for lang, m in report.by_lang.items()]
    frame = pd.DataFrame([_group_row(words, name, measures) for name, measures in groups])
    first, *columns = zip(frame.columns, _GROUP_WIDTHS, strict=True)
    numbers = {name: NumberColumn(format="%.3f" if n > 1 else None, width=w) for n, (name, w) in enumerate(columns)}
    st.markdown(f"**{words('quality.groups')}**", help=words("quality.groups_help"))
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="—",
        height="content",
        column_config={first[0]: TextColumn(width=first[1], pinned=True), **numbers},
    )


def _group_row(words: Words, name: str, measures: Measures) -> dict[str, object]:
    return {
        words("quality.group"): name,
        words("quality.queries"): measures.queries,
        words("quality.answerable"): measures.answerable,
        words("measure.recall"): measures.recall_at_5,
        words("measure.mrr"): measures.mrr_at_10,
        words("measure.ndcg"): measures.ndcg_at_10,
        words("measure.coverage"): measures.gold_coverage,
        words("measure.precision"): measures.no_answer_precision,
        words("measure.silence"): measures.no_answer_recall,
    }


def _show_missed(words: Words, lines: Sequence[QueryLine]) -> None:
    """The answerable queries without an answer among the first five hits."""
    missed = [line for line in lines if line.row.recall == 0]
    if not missed:
        st.success(words("quality.none_missed"), icon=":material/check_circle:")
        return
    with st.expander(words("quality.missed", count=len(missed)), icon=":material/search_off:"):
        st.caption(words("quality.missed_help"))
        for line in missed:
            rank = words("quality.rank_at", rank=line.row.rank) if line.row.rank else words("quality.rank_none")
            about = " · ".join(
                (line.row.id, kind_name(words, line.row.kind), language_name(words, line.row.lang), rank, *line.docs)
            )
            show(tag("div", tag("div", text(line.query or line.row.id)), tag("div", text(about), css="rb-small")))


def _show_lost(words: Words, report: RetrievalReport) -> None:
    if not report.lost:
        return
    with st.expander(words("quality.lost", count=len(report.lost)), icon=":material/broken_image:"):
        st.caption(words("quality.lost_help"))
        for gold in report.lost:
            show(tag("div", text(gold.evidence), tag("div", text(f"{gold.id} · {gold.doc}"), css="rb-small")))
