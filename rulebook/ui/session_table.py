"""The sessions: which version each is locked to, how to end one, and its record to keep."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from rulebook.engine import Engine
from rulebook.model.json import to_json
from rulebook.store.sessions import SessionRow
from rulebook.ui.boundary import error_boundary
from rulebook.ui.formats import local_time
from rulebook.ui.version_actions import BY, announce
from rulebook.ui.words import Words

_LONGEST_STEM = 60


def show_sessions(engine: Engine, words: Words) -> None:
    """All of them in a table, those that have not ended first; one can be ended and its record kept."""
    rows = living_first(engine.session_table.all())
    if not rows:
        st.info(words("versions.no_sessions"), icon=":material/lock_open:")
        return
    st.dataframe(pd.DataFrame([_row(words, row) for row in rows]), hide_index=True)
    by_id = {row.id: row for row in rows}
    chosen = by_id[st.selectbox(words("versions.session"), list(by_id), key="versions_session")]
    with st.container(horizontal=True):
        st.download_button(
            words("versions.export"),
            lambda: record_json(engine, chosen.id),  # made when it is asked for, so that it is no older than that
            file_name=f"{file_stem(chosen.id)}.json",
            mime="application/json",
            key="versions_export",
            icon=":material/download:",
            on_click="ignore",
        )
        if chosen.ended_at is None:
            _end(engine, words, chosen)


def living_first(rows: Sequence[SessionRow]) -> list[SessionRow]:
    """Those that have not ended before the others, each in the order they came."""
    return sorted(rows, key=lambda row: row.ended_at is not None)


def file_stem(session_id: str) -> str:
    """The session's name as every file system takes it."""
    return "session-" + "".join(c if c.isalnum() or c in "-_" else "_" for c in session_id)[:_LONGEST_STEM]


def record_json(engine: Engine, session_id: str) -> str:
    """The session's record as one JSON document."""
    return json.dumps(to_json(engine.sessions.record(session_id)), ensure_ascii=False, indent=1)


def _row(words: Words, row: SessionRow) -> dict[str, object]:
    return {
        words("versions.session"): row.id,
        words("versions.version"): f"v{row.n}" if row.n is not None else "—",
        words("versions.locked_since"): local_time(row.locked_at),
        words("versions.last_used"): local_time(row.last_used_at),
        words("versions.active"): _state(words, row),
        words("versions.started_by"): row.started_by,
    }


def _state(words: Words, row: SessionRow) -> str:
    if row.ended_at is None:
        return words("sessionstate.open")
    why = words(f"sessionstate.{row.ended_why}")
    return f"{why} · {local_time(row.ended_at)}"


def _end(engine: Engine, words: Words, session: SessionRow) -> None:
    """Asks once more: a drafter who goes on with the session finds it ended."""
    with st.popover(words("versions.end"), icon=":material/lock_open:"):
        version = f"v{session.n}" if session.n is not None else "—"
        st.markdown(words.md("versions.end_confirm", session=session.id, version=version))
        if st.button(words("versions.end_button"), key="versions_end", type="primary"):
            with error_boundary(words):
                engine.sessions.end(session.id, BY)
                announce("versions.ended", session=session.id)
