"""The conditions of a search that can be set beside another: who asks, what is searched, and how deep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Mode, Query
from rulebook.settings import Settings

LIMITS: Mapping[str, int] = {"top_k": 100, "channel_top_k": 200, "rrf_k": 1000, "window": 200}
"""The highest value that a page and an address take of each number; the lowest is 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How the same words are searched the second time; ``None`` for a number that is as in the settings.

    ``channel_top_k`` are the hits a channel gives to the fusion, ``rrf_k`` is the k of the fusion, ``window`` the
    number of candidates that a cross-encoder scores again, ``similarity_weight`` the share of the similarity where
    statements are compared.
    """

    agent: Agent | None = None
    category: Category | None = None
    mode: Mode = Mode.HYBRID
    rerank: bool = True
    top_k: int | None = None
    channel_top_k: int | None = None
    rrf_k: int | None = None
    window: int | None = None
    similarity_weight: float | None = None

    def query(self, first: Query) -> Query:
        """``first`` under these conditions: the same words, version and situation."""
        return replace(
            first, agent=self.agent, category=self.category, mode=self.mode, rerank=self.rerank, top_k=self.top_k
        )

    def settings(self, settings: Settings) -> Settings:
        """``settings`` with the numbers that are set here."""
        retrieval = _set(channel_top_k=self.channel_top_k, rrf_k=self.rrf_k)
        rerank = _set(window=self.window, similarity_weight=self.similarity_weight)
        return settings.model_copy(
            update={
                "retrieval": settings.retrieval.model_copy(update=retrieval),
                "rerank": settings.rerank.model_copy(update=rerank),
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked for: a search, and the conditions of the one beside it when two are compared."""

    query: Query
    second: Conditions | None = None


def _set(**numbers: float | None) -> dict[str, float]:
    return {name: number for name, number in numbers.items() if number is not None}


def conditions_of(query: Query) -> Conditions:
    """Those of a search as the settings stand."""
    return Conditions(
        agent=query.agent, category=query.category, mode=query.mode, rerank=query.rerank, top_k=query.top_k
    )
