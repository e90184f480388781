"""The form of the search page: what is asked, by whom, in what situation, and how it is searched, once or twice."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Mode, Query, QueryContext
from rulebook.settings import Settings
from rulebook.ui.query_address import split_ids
from rulebook.ui.search_conditions import LIMITS, Asked, Conditions, conditions_of
from rulebook.ui.words import Words

_ANY = "any"


def search_form(words: Words, settings: Settings, last: Asked | None, version: str | None) -> Asked | None:
    """What was sent off just now, else ``None``; the fields start with ``last``."""
    last = last or Asked(query=Query(text=""))
    agent = _agent(words, last.query.agent)
    compared = st.toggle(
        words("search.compare"), last.second is not None, key="search_compare", help=words("search.compare_help")
    )
    with st.form("search_form"):
        text = st.text_input(
            words("search.query"), last.query.text, key="search_query", placeholder=words("search.query_hint")
        )
        context = _context(words, agent, last.query.context)
        chosen = _conditions(words, settings, conditions_of(last.query), "search")
        second = None
        if compared:
            st.markdown(f"**{words('search.second')}**", help=words("search.second_help"))
            second = _second(words, settings, last.second or conditions_of(last.query))
        label = words("search.send_both" if compared else "search.send")
        sent = st.form_submit_button(label, key="search_send", type="primary", icon=":material/search:")
    query = replace(chosen, agent=agent).query(Query(text=text.strip(), version=version, context=context))
    return Asked(query=query, second=second) if sent else None


def _conditions(words: Words, settings: Settings, last: Conditions, page: str) -> Conditions:
    """What both searches have: category, channels, hits, rerank. ``page`` starts the keys."""
    first, second, third, fourth = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
    with first:
        category = _category(words, last, page)
    with second:
        mode = _mode(words, last, page)
    with third:
        top_k = _number(words, "top_k", last.top_k, settings.retrieval.top_k, page)
    rerank = fourth.toggle(words("search.rerank"), last.rerank, key=f"{page}_rerank", help=words("search.rerank_help"))
    return Conditions(category=category, mode=mode, top_k=top_k, rerank=rerank)


def _second(words: Words, settings: Settings, last: Conditions) -> Conditions:
    """The second set: what the first has, and the numbers that the settings give the first; as they are in the
    settings they are not set."""
    configured = {
        "channel_top_k": settings.retrieval.channel_top_k,
        "rrf_k": settings.retrieval.rrf_k,
        "window": settings.rerank.window,
    }
    chosen = _conditions(words, settings, last, "search_second")
    columns = st.columns(5, vertical_alignment="bottom")
    with columns[0]:
        agent = _second_agent(words, last.agent)
    numbers: dict[str, int] = {}
    for column, (name, value) in zip(columns[1:4], configured.items(), strict=True):
        with column:
            numbers[name] = _number(words, name, getattr(last, name), value, "search_second")
    with columns[4]:
        weight = _weight(words, last.similarity_weight, settings.rerank.similarity_weight)
    own = {name: number if number != configured[name] else None for name, number in numbers.items()}
    return replace(
        chosen,
        agent=agent,
        channel_top_k=own["channel_top_k"],
        rrf_k=own["rrf_k"],
        window=own["window"],
        similarity_weight=weight if weight != settings.rerank.similarity_weight else None,
    )


def _number(words: Words, name: str, last: int | None, configured: int, page: str) -> int:
    highest = max(LIMITS[name], configured)
    label, explained = words(f"search.{name}"), words(f"search.{name}_help")
    return int(st.number_input(label, 1, highest, last or configured, key=f"{page}_{name}", help=explained))


def _weight(words: Words, last: float | None, configured: float) -> float:
    return st.number_input(
        words("search.similarity_weight"),
        0.0,
        1.0,
        last if last is not None else configured,
        step=0.05,
        key="search_second_similarity_weight",
        help=words("search.similarity_weight_help"),
    )


def _category(words: Words, last: Conditions, page: str) -> Category | None:
    choices = [_ANY, *Category]
    chosen = st.selectbox(
        words("search.category"),
        choices,
        index=choices.index(last.category or _ANY),
        format_func=lambda name: words(f"category.{name}"),
        key=words.key(f"{page}_category"),
        help=words("search.category_help"),
    )
    return None if chosen == _ANY else Category(chosen)


def _mode(words: Words, last: Conditions, page: str) -> Mode:
    choices = list(Mode)
    return st.selectbox(
        words("search.mode"),
        choices,
        index=choices.index(last.mode),
        format_func=lambda mode: words(f"mode.{mode}"),
        key=words.key(f"{page}_mode"),
    )


def _agent(words: Words, last: Agent | None) -> Agent | None:
    """Outside of the form: it decides which fields the form has."""
    names = [_ANY, *Agent]
    chosen = st.segmented_control(
        words("search.agent"),
        names,
        default=last or _ANY,
        required=True,
        format_func=lambda name: words(f"agent.{name}"),
        key="search_agent",
        help=words("search.agent_help"),
    )
    return Agent(chosen) if chosen and chosen != _ANY else None


def _second_agent(words: Words, last: Agent | None) -> Agent | None:
    names = [_ANY, *Agent]
    chosen = st.selectbox(
        words("search.agent"),
        names,
        index=names.index(last or _ANY),
        format_func=lambda name: words(f"agent.{name}"),
        key=words.key("search_second_agent"),
        help=words("search.agent_help"),
    )
    return None if chosen == _ANY else Agent(chosen)


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
