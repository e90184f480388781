"""A document's blocks under their heading paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.chunking.pieces import Piece, joined, prose_piece, table_pieces
from rulebook.model.document import Block, BlockKind
from rulebook.model.place import SourceSpan
from rulebook.model.text import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands under one heading, up to the next: ``headings`` is its path, outermost first, numbers included."""

    headings: tuple[str, ...]
    number: str
    span: SourceSpan
    pieces: tuple[Piece, ...]


def heading_text(block: Block) -> str:
    """A heading as shown: its automatic number, then its words; struck words are left out."""
    words = " ".join(block.text.without(Mark.STRIKE).split())
    return f"{block.label} {words}".strip()


def iter_sections(blocks: Sequence[Block], deepest: int = 9) -> Iterator[Section]:
    """Sections in reading order, headings up to level ``deepest`` opening one; deeper headings stay in the text.

    A heading with nothing under it and no sub-heading is its section's text, so that no heading is lost.
    """
    path: list[tuple[int, str, str]] = []
    opening: Block | None = None
    body: list[Block] = []
    for block in [*blocks, None]:
        opens = block is None or (block.kind is BlockKind.HEADING and block.level <= deepest)
        if not opens and block is not None:
            body.append(block)
            continue
        if not body and opening is not None and (block is None or block.level <= opening.level):
            body = [opening]
        pieces = tuple(_pieces(body)) or (() if opening is None or not body else (prose_piece(opening, 0),))
        if pieces:
            first = opening or body[0]
            yield Section(
                headings=tuple(text for _, text, _ in path if text),
                number=path[-1][2] if path else "",
                span=first.span,
                pieces=pieces,
            )
        body, opening = [], block
        if block is not None:
            # withdrawn words are no part of the path: the text is where they still show
            body = [block] if any(span.mark is Mark.STRIKE for span in block.text.marks) else []
            path = [entry for entry in path if entry[0] < block.level]
            path.append((block.level, heading_text(block), block.label))


def _pieces(body: Sequence[Block]) -> Iterator[Piece]:
    """Prose is group 0; a table and the caption or heading right before it share a group of their own.

    A heading that stays in the text is one piece with what follows it, so that no chunk ends in a heading.
    """
    waiting: list[Piece] = []
    for index, block in enumerate(body):
        following = body[index + 1] if index + 1 < len(body) else None
        before_table = following is not None and following.kind is BlockKind.TABLE
        if block.kind is BlockKind.TABLE:
            yield from (*waiting, *table_pieces(block, index + 1))
            waiting = []
        elif before_table and block.kind in (BlockKind.CAPTION, BlockKind.HEADING):
            waiting = [replace(piece, group=index + 2) for piece in [*waiting, prose_piece(block, 0)]]
        else:
            piece = prose_piece(block, 0)
            if waiting and waiting[-1].flags == piece.flags:
                piece = joined(waiting.pop(), piece)
            yield from waiting
            waiting = [piece]
            if block.kind is not BlockKind.HEADING:
                yield from waiting
                waiting = []
    yield from waiting
