"""Search: one question to one version, and the account of every score in its answer."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rulebook.model.search import Query
from rulebook.ui.boundary import error_boundary
from rulebook.ui.entry import require_frame
from rulebook.ui.frame import searched_version
from rulebook.ui.open_draft import draft_address
from rulebook.ui.query_address import from_address, to_address
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.result_view import Ran, show_result
from rulebook.ui.search_form import search_form

ENTRY = Path(__file__).resolve().parents[1] / "app.py"
RAN = "search_ran"

require_frame(ENTRY)
engine, words = shared_engine(), page_words()
settings = engine.settings.retrieval
ran: Ran | None = st.session_state.get(RAN)
addressed: Query | None = None

st.title(words("search.title"))
if ran is None:
    with error_boundary(words):
        addressed = from_address(st.query_params.to_dict())
asked = search_form(words, settings, ran.query if ran else addressed, searched_version()) or addressed
if asked is not None and not asked.text:
    st.info(words("search.empty_query"), icon=":material/edit:")
elif asked is not None:
    with st.spinner(words("search.running")):
        st.session_state[RAN] = ran = Ran(query=asked, result=engine.rag.run(asked))
if ran is not None:
    if (address := {**to_address(ran.query), **draft_address()}) != st.query_params.to_dict():
        st.query_params.from_dict(address)
    show_result(words, ran, settings)
