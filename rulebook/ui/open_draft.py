"""The draft that the address of the page names: kept in the database, so that a reload or a restart loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

from rulebook.engine import Engine
from rulebook.handbook.files import file_sha256
from rulebook.handbook.originals import Original
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.store.drafts import KEPT_DAYS
from rulebook.ui.draft import Draft
from rulebook.ui.words import Words

PARAMETER = "draft"
"""The draft's id in the address."""

_ID = "build_draft_id"
_SEEN = "build_draft_seen"
_FORMAT = 1
"""Raised when a draft of before cannot be read any more."""


def draft_id() -> str | None:
    """The id in the address, else the one that this browser session had there before a change of pages, which is
    written back; ``None`` before the first change."""
    addressed = st.query_params.get(PARAMETER)
    known: str | None = st.session_state.get(_ID)
    if addressed is not None:
        st.session_state[_ID] = addressed
    elif known is not None:
        st.query_params[PARAMETER] = known
    return addressed or known


def draft_address() -> dict[str, str]:
    """The part of the address that names the draft, for a page that writes its address anew; empty without one."""
    named = draft_id()
    return {} if named is None else {PARAMETER: named}


def open_draft(draft_id: str) -> None:
    """Makes a draft that of this browser session."""
    st.session_state[_ID] = st.query_params[PARAMETER] = draft_id


def leave_draft() -> None:
    """Forgets which draft this browser session had."""
    st.session_state.pop(_ID, None)
    st.query_params.pop(PARAMETER, None)


def tell_lost_draft(engine: Engine, words: Words) -> None:
    """Leaves a draft that is not there or that another release wrote, with a notice.

    None is given for a draft that this session had before: that it was built is told in its own place.
    """
    named = draft_id()
    if named is None:
        return
    content = engine.drafts.load(named)
    if content is None:
        if named != st.session_state.get(_SEEN):
            st.info(words.md("build.draft_gone", days=KEPT_DAYS), icon=":material/draft:")
        leave_draft()
    elif _decoded(content) is None:
        st.warning(words.md("build.draft_unreadable"), icon=":material/draft:")
        leave_draft()
    else:
        st.session_state[_SEEN] = named


def stored_draft(engine: Engine) -> Draft | None:
    """The draft as it is stored; ``None`` when there is none, or none that this release can read."""
    named = draft_id()
    content = engine.drafts.load(named) if named else None
    return None if content is None else _decoded(content)


def current_draft(engine: Engine) -> Draft:
    """The draft as it stands, with each file marked whose stored content is gone or was altered."""
    return (stored_draft(engine) or Draft()).looked_over(lambda original: _is_stored(engine, original))


def change_draft(engine: Engine, change: Callable[[Draft], Draft]) -> None:
    """Makes a change to the draft as it is stored at this moment, which another window may have changed since it was
    shown here; the first change makes the draft. See ``DraftTable`` for what two windows come to."""
    named = draft_id()
    if named is None or stored_draft(engine) is None:  # an address cannot choose its id
        named = engine.drafts.new_id()
        open_draft(named)
    engine.drafts.change(named, lambda content: encoded(change((content and _decoded(content)) or Draft())))


def settle_draft(engine: Engine, settle: Callable[[Draft], Draft]) -> None:
    """The same for a draft that was built: when nothing is left of it, it is deleted."""
    named = draft_id()
    if named is None:
        return

    def settled(content: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        before = _decoded(content) if content is not None else None
        after = settle(before) if before is not None else Draft()
        return None if after.holds_nothing else encoded(after)

    engine.drafts.change(named, settled)
    if engine.drafts.load(named) is None:
        leave_draft()


def encoded(draft: Draft) -> dict[str, Any]:
    """As it is stored. That a file was lost is found anew whenever the draft is opened."""
    content = to_json(draft.looked_over(lambda _: True))
    assert isinstance(content, dict)  # dataclasses are written as objects
    return {"format": _FORMAT, **content}


def _decoded(content: Mapping[str, Any]) -> Draft | None:
    if content.get("format") != _FORMAT:
        return None
    try:
        return from_json(Draft, content)
    except ValueError:
        return None


def _is_stored(engine: Engine, original: Original) -> bool:
    path = engine.handbooks.original_path(original.sha256)
    try:
        found = path.stat()
        return found.st_size == original.size and _has_content(path, original.sha256, found.st_mtime_ns)
    except OSError:
        return False


@lru_cache(maxsize=1024)
def _has_content(path: Path, sha256: str, changed_ns: int) -> bool:
    """Whether a file is what its name says; hashed once for each time at which it was changed."""
    return file_sha256(path) == sha256
