"""Lists with the sentence that opens them: 「書式は次のとおりとする。」 holds for every item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.chunking.pieces import BESIDE
from rulebook.chunking.statements import list_opening
from rulebook.model.document import Block, BlockKind
from rulebook.model.text import Mark
from rulebook.text.lines import opens_list_item

_ARTICLE = re.compile(r"第\s?[0-9０-９一二三四五六七八九十百]+\s?[条条章節节]")
_LONGEST = 160
"""Openings of nested lists that together have more characters are left to the innermost one."""


def list_leads(blocks: Sequence[Block]) -> list[str]:
    """For each block the sentences that open the lists it is an item of, outermost first; ``""`` where there is none.

    An item is a list item, or a line that is typed like one (``・…``, ``(1) …``); a typed article (第1条 …) is none. A
    list ends with the next paragraph that is none, heading or table; notes, comments and hidden text beside the text do
    not end it.
    """
    leads = []
    openings: list[tuple[int, str]] = []
    for block in blocks:
        depth = _depth(block)
        if block.flags & BESIDE or block.kind in (BlockKind.FOOTNOTE, BlockKind.TEXT_BOX):
            leads.append("")
            continue
        openings = [entry for entry in openings if entry[0] < depth]
        leads.append(_joined([opening for _, opening in openings]))
        opening = "" if block.kind in (BlockKind.HEADING, BlockKind.TABLE) else list_opening(block.text)
        if opening:
            openings.append((depth, opening))
    return leads


def opens_list(blocks: Sequence[Block], leads: Sequence[str], index: int) -> bool:
    """Whether the block opens a list whose first item is the next one."""
    opening = list_opening(blocks[index].text)
    return bool(opening) and index + 1 < len(blocks) and leads[index + 1].endswith(opening)


def _depth(block: Block) -> int:
    """0 for text, from 1 on for items of a list."""
    if block.kind is BlockKind.LIST_ITEM:
        return block.level + 1
    text = block.text.without(Mark.STRIKE).lstrip()
    line = block.kind in (BlockKind.PARAGRAPH, BlockKind.CAPTION)
    typed = block.label or (opens_list_item(text) and not _ARTICLE.match(text))
    return 1 if line and typed else 0


def _joined(openings: Sequence[str]) -> str:
    whole = " / ".join(openings)
    return whole if len(whole) <= _LONGEST else openings[-1]
