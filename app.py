"""The workbench: ``streamlit run app.py``. One frame, one page a task."""

from __future__ import annotations

import streamlit as st

from rulebook.ui.boundary import error_boundary
from rulebook.ui.entry import framed
from rulebook.ui.frame import show_frame
from rulebook.ui.open_draft import draft_id
from rulebook.ui.resources import page_words, shared_engine
from rulebook.ui.richtext import show_style

st.set_page_config(page_title="rulebook", page_icon="📘", layout="wide")
words = page_words()
build = st.Page("pages/build.py", title=words("build.nav"), icon=":material/construction:", url_path="build")
# the default page answers at "/" only: a listed page as the default would have no address of its own
home = st.Page(lambda: None, title=words("build.nav"), url_path="", default=True, visibility="hidden")
page = st.navigation(
    [
        home,
        build,
        st.Page("pages/versions.py", title=words("versions.nav"), icon=":material/history:", url_path="versions"),
        st.Page("pages/search.py", title=words("search.nav"), icon=":material/search:", url_path="search"),
        st.Page("pages/quality.py", title=words("quality.nav"), icon=":material/query_stats:", url_path="quality"),
    ]
)
if page == home:
    st.switch_page(build, query_params={name: st.query_params.get_all(name) for name in st.query_params})
draft_id()  # in the address of every page, so that a reload of any of them leads back to it
show_style()
with error_boundary(words):
    show_frame(shared_engine(), words)
with error_boundary(words), framed():
    page.run()
