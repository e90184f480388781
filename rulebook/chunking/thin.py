"""Joins sections too short to stand alone with their neighbours under the same heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from rulebook.chunking.packing import ChunkLimits
from rulebook.chunking.paths import common_path, shared_length
from rulebook.chunking.pieces import BESIDE, Piece
from rulebook.chunking.sections import Section
from rulebook.model.document import Flag
from rulebook.model.place import CellRange
from rulebook.model.text import RichText
from rulebook.text.tokens import count_tokens

_GROUPS = 100_000
"""More than the groups of pieces in one section."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Sections that become one, and how many tokens they have together."""

    parts: tuple[Section, ...]
    tokens: int

    @classmethod
    def of(cls, *parts: Section) -> Joined:
        pieces = _iter_pieces(parts, _path(parts))
        return cls(parts, count_tokens("\n".join(piece.text.text for piece in pieces)))

    @property
    def headings(self) -> tuple[str, ...]:
        """The path that holds for all parts."""
        return _path(self.parts)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of all parts; what ``headings`` does not say of a part stands in front of its text."""
        return tuple(_iter_pieces(self.parts, self.headings))


def _path(parts: Sequence[Section]) -> tuple[str, ...]:
    return common_path([part.headings for part in parts])


def join_thin(sections: Sequence[Section], limits: ChunkLimits) -> list[Joined]:
    """The sections in order, those under the minimum joined with the next one, or the last with the one before, as long
    as both stand under one heading, together stay within the target and do not stand side by side on a sheet.

    The deepest common headings are joined first, so that a path is shortened no more than needed.
    """
    rows = [Joined.of(section) for section in sections]
    for depth in range(max((len(s.headings) for s in sections), default=0), 0, -1):
        rows = _join_at(rows, depth, limits)
    return rows


def _join_at(rows: Sequence[Joined], depth: int, limits: ChunkLimits) -> list[Joined]:
    """One pass that joins rows whose paths agree in their first ``depth`` headings."""
    done: list[Joined] = []
    for row in rows:
        if done and done[-1].tokens < limits.min_tokens and _fit(done[-1], row, depth, limits):
            done[-1] = Joined.of(*done[-1].parts, *row.parts)
        else:
            done.append(row)
    kept: list[Joined] = []
    for row in done:
        if kept and row.tokens < limits.min_tokens and _fit(kept[-1], row, depth, limits):
            kept[-1] = Joined.of(*kept[-1].parts, *row.parts)
        else:
            kept.append(row)
    return kept


def _fit(first: Joined, second: Joined, depth: int, limits: ChunkLimits) -> bool:
    a, b = first.parts[-1], second.parts[0]
    if shared_length(a.headings, b.headings) < depth or _kind(a) != _kind(b):
        return False
    return first.tokens + second.tokens < limits.target_tokens and not _side_by_side(first, second)


def _side_by_side(first: Joined, second: Joined) -> bool:
    """Whether two blocks of a sheet stand beside each other, each under a heading of its own."""
    a, b = _range(first), _range(second)
    if a is None or b is None or first.parts[-1].headings == second.parts[0].headings:
        return False
    apart = a.right < b.left or b.right < a.left
    return apart and a.top <= b.bottom and b.top <= a.bottom


def _range(joined: Joined) -> CellRange | None:
    spans = [piece.span for part in joined.parts for piece in part.pieces]
    ranges = [span for span in spans if isinstance(span, CellRange)]
    return reduce(CellRange.cover, ranges) if len(ranges) == len(spans) else None


def _kind(section: Section) -> frozenset[Flag]:
    """Hidden sections do not join shown ones."""
    return section.pieces[0].flags & BESIDE


def _iter_pieces(parts: Sequence[Section], headings: tuple[str, ...]) -> Iterator[Piece]:
    said = headings
    for number, part in enumerate(parts):
        unsaid = part.headings[shared_length(said, part.headings) :]
        said = part.headings if unsaid else said
        bare, first = _is_bare(part), part.pieces[0]
        titles = RichText("\n".join(unsaid[:-1] if bare else unsaid))
        if titles:
            title = Piece(text=titles, span=part.span, statements=(), group=first.group, flags=first.flags)
            yield _moved(replace(title, said=len(unsaid)), number, parts, "")
        lead = "" if bare else " > ".join(part.headings[len(headings) :])
        yield from (_moved(replace(piece, said=int(bare)), number, parts, lead) for piece in part.pieces)


def _is_bare(part: Section) -> bool:
    """Whether the section is a heading with nothing under it, which is its own text."""
    return bool(part.headings) and [" ".join(p.text.text.split()) for p in part.pieces] == [part.headings[-1]]


def _moved(piece: Piece, number: int, parts: Sequence[Section], lead: str) -> Piece:
    """The piece as a part of the whole: its statements name what they are about, its group is its own."""
    if lead:
        piece = replace(piece, statements=tuple(replace(s, text=f"{lead}: {s.text}") for s in piece.statements))
    own = parts[number].headings if len(parts) > 1 else ()
    return replace(piece, group=piece.group + number * _GROUPS if piece.group else 0, headings=own)
