"""Search: two channels, fusion, rerank, and the account of every score."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rulebook.errors import EncoderUnavailable, RerankerUnavailable, UsageError, VectorStoreError, VersionRetired
from rulebook.handbook.opened import OpenVersion, OpenVersions
from rulebook.handbook.sessions import SessionVersion
from rulebook.model.choices import choice
from rulebook.model.chunk import Category
from rulebook.model.notice import Notice
from rulebook.model.search import (
    Agent,
    Constraint,
    EvidenceStatus,
    Hit,
    Mode,
    Query,
    RerankScore,
    SearchResult,
)
from rulebook.retrieval.account import Stages, hits_of
from rulebook.retrieval.bm25 import KeywordIndex
from rulebook.retrieval.builtin import builtin_hits
from rulebook.retrieval.chapters import default_top_k
from rulebook.retrieval.enrichment import enriched_text
from rulebook.retrieval.fusion import Fused, reciprocal_rank_fusion
from rulebook.retrieval.intents import covered_categories
from rulebook.retrieval.quality import evidence_status
from rulebook.retrieval.rerank import Candidates, RerankStep
from rulebook.retrieval.vector import EncoderOf, nearest_rows, query_vector
from rulebook.settings import Settings
from rulebook.store.versions import VersionTable
from rulebook.text.keywords import terms

Vector = NDArray[np.float32]
Ranked = list[tuple[int, float]]

_INDEXES_KEPT = 4


class RagService:
    """Searches the handbook. Safe for threads; a failing model costs a channel and is told, never the answer."""

    def __init__(
        self,
        settings: Settings,
        versions: VersionTable,
        opened: OpenVersions,
        sessions: SessionVersion,
        encoder_of: EncoderOf,
        rerank_step: Callable[[], RerankStep],
    ) -> None:
        self._settings = settings
        self._versions = versions
        self._opened = opened
        self._sessions = sessions
        self._encoder_of = encoder_of
        self._rerank_step = rerank_step
        self._keyword_indexes: dict[str, KeywordIndex] = {}

    def search(
        self,
        *,
        session_id: str | None = None,
        query: str,
        category: str | Category | None = None,
        top_k: int | None = None,
        agent: str | Agent | None = None,
    ) -> SearchResult:
        """The rules for ``query``, best first: ``run`` with the arguments that callers know."""
        return self.run(
            Query(
                text=query,
                session_id=session_id,
                category=choice(Category, category) if category is not None else None,
                agent=choice(Agent, agent) if agent is not None else None,
                top_k=top_k,
            )
        )

    def run(self, query: Query) -> SearchResult:
        """Searches as ``query`` says.

        Raises ``UsageError`` for an empty query or ``top_k`` below 1, ``VersionNotFound``, ``VersionDamaged``, and
        ``SessionNotFound`` for a session that has no lock. What a missing handbook, a failing embedding or a failing
        reranker takes away is in ``notices``.
        """
        if not query.text.strip():
            raise UsageError("the query is empty.", remedy="Type what the rule is about.")
        default = default_top_k(query.context.chapter, self._settings.retrieval)
        top_k = query.top_k if query.top_k is not None else default
        if top_k < 1:
            raise UsageError(f"top_k is {top_k}.", remedy="Ask for at least one hit.")
        version = self._version(query)
        if version is None:
            return _without_handbook(query, top_k)
        return _Search(query, version, self._settings, self._encoder_of, self._rerank_step).result(
            self._keyword_index(version), top_k
        )

    def _version(self, query: Query) -> OpenVersion | None:
        if query.version is not None:
            return self._opened.get(query.version)
        if query.session_id is not None:
            return self._opened.get(self._sessions.get_locked_version(query.session_id))
        return self._active()

    def _active(self) -> OpenVersion | None:
        active = self._versions.active()
        try:
            return self._opened.get(f"v{active.n}") if active else None
        except VersionRetired:  # between the two looks another one was activated and this one retired
            return self._active()

    def _keyword_index(self, version: OpenVersion) -> KeywordIndex:
        found = self._keyword_indexes.get(version.version)
        if found is None:
            found = KeywordIndex(version.keywords, self._settings.retrieval.heading_weight)
            kept = dict(list(self._keyword_indexes.items())[1 - _INDEXES_KEPT :])
            self._keyword_indexes = {**kept, version.version: found}
        return found


@dataclass(slots=True)
class _Search:
    """One search on its way through the stages, with what must be told of it."""

    query: Query
    version: OpenVersion
    settings: Settings
    encoder_of: EncoderOf
    rerank_step: Callable[[], RerankStep]
    notices: list[Notice] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)

    def result(self, keyword: KeywordIndex, top_k: int) -> SearchResult:
        with self._timed("total"):
            hits = self._hits(keyword, top_k)
        return SearchResult(
            query=self.query.text,
            version=self.version.version,
            constraint=Constraint.HANDBOOK if hits else Constraint.NONE,
            chunks=hits,
            evidence_status=evidence_status(hits),
            notices=tuple(self.notices),
            timings_ms=self.timings,
        )

    def _hits(self, keyword: KeywordIndex, top_k: int) -> tuple[Hit, ...]:
        if self.version.index.trouble:
            self._note(
                "index_exact", "The vector index is off, vectors are compared one by one", self.version.index.trouble
            )
        text = enriched_text(self.query)
        covered = covered_categories(self.query.agent, self.query.category)
        with self._timed("encode"):
            vector = self._vector(text)
        with self._timed("vector"):
            near = self._near(vector, covered)
        with self._timed("bm25"):
            query_terms = terms(text)
            matching = self._matching(keyword, query_terms, covered)
        with self._timed("fusion"):
            fused = self._fused(near, matching)
        with self._timed("rerank"):
            rows = [self.version.row_of[f.chunk_id] for f in fused]
            candidates = Candidates(
                version=self.version, rows=rows, bm25=keyword.scores(query_terms, rows), text=text, vector=vector
            )
            reranked = self._reranked(candidates, top_k)
        stages = Stages(near=near, matching=matching, fused=fused, reranked=reranked)
        return hits_of(self.version, stages, query_terms, top_k)

    def _vector(self, text: str) -> Vector | None:
        if self.query.mode is Mode.KEYWORD:
            return None
        try:
            return query_vector(text, self.version, self.encoder_of)
        except EncoderUnavailable as error:
            self._note("keywords_only", "Semantic search is off, only keywords were searched", str(error))
            return None

    def _near(self, vector: Vector | None, covered: Sequence[Category]) -> Ranked:
        if vector is None:
            return []
        try:
            return nearest_rows(self.version, vector, covered, self.settings.retrieval.channel_top_k)
        except VectorStoreError as error:
            self._note("keywords_only", "Semantic search is off, only keywords were searched", str(error))
            return []

    def _matching(self, keyword: KeywordIndex, query_terms: Sequence[str], covered: Sequence[Category]) -> Ranked:
        if self.query.mode is Mode.SEMANTIC:
            return []
        return keyword.search(query_terms, self.version.rows(covered), self.settings.retrieval.channel_top_k)

    def _fused(self, near: Ranked, matching: Ranked) -> list[Fused]:
        chunks = self.version.chunks
        rankings = {
            "vector": [chunks[row].chunk_id for row, _ in near],
            "bm25": [chunks[row].chunk_id for row, _ in matching],
        }
        return reciprocal_rank_fusion(rankings, self.settings.retrieval.rrf_k)

    def _reranked(self, candidates: Candidates, top_k: int) -> list[RerankScore | None]:
        """A score for each candidate; ``None`` for those behind the window, and for all where rerank is off, not
        needed (no more candidates than hits asked for) or not possible."""
        skipped: list[RerankScore | None] = [None] * len(candidates.rows)
        if not (self.query.rerank and self.settings.rerank.enabled) or len(skipped) <= top_k:
            return skipped
        window = candidates.first(max(self.settings.rerank.window, top_k))
        try:
            step = self.rerank_step()
            if step.needs_vector and self.query.mode is Mode.KEYWORD:  # not asked to encode: nothing is amiss
                return skipped
            scores = [RerankScore(score=float(score), model=step.model) for score in step.score(window)]
        except RerankerUnavailable as error:
            self._note("rerank_off", "The reranker is off, the order is that of the fusion", str(error))
            return skipped
        return [*scores, *skipped[len(scores) :]]

    def _note(self, code: str, what: str, why: str) -> None:
        self.notices.append(Notice(code=code, message=f"{what}: {why}"))

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.timings[stage] = round((time.perf_counter() - started) * 1000, 3)


def _without_handbook(query: Query, top_k: int) -> SearchResult:
    message = "There is no handbook yet: only the built-in minimal rules hold. Build one from your documents."
    return SearchResult(
        query=query.text,
        version=None,
        constraint=Constraint.BUILTIN,
        chunks=builtin_hits(top_k),
        evidence_status=EvidenceStatus.NO_EVIDENCE,
        notices=(Notice(code="no_handbook", message=message),),
    )
