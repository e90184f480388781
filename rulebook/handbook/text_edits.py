"""What differs between two texts, in units that people read: words, numbers, single characters."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Edit(StrEnum):
    EQUAL = "equal"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEdit:
    """A run of text: what both have, only the old one, or only the new one. All but the added runs, joined, are the
    old text; all but the removed ones the new text."""

    edit: Edit
    text: str


Step = tuple[bool, str, str]
"""Whether both texts have it, the old text, the new text."""


def text_edits(before: str, after: str) -> tuple[TextEdit, ...]:
    """From ``before`` to ``after`` in words of Latin letters and digits, runs of katakana, and single characters of
    other scripts; where both sides of a change differ, the removed run comes first."""
    edits = []
    for same, old, new in _without_coincidences(_steps(_units(before), _units(after))):
        if same:
            edits.append(TextEdit(edit=Edit.EQUAL, text=old))
            continue
        edits += [TextEdit(edit=Edit.REMOVED, text=old)] if old else []
        edits += [TextEdit(edit=Edit.ADDED, text=new)] if new else []
    return tuple(edits)


def _steps(old: list[str], new: list[str]) -> Iterator[Step]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, o1, o2, n1, n2 in matcher.get_opcodes():
        yield tag == "equal", "".join(old[o1:o2]), "".join(new[n1:n2])


def _without_coincidences(steps: Iterable[Step]) -> list[Step]:
    """A single character that two wordings happen to share is no part that stayed: 甲の丙 → 乙の丁 is one change."""
    kept: list[Step] = []
    waiting = list(steps)
    for n, step in enumerate(waiting):
        same, old, new = step
        between = same and len(old) == 1 and not old.isspace() and 0 < n < len(waiting) - 1
        if kept and not kept[-1][0] and (between or not same):
            kept[-1] = (False, kept[-1][1] + old, kept[-1][2] + new)
        else:
            kept.append(step)
    return kept


def _units(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9_]+|[ァ-ヴー]+|.", text, re.DOTALL)
