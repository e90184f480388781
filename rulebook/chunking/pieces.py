"""The smallest things that chunks are packed from: paragraphs, list items and table rows with their statements."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebook.chunking.groups import grouping
from rulebook.chunking.rows import (
    carried,
    column_titles,
    header_line,
    name_text,
    row_text,
    standing_cells,
    table_title,
)
from rulebook.chunking.statements import statements_of
from rulebook.model.chunk import Statement
from rulebook.model.document import Block, Flag
from rulebook.model.place import SourceSpan
from rulebook.model.text import Mark, RichText

BESIDE = frozenset({Flag.HIDDEN, Flag.NOTES, Flag.COMMENT})
"""Flags of what does not belong to the text around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of text that stays in one chunk where it fits.

    ``statements`` have offsets into ``text``. ``group`` tells apart what should not share a chunk without need: the
    prose of a section is one group, each of its tables another. ``repeat`` is what must be known to read the piece
    when it opens a chunk: the header of its table, the groups of rows it belongs to and the merged values that reach
    into it, or what opens its list. ``headings`` is the path it stands under, where sections were joined and that is
    more than the path of the whole; its text itself says the last ``said`` of them. ``name`` tells its later parts,
    where it is cut, what they are about: the name of a row.
    """

    text: RichText
    span: SourceSpan
    statements: tuple[Statement, ...]
    group: int = 0
    repeat: str = ""
    flags: frozenset[Flag] = frozenset()
    headings: tuple[str, ...] = ()
    said: int = 0
    name: str = ""


def prose_piece(block: Block, group: int, lead: str = "") -> Piece:
    """A paragraph-like block, its automatic number or bullet in front, which alone is no statement of struck words;
    ``lead`` is what opens the list that it is an item of. The field that a comment is for leads its statements."""
    label = f"{block.label} " if block.label else ""
    text = RichText.join([RichText(label), block.text])
    before = lead or block.within
    statements = statements_of(text, f"{before}: " if before else "")
    if block.text.text.strip():
        statements = tuple(s for s in statements if _holds(text.slice(max(s.start, len(label)), s.end)))
    return Piece(text=text, span=block.span, statements=statements, group=group, repeat=lead, flags=block.flags)


def joined(first: Piece, second: Piece) -> Piece:
    """Both as one piece, a line end between them; it stands where ``first`` stands."""
    shift = len(first.text.text) + 1
    moved = (replace(s, start=s.start + shift, end=s.end + shift) for s in second.statements)
    return replace(
        first,
        text=RichText.join([first.text, second.text], "\n"),
        span=first.span.cover(second.span),
        statements=(*first.statements, *moved),
        flags=first.flags | second.flags,
        name=second.name,
    )


def table_pieces(block: Block, group: int) -> tuple[Piece, ...]:
    """One piece a row, header rows included, in order; each with the text of its table's header to repeat. A row that
    names a group of rows is one piece with the first of them, so that no chunk ends in a name. The row of another table
    that a nested one stands in leads all of it.

    A row shows a slot for each column up to its last used one, so that a value stays under its title. The content shows
    a merged value once, in the slot where it begins, and a group's name once; the statements of every row that they
    hold for carry them.
    """
    table = block.table
    if table is None:
        return ()
    titles, standing, groups = column_titles(table), standing_cells(table), grouping(table)
    within = (block.within,) if block.within else ()
    title, header = (*within, *table_title(table)), header_line(titles)
    pieces: list[Piece] = []
    named = False
    for index, row in enumerate(table.rows):
        is_header, is_name = index < table.header_rows, index in groups.names
        flags = block.flags | ({Flag.HIDDEN} if row.hidden else frozenset())
        above = () if is_header else (*title, *groups.above[index])
        text, statements = row_text(row.cells, standing[index], {} if is_header or is_name else titles, above)
        if not text:
            continue
        reach = [c for c in standing[index] if table.header_rows <= c.row < index]
        lines = within if is_header else (*title, header, " / ".join(groups.above[index]), carried(reach))
        piece = Piece(
            text=text,
            span=row.span,
            statements=statements,
            group=group,
            repeat="\n".join(line for line in lines if line),
            flags=flags,
            name="" if is_header or is_name else name_text(standing[index]),
        )
        if named and pieces[-1].flags == flags:
            piece = joined(pieces.pop(), piece)
        pieces.append(piece)
        named = is_name
    return tuple(pieces)


def _holds(text: RichText) -> bool:
    """Whether any words of it are not struck."""
    return bool(text.without(Mark.STRIKE).strip())
