"""What the last action on the page of quality came to, told once on top of the page."""

from __future__ import annotations

import streamlit as st

from rulebook.ui.words import Words

_DONE = "quality_done"


def show_done(words: Words) -> None:
    """What the last action came to, until the page is drawn again."""
    done = st.session_state.pop(_DONE, None)
    with st.container():  # always there: what is open below would close when the message goes and everything moves up
        if done is not None:
            st.success(words.md(done[0], **done[1]), icon=":material/check_circle:")


def announce(key: str, **values: str) -> None:
    """Draws the page anew with a message on top."""
    st.session_state[_DONE] = (key, values)
    st.rerun()
