"""Quality: how well the handbook's search answers what people judged, over time, and what they say of it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rulebook.engine import Engine
from rulebook.ui.boundary import error_boundary
from rulebook.ui.entry import require_frame
from rulebook.ui.quality_choice import chosen_run, chosen_view, put_address
from rulebook.ui.quality_compare import show_compare
from rulebook.ui.quality_done import show_done
from rulebook.ui.quality_feedback import show_feedback
from rulebook.ui.quality_history import read_runs
from rulebook.ui.quality_measuring import show_measuring
from rulebook.ui.quality_reliability import show_reliability
from rulebook.ui.quality_run_view import show_run
from rulebook.ui.quality_sets import show_sets
from rulebook.ui.quality_trend import show_trend
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.words import Words

ENTRY = Path(__file__).resolve().parents[1] / "app.py"


def show_measure(engine: Engine, words: Words) -> None:
    """A run to start, the runs so far, and one of them opened."""
    runs = read_runs(engine, words)
    show_measuring(engine, words, first=not runs)
    if not runs:
        put_address(view="measure")
        st.info(words("quality.no_runs"), icon=":material/query_stats:")
        return
    st.subheader(words("quality.trend"), help=words("quality.trend_explained"))
    show_trend(words, runs)
    st.subheader(words("quality.one_run"))
    show_run(engine, words, chosen_run(words, runs, "measure"), runs)


require_frame(ENTRY)
engine, words = shared_engine(), page_words()
st.title(words("quality.title"))
show_done(words)
view = chosen_view(words)
with error_boundary(words):
    if view == "measure":
        show_measure(engine, words)
    elif view == "compare":
        show_compare(engine, words, read_runs(engine, words))
    elif view == "reliability":
        show_reliability(words, read_runs(engine, words))
    elif view == "sets":
        put_address(view="sets")
        show_sets(engine, words)
    else:
        put_address(view="feedback")
        show_feedback(engine, words)
