"""Joins the parts of rulebook for one home folder; the only place that picks them."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from rulebook.encoders.base import Encoder
from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.registry import EncoderChoice, RerankerChoice, choose_encoder, choose_reranker, encoder_for
from rulebook.errors import EncoderUnavailable, RerankerUnavailable
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.leftovers import Leftovers
from rulebook.handbook.manager import RuleHandbookManager
from rulebook.handbook.opened import OpenVersions
from rulebook.handbook.registry import check_not_lost
from rulebook.handbook.retiring import Retirement
from rulebook.handbook.sessions import SessionVersion
from rulebook.parsing import isolated_reader
from rulebook.parsing.isolated import IsolatedReader
from rulebook.retrieval.rerank import CrossEncoderStep, RerankStep, StatementReranker
from rulebook.retrieval.service import RagService
from rulebook.settings import Settings, load_settings
from rulebook.store.database import StateDatabase
from rulebook.store.decisions import DecisionTable
from rulebook.store.drafts import DraftTable
from rulebook.store.jobs import JobTable
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable


class Models:
    """The models in use, loaded when first needed and then shared."""

    def __init__(self, settings: Settings, cache: EmbeddingCache) -> None:
        self._settings = settings
        self._cache = cache
        self._lock = threading.RLock()
        self._encoder: EncoderChoice | None = None
        self._reranker: RerankerChoice | None = None
        self._by_name: dict[str, Encoder] = {}

    def encoder(self) -> EncoderChoice:
        """The encoder that new versions are built with, and why it is this one."""
        with self._lock:
            if self._encoder is None:
                self._encoder = choose_encoder(self._settings.embedding.model)
                self._by_name[self._encoder.encoder.identity.name] = self._encoder.encoder
            return self._encoder

    def cached_encoder(self) -> CachedEncoder:
        """The same encoder, asked only for texts that it has not seen."""
        return CachedEncoder(self.encoder().encoder, self._cache, batch_size=self._settings.embedding.batch_size)

    def encoder_of(self, name: str, revision: str) -> Encoder:
        """The encoder that built a version. Raises ``EncoderUnavailable`` when it is not on this machine."""
        with self._lock:
            if name not in self._by_name:
                self._by_name[name] = encoder_for(name)
            encoder = self._by_name[name]
        if encoder.identity.revision != revision:
            raise EncoderUnavailable(
                f"the handbook was built with {name} {revision}, installed is {encoder.identity.revision}.",
                remedy="Build the handbook again, or install that revision.",
            )
        return CachedEncoder(encoder, self._cache, batch_size=self._settings.embedding.batch_size)

    def reranker(self) -> RerankerChoice:
        """The cross-encoder, or none, and why."""
        with self._lock:
            if self._reranker is None:
                self._reranker = choose_reranker(self._settings.rerank.model)
            return self._reranker

    def rerank_name(self) -> str:
        """The reranker as a manifest records it: the one in use, or the one that is set where it is not here."""
        if not self._settings.rerank.enabled:
            return "none"
        try:
            return self.rerank_step().model
        except RerankerUnavailable:  # a version does not depend on it: a search will say that it is off
            return self._settings.rerank.model

    def rerank_step(self) -> RerankStep:
        """The cross-encoder where there is one, else the comparison of statements."""
        reranker = self.reranker().reranker
        if reranker is not None:
            return CrossEncoderStep(reranker)
        return StatementReranker(self._settings.rerank.similarity_weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """rulebook on one home folder. Safe for threads; close it to give files back."""

    settings: Settings
    layout: HandbookLayout
    models: Models
    handbooks: RuleHandbookManager
    sessions: SessionVersion
    rag: RagService
    jobs: JobTable
    versions: VersionTable
    session_table: SessionTable
    decisions: DecisionTable
    drafts: DraftTable
    opened: OpenVersions
    reader: IsolatedReader
    state: StateDatabase

    def close(self) -> None:
        self.reader.close()
        self.opened.close()
        self.state.close()


def open_engine(settings: Settings | None = None) -> Engine:
    """The engine for ``settings``, by default those of ``rag.yaml`` and the environment.

    Raises ``SettingsError`` and ``StoreError``. No model is loaded before it is needed.
    """
    settings = settings or load_settings()
    layout = HandbookLayout(settings.home)
    check_not_lost(layout)
    state = StateDatabase(layout.state, settings.store.wait_seconds)
    versions, session_table, decisions = VersionTable(state), SessionTable(state), DecisionTable(state)
    cache, drafts = EmbeddingCache(layout.cache), DraftTable(state)
    models = Models(settings, cache)
    sessions = SessionVersion(
        session_table, versions, decisions, layout, expire_after_days=settings.sessions.expire_after_days
    )
    opened = OpenVersions(layout, versions, settings.vector_store)
    reader = isolated_reader(settings.reading, settings.chunking)
    leftovers = Leftovers(layout, versions, drafts.originals)

    def release(n: int) -> None:
        sessions.expire()
        opened.forget(n)

    handbooks = RuleHandbookManager(
        settings,
        layout,
        versions,
        reader.read,
        models.cached_encoder,
        models.rerank_name,
        leftovers,
        Retirement(layout, versions, cache, drafts.originals, release),
    )
    if leftovers.sweep_after_crash():
        handbooks.project()
    return Engine(
        settings=settings,
        layout=layout,
        models=models,
        handbooks=handbooks,
        sessions=sessions,
        rag=RagService(settings, versions, opened, sessions, models.encoder_of, models.rerank_step),
        jobs=JobTable(state),
        versions=versions,
        session_table=session_table,
        decisions=decisions,
        drafts=drafts,
        opened=opened,
        reader=reader,
        state=state,
    )
