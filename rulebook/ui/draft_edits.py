"""What was just changed in the tables of the build page, told from what was changed in them before.

A table hands over every cell that was ever changed in it, by row number. Only a cell that differs from what the page
last showed is a change: the others may be older than what another window has stored since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from uuid import uuid4

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.chunk import Category
from rulebook.ui.draft import Draft
from rulebook.ui.open_draft import change_draft, current_draft

_TURN = "build_turn"
_SHOWN = "build_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the page showed last: the draft, and the rows of the table of kept documents."""

    draft: Draft
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Edit:
    """A cell of a document's row: ``category``, ``used`` or ``kept``."""

    name: str
    cell: str
    value: object


def turn() -> str:
    """Part of the keys of widgets that start afresh with the next turn. It is another one in every session: after a
    restart of the server a browser would hand over files and edits that belong to the session before."""
    found: str = st.session_state.setdefault(_TURN, uuid4().hex[:12])
    return found


def next_turn() -> None:
    st.session_state[_TURN] = uuid4().hex[:12]


def table_key(table: str, names: Iterable[str]) -> str:
    """Edits are kept by row number, so a table with other rows, or in another turn, is another table."""
    rows = hashlib.sha256("\0".join(names).encode()).hexdigest()[:12]
    return f"build_{table}_{turn()}_{rows}"


def remember_shown(draft: Draft, kept: Sequence[str]) -> None:
    """To be called when the page shows ``draft``: what is changed next is changed in that."""
    st.session_state[_SHOWN] = Shown(draft=draft, kept=tuple(kept))


def last_shown() -> Draft:
    """What the person looked at when they pressed something."""
    shown: Shown | None = st.session_state.get(_SHOWN)
    return shown.draft if shown else Draft()


def take_edits(engine: Engine) -> Draft:
    """The draft with what was just changed in its tables, which is stored, before anything is made of it."""
    shown: Shown | None = st.session_state.get(_SHOWN)
    edits = [*_edits(shown)] if shown else []
    fresh = [edit for edit in edits if shown and _value(shown.draft, edit) != edit.value]
    if fresh:
        change_draft(engine, lambda draft: reduce(_applied, fresh, draft))
    draft = current_draft(engine)
    if any(_value(draft, edit) != edit.value for edit in edits):  # another window has changed it since
        next_turn()
    return draft


def _edits(shown: Shown) -> Iterator[_Edit]:
    for table, names in (("dropped", sorted(shown.draft.dropped)), ("kept", shown.kept)):
        state = st.session_state.get(table_key(table, names))
        for row, cells in state["edited_rows"].items() if state else ():
            yield from (_Edit(names[row], cell, value) for cell, value in cells.items() if value is not None)


def _value(draft: Draft, edit: _Edit) -> object:
    """What a draft has in the cell; ``None`` for a file that it does not have."""
    if edit.cell == "kept":
        return edit.name not in draft.left_out
    dropped = draft.dropped.get(edit.name)
    if dropped is None:
        return None
    return dropped.category.value if edit.cell == "category" else dropped.used


def _applied(draft: Draft, edit: _Edit) -> Draft:
    if edit.cell == "kept":
        return draft.keeping(edit.name, bool(edit.value))
    if edit.cell == "category":
        return draft.changing(edit.name, category=Category(str(edit.value)))
    return draft.changing(edit.name, used=bool(edit.value))
