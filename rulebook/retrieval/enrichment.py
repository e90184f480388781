"""The query as each agent's situation completes it."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.model.search import Agent, Query, QueryContext


def _writer(context: QueryContext) -> list[str]:
    return [context.chapter, *context.element_ids, context.description]


def _impact(context: QueryContext) -> list[str]:
    return [context.element_type, context.description, context.direction]


def _qa(context: QueryContext) -> list[str]:
    return [context.passage, context.chapter]


_PARTS: dict[Agent, Callable[[QueryContext], list[str]]] = {
    Agent.WRITER: _writer,
    Agent.IMPACT: _impact,
    Agent.QA: _qa,
}


def enriched_text(query: Query) -> str:
    """The query's words followed by what its agent adds, each part once; without an agent the words alone."""
    parts = _PARTS[query.agent](query.context) if query.agent is not None else []
    return "\n".join(dict.fromkeys(part.strip() for part in [query.text, *parts] if part.strip()))
