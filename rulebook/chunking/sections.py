"""A document's blocks under their heading paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebook.chunking.pieces import Piece, prose_piece, table_pieces
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
        if body:
            first = opening or body[0]
            yield Section(
                headings=tuple(text for _, text, _ in path),
                number=path[-1][2] if path else "",
                span=first.span,
                pieces=tuple(_pieces(body)),
            )
        body, opening = [], block
        if block is not None:
            path = [entry for entry in path if entry[0] < block.level]
            path.append((block.level, heading_text(block), block.label))


def _pieces(body: Sequence[Block]) -> Iterator[Piece]:
    """Prose is group 0; a table and the caption right before it share a group of their own."""
    for index, block in enumerate(body):
        following = body[index + 1] if index + 1 < len(body) else None
        if block.kind is BlockKind.TABLE:
            yield from table_pieces(block, index + 1)
        elif block.kind is BlockKind.CAPTION and following is not None and following.kind is BlockKind.TABLE:
            yield prose_piece(block, index + 2)
        else:
            yield prose_piece(block, 0)
