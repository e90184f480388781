"""Keyword terms of a text: the one function behind index, query, conflicts and highlighting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import NamedTuple

from rulebook.text.identifiers import latin_words
from rulebook.text.morphemes import content_words
from rulebook.text.normalise import HAN, KATAKANA, fold, normalise

_RUN = re.compile(f"[{HAN}]{{2,}}|[ァ-ヺ][{KATAKANA}]+")
_KATAKANA_PAIR = re.compile(f"[{KATAKANA}]{{2}}").fullmatch


class Token(NamedTuple):
    """``term`` is what is compared; ``start`` and ``end`` say where it stands in the text as given."""

    term: str
    start: int
    end: int


def tokenise(text: str) -> tuple[Token, ...]:
    """The terms of ``text`` in order of occurrence, longer ones first where several start.

    Words (Japanese in Sudachi's normalised form, compounds and their parts; English as stems), identifiers whole and in
    parts, numbers, and the character pairs of every run of Chinese characters or katakana, through which Chinese and
    Japanese meet and compounds match in part. A word of two characters counts twice, as word and as pair: it weighs
    more than a pair that crosses words. Particles, stop words, symbols and white space give no term.
    """
    folded = fold(text)
    found = [*content_words(folded.text), *latin_words(folded.text), *_pairs(folded.text)]
    found.sort(key=lambda token: (token[1], -token[2], token[0]))
    return tuple(Token(term, folded.starts[start], folded.ends[end - 1]) for term, start, end in found)


def terms(text: str) -> tuple[str, ...]:
    """The terms of ``tokenise`` alone, repeated as often as they occur."""
    return tuple(token.term for token in tokenise(text))


def distinct_terms(text: str) -> frozenset[str]:
    """The terms of the lines of ``text``, each once; lines that were seen before cost next to nothing."""
    return frozenset(term for line in text.split("\n") for term in _places(line))


def matched_terms(query_terms: Iterable[str], text: str) -> tuple[str, ...]:
    """The words of ``text`` that share a term with the query, spelled as they stand there.

    Longest first, then in order of occurrence, each spelling once. Overlapping matches are one word.
    """
    found: dict[str, str] = {}
    for start, end in matched_spans(frozenset(query_terms), text):
        found.setdefault(normalise(text[start:end]), text[start:end])
    return tuple(sorted(found.values(), key=len, reverse=True))


def matched_spans(query_terms: Set[str], text: str) -> tuple[tuple[int, int], ...]:
    """``(start, end)`` of the matches in order, overlapping ones merged.

    A pair of katakana that agrees on its own (ータ in データ and モニタ) is left out: it is the inside of two words.
    """
    spans: list[tuple[int, int]] = []
    agreeing: list[list[str]] = []
    for start, longest_first, term in sorted(_occurrences(query_terms, text)):
        end = -longest_first
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], end))
            agreeing[-1].append(term)
        else:
            spans.append((start, end))
            agreeing.append([term])
    return tuple(
        span for span, shared in zip(spans, agreeing, strict=True) if len(shared) > 1 or not _KATAKANA_PAIR(shared[0])
    )


def _occurrences(wanted: Set[str], text: str) -> Iterator[tuple[int, int, str]]:
    """``(start, -end, term)`` of the wanted terms, line by line: a line gives the same terms wherever it stands."""
    at = 0
    for line in text.split("\n"):
        places = _places(line)
        for term in wanted & places.keys():
            yield from ((start + at, -(end + at), term) for start, end in places[term])
        at += len(line) + 1


@lru_cache(maxsize=8192)
def _places(line: str) -> dict[str, list[tuple[int, int]]]:
    """Where each term of a line stands. Kept, since the same rules are hits again and again, and telling how a term is
    spelled in a hit costs more than finding it."""
    found: dict[str, list[tuple[int, int]]] = {}
    for term, start, end in tokenise(line):
        found.setdefault(term, []).append((start, end))
    return found


def _pairs(text: str) -> Iterator[tuple[str, int, int]]:
    for run in _RUN.finditer(text):
        for at in range(run.start(), run.end() - 1):
            yield text[at : at + 2], at, at + 2
