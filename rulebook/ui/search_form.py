"""The form of the search page: what is asked, by whom, in what situation, and how it is searched."""

from __future__ import annotations

import streamlit as st

from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Mode, Query, QueryContext
from rulebook.settings import Retrieval
from rulebook.ui.query_address import split_ids
from rulebook.ui.words import Words

_ANY = "any"


def search_form(words: Words, settings: Retrieval, last: Query | None, version: str | None) -> Query | None:
    """The search that was sent off just now, else ``None``; the fields start with ``last``."""
    last = last or Query(text="")
    agent = _agent(words, last)
    with st.form("search_form"):
        text = st.text_input(
            words("search.query"), last.text, key="search_query", placeholder=words("search.query_hint")
        )
        context = _context(words, agent, last.context)
        first, second, third, fourth = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
        with first:
            category = _category(words, last)
        with second:
            mode = _mode(words, last)
        top_k = third.number_input(words("search.top_k"), 1, 100, last.top_k or settings.top_k, key="search_top_k")
        rerank = fourth.toggle(
            words("search.rerank"), last.rerank, key="search_rerank", help=words("search.rerank_help")
        )
        sent = st.form_submit_button(words("search.send"), key="search_send", type="primary", icon=":material/search:")
    query = Query(
        text=text.strip(),
        version=version,
        agent=agent,
        category=category,
        mode=mode,
        top_k=int(top_k),
        rerank=rerank,
        context=context,
    )
    return query if sent else None


def _category(words: Words, last: Query) -> Category | None:
    choices = [_ANY, *Category]
    chosen = st.selectbox(
        words("search.category"),
        choices,
        index=choices.index(last.category or _ANY),
        format_func=lambda name: words(f"category.{name}"),
        key=words.key("search_category"),
        help=words("search.category_help"),
    )
    return None if chosen == _ANY else Category(chosen)


def _mode(words: Words, last: Query) -> Mode:
    choices = list(Mode)
    return st.selectbox(
        words("search.mode"),
        choices,
        index=choices.index(last.mode),
        format_func=lambda mode: words(f"mode.{mode}"),
        key=words.key("search_mode"),
    )


def _agent(words: Words, last: Query) -> Agent | None:
    """Outside of the form: it decides which fields the form has."""
    names = [_ANY, *Agent]
    chosen = st.segmented_control(
        words("search.agent"),
        names,
        default=last.agent or _ANY,
        required=True,
        format_func=lambda name: words(f"agent.{name}"),
        key="search_agent",
        help=words("search.agent_help"),
    )
    return Agent(chosen) if chosen and chosen != _ANY else None


def _context(words: Words, agent: Agent | None, last: QueryContext) -> QueryContext:
    """What the agent knows beside the query; only its own fields are asked for and used."""
    if agent is None:
        return QueryContext()
    if agent is Agent.QA:
        passage = st.text_area(words("context.passage"), last.passage, key="search_passage", height=80)
        return QueryContext(passage=passage, chapter=_field(words, "chapter", last.chapter))
    first, second, third = st.columns(3)
    with third:
        description = _field(words, "description", last.description)
    if agent is Agent.WRITER:
        with first:
            chapter = _field(words, "chapter", last.chapter)
        with second:
            ids = split_ids(_field(words, "element_ids", ", ".join(last.element_ids)))
        return QueryContext(chapter=chapter, element_ids=ids, description=description)
    with first:
        element_type = _field(words, "element_type", last.element_type)
    with second:
        direction = _field(words, "direction", last.direction)
    return QueryContext(element_type=element_type, direction=direction, description=description)


def _field(words: Words, name: str, value: str) -> str:
    return st.text_input(words(f"context.{name}"), value, key=f"search_{name}").strip()
