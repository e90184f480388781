"""Captions that nobody styled as such: typed numbers of tables and figures, and short lines right above a table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.text.lines import opens_list_item

_LONGEST = 30
_NUMBERED = re.compile(
    r"(?:図表|別表|表|図|图|圖|table|figure|fig\.) ?"
    r"(?:[0-9]+|[一二三四五六七八九十]+|[A-Z])(?:[-.‐][0-9]+)*(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_LONGEST_NUMBERED = 80
_DATE = re.compile(r"\d年\d|\d[-/.]\d{1,2}[-/.]\d|[A-Za-z]+ \d{1,2}, \d{4}$")
"""The date on a title page is not the caption of the table behind it."""
_NOTES = ("※", "*", "注", "(注", "[注")
"""Notes belong to what stands before them."""
_SENTENCE_ENDS = tuple("。.、,:;")
_GOES_ON = re.compile(r"[はがをにのでと、]")
"""What follows the number where a sentence begins with it: 表1は…, 図2に示す…"""


def infer_captions(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with such lines as captions, so that they stay with the table they stand above. The last item of a
    typed list is none."""
    return [
        replace(block, kind=BlockKind.CAPTION)
        if _is_caption(block, blocks[at + 1 : at + 2]) and not _ends_list(blocks[max(at - 1, 0) : at + 1])
        else block
        for at, block in enumerate(blocks)
    ]


def _ends_list(lines: Sequence[Block]) -> bool:
    return len(lines) == 2 and all(opens_list_item(line.text.text) for line in lines)


def _is_caption(block: Block, behind: Sequence[Block]) -> bool:
    text = unicodedata.normalize("NFKC", block.text.text).strip()
    if block.kind is not BlockKind.PARAGRAPH or Flag.HIDDEN in block.flags or "\n" in text:
        return False
    if not text or text.endswith(_SENTENCE_ENDS):
        return False
    numbered = _NUMBERED.match(text)
    if numbered is not None and len(text) <= _LONGEST_NUMBERED and not _GOES_ON.match(text, numbered.end()):
        return True
    above_table = any(following.kind is BlockKind.TABLE for following in behind)
    return above_table and len(text) <= _LONGEST and not _DATE.search(text) and not text.startswith(_NOTES)
