"""Finding a rule of the handbook by its document and its words, whatever a search returns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.chunk import RuleChunk
from rulebook.text.normalise import normalise
from rulebook.ui.chunk_card import chunk_card
from rulebook.ui.panels import Panel
from rulebook.ui.richtext import show
from rulebook.ui.words import Words

_SHOWN = 50
_SNIPPET = 60


def chunks_of(engine: Engine, version: str) -> list[RuleChunk]:
    """Every chunk of a version, hidden ones too, by document and in reading order."""
    found = [chunk for collection in engine.opened.get(version).collections for chunk in collection.chunks]
    return sorted(found, key=lambda chunk: (chunk.doc, chunk.position))


def holding(chunks: Sequence[RuleChunk], wanted: str) -> list[RuleChunk]:
    """The chunks whose text, headings or column titles hold every word of ``wanted``, in their order; all of them
    where it is blank. Width, case and white space inside a word do not count."""
    parts = [_folded(part) for part in wanted.split()]
    return [chunk for chunk in chunks if all(part in _searched(chunk) for part in parts)]


def picked_rule(words: Words, chunks: Sequence[RuleChunk], panel: Panel) -> RuleChunk | None:
    """The rule that is chosen in the picker, shown as it stands in the handbook."""
    every = words("pick.any_document")
    left, right = st.columns([2, 3])
    with left:
        documents = [every, *dict.fromkeys(chunk.doc for chunk in chunks)]
        doc = st.selectbox(words("pick.document"), documents, key=panel.key(words.key("document")))
    with right:
        wanted = st.text_input(words("pick.words"), key=panel.key("words"), help=words("pick.words_help"))
    found = holding([chunk for chunk in chunks if doc in (every, chunk.doc)], wanted)
    if not found:
        st.info(words("pick.none"), icon=":material/search_off:")
        return None
    by_id = {chunk.chunk_id: chunk for chunk in islice(found, _SHOWN)}
    chosen = st.selectbox(
        words("pick.rule", count=len(found)),
        list(by_id),
        index=None,
        format_func=lambda chunk_id: _label(by_id[chunk_id]),
        key=panel.key("rule"),
        placeholder=words("pick.rule_hint"),
        help=words("pick.rule_help", count=_SHOWN),
    )
    if chosen is None:
        return None
    show(chunk_card(words, by_id[chosen]))
    return by_id[chosen]


def _label(chunk: RuleChunk) -> str:
    heading = " › ".join([chunk.doc, *chunk.headings[-1:]])
    return f"{heading} — {' '.join(chunk.content.split())[:_SNIPPET]}"


def _searched(chunk: RuleChunk) -> str:
    return _folded("\n".join([*chunk.headings, chunk.table_header, chunk.content]))


def _folded(text: str) -> str:
    return "".join(normalise(text).split())
