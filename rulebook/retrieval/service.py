"""Search: two channels, fusion, rerank, and the account of every score."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import Encoder
from rulebook.errors import EncoderUnavailable, RerankerUnavailable, UsageError, VectorStoreError
from rulebook.handbook.opened import OpenVersion, OpenVersions
from rulebook.handbook.sessions import SessionVersion
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.search import (
    Agent,
    Breakdown,
    ChannelScore,
    Constraint,
    EvidenceStatus,
    FusionScore,
    Hit,
    KeywordScore,
    Mode,
    Notice,
    Query,
    RerankScore,
    SearchResult,
)
from rulebook.retrieval.bm25 import KeywordIndex
from rulebook.retrieval.builtin import builtin_hits
from rulebook.retrieval.enrichment import enriched_text
from rulebook.retrieval.fusion import Fused, reciprocal_rank_fusion
from rulebook.retrieval.intents import covered_categories
from rulebook.retrieval.quality import evidence_status, quality_of, relevance_level
from rulebook.retrieval.rerank import Candidates, RerankStep
from rulebook.settings import Settings
from rulebook.store.versions import VersionTable
from rulebook.text.keywords import matched_terms, terms

Vector = NDArray[np.float32]


@dataclass(slots=True)
class _Trace:
    """What a search notes on its way."""

    notices: list[Notice] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.timings[stage] = round((time.perf_counter() - started) * 1000, 3)

    def note(self, code: str, message: str) -> None:
        self.notices.append(Notice(code=code, message=message))


class RagService:
    """Searches the handbook. Safe for threads; a failing model costs a channel and is told, never the answer."""

    def __init__(
        self,
        settings: Settings,
        versions: VersionTable,
        opened: OpenVersions,
        sessions: SessionVersion,
        encoder_of: Callable[[str, str], Encoder],
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
                category=Category(category) if category is not None else None,
                agent=Agent(agent) if agent is not None else None,
                top_k=top_k,
            )
        )

    def run(self, query: Query) -> SearchResult:
        """Searches as ``query`` says.

        Raises ``UsageError`` for an empty query or ``top_k`` below 1, ``VersionNotFound``, ``VersionDamaged``, and
        ``SessionNotFound`` for a session that was never started. What a missing handbook, a failing embedding or a
        failing reranker takes away is in ``notices``.
        """
        if not query.text.strip():
            raise UsageError("the query is empty.", remedy="Type what the rule is about.")
        top_k = query.top_k if query.top_k is not None else self._settings.retrieval.top_k
        if top_k < 1:
            raise UsageError(f"top_k is {top_k}.", remedy="Ask for at least one hit.")
        trace = _Trace()
        with trace.timed("total"):
            version = self._version(query)
            if version is None:
                return _without_handbook(query, top_k)
            hits = self._hits(query, version, top_k, trace)
        return SearchResult(
            query=query.text,
            version=version.version,
            constraint=Constraint.HANDBOOK if hits else Constraint.NONE,
            chunks=hits,
            evidence_status=evidence_status(hits),
            notices=tuple(trace.notices),
            timings_ms=trace.timings,
        )

    def _version(self, query: Query) -> OpenVersion | None:
        if query.version is not None:
            return self._opened.get(query.version)
        if query.session_id is not None:
            return self._opened.get(self._sessions.get_locked_version(query.session_id))
        active = self._versions.active()
        return self._opened.get(f"v{active.n}") if active else None

    def _hits(self, query: Query, version: OpenVersion, top_k: int, trace: _Trace) -> tuple[Hit, ...]:
        if version.index.trouble and self._settings.vector_store.adapter == "chroma":
            trace.note(
                "index_exact", f"The vector index is off, vectors are compared one by one: {version.index.trouble}"
            )
        text = enriched_text(query)
        covered = covered_categories(query.agent, query.category)
        with trace.timed("vector"):
            vector = self._vector(text, version, trace) if query.mode is not Mode.KEYWORD else None
            near = self._near(version, vector, covered, trace)
        with trace.timed("bm25"):
            query_terms = terms(text)
            keyword = self._keyword_index(version)
            k = self._settings.retrieval.channel_top_k
            matching = [] if query.mode is Mode.SEMANTIC else keyword.search(query_terms, version.rows(covered), k)
        rankings = {
            "vector": [chunk_id for chunk_id, _ in near],
            "bm25": [version.chunks[row].chunk_id for row, _ in matching],
        }
        fused = reciprocal_rank_fusion(rankings, self._settings.retrieval.rrf_k)
        rows = [version.row_of[f.chunk_id] for f in fused]
        with trace.timed("rerank"):
            bm25 = keyword.scores(query_terms, rows)
            scores = self._reranked(query, version, rows, bm25, text, vector, top_k, trace)
        return self._account(version, fused, scores, near, matching, query_terms, top_k)

    def _vector(self, text: str, version: OpenVersion, trace: _Trace) -> Vector | None:
        entry = next(iter(version.manifest.collections.values()), None)
        if entry is None:
            return None
        try:
            encoder = self._encoder_of(entry.embedding_model, entry.embedding_revision)
            return np.asarray(encoder.encode_queries([text])[0], dtype=np.float32)
        except EncoderUnavailable as error:
            trace.note("keywords_only", f"Semantic search is off, only keywords were searched: {error}")
            return None

    def _near(
        self, version: OpenVersion, vector: Vector | None, covered: Sequence[Category], trace: _Trace
    ) -> list[tuple[str, float]]:
        if vector is None:
            return []
        k = self._settings.retrieval.channel_top_k
        try:
            hits = [
                hit
                for name in version.collection_names(covered)
                for hit in version.index.adapter.query(name, vector.tolist(), k)
            ]
        except VectorStoreError as error:
            trace.note("keywords_only", f"Semantic search is off, only keywords were searched: {error}")
            return []
        return [(hit.id, hit.score) for hit in sorted(hits, key=lambda h: (-h.score, h.id))[:k]]

    def _keyword_index(self, version: OpenVersion) -> KeywordIndex:
        if version.version not in self._keyword_indexes:
            index = KeywordIndex(version.keywords, self._settings.retrieval.heading_weight)
            self._keyword_indexes[version.version] = index
        return self._keyword_indexes[version.version]

    def _reranked(
        self,
        query: Query,
        version: OpenVersion,
        rows: Sequence[int],
        bm25: Sequence[float],
        text: str,
        vector: Vector | None,
        top_k: int,
        trace: _Trace,
    ) -> list[RerankScore | None]:
        """A score for each of ``rows``, ``None`` for those that were not scored again."""
        skipped: list[RerankScore | None] = [None] * len(rows)
        if not (query.rerank and self._settings.rerank.enabled) or len(rows) <= top_k:
            return skipped
        window = max(self._settings.rerank.window, top_k)
        try:
            step = self._rerank_step()
            candidates = Candidates(version=version, rows=rows[:window], bm25=bm25[:window], text=text, vector=vector)
            scores = [RerankScore(score=float(s), model=step.model) for s in step.score(candidates)]
        except RerankerUnavailable as error:
            trace.note("rerank_off", f"The reranker is off, the order is that of the fusion: {error}")
            return skipped
        return [*scores, *skipped[len(scores) :]]

    def _account(
        self,
        version: OpenVersion,
        fused: Sequence[Fused],
        scores: Sequence[RerankScore | None],
        near: Sequence[tuple[str, float]],
        matching: Sequence[tuple[int, float]],
        query_terms: Sequence[str],
        top_k: int,
    ) -> tuple[Hit, ...]:
        """The hits in their final order, each with its breakdown; chunks that were not scored again come last."""
        vector_of = {i: ChannelScore(rank=r, score=s) for r, (i, s) in enumerate(near, 1)}
        bm25_of = {version.chunks[row].chunk_id: (r, s) for r, (row, s) in enumerate(matching, 1)}
        order = sorted(range(len(fused)), key=lambda i: (scores[i] is None, -(s.score if (s := scores[i]) else 0.0), i))
        hits = []
        for rank, i in enumerate(order[:top_k], 1):
            chunk = version.chunks[version.row_of[fused[i].chunk_id]]
            keyword = bm25_of.get(chunk.chunk_id)
            breakdown = Breakdown(
                vector=vector_of.get(chunk.chunk_id),
                bm25=_keyword_score(keyword, query_terms, chunk) if keyword else None,
                rrf=FusionScore(score=fused[i].score, parts=fused[i].parts),
                fusion_rank=i + 1,
                rerank=scores[i],
            )
            hits.append(_hit(chunk, rank, breakdown))
        return tuple(hits)


def _keyword_score(keyword: tuple[int, float], query_terms: Sequence[str], chunk: RuleChunk) -> KeywordScore:
    shown = "\n".join([*chunk.headings, chunk.table_header, chunk.content])
    return KeywordScore(rank=keyword[0], score=keyword[1], matched_terms=matched_terms(query_terms, shown))


def _hit(chunk: RuleChunk, rank: int, breakdown: Breakdown) -> Hit:
    quality = quality_of(breakdown)
    own = {f.name: getattr(chunk, f.name) for f in fields(RuleChunk)}
    return Hit(**own, rank=rank, quality_score=quality, relevance_level=relevance_level(quality), breakdown=breakdown)


def _without_handbook(query: Query, top_k: int) -> SearchResult:
    return SearchResult(
        query=query.text,
        version=None,
        constraint=Constraint.BUILTIN,
        chunks=builtin_hits(top_k),
        evidence_status=EvidenceStatus.NO_EVIDENCE,
        notices=(
            Notice(
                code="no_handbook",
                message="There is no handbook yet: only the built-in minimal rules hold. Build one.",
            ),
        ),
    )
