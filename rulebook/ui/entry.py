"""Keeps every page inside the frame, whichever address the browser opens first."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import streamlit as st

_FRAMED = ContextVar("framed", default=False)


@contextmanager
def framed() -> Iterator[None]:
    """Around the run of a page by the entry script."""
    token = _FRAMED.set(True)
    try:
        yield
    finally:
        _FRAMED.reset(token)


def require_frame(entry: Path) -> None:
    """The first line of a page: goes through ``entry`` when the page was started alone.

    Beside a folder ``pages`` Streamlit runs a page's file alone until ``st.navigation`` was called once in the process,
    so the address of a page, opened right after the start, would show it without the frame.
    """
    if not _FRAMED.get():
        runpy.run_path(str(entry))
        st.stop()
