"""The workbench: ``streamlit run app.py``. One frame, one page a task."""

from __future__ import annotations

import streamlit as st

from rulebook.ui.boundary import error_boundary
from rulebook.ui.entry import framed
from rulebook.ui.frame import show_frame
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.richtext import show_style

st.set_page_config(page_title="rulebook", page_icon="📘", layout="wide")
words = page_words()
page = st.navigation(
    [
        st.Page("pages/build.py", title=words("build.nav"), icon=":material/construction:", url_path="build"),
        st.Page("pages/versions.py", title=words("versions.nav"), icon=":material/history:", url_path="versions"),
        st.Page("pages/search.py", title=words("search.nav"), icon=":material/search:", url_path="search"),
    ]
)
show_style()
with error_boundary(words):
    show_frame(shared_engine(), words)
with error_boundary(words), framed():
    page.run()
