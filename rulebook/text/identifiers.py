"""Words of alphabetic scripts, numbers and identifiers, whole and in parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.text.morphemes import loan_word
from rulebook.text.normalise import HAN
from rulebook.text.stem import STOP_WORDS, english_stem

_LETTER = rf"[^\W_\u3040-\u30ff\u31f0-\u31ff{HAN}]"
# "I/F" and "Q&A" are words; a point or comma joins digits only; "-" and "_" join anything.
_WORD = re.compile(
    rf"(?<!{_LETTER})[A-Za-z][/&][A-Za-z](?!{_LETTER})"
    rf"|{_LETTER}+(?:(?:[_-]|(?<=\d)[.,](?=\d)){_LETTER}+)*"
)
_SEGMENT = re.compile(rf"{_LETTER}+(?:[.,/&]{_LETTER}+)*")
# popupLink → popup Link; HTTPServer → HTTP Server; IDs stays one; RW11AA → RW 11 AA
_PART = re.compile(r"[A-Z]+(?:s(?![a-z]))?(?![a-z])|[A-Z]?[a-z]+|\d+(?:[.,]\d+)*|[^\WA-Za-z\d_]+|[A-Z]|[/&.,]")
_PLURAL_IN_CAPITALS = re.compile(r"(?<=[A-Z]{2})s$")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")


def latin_words(text: str) -> Iterator[tuple[str, int, int]]:
    """``(term, start, end)`` for the words, numbers and identifiers of folded ``text``, in order.

    A word comes as its stem, followed by its Japanese loan words where there are any. An identifier comes whole without
    its separators (FMT-012, FMT_012 and FMT012 are one), then its parts. Stop words are left out unless in capitals,
    since AND, IN and IT are terms of the trade.
    """
    for match in _WORD.finditer(text):
        word, offset = match.group(), match.start()
        segments = [(s.group(), offset + s.start()) for s in _SEGMENT.finditer(word)]
        parts = [(p.group(), at + p.start()) for s, at in segments for p in _PART.finditer(s)]
        if len(parts) > 1:
            yield _whole(word), offset, match.end()
            if "/" in word or "&" in word:
                continue
        for part, at in parts:
            if len(part) > 1 or (part, at) in segments:
                for term in _simple(part):
                    yield term, at, at + len(part)


def _whole(word: str) -> str:
    """Separators count only between numbers: 1-2 is not 12."""
    joined = re.sub("[_-]", "", word) if re.search(r"[^\W\d_]", word) else word.replace("_", "-")
    return english_stem(_plain_number(joined).casefold()) if joined.isalpha() else _plain_number(joined).casefold()


def _simple(word: str) -> Iterator[str]:
    word = _PLURAL_IN_CAPITALS.sub("", word)
    lower = word.casefold()
    if lower in STOP_WORDS and (word == "I" or not word.isupper()):
        return
    if not lower.isascii() or not lower.isalpha():
        yield _plain_number(lower)
        return
    stem = english_stem(lower)
    yield stem
    yield from sorted({loan_word(stem), loan_word(lower)} - {""})  # naming: ネーム and ネーミング


def _plain_number(word: str) -> str:
    return word.replace(",", "") if _THOUSANDS.fullmatch(word) else word
