"""Where one sentence ends and the next begins, in Japanese, Chinese and English."""

from __future__ import annotations

import re

_OPEN = "「『（(【〔［[《〈“"
_CLOSE = "」』）)】〕］]》〉”"
_FULL_STOP = "。！？!?．"
# "e.g. x" and "3.2 x" go on; "text. Next" ends. Latin stops need white space behind them.
_LATIN_END = re.compile(r"(?<![A-Z0-9])(?<!e\.g)(?<!i\.e)(?<!cf)(?<!vs)(?<!No)(?<!Fig)[.!?;][\"')\]]?\s+(?=\S)")


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """``(start, end)`` of every sentence in order, trimmed of white space; line ends cut, blank pieces are left out.

    A full stop inside brackets does not end a sentence, since 「…。」 is quoted as one thing; where brackets do not
    close on their line, it does.
    """
    spans = []
    for line in re.finditer(r"[^\r\n]+", text):
        for start, end in _cut_line(line.group()):
            piece = line.group()[start:end]
            left = len(piece) - len(piece.lstrip())
            if piece.strip():
                spans.append((line.start() + start + left, line.start() + start + len(piece.rstrip())))
    return tuple(spans)


def _cut_line(line: str) -> list[tuple[int, int]]:
    balanced = sum(line.count(c) for c in _OPEN) == sum(line.count(c) for c in _CLOSE)
    latin_ends = {m.end() for m in _LATIN_END.finditer(line)}
    spans, start, depth = [], 0, 0
    for i, character in enumerate(line):
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth = max(depth - 1, 0)
        following = line[i + 1 : i + 2]
        ends = character in _FULL_STOP and following not in (*_FULL_STOP, *_CLOSE)
        # "A.B" in full-width and "!=" are no ends; a Latin "!" or "?" wants a space or a wide character behind it
        if character in "．!?" and (following.isascii() and not following.isspace() and following):
            ends = False
        if (ends and (depth == 0 or not balanced)) or (i + 1 in latin_ends and depth == 0):
            spans.append((start, i + 1))
            start = i + 1
    if start < len(line):
        spans.append((start, len(line)))
    return spans
