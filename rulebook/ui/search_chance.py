"""A chance as people say it: two in three."""

from __future__ import annotations

from rulebook.ui.words import Words

_SPOKEN = {
    "none": 0.0,
    "n1of20": 1 / 20,
    "n1of10": 1 / 10,
    "n1of5": 1 / 5,
    "n1of4": 1 / 4,
    "n1of3": 1 / 3,
    "n1of2": 1 / 2,
    "n2of3": 2 / 3,
    "n3of4": 3 / 4,
    "n4of5": 4 / 5,
    "n9of10": 9 / 10,
    "n19of20": 19 / 20,
    "all": 1.0,
}


def chance_words(words: Words, chance: float) -> str:
    """The spoken fraction nearest to ``chance`` in 0-1, the lower of two that are equally near."""
    nearest = min(_SPOKEN, key=lambda name: abs(_SPOKEN[name] - chance))
    return words(f"chance.{nearest}")
