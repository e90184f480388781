"""Whether a line reads like a sentence or is short enough for a heading."""

from __future__ import annotations

import re

from rulebook.readers.excel.metrics import text_width

_WIDEST = 80.0
"""In half-width characters: an unnumbered line that is longer is a sentence."""

_SENTENCE = re.compile(r"[。．、，,;；]$|\b(?:\w+\s+){6}.*[a-z)]\.$", re.DOTALL)
PREDICATE = re.compile(r"(?:する|した|いる|ある|ない|れる|せる|なる|行う|こと|です|ます|得る)$")


def is_sentence(text: str) -> bool:
    """Whether a line ends like a sentence."""
    return _SENTENCE.search(text.rstrip()) is not None


def is_short(text: str) -> bool:
    """Whether a text may be a heading without a number: no sentence, and on one line."""
    return "\n" not in text and not is_sentence(text) and text_width(text) <= _WIDEST
