"""What stands beside the text of a sheet, put in where a reader would look for it: comments, validations, constants."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.place import CellRange
from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.comments import Comment
from rulebook.readers.excel.slots import Surface


def with_marginal(blocks: Sequence[Block], marginal: Sequence[Block]) -> list[Block]:
    """``marginal`` put in at the end of the sections that their cells are in, so that they do not tear up the text.

    Those of one section stay in the order given.
    """
    waiting = list(marginal)
    result: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING and isinstance(block.span, CellRange):
            above = [b for b in waiting if _row(b) < block.span.top]
            result += above
            waiting = [b for b in waiting if b not in above]
        result.append(block)
    return result + waiting


def _row(block: Block) -> int:
    return block.span.top if isinstance(block.span, CellRange) else 0


def comment_block(comment: Comment, surface: Surface) -> Block:
    """The comment, hidden where its cell is; within the field named in its cell or, beside a blank one, left of it."""
    row, column = comment.row, comment.column
    metrics = surface.grid.metrics
    flags = {Flag.COMMENT, Flag.HIDDEN} if metrics.hides(row, column, row, column) else {Flag.COMMENT}
    span = CellRange(surface.grid.sheet, row, column, row, column)
    within = surface.label(Box(row, column, row, column))
    return Block(kind=BlockKind.COMMENT, span=span, text=comment.text, within=within, flags=frozenset(flags))


def constant_blocks(sheet: str, constants: Sequence[tuple[str, str]]) -> list[Block]:
    """The constants that a workbook names, a paragraph each, at the sheet's first cell."""
    span = CellRange(sheet, 1, 1, 1, 1)
    return [Block(kind=BlockKind.PARAGRAPH, span=span, text=RichText(f"{name} = {value}")) for name, value in constants]
