"""One spelling for what a reader takes for the same characters, with the way back to the original text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

KATAKANA = "ァ-ヺー"
HAN = "㐀-䶿一-鿿豈-﫿\U00020000-\U000323af々〇"

_LONG_VOWEL = "ー"
# Signs typed for a hyphen or a long vowel; ASCII "-" is left out, since it never stands for a long vowel in wide text.
_DASHES = "‐‑‒–—―−－﹣─"
_LONG_VOWEL_MEANT = re.compile(f"(?<=[{KATAKANA}ｦ-ﾟ\u3099\u309a])[{_DASHES}](?![{_DASHES}ー])")
_HYPHEN_MEANT = re.compile(f"(?<=[0-9A-Za-z])ー(?=[0-9A-Za-z])|[{_DASHES}]")

_SURROGATE = re.compile("[\ud800-\udfff]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Hints for breaking and joining, and selectors of a character's variant: they cut words and tell no texts apart."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text. Character ``i`` of ``text`` came from ``starts[i]`` to ``ends[i]`` of the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where the folded characters ``start`` to ``end`` (not empty) stand in the original."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """``text`` in NFKC, every dash a hyphen or, right behind katakana, a long vowel mark, without invisible characters.
    Upper and lower case stay.

    So 「ﾍｯﾀﾞ－」 is 「ヘッダー」, and "ＦＭＴ－０１２" and "FMTー012" are "FMT-012".
    """
    text = _SURROGATE.sub("\ufffd", text)  # no encoder and no dictionary takes half a character
    spelled = _LONG_VOWEL_MEANT.sub(_LONG_VOWEL, text)
    if unicodedata.is_normalized("NFKC", spelled) and not _INVISIBLE.search(spelled):
        return Folded(_HYPHEN_MEANT.sub("-", spelled), range(len(text)), range(1, len(text) + 1))
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(spelled):
        piece = _composed(spelled[start:end])
        pieces.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return Folded(_HYPHEN_MEANT.sub("-", "".join(pieces)), starts, ends)


def normalise(text: str) -> str:
    """``text`` folded, in lower case, every stretch of white space one space: for telling whether two texts agree."""
    return " ".join(fold(text).text.casefold().split())


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Characters with the marks that compose with them, which must be normalised together, and with the invisible ones
    beside them, which leave nothing of their own."""
    start, empty = 0, True
    for at, character in enumerate(text):
        if not empty and not _joins_previous(character):
            yield start, at
            start, empty = at, True
        empty = empty and bool(_INVISIBLE.match(character))
    if text:
        yield start, len(text)


@lru_cache(maxsize=4096)
def _joins_previous(character: str) -> bool:
    if _INVISIBLE.match(character):
        return True
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.combining(first) != 0 or "\u1160" <= character <= "\u11ff"


@lru_cache(maxsize=4096)
def _composed(cluster: str) -> str:
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", cluster))
