"""A run over judged queries: how it searches, and its report as it is stored and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.evaluation.retrieval import RANKING_DEPTH, RetrievalReport, Search, evaluate_retrieval
from rulebook.model.chunk import RuleChunk
from rulebook.model.decode import from_json
from rulebook.model.json import JsonValue, to_json
from rulebook.model.judged import JudgedQuery
from rulebook.model.search import Mode, Query, SearchResult

if TYPE_CHECKING:  # reading a file of judged queries needs no database
    from rulebook.settings import Settings
    from rulebook.store.runs import RunRow, RunTable

Ask = Callable[[Query], SearchResult]
"""A search of the handbook, as ``RagService.run`` is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How every query of a run is searched: which version and channels, reranked or not, and whether ``routed`` by
    the query's own intent or everywhere; and the models that did it."""

    version: str
    embedding_model: str
    rerank_model: str
    routed: bool = False
    mode: Mode = Mode.HYBRID
    rerank: bool = True


def measure(
    queries: Sequence[JudgedQuery], chunks: Sequence[RuleChunk], ask: Ask, conditions: Conditions
) -> RetrievalReport:
    """The report of a run; ``chunks`` are all chunks of the version."""
    return evaluate_retrieval(queries, chunks, _search(ask, conditions))


def store_run(
    table: RunTable,
    report: RetrievalReport,
    conditions: Conditions,
    settings: Settings,
    *,
    judged_set: str,
    label: str = "",
    by: str = "",
) -> RunRow:
    """Stores a run with what it was measured under: its conditions, and the settings of retrieval and rerank.

    Raises ``StoreError``.
    """
    encoded = to_json(report)
    assert isinstance(encoded, dict)  # a dataclass is written as an object
    return table.add(
        version=conditions.version,
        judged_set=judged_set,
        label=label,
        by=by,
        settings=run_settings(conditions, settings),
        report=encoded,
    )


def run_settings(conditions: Conditions, settings: Settings) -> dict[str, JsonValue]:
    """What a run is stored with: ``retrieval`` and ``rerank`` of the configuration, and ``conditions``."""
    return {
        "retrieval": settings.retrieval.model_dump(mode="json"),
        "rerank": settings.rerank.model_dump(mode="json"),
        "conditions": to_json(conditions),
    }


def report_of(row: RunRow) -> RetrievalReport:
    """The report of a stored run. Raises ``ValueError`` for one that is no report."""
    return from_json(RetrievalReport, row.report)


def changed_settings(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, tuple[object, object]]:
    """The settings in which two stored runs differ, by dotted name in the order of names, each before and after;
    ``None`` where a run has no such setting."""
    first, second = dict(_leaves(before, "")), dict(_leaves(after, ""))
    return {
        name: (first.get(name), second.get(name))
        for name in sorted({*first, *second})
        if first.get(name) != second.get(name)
    }


def _leaves(values: Mapping[str, object], prefix: str) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, value in values.items():
        found += _leaves(value, f"{prefix}{name}.") if isinstance(value, Mapping) else [(f"{prefix}{name}", value)]
    return found


def _search(ask: Ask, conditions: Conditions) -> Search:
    def search(query: JudgedQuery) -> SearchResult:
        return ask(
            Query(
                text=query.query,
                version=conditions.version,
                agent=query.intent if conditions.routed else None,
                top_k=RANKING_DEPTH,
                mode=conditions.mode,
                rerank=conditions.rerank,
            )
        )

    return search
