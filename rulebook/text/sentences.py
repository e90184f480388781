"""Where one sentence ends and the next begins, in Japanese, Chinese and English."""

from __future__ import annotations

import re
from collections import deque

from rulebook.text.lines import goes_on

_PAIRS = dict(zip("「『（(【〔［[《〈“", "」』）)】〕］]》〉”", strict=True))
_CLOSE = frozenset(_PAIRS.values())
_FULL_STOP = "。｡！？!?．；‼⁇⁈⁉"
_LONGEST_QUOTE = 200
"""Brackets around more characters hold a text of its own, whose sentences end inside them."""

# "text. Next" ends, "e.g. x" and "3.2 x" go on: a Latin stop has white space behind it and no small letter or particle
# after that.
_LATIN_END = re.compile(r"[.!?;][\"')\]]*\s+(?=[^\sa-zをが])(?![はに][一-鿿])|(?<=[ぁ-ん])\.(?=[^\x00-\x7f])")
_SHORTENED = re.compile(
    r"(?<![A-Za-z])(?:(?:e\.g|i\.e|cf|vs|Mr|Mrs|Ms|Dr|Prof|Inc|Ltd|Corp|Co|St|approx)|[A-Z])\Z",
    re.IGNORECASE,
)
_SHORTENED_BEFORE_NUMBER = re.compile(r"(?<![A-Za-z])(?:Nos?|Figs?|Ver|Rev|Vol|Sec|Ch|Art|Eq|Tab|pp?)\Z", re.IGNORECASE)
_ITEM_NUMBER = re.compile(r"[^\w(（「『]?\s*[0-9]+(?:\.[0-9]+)*\.")

_LONGEST_WRAPPED = 300
"""Lines that together have more characters are no wrapped sentence."""


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """``(start, end)`` of every sentence in order, trimmed of white space; blank pieces are left out.

    A line end cuts, unless the line has no end and the next one visibly goes on: after a comma or a particle, or with
    a particle, or from one line of Latin prose to a word in small letters. A full stop inside brackets does not end a
    sentence, since 「…。」 is quoted as one thing; a bracket that is not closed does not count.
    """
    spans = []
    for first, last in _paragraphs(text):
        for start, end in _cut(text[first:last]):
            piece = text[first + start : first + end]
            left = len(piece) - len(piece.lstrip())
            if piece.strip():
                spans.append((first + start + left, first + start + len(piece.rstrip())))
    return tuple(spans)


def _paragraphs(text: str) -> list[tuple[int, int]]:
    """The lines, those that go on joined; line ends only between, never blank lines within."""
    found: list[tuple[int, int]] = []
    for line in re.finditer(r"[^\r\n]+", text):
        if found and _continued(text, found[-1], line):
            found[-1] = (found[-1][0], line.end())
        else:
            found.append(line.span())
    return found


def _continued(text: str, before: tuple[int, int], line: re.Match[str]) -> bool:
    adjoin = text[before[1] : line.start()] in ("\n", "\r\n", "\r")
    if not adjoin or line.end() - before[0] > _LONGEST_WRAPPED:
        return False
    return goes_on(text[before[0] : before[1]].splitlines()[-1], line.group())


def _cut(line: str) -> list[tuple[int, int]]:
    quoted = _quoted(line)
    latin_stops = {m.end(): m.start() for m in _LATIN_END.finditer(line)}
    spans, start = [], 0
    for i, character in enumerate(line):
        if quoted[i]:
            continue
        latin = latin_stops.get(i + 1)
        ends = latin is not None and not _is_shortened(line, start, latin, i + 1)
        if ends or (character in _FULL_STOP and _stops(line, i)):
            spans.append((start, i + 1))
            start = i + 1
    if start < len(line):
        spans.append((start, len(line)))
    return spans


def _is_shortened(line: str, start: int, stop: int, following: int) -> bool:
    """Whether the stop belongs to an abbreviation, an initial, or the number of an item."""
    if line[stop] != ".":
        return False
    if _ITEM_NUMBER.fullmatch(line, start, stop + 1) or _SHORTENED.search(line, max(stop - 12, 0), stop):
        return True
    return line[following : following + 1].isdigit() and bool(
        _SHORTENED_BEFORE_NUMBER.search(line, max(stop - 12, 0), stop)
    )


def _stops(line: str, i: int) -> bool:
    character, following = line[i], line[i + 1 : i + 2]
    if following and (following in _FULL_STOP or following in _CLOSE):
        return False
    if character == "．" and i and re.match(r"[0-9０-９A-Za-zＡ-Ｚａ-ｚ]", line[i - 1]):
        return False  # １．概要, Ａ．Ｂ
    if character == "．" and i == 1 and re.match(r"[ア-ン一二三四五六七八九十]", line):
        return False  # ア．概要
    # "A.B" in full width and "!=" are no ends; a Latin "!" or "?" wants a space or a wide character behind it
    return not (character in "．!?" and following.isascii() and following and not following.isspace())


def _quoted(line: str) -> bytearray:
    """For each character whether it stands inside brackets that close, and not too far away."""
    inside, waiting = bytearray(len(line)), deque[tuple[str, int]]()
    for i, character in enumerate(line):
        while waiting and i - waiting[0][1] > _LONGEST_QUOTE:
            waiting.popleft()
        if character in _PAIRS:
            waiting.append((_PAIRS[character], i))
        elif character in _CLOSE and any(closing == character for closing, _ in waiting):
            closing, opened = waiting.pop()
            while closing != character:
                closing, opened = waiting.pop()
            inside[opened:i] = b"\1" * (i - opened)
    return inside
