"""What a document hides, and the choice to let it count as rules."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import CheckboxColumn, TextColumn

from rulebook.engine import Engine
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.registry import next_number
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import Flag
from rulebook.model.manifest import DocumentReport, Manifest
from rulebook.ui.last_build import start
from rulebook.ui.open_draft import change_draft, stored_draft
from rulebook.ui.words import Words

_EXCERPT = 120


def show_hidden(
    engine: Engine, words: Words, manifest: Manifest, report: DocumentReport, chunks: Sequence[RuleChunk], page: str
) -> None:
    """The hidden parts with their text. Those of the active version can be chosen to count from the next one on."""
    hidden = [chunk for chunk in chunks if Flag.HIDDEN in chunk.flags]
    if not hidden and not report.report.hidden:
        return
    count = max(len(hidden), len(report.report.hidden))
    with st.expander(words("documents.hidden", count=count), icon=":material/visibility_off:"):
        st.caption(words("documents.hidden_help"))
        if not hidden:  # they hold no text
            st.dataframe(pd.DataFrame({words("report.place"): report.report.hidden}), hide_index=True)
        else:
            wanted = _wanted(engine, manifest, report.doc, hidden)
            # a choice is kept at once, and the table that shows it is another: none can hold what is outdated
            key = f"{page}_hidden_{manifest.version}_{hidden[0].doc_id}_{'_'.join(sorted(wanted))}"
            chosen = _choice(words, hidden, wanted, key, fixed=not manifest.active)
            if manifest.active:
                if set(chosen) != wanted:
                    _keep(engine, report.doc, hidden, chosen)
                _offer(engine, words, report.doc, hidden, chosen, key)


def _wanted(engine: Engine, manifest: Manifest, doc: str, hidden: Sequence[RuleChunk]) -> frozenset[str]:
    """The places that count: as in the version, and for the active one as in the draft that would change that."""
    draft = stored_draft(engine) if manifest.active else None
    if draft is None or doc not in draft.included:
        return _included(hidden)
    return frozenset(draft.included[doc]) & {chunk.place for chunk in hidden}


def _included(hidden: Sequence[RuleChunk]) -> frozenset[str]:
    return frozenset(chunk.place for chunk in hidden if chunk.included)


def _keep(engine: Engine, doc: str, hidden: Sequence[RuleChunk], chosen: tuple[str, ...]) -> None:
    """Puts the choice into the draft and draws the page anew, whose plan then counts it."""
    places = None if set(chosen) == _included(hidden) else chosen
    change_draft(engine, lambda draft: draft.including(doc, places))
    st.rerun()


def _choice(
    words: Words, hidden: Sequence[RuleChunk], wanted: frozenset[str], key: str, *, fixed: bool
) -> tuple[str, ...]:
    """One row a place; gives the places that are ticked, in reading order."""
    rows: dict[str, dict[str, object]] = {}
    for chunk in hidden:
        before = rows.get(chunk.place)
        excerpt = " ".join(f"{before['text'] if before else ''} {chunk.content}".split())[:_EXCERPT]
        rows[chunk.place] = {"included": chunk.place in wanted, "place": chunk.place, "text": excerpt}
    edited = st.data_editor(
        pd.DataFrame(list(rows.values())),
        key=key,
        hide_index=True,
        num_rows="fixed",
        disabled=("included", "place", "text") if fixed else ("place", "text"),
        column_config={
            "included": CheckboxColumn(words("hidden.included"), width="small"),
            "place": TextColumn(words("report.place")),
            "text": TextColumn(words("hidden.text"), width="large"),
        },
    )
    return tuple(place for place, ticked in zip(rows, edited["included"], strict=True) if ticked)


def _offer(
    engine: Engine, words: Words, doc: str, hidden: Sequence[RuleChunk], chosen: tuple[str, ...], key: str
) -> None:
    """The button that makes the choice hold, by a version of its own."""
    changed = set(chosen) != _included(hidden)
    label = words("hidden.apply", version=f"v{next_number(engine.layout, engine.versions)}")
    if st.button(label, key=f"{key}_apply", disabled=not changed, icon=":material/visibility:"):
        start(engine, BuildRequest(originals=(), categories={}, keep_others=True, included={doc: chosen}))
    if changed:
        st.caption(words("hidden.apply_help"))
