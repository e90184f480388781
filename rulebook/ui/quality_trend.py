"""The runs over time: a picture for each measure, and all runs in a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.ui.formats import local_time
from rulebook.ui.quality_charts import history_chart
from rulebook.ui.quality_history import MEASURES, StoredRun, points_of
from rulebook.ui.words import Words

_TABLE_ROWS = 6
_A_ROW = 3


def show_trend(words: Words, runs: Sequence[StoredRun]) -> None:
    """The runs of one judged set at a time: values of different sets say nothing about each other.

    ``runs`` are newest first, at least one.
    """
    names = list(dict.fromkeys(run.row.judged_set for run in runs))
    chosen = names[0]
    if len(names) > 1:
        chosen = st.selectbox(
            words("quality.trend_set"), names, key="quality_trend_set", help=words("quality.trend_help")
        )
    _show_charts(words, [run for run in runs if run.row.judged_set == chosen])
    _show_table(words, runs)


def _show_charts(words: Words, runs: Sequence[StoredRun]) -> None:
    measures = list(MEASURES)
    for start in range(0, len(measures), _A_ROW):
        for column, measure in zip(st.columns(_A_ROW), measures[start : start + _A_ROW], strict=False):
            with column:
                name = words(f"measure.{measure}")
                st.markdown(f"**{name}**", help=words(f"measurehelp.{measure}"))
                points = points_of(runs, measure)
                if points:
                    st.altair_chart(history_chart(words, name, points), key=f"quality_trend_{measure}", alt=name)
                else:
                    st.caption(words("quality.not_measured"))


def _show_table(words: Words, runs: Sequence[StoredRun]) -> None:
    rows = [_row(words, run) for run in runs]
    three = NumberColumn(format="%.3f")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="—",
        height="content" if len(rows) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={
            words("quality.run"): TextColumn(width=50, pinned=True),
            words("quality.label"): TextColumn(width=150),
            words("quality.when"): TextColumn(width=125),
            **{words(f"measure.{measure}"): three for measure in MEASURES},
        },
    )


def _row(words: Words, run: StoredRun) -> dict[str, object]:
    row = run.row
    return {
        words("quality.run"): f"#{row.id}",
        words("quality.label"): row.label,
        **{words(f"measure.{name}"): measure(run.report) for name, measure in MEASURES.items()},
        words("quality.version"): row.version,
        words("quality.set"): row.judged_set,
        words("quality.when"): local_time(row.at),
        words("quality.by"): row.by,
    }
