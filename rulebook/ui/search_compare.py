"""Two results of the same words side by side: what stands elsewhere, and what only one of them has."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rulebook.model.search import Hit
from rulebook.ui.escape import plain
from rulebook.ui.richtext import Html, tag, text
from rulebook.ui.search_run import Searched
from rulebook.ui.words import Words


def ranks_of(hits: Sequence[Hit]) -> dict[str, int]:
    """Chunk id → rank."""
    return {hit.chunk_id: hit.rank for hit in hits}


def moved_chip(words: Words, hit: Hit, other: Sequence[Hit]) -> Html:
    """``↑2``: ranks that the hit stands higher here than among ``other``, or that only this side has it."""
    there = ranks_of(other).get(hit.chunk_id)
    if there is None:
        return tag("span", text(words("compare.only_here")), css="rb-chip rb-amber", title=words("compare.only_help"))
    explained = words("compare.there", rank=there)
    if there == hit.rank:
        return tag("span", text(words("compare.same")), css="rb-chip", title=explained)
    arrow = "↑" if there > hit.rank else "↓"
    css = "rb-chip rb-good" if there > hit.rank else "rb-chip rb-down"
    return tag("span", text(f"{arrow}{abs(there - hit.rank)}"), css=css, title=explained)


def show_overlap(words: Words, first: Searched, second: Searched) -> None:
    """How much the two results share, in one line."""
    left, right = ranks_of(first.result.chunks), ranks_of(second.result.chunks)
    shared = left.keys() & right.keys()
    moved = sum(left[chunk_id] != right[chunk_id] for chunk_id in shared)
    st.markdown(
        words.md(
            "compare.overlap",
            shared=len(shared),
            moved=moved,
            left=len(left.keys() - shared),
            right=len(right.keys() - shared),
        )
    )


def conditions_line(words: Words, own: Searched, other: Searched) -> str:
    """The conditions of one side as Markdown, those in bold in which the other side differs."""
    pairs = zip(_conditions(words, own), _conditions(words, other), strict=True)
    return " · ".join(plain(mine) if mine == theirs else f"**{plain(mine)}**" for mine, theirs in pairs)


def _conditions(words: Words, searched: Searched) -> list[str]:
    query, retrieval = searched.query, searched.settings.retrieval
    return [
        words(f"agent.{query.agent or 'any'}"),
        words(f"category.{query.category or 'any'}"),
        words(f"mode.{query.mode}"),
        words("compare.rerank_on" if query.rerank else "compare.rerank_off"),
        words("compare.top_k", count=query.top_k or retrieval.top_k),
        words("compare.channel_top_k", count=retrieval.channel_top_k),
        words("compare.rrf_k", count=retrieval.rrf_k),
        words("compare.window", count=searched.settings.rerank.window),
        words("compare.similarity_weight", weight=f"{searched.settings.rerank.similarity_weight:g}"),
    ]
