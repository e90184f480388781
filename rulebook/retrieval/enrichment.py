"""The query as each agent's situation completes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulebook.model.search import Agent, Query, QueryContext
from rulebook.text.tokens import count_tokens

_ENCODED = 400
"""Tokens of a text that go to a model: the models take 512, counted by their own vocabulary, and some add a prefix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichedQuery:
    """What is asked: ``asked`` are the query and the passage that it is about, ``context`` the situation
    it is asked in.

    The context may have little to do with what is wanted, so that it counts less; each part is there once.
    """

    asked: tuple[str, ...]
    context: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it, a part a line, the query first."""
        return "\n".join([*self.asked, *self.context])

    @property
    def encoded(self) -> str:
        """What a reranker sees: as much of the beginning of what is asked as models take."""
        return _beginning("\n".join(self.asked))

    @property
    def encoded_parts(self) -> tuple[str, ...]:
        """What an embedding model sees of the query, and of the passage: of each as much as models take."""
        return tuple(_beginning(part) for part in self.asked)

    @property
    def encoded_context(self) -> str:
        """What a model sees of the context; empty without one."""
        return _beginning("\n".join(self.context))


def enriched(query: Query) -> EnrichedQuery:
    """The query with what its agent adds; without an agent the words alone."""
    passage, added = _PARTS[query.agent](query.context) if query.agent is not None else ("", [])
    asked = dict.fromkeys(part for text in (query.text, passage) if (part := text.strip()))
    context = dict.fromkeys(part for text in added if (part := text.strip()) and part not in asked)
    return EnrichedQuery(asked=tuple(asked), context=tuple(context))


def enriched_text(query: Query) -> str:
    """The query's words followed by what its agent adds, a part a line."""
    return enriched(query).text


def _writer(context: QueryContext) -> tuple[str, list[str]]:
    return "", [context.chapter, *context.element_ids, context.description]


def _impact(context: QueryContext) -> tuple[str, list[str]]:
    return "", [context.element_type, context.description, context.direction]


def _qa(context: QueryContext) -> tuple[str, list[str]]:
    return context.passage, [context.chapter]


_PARTS: dict[Agent, Callable[[QueryContext], tuple[str, list[str]]]] = {
    Agent.WRITER: _writer,
    Agent.IMPACT: _impact,
    Agent.QA: _qa,
}
"""Agent → the passage that is asked about, if any, and the parts of the context."""


def _beginning(text: str) -> str:
    """The longest beginning of ``text`` with at most ``_ENCODED`` tokens."""
    if count_tokens(text) <= _ENCODED:
        return text
    fits, too_long = 0, min(len(text), _ENCODED * 10)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        fits, too_long = (middle, too_long) if count_tokens(text[:middle]) <= _ENCODED else (fits, middle)
    return text[:fits]
