"""One search on its way through the stages: two channels, fusion, rerank."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulebook.errors import EncoderUnavailable, RerankerLoading, RerankerUnavailable, VectorStoreError
from rulebook.handbook.opened import OpenVersion
from rulebook.model.chunk import Category
from rulebook.model.notice import Notice
from rulebook.model.search import Constraint, Mode, Query, RerankScore, SearchResult
from rulebook.retrieval.account import Stages, hits_of
from rulebook.retrieval.enrichment import EnrichedQuery
from rulebook.retrieval.fusion import Fused, reciprocal_rank_fusion
from rulebook.retrieval.intents import covered_categories
from rulebook.retrieval.keyword_channel import KeywordChannel
from rulebook.retrieval.levels import evidence_status
from rulebook.retrieval.quality import Standing, standings
from rulebook.retrieval.query_vectors import QueryVector
from rulebook.retrieval.rerank import Candidates, RerankStep, StatementReranker
from rulebook.retrieval.vector import nearest_rows
from rulebook.settings import Rerank, Settings

Ranked = list[tuple[int, float]]

_SAMPLE = 1000
"""Chunks, spread over the version, that tell how near any chunk is to a query."""

RerankStepOf = Callable[[Rerank], RerankStep]
"""The settings of the rerank → its step; raises ``RerankerUnavailable``."""


@dataclass(slots=True, kw_only=True)
class Search:
    """Runs the stages once; what it had to do without is in ``notices``, what each stage took in ``timings``."""

    query: Query
    version: OpenVersion
    settings: Settings
    asked: EnrichedQuery
    encoded: QueryVector
    keyword: KeywordChannel
    rerank_step: RerankStepOf
    notices: list[Notice] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def covered(self) -> tuple[Category, ...]:
        """The categories that are searched."""
        return covered_categories(self.query.agent, self.query.category)

    def result(self, top_k: int) -> SearchResult:
        """The first ``top_k`` hits."""
        with self._timed("total"):
            stages = self.stages(top_k)
            hits = hits_of(self.version, stages, self.keyword.matched_in, top_k)
        self.timings["total"] = round(self.timings["total"] + self.encoded.milliseconds, 3)
        return SearchResult(
            query=self.query.text,
            version=self.version.version,
            constraint=Constraint.HANDBOOK if hits else Constraint.NONE,
            chunks=hits,
            evidence_status=evidence_status(hits),
            notices=tuple(self.notices),
            timings_ms=self.timings,
        )

    def stages(self, top_k: int) -> Stages:
        """What each stage found where ``top_k`` hits are asked for."""
        if trouble := self.version.index.trouble:
            self._note("index_exact", "The vector index is off, vectors are compared one by one", trouble)
        if self.encoded.failure is not None:
            self._note_keywords_only(self.encoded.failure)
        self.timings["encode"] = round(self.encoded.milliseconds, 3)
        with self._timed("vector"):
            near = self._near()
        with self._timed("bm25"):
            matching = self._matching()
        with self._timed("fusion"):
            fused = self._fused(near, matching)
        with self._timed("rerank"):
            candidates = self._candidates(fused)
            reranked = self._reranked(candidates, top_k)
            standing = self._standings(candidates, reranked)
        return Stages(near=near, matching=matching, fused=fused, reranked=reranked, standings=standing)

    def _near(self) -> Ranked:
        if self.encoded.vector is None:
            return []
        try:
            return nearest_rows(self.version, self.encoded.vector, self.covered, self.settings.retrieval.channel_top_k)
        except VectorStoreError as error:
            self._note_keywords_only(error)
            return []

    def _matching(self) -> Ranked:
        if self.query.mode is Mode.SEMANTIC:
            return []
        return self.keyword.search(self.version.mask(self.covered), self.settings.retrieval.channel_top_k)

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
        try:
            step = self.rerank_step(self.settings.rerank)
            if step.needs_vector and self.query.mode is Mode.KEYWORD:  # not asked to encode: nothing is amiss
                return skipped
            window = len(skipped) if step.window is None else max(step.window, top_k)
            scores = step.score(candidates.first(window))
        except RerankerUnavailable as error:
            code = "rerank_loading" if isinstance(error, RerankerLoading) else "rerank_off"
            self._note(code, "The reranker is off, the order is that of the fusion", str(error))
            return skipped
        return [*scores, *skipped[len(scores) :]]

    def _standings(self, candidates: Candidates, reranked: list[RerankScore | None]) -> list[Standing] | None:
        """How far each candidate stands out; known where statements were compared, on whose scale it was measured."""
        scores = [score.score for score in reranked if score is not None and score.model == StatementReranker.model]
        vector, vectors = candidates.vector, self.version.vectors
        if vector is None or len(scores) < len(candidates.rows) or not scores:
            return None
        sample = vectors[:: max(len(vectors) // _SAMPLE, 1)] @ vector
        return standings(scores, candidates.keywords, vectors[list(candidates.rows)] @ vector, sample)

    def _candidates(self, fused: list[Fused]) -> Candidates:
        rows = [self.version.row_of[f.chunk_id] for f in fused]
        return Candidates(
            version=self.version,
            rows=rows,
            keywords=self.keyword.shares(rows),
            text=self.asked.encoded,
            vector=self.encoded.vector,
        )

    def _note_keywords_only(self, error: EncoderUnavailable | VectorStoreError) -> None:
        self._note("keywords_only", "Semantic search is off, only keywords were searched", str(error))

    def _note(self, code: str, what: str, why: str) -> None:
        self.notices.append(Notice(code=code, message=f"{what}: {why}"))

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.timings[stage] = round((time.perf_counter() - started) * 1000, 3)
