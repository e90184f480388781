"""English words brought to the form that their inflections share, and the words that say nothing."""

from __future__ import annotations

import re

_STOP_LIST = """
    a about after all also an and any are as at be been before both but by can could did do does done each for from
    had has have he her here him his how i if in into is it its may me might more most must my no nor not of on once
    only or other our out over own shall she should s so some such t than that the their them then there these they this
    those through to too under until up very was we were what when where which while who whom whose why will with would
    you your
"""
STOP_WORDS = frozenset(_STOP_LIST.split())

_VOWEL = re.compile(r"[aeiou]|(?<=[^aeiou])y")
_DOUBLE = re.compile(r"([^aeioulsz])\1$")
_SHORT_WORD = re.compile(r"[^aeiou]+[aeiouy][^aeiouwxy]$")


def english_stem(word: str) -> str:
    """``word`` (lower case) without plural, "-ed" and "-ing": tables → table, policies → policy, naming → name.

    Step 1 of Porter's algorithm (An algorithm for suffix stripping, 1980), with -ies → -y so that stems are words.
    Words of up to three letters stay.
    """
    if len(word) <= 3:
        return word
    return _without_participle(_without_plural(word))


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if re.search(r"(?:x|ch|sh|zz)es$", word):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) or not word.endswith("s") else word[:-1]


def _without_participle(word: str) -> str:
    for suffix in ("ing", "ed"):
        stem = word.removesuffix(suffix)
        if stem != word and not word.endswith("eed") and _VOWEL.search(stem) and len(stem) > 1:
            return _repaired(stem)
    return word


def _repaired(stem: str) -> str:
    """The "e" back that the suffix took (nam → name), the doubled consonant single (stopp → stop)."""
    if stem.endswith(("at", "bl", "iz")) or _SHORT_WORD.fullmatch(stem):
        return stem + "e"
    return stem[:-1] if _DOUBLE.search(stem) else stem
