"""Two versions side by side: which documents differ and in what, and the rules of one that do."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import TextColumn

from rulebook.engine import Engine
from rulebook.handbook.comparing import DocumentChange, VersionDifference, compare_versions
from rulebook.model.manifest import Manifest, Status
from rulebook.store.versions import version_number
from rulebook.ui.change_card import pair_cards, pairs_of
from rulebook.ui.chunk_card import chunk_card
from rulebook.ui.richtext import Html, joined, show, tag, text
from rulebook.ui.words import Words

_A_PAGE = 20
_TABLE_ROWS = 8


def compared(engine: Engine, before: Manifest, after: Manifest) -> VersionDifference:
    """What differs. Versions never change, so an answer is kept; raises ``VersionDamaged``."""
    rows = [engine.versions.get(version_number(manifest.version)) for manifest in (before, after)]
    return _compared(engine, before, after, tuple(row.manifest_sha256 for row in rows))


@st.cache_resource(max_entries=8, show_spinner=False)
def _compared(_engine: Engine, _before: Manifest, _after: Manifest, hashes: tuple[str, ...]) -> VersionDifference:
    return compare_versions(_engine.layout, _before, _after)


def show_comparison(words: Words, before: Manifest, after: Manifest, difference: VersionDifference) -> None:
    """The documents that differ in a table; of the one that is chosen the rules, old beside new."""
    if before.embedding_model != after.embedding_model:
        models = words.md("versions.other_model", before=before.embedding_model, after=after.embedding_model)
        st.caption(models)
    if not difference.documents:
        st.info(words.md("versions.equal", before=before.version, after=after.version), icon=":material/equal:")
        return
    st.caption(_summary(words, difference))
    _show_table(words, difference.documents)
    by_name = {document.doc: document for document in difference.documents}
    label = words("versions.changed_document")
    chosen = st.selectbox(label, list(by_name), index=_first_changed(difference), key="versions_changed")
    _show_document(words, by_name[chosen], difference)


def _summary(words: Words, difference: VersionDifference) -> str:
    counts = {status: sum(d.status is status for d in difference.documents) for status in Status}
    said = [f"{words(f'status.{status}')} {count}" for status, count in counts.items() if count]
    return words.md("versions.differing", before=difference.before, after=difference.after, counts=" · ".join(said))


def _show_table(words: Words, documents: Sequence[DocumentChange]) -> None:
    rows = [
        {
            words("table.document"): document.doc,
            words("versions.change"): words(f"status.{document.status}"),
            words("versions.reason"): " · ".join(words(f"reason.{reason}") for reason in document.reasons),
            words("versions.chunks_changed"): len(document.changed),
            words("versions.chunks_added"): len(document.added),
            words("versions.chunks_removed"): len(document.removed),
        }
        for document in documents
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="auto" if len(rows) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={words("table.document"): TextColumn(width=300, pinned=True)},
    )


def _first_changed(difference: VersionDifference) -> int:
    """The first document with two sides to look at, else the first one."""
    return next((n for n, d in enumerate(difference.documents) if d.status is Status.CHANGED), 0)


def _show_document(words: Words, change: DocumentChange, difference: VersionDifference) -> None:
    if change.status is Status.CHANGED:
        rows = [pair_cards(words, pair) for pair in pairs_of(change)]
        if not rows:
            st.caption(words("versions.same_rules"))
            return
        _show_page(rows, f"versions_changes_{change.doc}", before=_titles(words, difference))
    else:
        chunks = change.added or change.removed
        whole = "versions.all_added" if change.status is Status.ADDED else "versions.all_removed"
        st.caption(words(whole, count=len(chunks)))
        _show_page([chunk_card(words, chunk) for chunk in chunks], f"versions_changes_{change.doc}")


def _titles(words: Words, difference: VersionDifference) -> Html:
    old, new = words("versions.old", version=difference.before), words("versions.new", version=difference.after)
    return tag("div", tag("div", text(old)), tag("div", text(new)), css="rb-pair rb-titles")


def _show_page(rows: Sequence[Html], key: str, *, before: Html | None = None) -> None:
    pages = -(-len(rows) // _A_PAGE)
    turn = st.pagination(pages, key=key) if pages > 1 else 1
    show((before or Html()) + joined(rows[(turn - 1) * _A_PAGE : turn * _A_PAGE]))
