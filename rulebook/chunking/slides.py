"""Decks: one slide a chunk, or two where one of them is too thin or both have the same title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.chunking.cut import Cut, pack_apart
from rulebook.chunking.packing import ChunkLimits
from rulebook.chunking.pieces import Piece, prose_piece, table_pieces
from rulebook.chunking.sections import heading_text
from rulebook.model.document import Block, BlockKind, Document, Flag
from rulebook.text.tokens import count_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slide:
    """A slide's text, title first, and what stands beside it: hidden shapes, notes, comments."""

    title: str
    text: tuple[Piece, ...]
    beside: tuple[Piece, ...]
    hidden: bool

    @property
    def tokens(self) -> int:
        return _tokens(self.text)


def cut(document: Document, limits: ChunkLimits) -> Iterator[Cut]:
    """Chunks in the order of the show: title and body in the content, the title as heading too.

    A chunk over two slides is headed by the first one's title; the second one's stands in the content. Notes, comments
    and hidden shapes follow their slide's chunk as chunks of their own. A slide over the maximum is cut into parts that
    all keep its title as heading.
    """
    for group in _grouped([_slide(blocks) for blocks in _iter_slides(document.blocks)], limits):
        text = [piece for slide in group for piece in slide.text]
        if _tokens(text) <= limits.max_tokens:
            text = [replace(piece, group=0) for piece in text]  # a body and a table that fit together stay so
        yield from (Cut((group[0].title,), draft) for draft in pack_apart(text, limits))
        for slide in group:
            yield from (Cut((slide.title,), draft) for draft in pack_apart(slide.beside, limits))


def _iter_slides(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    slide: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING and slide:
            yield slide
            slide = []
        slide.append(block)
    if slide:
        yield slide


def _slide(blocks: Sequence[Block]) -> _Slide:
    hidden = all(Flag.HIDDEN in block.flags for block in blocks)
    pieces = [p for n, block in enumerate(blocks) for p in _pieces(block, n)]
    beside = frozenset({Flag.NOTES, Flag.COMMENT}) if hidden else frozenset({Flag.NOTES, Flag.COMMENT, Flag.HIDDEN})
    return _Slide(
        title=heading_text(blocks[0]) or blocks[0].text.text,
        text=tuple(p for p in pieces if not p.flags & beside),
        beside=tuple(p for p in pieces if p.flags & beside),
        hidden=hidden,
    )


def _pieces(block: Block, index: int) -> tuple[Piece, ...]:
    if block.kind is BlockKind.TABLE:
        return table_pieces(block, index)
    # the heading of a slide without a title has a label only: that is no text of the slide
    return (prose_piece(block, 0),) if block.text else ()


def _tokens(pieces: Sequence[Piece]) -> int:
    return count_tokens("\n".join(piece.text.text for piece in pieces))


def _grouped(slides: Sequence[_Slide], limits: ChunkLimits) -> list[tuple[_Slide, ...]]:
    """The slides in groups of one or two: with the fewest thin chunks, then the fewest pairs of different titles, then
    the fewest thin slides behind another, since a divider belongs to what follows, then the fewest chunks."""
    best: list[tuple[_Cost, tuple[tuple[_Slide, ...], ...]]] = [((0, 0, 0, 0), ())]
    for end in range(1, len(slides) + 1):
        choices = [(slides[end - 1 : end], best[end - 1])]
        if end > 1 and _may_pair(slides[end - 2], slides[end - 1], limits):
            choices.append((slides[end - 2 : end], best[end - 2]))
        rated = [(_add(cost, _cost(group, limits)), (*groups, tuple(group))) for group, (cost, groups) in choices]
        best.append(min(rated, key=lambda choice: choice[0]))
    return list(best[-1][1])


_Cost = tuple[int, int, int, int]


def _add(a: _Cost, b: _Cost) -> _Cost:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def _cost(group: Sequence[_Slide], limits: ChunkLimits) -> _Cost:
    thin = 0 < _tokens([piece for slide in group for piece in slide.text]) < limits.min_tokens
    apart = len({slide.title for slide in group}) > 1
    return int(thin), int(apart), int(apart and group[1].tokens < limits.min_tokens), 1


def _may_pair(first: _Slide, second: _Slide, limits: ChunkLimits) -> bool:
    if first.hidden != second.hidden:
        return False
    together = _tokens([*first.text, *second.text])
    thin = min(first.tokens, second.tokens) < limits.min_tokens
    return together <= (limits.max_tokens if thin else limits.target_tokens) and (thin or first.title == second.title)
