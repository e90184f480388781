"""Where an error of a page ends: as a sentence and an id, never as a traceback."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import streamlit as st

from rulebook.errors import RulebookError
from rulebook.ui.words import Words

_LOG = logging.getLogger(__name__)


@contextmanager
def error_boundary(words: Words) -> Iterator[None]:
    """Shows what goes wrong inside; what was already on the page stays. Streamlit's own signals pass through."""
    try:
        yield
    except RulebookError as error:
        st.error(error_text(words, error.code, str(error)), icon=":material/error:")
    except Exception:  # the entry point of a page: everything below it is reported here
        error_id = uuid4().hex[:8]
        _LOG.exception("page error %s", error_id)
        st.error(words.md("error.unexpected", error_id=error_id), icon=":material/error:")


def error_text(words: Words, code: str, message: str) -> str:
    """An error as Markdown: what its code means in the person's language, then the message with its place and code."""
    meaning = words.md(f"error.{code}") if f"error.{code}" in words else words.md("error.E_RULEBOOK")
    return f"**{meaning}**  \n{words.md('error.detail', message=message, code=code)}"
