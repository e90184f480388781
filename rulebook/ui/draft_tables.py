"""The tables of the build page in which the next version is put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath

import pandas as pd
import streamlit as st
from streamlit.column_config import CheckboxColumn, NumberColumn, SelectboxColumn, TextColumn

from rulebook.engine import Engine
from rulebook.errors import DocumentError
from rulebook.handbook.originals import Original
from rulebook.model.chunk import Category
from rulebook.model.manifest import Manifest, Plan, SourceFile
from rulebook.readers.guard import check
from rulebook.readers.registry import supported_suffixes
from rulebook.ui.boundary import error_boundary
from rulebook.ui.draft import Draft, Dropped
from rulebook.ui.draft_edits import next_turn, table_key, turn
from rulebook.ui.formats import file_size
from rulebook.ui.open_draft import change_draft
from rulebook.ui.plan_view import status_text
from rulebook.ui.words import Words


def take_uploads(engine: Engine, words: Words, active: Manifest | None) -> None:
    """The drop zone. A dropped file is stored at once and leaves the zone: the table below is what the server has."""
    files = st.file_uploader(
        words("build.drop"),
        type=[suffix.removeprefix(".") for suffix in supported_suffixes()],
        accept_multiple_files=True,
        key=f"build_uploader_{turn()}",
    )
    if files:
        stored = [engine.handbooks.store(file) for file in files]
        unreadable = _unreadable(engine, stored)
        change_draft(engine, lambda draft: draft.adding(stored, active, unreadable))
        next_turn()
        st.rerun()


def _unreadable(engine: Engine, stored: Iterable[Original]) -> dict[str, str]:
    """By name the error codes of files that do not pass the checks made before any reading."""
    codes = {}
    for original in stored:
        try:
            check(engine.handbooks.original_path(original.sha256), original.name)
        except DocumentError as error:
            codes[original.name] = error.code
    return codes


def show_dropped(words: Words, draft: Draft, plan: Plan) -> None:
    """One row a dropped file, with its category to choose and its status against the active version."""
    names = sorted(draft.dropped)
    rows = [_dropped_row(words, draft.dropped[name], plan) for name in names]
    st.data_editor(
        pd.DataFrame(rows),
        key=table_key("dropped", names),
        hide_index=True,
        num_rows="fixed",
        disabled=("name", "type", "size", "hint", "status"),
        column_order=("used", "name", "category", "status", "hint", "type", "size"),
        column_config={
            "used": CheckboxColumn(words("build.used"), width="small"),
            "name": TextColumn(words("table.document"), width=230),
            "category": SelectboxColumn(
                words("table.category"),
                options=[c.value for c in Category],
                format_func=lambda value: words(f"category.{value}"),
                required=True,
                width="small",
            ),
            "status": TextColumn(words("table.status"), width=130),
            "hint": TextColumn(words("build.hint"), width=150),
            "type": TextColumn(words("table.type"), width=60),
            "size": TextColumn(words("table.size"), width=70),
        },
    )


def show_unreadable(words: Words, draft: Draft) -> None:
    """One message for each dropped file that takes part and did not look sound, or that cannot take part any more."""
    for name, dropped in sorted(draft.dropped.items()):
        if dropped.used and dropped.lost:
            st.warning(words.md("build.lost", name=name), icon=":material/draft:")
        elif dropped.used and dropped.unreadable:
            reason = words(f"error.{dropped.unreadable}")
            st.warning(words.md("build.unreadable", name=name, reason=reason), icon=":material/draft:")


def show_kept(words: Words, draft: Draft, kept: Sequence[SourceFile]) -> None:
    """The documents of the active version that were not dropped, each to keep or to leave out."""
    rows = [
        {
            "kept": s.name not in draft.left_out,
            "name": s.name,
            "category": words(f"category.{s.type}"),
            "chunks": s.chunk_count,
        }
        for s in kept
    ]
    st.data_editor(
        pd.DataFrame(rows),
        key=table_key("kept", [s.name for s in kept]),
        hide_index=True,
        num_rows="fixed",
        disabled=("name", "category", "chunks"),
        column_config={
            "kept": CheckboxColumn(words("build.kept"), width="small"),
            "name": TextColumn(words("table.document"), width="large"),
            "category": TextColumn(words("table.category"), width="small"),
            "chunks": NumberColumn(words("table.chunks"), width="small"),
        },
    )


def choose_skipping(engine: Engine, words: Words, draft: Draft) -> None:
    """Whether a build publishes without the files that cannot be read; kept in the draft like everything else."""
    key = "build_skip_failed"
    st.session_state[key] = draft.skip_failed

    def keep() -> None:
        chosen: bool = st.session_state[key]
        with error_boundary(words):  # runs before the page, outside of its boundary
            change_draft(engine, lambda stored: replace(stored, skip_failed=chosen))

    st.checkbox(words("build.skip_failed"), key=key, help=words("build.skip_failed_help"), on_change=keep)


def _dropped_row(words: Words, dropped: Dropped, plan: Plan) -> dict[str, object]:
    name = dropped.original.name
    return {
        "used": dropped.used,
        "name": name,
        "type": PurePath(name).suffix.removeprefix(".").upper(),
        "size": file_size(dropped.original.size),
        "category": dropped.category.value,
        "hint": _hint(words, dropped),
        "status": _status(words, dropped, plan),
    }


def _status(words: Words, dropped: Dropped, plan: Plan) -> str:
    if dropped.lost:
        return words("status.lost")
    if dropped.unreadable:
        return words("status.unreadable")
    return status_text(words, dropped.original.name, plan) if dropped.used else words("build.not_used")


def _hint(words: Words, dropped: Dropped) -> str:
    if dropped.known:
        return words("build.hint_known")
    return words("build.hint_word", word=dropped.hint) if dropped.hint else words("build.hint_none")
