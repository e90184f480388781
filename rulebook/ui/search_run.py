"""A search of the page that was run: it stays, with the one beside it, until the next is sent off."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.engine import Engine
from rulebook.model.search import Query, SearchResult
from rulebook.settings import Settings
from rulebook.ui.search_conditions import Asked

PAGE = "search"
"""Starts the keys of the page's widgets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """One query with its answer and the settings that it was searched with."""

    query: Query
    result: SearchResult
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What was asked and what came: one search, or two to be compared."""

    asked: Asked
    first: Searched
    second: Searched | None = None


def run_search(engine: Engine, asked: Asked) -> Ran:
    """Runs what is asked. Raises what ``RagService.run`` raises."""
    settings = engine.settings
    first = Searched(query=asked.query, result=engine.rag.run(asked.query), settings=settings)
    if asked.second is None:
        return Ran(asked=asked, first=first)
    query, other = asked.second.query(asked.query), asked.second.settings(settings)
    result = engine.rag.with_settings(other).run(query)
    return Ran(asked=asked, first=first, second=Searched(query=query, result=result, settings=other))
