"""Text of documents and file names for labels and messages, which Streamlit reads as Markdown."""

from __future__ import annotations

import re

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# Streamlit looks for arrows, dashes and emoji codes after the escapes are resolved; a joiner without width parts them.
_DIGRAPHS = re.compile(r"(?<=:)(?=\w)|(?<=[-<>=~])(?=[-<>=~])")
_WORD_JOINER = "\u2060"


def plain(text: str) -> str:
    """``text`` so that Markdown shows it character by character, on one line."""
    parted = _DIGRAPHS.sub(_WORD_JOINER, " ".join(text.split()))
    return _PUNCTUATION.sub(r"\\\1", parted)
