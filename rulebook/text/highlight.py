"""What to mark in a text that was found."""

from __future__ import annotations

from rulebook.text.keywords import matched_spans, terms


def highlight_spans(query: str, text: str) -> tuple[tuple[int, int], ...]:
    """``(start, end)`` of the stretches of ``text`` to mark for ``query``, in order; matches that touch are one."""
    merged: list[tuple[int, int]] = []
    for start, end in matched_spans(frozenset(terms(query)), text):
        if merged and start == merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
