"""A form that opens where its button stands; one at a time on a page, and what it came to is told in its place."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from rulebook.ui.words import Words

BY = "workbench"
"""Who saves where nobody gave a name."""

_NAME = "panel_signature"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A button with its form; ``name`` is its own on ``page``, and no other page knows whether it is open."""

    page: str
    name: str
    icon: str = ""

    def key(self, widget: str) -> str:
        """The key of a widget of the form."""
        return f"{self.page}_{self.name}_{widget}"

    @property
    def is_open(self) -> bool:
        return bool(st.session_state.get(_open(self.page)) == self.name)

    def button(self, label: str) -> None:
        """Draws the button that opens the form and closes it again."""
        st.button(
            label,
            key=self.key("open"),
            type="tertiary",
            icon=":material/close:" if self.is_open else self.icon,
            on_click=_toggle,
            args=(self,),
        )

    def told(self) -> None:
        """Draws what the form came to when it was sent last, until another opens."""
        told = st.session_state.get(_told(self.page))
        if told is not None and told[0] == self.name:
            st.success(told[1], icon=":material/check_circle:")

    def opened(self, label: str) -> bool:
        """Draws the button and below it what the form came to; gives whether the form is open."""
        self.button(label)
        self.told()
        return self.is_open


def done(panel: Panel, message: str) -> None:
    """Closes the form and draws the page anew with ``message``, which is Markdown, in its place."""
    st.session_state[_open(panel.page)] = None
    st.session_state[_told(panel.page)] = (panel.name, message)
    st.rerun()


def close_panels(page: str) -> None:
    """Forgets what is open on the page and what was told there: it shows something else."""
    st.session_state[_open(page)] = st.session_state[_told(page)] = None


def signature(words: Words, panel: Panel) -> str:
    """Who fills in the form; the next one, on any page, starts with the same name."""
    name: str = st.text_input(
        words("panel.by"),
        st.session_state.get(_NAME, ""),
        key=panel.key("by"),
        placeholder=words("panel.by_hint"),
        max_chars=100,
    )
    st.session_state[_NAME] = name.strip()
    return name.strip()


def _toggle(panel: Panel) -> None:
    st.session_state[_open(panel.page)] = None if panel.is_open else panel.name
    st.session_state[_told(panel.page)] = None


def _open(page: str) -> str:
    return f"{page}_open_panel"


def _told(page: str) -> str:
    return f"{page}_panel_told"
