"""How reliable the quality of hits is: a picture, the same as a table, and what it means in words."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn

from rulebook.evaluation.calibration import CalibrationBin
from rulebook.ui.quality_charts import bin_text, reliability_chart
from rulebook.ui.quality_choice import chosen_run
from rulebook.ui.quality_history import StoredRun
from rulebook.ui.words import Words

_FEW = 10
"""Below so many hits the share of a bin says little."""

_EVEN = 0.01
"""A mean gap below it is neither too much nor too little."""


def show_reliability(words: Words, runs: Sequence[StoredRun]) -> None:
    """The diagram of one run. ``runs`` are newest first."""
    if not runs:
        st.info(words("quality.no_runs"), icon=":material/query_stats:")
        return
    run = chosen_run(words, runs, "reliability")
    bins = [group for group in run.report.calibration_bins if group.hits]
    error, gap = run.report.calibration, mean_gap(bins)
    if error is None or gap is None:
        st.info(words("quality.no_hits"), icon=":material/search_off:")
        return
    st.markdown(words("quality.reliability_help"))
    left, right = st.columns(2, gap="medium")
    with left:
        st.altair_chart(
            reliability_chart(words, bins), key="quality_reliability", alt=words("quality.reliability_chart")
        )
    with right:
        st.metric(words("measure.calibration"), f"{error:.3f}", help=words("measurehelp.calibration"))
        st.markdown(error_text(words, error, gap, sum(group.hits for group in bins)))
        _show_bins(words, bins)
        if any(group.hits < _FEW for group in bins):
            st.caption(words("quality.few_hits", count=_FEW))


def error_text(words: Words, error: float, gap: float, count: int) -> str:
    """How far the quality is from the truth, in percentage points, and to which side it errs on the whole."""
    side = "even" if abs(gap) < _EVEN else "high" if gap > 0 else "low"
    said = words("quality.error_text", count=count, points=f"{error * 100:.1f}")
    return said + words(f"gap.{side}", points=f"{abs(gap) * 100:.1f}")


def mean_gap(bins: Sequence[CalibrationBin]) -> float | None:
    """``Σ n · (confidence - precision) / Σ n``: above 0 where the quality promises too much on the whole; ``None``
    without hits."""
    total = sum(group.hits for group in bins)
    gaps = [
        group.hits * (group.confidence - group.precision)
        for group in bins
        if group.confidence is not None and group.precision is not None
    ]
    return sum(gaps) / total if total else None


def _show_bins(words: Words, bins: Sequence[CalibrationBin]) -> None:
    number = NumberColumn(format="%.3f")
    st.dataframe(
        pd.DataFrame(
            [
                {
                    words("quality.bin"): bin_text(group),
                    words("quality.hits"): group.hits,
                    words("quality.mean_quality"): group.confidence,
                    words("quality.share_right"): group.precision,
                }
                for group in bins
            ]
        ),
        hide_index=True,
        placeholder="—",
        height="content",
        column_config={words("quality.mean_quality"): number, words("quality.share_right"): number},
    )
