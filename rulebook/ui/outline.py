"""The outline of a document, made of its chunks' heading paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.model.chunk import RuleChunk
from rulebook.ui.words import Words

_INDENT = "\u2003"
_ROWS_HIGH = 640


@dataclass(frozen=True, slots=True)
class Section:
    """A heading path and how many chunks stand under it, those of its sub-sections included."""

    path: tuple[str, ...]
    chunks: int


def sections_of(chunks: Sequence[RuleChunk]) -> list[Section]:
    """The sections in reading order, an outer one before its inner ones. Chunks without headings are under none."""
    counts: dict[tuple[str, ...], int] = {}
    for chunk in chunks:
        for depth in range(1, len(chunk.headings) + 1):
            path = chunk.headings[:depth]
            counts[path] = counts.get(path, 0) + 1
    return [Section(path, count) for path, count in counts.items()]


def chosen_section(words: Words, chunks: Sequence[RuleChunk], page: str) -> list[RuleChunk]:
    """Shows the outline; gives the chunks under the section that is chosen in it, all when none is."""
    sections = sections_of(chunks)
    st.caption(words("outline.title", count=len(sections)))
    if not sections:
        return list(chunks)
    table = {
        "chunks": [s.chunks for s in sections],
        "section": [f"{_INDENT * (len(s.path) - 1)}{s.path[-1]}" for s in sections],
    }
    event = st.dataframe(
        pd.DataFrame(table),
        key=f"{page}_outline_{chunks[0].doc_id}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        height=min(_ROWS_HIGH, 38 + 35 * len(sections)),
        column_config={
            "chunks": NumberColumn(words("outline.chunks"), width=40),
            "section": TextColumn(words("outline.section"), help=words("outline.help")),
        },
    )
    rows = [row for row in event["selection"]["rows"] if row < len(sections)]
    path = sections[rows[0]].path if rows else ()
    return [chunk for chunk in chunks if chunk.headings[: len(path)] == path]
