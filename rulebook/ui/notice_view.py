"""What a search or a build lacks, as a sentence of the person's language with the reason behind it."""

from __future__ import annotations

import streamlit as st

from rulebook.model.notice import Notice
from rulebook.ui.words import Words


def show_notice(words: Words, notice: Notice) -> None:
    """What the code means, then the message that came with it."""
    key = f"notice.{notice.code}" if f"notice.{notice.code}" in words else "notice.other"
    detail = words.md("notice.detail", message=notice.message)
    st.warning(f"**{words.md(key)}**  \n{detail}", icon=":material/warning:")
