"""Holds the lines of a table of contents, which are left out as repetitions, against what they repeat."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from rulebook.model.document import Block

_PAGE = re.compile(r"[\s.・…‥]*(?:\d+|[ivxlc]+)$")
_TITLES = re.compile(r"(?:もく|目)次|目录|目錄|(?:tableof)?contents|図表?(?:目次|一覧)|表(?:目次|一覧)")


def unmatched_lines(lines: Iterable[str], blocks: Sequence[Block]) -> list[str]:
    """The lines that no heading, caption or other paragraph of the document repeats: text that stands nowhere else."""
    known = {_folded(f"{block.label}{block.text.text}") for block in blocks}
    known |= {_folded(block.text.text) for block in blocks}
    known.discard("")
    return [line for line in lines if not _is_known(line, known)]


def _is_known(line: str, known: set[str]) -> bool:
    text = line.rsplit("\t", 1)[0] if "\t" in line else _PAGE.sub("", line)
    folded = _folded(text)
    if not folded or folded.isdecimal() or _TITLES.fullmatch(folded) or folded in known:
        return True
    # the number of the line may be written otherwise than that of the heading
    return any(folded.endswith(entry) for entry in known if len(entry) > 3)


def _folded(text: str) -> str:
    """Width, case, white space and the stop behind a number make no difference."""
    return re.sub(r"[\s.]", "", unicodedata.normalize("NFKC", text).casefold())
