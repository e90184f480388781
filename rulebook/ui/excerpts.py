"""The parts of a long text that are worth showing when only a few words of it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.handbook.comparing import Edit, TextEdit
from rulebook.ui.richtext import Span

_CONTEXT = 60
"""Characters of unchanged text on each side of a change; from there at most as many more to where a sentence ends."""

_STOPS = "。\n"


def own_runs(edits: Sequence[TextEdit], own: Edit) -> list[Span]:
    """Where the runs that only one side has stand in its text; ``own`` is what that side's runs are called."""
    return [(start, start + len(edit.text)) for start, edit in _placed(edits, own) if edit.edit is own]


def shown_parts(content: str, edits: Sequence[TextEdit], own: Edit) -> list[Span]:
    """The changes of either side with what stands around them, in order; parts that touch are one."""
    found: list[Span] = []
    for start, edit in _placed(edits, own):
        if edit.edit is Edit.EQUAL:
            continue
        end = start + len(edit.text) if edit.edit is own else start
        first, last = _begin(content, start - _CONTEXT), _end(content, end + _CONTEXT)
        if found and first <= found[-1][1]:
            first, last = found[-1][0], max(last, found.pop()[1])
        found.append((first, last))
    return found


def _placed(edits: Sequence[TextEdit], own: Edit) -> Iterator[tuple[int, TextEdit]]:
    """Each run with where it stands in the text of one side; what the other side has takes no room."""
    at = 0
    for edit in edits:
        yield at, edit
        at += len(edit.text) if edit.edit in (Edit.EQUAL, own) else 0


def _begin(content: str, place: int) -> int:
    if place <= _CONTEXT:
        return 0
    stop = max(content.rfind(mark, place - _CONTEXT, place) for mark in _STOPS)
    return stop + 1 if stop >= 0 else place


def _end(content: str, place: int) -> int:
    if place + _CONTEXT >= len(content):
        return len(content)
    stops = [stop for mark in _STOPS if (stop := content.find(mark, place, place + _CONTEXT)) >= 0]
    return min(stops) + 1 if stops else place
