"""Fills in what the front matter does not say of a document, from the document itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rulebook.model.document import Block, BlockKind
from rulebook.text.sentences import sentence_spans

_COVERED_LEVELS = 2
_MOST_COVERED = 12
_MOST_KEYWORDS = 8
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]+|[ァ-ヶー]{2,}|[一-鿿々]{2,}")


def completed(properties: tuple[tuple[str, str], ...], blocks: Sequence[Block]) -> tuple[tuple[str, str], ...]:
    """The properties, and behind them ``summary`` (the first sentence), ``covers`` (the upper headings) and
    ``keywords`` (the words that return in headings) where they are absent and the text has any.

    When a document should be retrieved, and its category, only its owner can say.
    """
    given = {name for name, _ in properties}
    found = {"summary": _summary(blocks), "covers": ", ".join(_covers(blocks)), "keywords": ", ".join(_words(blocks))}
    return (*properties, *((name, value) for name, value in found.items() if value and name not in given))


def _summary(blocks: Sequence[Block]) -> str:
    first = next((b.text.text for b in blocks if b.kind is BlockKind.PARAGRAPH and b.text), "")
    return next((" ".join(first[start:end].split()) for start, end in sentence_spans(first)), "")


def _covers(blocks: Sequence[Block]) -> list[str]:
    titles = (" ".join(b.text.text.split()) for b in blocks if _is_upper(b))
    return [title for title in dict.fromkeys(titles) if title][:_MOST_COVERED]


def _is_upper(block: Block) -> bool:
    return block.kind is BlockKind.HEADING and block.level <= _COVERED_LEVELS


def _words(blocks: Sequence[Block]) -> list[str]:
    counts = Counter(w for b in blocks if b.kind is BlockKind.HEADING for w in _WORD.findall(b.text.text))
    return [word for word, count in counts.most_common(_MOST_KEYWORDS) if count > 1]
