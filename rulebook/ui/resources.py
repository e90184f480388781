"""What every page starts from: the one engine of the process and the words of the person's language."""

from __future__ import annotations

import streamlit as st

from rulebook.engine import Engine, open_engine
from rulebook.ui.words import LANGUAGES, Words, words_of

LANGUAGE = "frame_language"
"""Key of the language selector in the session's state."""


@st.cache_resource(show_spinner=False, on_release=Engine.close)
def shared_engine() -> Engine:
    """The engine of this process, shared by all sessions. Raises ``SettingsError`` and ``StoreError``."""
    return open_engine(load_in_background=True)


def page_words() -> Words:
    """The words of the chosen language."""
    return words_of(st.session_state.get(LANGUAGE, next(iter(LANGUAGES))))
