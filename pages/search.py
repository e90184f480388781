"""Search: one question to one version, alone or beside other conditions, and the account of every score."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rulebook.ui.boundary import error_boundary
from rulebook.ui.entry import require_frame
from rulebook.ui.frame import searched_version
from rulebook.ui.open_draft import draft_address
from rulebook.ui.panels import close_panels
from rulebook.ui.query_address import from_address, to_address
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.result_view import show_result
from rulebook.ui.search_conditions import Asked
from rulebook.ui.search_form import search_form
from rulebook.ui.search_run import PAGE, Ran, run_search

ENTRY = Path(__file__).resolve().parents[1] / "app.py"
RAN = "search_ran"

require_frame(ENTRY)
engine, words = shared_engine(), page_words()
ran: Ran | None = st.session_state.get(RAN)
addressed: Asked | None = None

st.title(words("search.title"))
if ran is None:
    with error_boundary(words):
        addressed = from_address(st.query_params.to_dict())
asked = search_form(words, engine.settings, ran.asked if ran else addressed, searched_version()) or addressed
if asked is not None and not asked.query.text:
    st.info(words("search.empty_query"), icon=":material/edit:")
elif asked is not None:
    with st.spinner(words("search.running")):
        st.session_state[RAN] = ran = run_search(engine, asked)
    close_panels(PAGE)
if ran is not None:
    if (address := {**to_address(ran.asked), **draft_address()}) != st.query_params.to_dict():
        st.query_params.from_dict(address)
    show_result(engine, words, ran)
