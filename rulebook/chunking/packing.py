"""Packs the pieces under one heading into chunks within the token limits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from rulebook.chunking.paths import common_path
from rulebook.chunking.pieces import Piece
from rulebook.model.chunk import Statement
from rulebook.model.document import Flag
from rulebook.model.place import SourceSpan
from rulebook.model.text import RichText
from rulebook.text.borders import word_border
from rulebook.text.sentences import sentence_spans
from rulebook.text.tokens import count_tokens

_WINDOW = 40
"""Characters a token of the budget may take: far more than text of any kind needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkLimits:
    """Token limits of a chunk: never over ``max_tokens``, filled up to about ``target_tokens``, and joined to a
    neighbour under the same heading when under ``min_tokens``."""

    max_tokens: int = 512
    target_tokens: int = 320
    min_tokens: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A chunk before it has an identity; ``headings`` is the path that its pieces share, if they say one."""

    text: RichText
    span: SourceSpan
    statements: tuple[Statement, ...]
    table_header: str
    flags: frozenset[Flag]
    tokens: int
    headings: tuple[str, ...] = ()


def pack(pieces: Sequence[Piece], limits: ChunkLimits) -> list[Draft]:
    """Chunks over ``pieces`` (all under one heading path) in order; every piece is in exactly one, or cut over several.

    A new chunk begins with a new group, at a change from shown to hidden text, and where the target is reached.
    """
    rows: list[list[Piece]] = []
    for piece in (part for whole in pieces for part in _cut(whole, limits)):
        if rows and _goes_on(rows[-1], piece, limits):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [_draft(row) for row in _join_thin(rows, limits)]


def _tokens(row: Sequence[Piece]) -> int:
    return count_tokens("\n".join(p.text.text for p in row))


def _goes_on(row: Sequence[Piece], piece: Piece, limits: ChunkLimits) -> bool:
    together = row[-1].group == piece.group and _may_share(row, [piece])
    return together and _tokens([*row, piece]) <= limits.target_tokens


def _may_share(row: Sequence[Piece], following: Sequence[Piece]) -> bool:
    """Whether they may share a chunk: both shown or both hidden (text with tracked changes is text like any other), and
    no heading of the first lost, because it holds for it alone and its text does not say it."""
    first, second = row[-1], following[0]
    shared = common_path([piece.headings for piece in (*row, *following)])
    said = len(row[0].headings) - row[0].said <= len(shared)
    return said and first.flags - {Flag.CHANGED} == second.flags - {Flag.CHANGED}


def _join_thin(rows: list[list[Piece]], limits: ChunkLimits) -> list[list[Piece]]:
    """Rows under the minimum joined to the row before or, for the first, behind, where shown and hidden do not mix."""
    joined: list[list[Piece]] = []
    for row in rows:
        thin = joined and (_tokens(row) < limits.min_tokens or _tokens(joined[-1]) < limits.min_tokens)
        if thin and _may_share(joined[-1], row) and _tokens([*joined[-1], *row]) <= limits.max_tokens:
            joined[-1] = [*joined[-1], *row]
        else:
            joined.append(row)
    return joined


def _draft(row: Sequence[Piece]) -> Draft:
    statements, offset = [], 0
    for piece in row:
        statements += [replace(s, start=s.start + offset, end=s.end + offset) for s in piece.statements]
        offset += len(piece.text.text) + 1
    text = RichText.join([p.text for p in row], "\n")
    return Draft(
        text=text,
        span=reduce(lambda a, b: a.cover(b), (p.span for p in row)),
        statements=tuple(statements),
        table_header=row[0].repeat,
        flags=frozenset[Flag]().union(*(p.flags for p in row)),
        tokens=count_tokens(text.text),
        headings=common_path([p.headings for p in row]),
    )


def _cut(piece: Piece, limits: ChunkLimits) -> list[Piece]:
    """The piece itself, or, when it is over the maximum, its parts cut at the ends of sentences and cells (and, in one
    that is too long, at commas, spaces and the ends of words)."""
    if count_tokens(piece.text.text) <= limits.max_tokens:
        return [piece]
    parts: list[Piece] = []
    start = 0
    borders = {end for _, end in sentence_spans(piece.text.text)} | {s.end for s in piece.statements}
    for end in _cut_points(piece.text.text, sorted(borders), limits.target_tokens):
        statements = tuple(
            replace(s, start=max(s.start, start) - start, end=min(s.end, end) - start)
            for s in piece.statements
            if start <= s.start < end
        )
        text = piece.text.slice(start, end).strip()
        if text:
            shift = len(piece.text.text[start:end]) - len(piece.text.text[start:end].lstrip())
            if start == 0:  # a row may open with empty columns, which keep its values under their titles
                text, shift = piece.text.slice(0, shift + len(text.text)), 0
            moved = (
                replace(s, start=max(s.start - shift, 0), end=min(max(s.end - shift, 0), len(text.text)))
                for s in statements
            )
            repeat = "\n".join(line for line in (piece.repeat, piece.name) if line) if parts else piece.repeat
            parts.append(replace(piece, text=text, statements=tuple(moved), repeat=repeat))
        start = end
    return parts


def _cut_points(text: str, ends: Sequence[int], budget: int) -> list[int]:
    """Ends of parts of at most ``budget`` tokens, each as long as its kind of border allows; the last is the end."""
    points, start = [], 0
    while start < len(text):
        # looking no further than a window keeps the work in proportion to the text, however long it is
        window = text[start : start + budget * _WINDOW]
        if len(window) == len(text) - start and count_tokens(window) <= budget:
            points.append(len(text))
            break
        fits = ends[bisect_right(ends, start) : bisect_right(ends, start + len(window))]
        start += _last_fitting(window, [e - start for e in fits], budget) or _hard_cut(window, budget)
        points.append(start)
    return points


def _last_fitting(window: str, ends: Sequence[int], budget: int) -> int:
    fitting = 0
    for end in ends:
        if count_tokens(window[:end]) > budget:
            break
        fitting = end
    return fitting


def _hard_cut(window: str, budget: int) -> int:
    low, high = 1, len(window)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(window[:middle]) <= budget:
            low = middle
        else:
            high = middle - 1
    return word_border(window, low)
