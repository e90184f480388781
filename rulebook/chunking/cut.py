"""Sections packed into chunks that wait for their identity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePath

from rulebook.chunking.packing import ChunkLimits, Draft, pack
from rulebook.chunking.pieces import BESIDE, Piece
from rulebook.chunking.sections import iter_sections
from rulebook.chunking.thin import join_thin
from rulebook.model.document import Document, Flag
from rulebook.text.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class Cut:
    """A chunk's text and the path of headings above it."""

    headings: tuple[str, ...]
    draft: Draft


def cut_sections(document: Document, limits: ChunkLimits, deepest: int) -> Iterator[Cut]:
    """The sections of ``document`` in reading order, headings down to level ``deepest`` opening one.

    A section, or each table of one, that fits the maximum stays whole; what does not is cut into parts of about the
    target. Sections under the minimum are joined as ``join_thin`` says; a chunk that holds pieces of one of them alone
    is headed by that one. What stands before the first heading is headed by the document's own title, where it has one.
    """
    for section in join_thin(list(iter_sections(document.blocks, deepest)), limits):
        headings = section.headings or own_title(document)
        yield from (Cut(draft.headings or headings, draft) for draft in pack_apart(section.pieces, limits))


def pack_apart(pieces: Sequence[Piece], limits: ChunkLimits) -> list[Draft]:
    """Drafts over the pieces of one section: first its text, then what is hidden, notes and comments, each apart."""
    kinds = sorted({_kind(piece) for piece in pieces}, key=lambda kind: (len(kind), kind))
    return [draft for kind in kinds for draft in _pack_whole([p for p in pieces if _kind(p) == kind], limits)]


def own_title(document: Document) -> tuple[str, ...]:
    """The document's title as a heading path, empty when its file name is all there is."""
    named = dict(document.properties).get("title") or document.title != PurePath(document.doc).stem
    return (document.title,) if document.title and named else ()


def _kind(piece: Piece) -> tuple[Flag, ...]:
    return tuple(sorted(piece.flags & BESIDE))


def _pack_whole(pieces: Sequence[Piece], limits: ChunkLimits) -> list[Draft]:
    fits = all(_tokens(list(row)) <= limits.max_tokens for _, row in groupby(pieces, key=lambda p: p.group))
    return pack(pieces, replace(limits, target_tokens=limits.max_tokens) if fits else limits)


def _tokens(pieces: Sequence[Piece]) -> int:
    return count_tokens("\n".join(piece.text.text for piece in pieces))
