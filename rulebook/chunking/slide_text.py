"""The slides of a deck with their paths of sections and titles, and their text as pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from rulebook.chunking.lists import list_leads
from rulebook.chunking.pieces import Piece, prose_piece, table_pieces
from rulebook.chunking.sections import heading_text
from rulebook.model.document import Block, BlockKind, Flag
from rulebook.text.tokens import count_tokens

_CONTINUED = re.compile(
    r"\s*(?:[（(]\s*(?:[0-9０-９]+(?:\s*[/／]\s*[0-9０-９]+)?|続き?|つづき|承前|续|cont(?:inued|'d|\.)?)\s*[)）]"
    r"|[①-⑳]|その[0-9０-９一二三四五]+|\s[0-9０-９]+\s*[/／]\s*[0-9０-９]+)$",
    re.IGNORECASE,
)
"""How a title says that it is one of several slides of one subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """A slide's text, title first, and what stands beside it: hidden shapes, notes, comments.

    ``path`` holds the sections that it lies in and its title; ``titled`` whether that stands on the slide.
    """

    path: tuple[str, ...]
    titled: bool
    text: tuple[Piece, ...]
    beside: tuple[Piece, ...]
    hidden: bool

    @property
    def tokens(self) -> int:
        return tokens_of(self.text)

    @property
    def subject(self) -> tuple[str, ...]:
        """The path without what marks its title as one of several."""
        return (*self.path[:-1], *(_CONTINUED.sub("", title) for title in self.path[-1:]))


def iter_slides(blocks: Sequence[Block]) -> Iterator[Slide]:
    """The slides with their paths. A heading without text right above a deeper one is a section, no slide; what stands
    before the first heading is a slide without a path."""
    path: list[tuple[int, str]] = []
    starts = [n for n, block in enumerate(blocks) if n == 0 or block.kind is BlockKind.HEADING]
    for start, end in pairwise([*starts, len(blocks)]):
        first, following = blocks[start], blocks[end] if end < len(blocks) else None
        is_heading = first.kind is BlockKind.HEADING
        if is_heading:
            last = path[-1][1] if path else ""
            path = [entry for entry in path if entry[0] < first.level]
            title = _title(first, last)
            path += [(first.level, title)] if title else []
        is_bare = is_heading and not first.text and end == start + 1
        if not (is_bare and following is not None and following.level > first.level):
            yield _slide(blocks[start:end], tuple(title for _, title in path))


def _title(heading: Block, last: str) -> str:
    """The title of a slide; one that says only that it goes on, with the title before it; empty for a struck one."""
    title = heading_text(heading)
    goes_on = bool(title and last) and not _CONTINUED.sub("", title)
    return title if not goes_on else f"{_CONTINUED.sub('', last)} {title}"


def _slide(blocks: Sequence[Block], path: tuple[str, ...]) -> Slide:
    hidden = all(Flag.HIDDEN in block.flags for block in blocks)
    pieces = [p for n, (block, lead) in enumerate(_led_blocks(blocks)) for p in _pieces(block, n, lead)]
    beside = frozenset({Flag.NOTES, Flag.COMMENT}) if hidden else frozenset({Flag.NOTES, Flag.COMMENT, Flag.HIDDEN})
    return Slide(
        path=path,
        titled=_is_titled(blocks[0]) and not blocks[0].flags & beside,
        text=tuple(p for p in pieces if not p.flags & beside),
        beside=tuple(p for p in pieces if p.flags & beside),
        hidden=hidden,
    )


def _is_titled(first: Block) -> bool:
    """Whether the slide shows a title that holds, not the number of one without title or struck words."""
    return first.kind is BlockKind.HEADING and bool(first.text and heading_text(first))


def _led_blocks(blocks: Sequence[Block]) -> Iterator[tuple[Block, str]]:
    """Each block with what opens the list that it is an item of. A free text box between two lists ends the first."""
    for _, run in groupby(blocks, key=lambda block: block.kind is BlockKind.TEXT_BOX):
        together = list(run)
        yield from zip(together, list_leads(together), strict=True)


def _pieces(block: Block, index: int, lead: str) -> tuple[Piece, ...]:
    if block.kind is BlockKind.TABLE:
        return table_pieces(block, index)
    # the heading of a slide without a title has a label only: that is no text of the slide
    return (prose_piece(block, 0, lead),) if block.text else ()


def tokens_of(pieces: Sequence[Piece]) -> int:
    """Tokens of the pieces, a line each."""
    return count_tokens("\n".join(piece.text.text for piece in pieces))
