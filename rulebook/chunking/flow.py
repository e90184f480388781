"""The blocks of one section as pieces: what belongs together is one piece, or of one group."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulebook.chunking.lists import list_leads, opens_list
from rulebook.chunking.pieces import Piece, joined, prose_piece, table_pieces
from rulebook.chunking.statements import list_opening
from rulebook.model.document import Block, BlockKind

_LABEL = re.compile(r"[【〔［＜<《〈][^\n。]{1,30}[】〕］＞>》〉][:：]?|[^\n。:：]{1,30}[:：]")
"""A line that only says what kind of text follows: 【補足】, ＜例＞, 備考："""
_NOTE = re.compile(r"※|[（(\[【]?(?:注|備考|補足|备注|備註|Note\b)")


def section_pieces(body: Sequence[Block]) -> list[Piece]:
    """Prose is group 0; a table shares a group of its own with the caption, heading or opening sentence right before
    it, and with the notes right behind it.

    A heading that stays in the text, a label like 【補足】 and a sentence that opens a list are one piece with what
    follows them, a footnote with the text that it stands behind: no chunk begins or ends between them.
    """
    flow = _Flow(body, list_leads(body))
    for index in range(len(body)):
        flow.add(index)
    return flow.found


@dataclass(slots=True)
class _Flow:
    body: Sequence[Block]
    leads: Sequence[str]
    found: list[Piece] = field(default_factory=list)
    waiting: int = 0
    """How many of the last pieces wait for what follows them."""
    behind: int = 0
    """The group of the table that was passed last, while nothing but notes stands behind it."""

    def add(self, index: int) -> None:
        block = self.body[index]
        if block.kind is BlockKind.TABLE:
            self.found += table_pieces(block, index + 1)
            self.waiting, self.behind = 0, index + 1
            return
        piece = prose_piece(block, 0, self.leads[index])
        if self._opens_table(index):
            self.waiting += 1
            self.found.append(piece)
            self.found[-self.waiting :] = [replace(p, group=index + 2) for p in self.found[-self.waiting :]]
        elif self.behind and _is_note(block) and not _is_label(block):
            self.found.append(replace(piece, group=self.behind))
        else:
            self._add_prose(index, piece)

    def _add_prose(self, index: int, piece: Piece) -> None:
        block = self.body[index]
        alike = bool(self.found) and self.found[-1].flags == piece.flags
        footnote = block.kind is BlockKind.FOOTNOTE and alike and self.found[-1].group == 0
        if (self.waiting and alike) or footnote:
            piece = joined(self.found.pop(), piece)
        self.found.append(piece)
        opens = block.kind is BlockKind.HEADING or _is_label(block) or opens_list(self.body, self.leads, index)
        self.waiting = int(opens)
        self.behind = 0

    def _opens_table(self, index: int) -> bool:
        following = self.body[index + 1] if index + 1 < len(self.body) else None
        if following is None or following.kind is not BlockKind.TABLE:
            return False
        block = self.body[index]
        if block.kind in (BlockKind.CAPTION, BlockKind.HEADING):
            return True
        opens = _is_label(block) or bool(list_opening(block.text))
        return block.kind is BlockKind.PARAGRAPH and block.flags == following.flags and opens


def _is_label(block: Block) -> bool:
    prose = block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
    return prose and bool(_LABEL.fullmatch(block.text.text.strip()))


def _is_note(block: Block) -> bool:
    if block.kind in (BlockKind.FOOTNOTE, BlockKind.CAPTION):
        return True
    return block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) and bool(_NOTE.match(block.text.text.lstrip()))
