"""Where an expected rule was lost on its way from the handbook to the hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulebook.evaluation.matching import ChunkMatcher
from rulebook.model.chunk import RuleChunk
from rulebook.model.feedback import DetailValue, ExpectedRule, FeedbackKind, RootCause
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import ChunkAccount, Mode, Query, QueryContext, SearchResult
from rulebook.text.keywords import terms

Explain = Callable[[Query, Sequence[str]], tuple[ChunkAccount, ...]]
"""A query and chunk ids → where each of these chunks stands in the search, in their order."""

LOST_IN_SEARCH = (
    RootCause.NOT_RETRIEVED,
    RootCause.MISSED_BY_VECTOR,
    RootCause.MISSED_BY_KEYWORD,
    RootCause.RANKED_LOW,
)
"""The causes of a rule that was searched and is not among the hits: settings may bring it there."""

_ASKED = {Mode.HYBRID: ("vector", "bm25"), Mode.SEMANTIC: ("vector",), Mode.KEYWORD: ("bm25",)}
_MISSED_BY = {"vector": RootCause.MISSED_BY_VECTOR, "bm25": RootCause.MISSED_BY_KEYWORD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """A root cause, ``None`` where no rule is expected, and what it was told from.

    Keys of ``detail``, each only where it is known: ``chunk_id``, ``evidence_key``, ``source_uri``, ``category`` of the
    chunk that came nearest; ``vector_rank`` and ``keyword_rank`` among all chunks searched, ``None`` where the channel
    cannot return it; ``channels`` that returned it; ``fusion_rank``, ``final_rank``; ``rescored``, whether the rerank
    saw it; ``in_headings``, whether its headings share a word with the query; ``found_without_context``, whether the
    query alone brings it among the hits; ``hits``, how many came; ``reranker`` that scored them; ``why``: ``document``
    or ``text`` for what is not in the handbook, ``category`` or ``hidden`` for what is not searched; ``notices``, the
    codes of what the search had to do without.
    """

    cause: RootCause | None
    detail: Mapping[str, DetailValue] = field(default_factory=dict)


class RuleFinder:
    """Finds the chunks of one version, hidden ones too, that hold an expected rule; each text is normalised once."""

    def __init__(self, chunks: Sequence[RuleChunk]) -> None:
        self._chunks = tuple(chunks)
        self._matcher = ChunkMatcher(chunks)

    def chunks_holding(self, expected: ExpectedRule) -> dict[str, RuleChunk]:
        """By id, in the order of the chunks."""
        matching = self._matcher.grades(judged_query(expected, identity="expected", text="expected"))
        return {chunk.chunk_id: chunk for chunk in self._chunks if chunk.chunk_id in matching}

    def knows_document(self, name: str) -> bool:
        return self._matcher.knows_document(name)


def judged_query(expected: ExpectedRule, *, identity: str, text: str, kind: str = "feedback") -> JudgedQuery:
    """The expected rule as the direct answer to ``text``; the language is left undetermined."""
    gold = Gold(doc=expected.doc, evidence=expected.evidence, grade=3)
    return JudgedQuery(id=identity, query=text, lang="und", kind=kind, gold=(gold,))


def diagnose(
    query: Query,
    kind: FeedbackKind,
    expected: ExpectedRule | None,
    *,
    result: SearchResult,
    rules: RuleFinder,
    explain: Explain,
) -> Diagnosis:
    """The root cause of a feedback on ``result``, the answer to ``query``.

    ``rules`` and ``explain`` are over the version that was searched. Where several of its chunks hold the rule, the one
    that came nearest to the hits tells the cause: by final rank, then fusion rank, best channel rank, id.
    """
    seen: dict[str, DetailValue] = {"hits": len(result.chunks)}
    if scored := [hit.breakdown.rerank.model for hit in result.chunks if hit.breakdown.rerank is not None]:
        seen["reranker"] = scored[0]
    if result.notices:
        seen["notices"] = " ".join(dict.fromkeys(notice.code for notice in result.notices))
    if expected is None:
        return Diagnosis(cause=None, detail=seen)
    holding = rules.chunks_holding(expected)
    if not holding:
        why = "text" if rules.knows_document(expected.doc) else "document"
        return Diagnosis(cause=RootCause.NOT_IN_HANDBOOK, detail={**seen, "why": why})
    accounts = explain(query, list(holding))
    nearest = min(accounts, key=lambda account: (not holding[account.chunk_id].searchable, *_distance(account)))
    chunk = holding[nearest.chunk_id]
    cause = _cause(query, kind, nearest, len(result.chunks))
    if cause is RootCause.NOT_SEARCHED:
        seen["why"] = "category" if chunk.searchable else "hidden"
    if cause in LOST_IN_SEARCH and query.context != QueryContext():
        bare = explain(replace(query, context=QueryContext()), [chunk.chunk_id])[0]
        seen["found_without_context"] = (bare.final_rank or len(result.chunks) + 1) <= len(result.chunks)
    return Diagnosis(cause=cause, detail={**seen, **_place(chunk), **_ranks(nearest, query, chunk)})


def _cause(query: Query, kind: FeedbackKind, account: ChunkAccount, hits: int) -> RootCause:
    if not account.searched:
        return RootCause.NOT_SEARCHED
    if account.fusion_rank is None or account.final_rank is None:
        return RootCause.NOT_RETRIEVED
    if account.final_rank <= hits:
        return RootCause.RETRIEVED_IGNORED if kind is FeedbackKind.IGNORED else RootCause.FOUND
    missed = [channel for channel in _ASKED[query.mode] if channel not in account.in_channels]
    if missed and account.fusion_rank > hits:  # else the fusion had it among the hits, and the rerank put it down
        return _MISSED_BY[missed[0]]
    return RootCause.RANKED_LOW


def _distance(account: ChunkAccount) -> tuple[float, float, float, str]:
    far = float("inf")
    channels = [score.rank for score in (account.vector, account.bm25) if score is not None]
    return account.final_rank or far, account.fusion_rank or far, min(channels, default=far), account.chunk_id


def _place(chunk: RuleChunk) -> dict[str, DetailValue]:
    return {
        "chunk_id": chunk.chunk_id,
        "evidence_key": chunk.evidence_key,
        "source_uri": chunk.source_uri,
        "category": chunk.category.value if chunk.category is not None else None,
    }


def _ranks(account: ChunkAccount, query: Query, chunk: RuleChunk) -> dict[str, DetailValue]:
    if not account.searched:
        return {}
    return {
        "vector_rank": account.vector.rank if account.vector is not None else None,
        "keyword_rank": account.bm25.rank if account.bm25 is not None else None,
        "channels": " ".join(account.in_channels),
        "fusion_rank": account.fusion_rank,
        "final_rank": account.final_rank,
        "rescored": account.rerank is not None,
        "in_headings": not frozenset(terms(query.text)).isdisjoint(terms("\n".join(chunk.headings))),
    }
