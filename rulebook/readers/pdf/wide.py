"""Which characters are set without spaces between words."""

from __future__ import annotations

import re

_WIDE = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_WIDE_ALSO = frozenset("“”‘’…—·")
"""Signs that Japanese and Chinese type sets as wide as a character, and Latin type does not."""


def is_wide(character: str) -> bool:
    """Whether the character belongs to Japanese or Chinese text (full-width signs included)."""
    return bool(character) and _WIDE.match(character) is not None


def no_space_between(before: str, after: str) -> bool:
    """Whether two lines that end and begin with these characters read on without a space."""
    if is_wide(before) or is_wide(after):
        return True
    return before in _WIDE_ALSO or after in _WIDE_ALSO
