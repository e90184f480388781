"""A document's blocks under their heading paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebook.chunking.flow import section_pieces
from rulebook.chunking.pieces import Piece, prose_piece
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
        pieces = tuple(section_pieces(body)) or (() if opening is None or not body else (prose_piece(opening, 0),))
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
