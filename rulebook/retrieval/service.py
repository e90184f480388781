"""The door to search: which version a query is for, and one round of the models for all queries of a call."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.errors import UsageError, VersionRetired
from rulebook.handbook.opened import OpenVersion, OpenVersions
from rulebook.handbook.sessions import SessionVersion
from rulebook.model.choices import choice
from rulebook.model.chunk import Category
from rulebook.model.notice import Notice
from rulebook.model.search import Agent, ChunkAccount, Constraint, EvidenceStatus, Mode, Query, SearchResult
from rulebook.retrieval.builtin import builtin_hits
from rulebook.retrieval.chapters import default_top_k
from rulebook.retrieval.encoded_texts import EncodedTexts, EncoderOf, Model
from rulebook.retrieval.enrichment import EnrichedQuery, enriched
from rulebook.retrieval.explain import chunk_accounts
from rulebook.retrieval.keyword_channel import KeywordChannel
from rulebook.retrieval.keyword_indexes import KeywordIndexes
from rulebook.retrieval.query_vectors import QueryVector, query_vectors
from rulebook.retrieval.searching import RerankStepOf, Search
from rulebook.retrieval.synonyms import synonyms_of
from rulebook.settings import Settings
from rulebook.store.versions import VersionTable


class RagService:
    """Searches the handbook. Safe for threads; a failing model costs a channel and is told, never the answer."""

    def __init__(
        self,
        settings: Settings,
        versions: VersionTable,
        opened: OpenVersions,
        sessions: SessionVersion,
        encoder_of: EncoderOf,
        rerank_step: RerankStepOf,
    ) -> None:
        self._settings = settings
        self._versions = versions
        self._opened = opened
        self._sessions = sessions
        self._encoder_of = encoder_of
        self._rerank_step = rerank_step
        self._vectors = EncodedTexts(encoder_of, settings.retrieval.query_cache)
        self._keyword_indexes = KeywordIndexes()

    def with_settings(self, settings: Settings) -> RagService:
        """The same handbook searched as ``settings`` say; versions, models, and what is kept of them, are shared."""
        other = RagService(settings, self._versions, self._opened, self._sessions, self._encoder_of, self._rerank_step)
        other._vectors, other._keyword_indexes = self._vectors, self._keyword_indexes
        return other

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
        ``SessionNotFound`` for a session that has no lock. What a missing handbook, a failing embedding, a failing
        reranker or an unreadable vocabulary takes away is in ``notices``.
        """
        return self.run_many([query])[0]

    def run_many(self, queries: Sequence[Query]) -> tuple[SearchResult, ...]:
        """A result for each query, in their order: what ``run`` gives for it, with one call of the embedding model for
        all of them.

        Raises what ``run`` raises, for any of the queries, before anything is searched.
        """
        depths = [self._top_k(query) for query in queries]
        searches = self._searches(queries)
        return tuple(
            search.result(top_k) if search is not None else _without_handbook(query, top_k)
            for query, top_k, search in zip(queries, depths, searches, strict=True)
        )

    def explain(self, query: Query, chunk_ids: Sequence[str]) -> tuple[ChunkAccount, ...]:
        """Where each of these chunks stands in the search for ``query``, in the order of ``chunk_ids``.

        Raises what ``run`` raises, and ``UsageError`` for a chunk that is not in the version that is searched, or where
        there is no handbook.
        """
        top_k = self._top_k(query)
        (search,) = self._searches([query])
        if search is None:
            raise UsageError("there is no handbook, so no chunk can be explained.", remedy="Build a handbook.")
        return chunk_accounts(search, chunk_ids, top_k)

    def _top_k(self, query: Query) -> int:
        if not query.text.strip():
            raise UsageError("the query is empty.", remedy="Type what the rule is about.")
        default = default_top_k(query.context.chapter, self._settings.retrieval)
        top_k = query.top_k if query.top_k is not None else default
        if top_k < 1:
            raise UsageError(f"top_k is {top_k}.", remedy="Ask for at least one hit.")
        return top_k

    def _searches(self, queries: Sequence[Query]) -> list[Search | None]:
        """A search for each query, its vector made; ``None`` where there is no handbook."""
        versions = [self._version(query) for query in queries]
        asked = [enriched(query) for query in queries]
        encoded = self._encoded(queries, versions, asked)
        return [
            self._search(*each) if each[1] is not None else None
            for each in zip(queries, versions, asked, encoded, strict=True)
        ]

    def _search(
        self, query: Query, version: OpenVersion | None, asked: EnrichedQuery, encoded: QueryVector
    ) -> Search | None:
        if version is None:
            return None
        retrieval = self._settings.retrieval
        synonyms = synonyms_of(retrieval)
        keyword = KeywordChannel(
            index=self._keyword_indexes.get(version, retrieval),
            asked=asked,
            context_weight=retrieval.context_weight,
            synonym_weight=retrieval.synonym_weight,
            vocabulary=synonyms.vocabulary,
        )
        return Search(
            query=query,
            version=version,
            settings=self._settings,
            asked=asked,
            encoded=encoded,
            keyword=keyword,
            rerank_step=self._rerank_step,
            notices=[*synonyms.notices],
        )

    def _encoded(
        self, queries: Sequence[Query], versions: Sequence[OpenVersion | None], asked: Sequence[EnrichedQuery]
    ) -> list[QueryVector]:
        """The vector of each query; none is made for one that asks the keywords only, or a version without chunks."""
        models = [
            _model_of(version) if version is not None and query.mode is not Mode.KEYWORD else None
            for query, version in zip(queries, versions, strict=True)
        ]
        return query_vectors(self._vectors, models, asked, self._settings.retrieval.context_similarity)

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


def _model_of(version: OpenVersion) -> Model | None:
    """The model that made the version's vectors; ``None`` without chunks."""
    for entry in version.manifest.collections.values():
        return Model(entry.embedding_model, entry.embedding_revision)
    return None


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
