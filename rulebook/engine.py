"""Joins the parts of rulebook for one home folder; the only place that picks them."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from rulebook.encoders.base import Encoder
from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.registry import EncoderChoice, RerankerChoice, choose_encoder, choose_reranker, encoder_for
from rulebook.encoders.running import running
from rulebook.encoders.timed import TimedReranker
from rulebook.errors import EncoderUnavailable, RerankerUnavailable
from rulebook.evaluation.feedback import RetrievalFeedback
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.leftovers import Leftovers
from rulebook.handbook.manager import RuleHandbookManager
from rulebook.handbook.opened import OpenVersions
from rulebook.handbook.registry import check_not_lost
from rulebook.handbook.retiring import Retirement
from rulebook.handbook.sessions import SessionVersion
from rulebook.model.chunk import RuleChunk
from rulebook.parsing import isolated_reader
from rulebook.parsing.isolated import IsolatedReader
from rulebook.retrieval.rerank import CrossEncoderStep, RerankStep, StatementReranker
from rulebook.retrieval.service import RagService
from rulebook.settings import Rerank, Settings, load_settings
from rulebook.store.database import StateDatabase
from rulebook.store.decisions import DecisionTable
from rulebook.store.drafts import DraftTable
from rulebook.store.feedback import FeedbackTable
from rulebook.store.jobs import JobTable
from rulebook.store.judged import JudgedTable
from rulebook.store.runs import RunTable
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable


class Models:
    """The models in use, loaded when first needed and then shared."""

    def __init__(self, settings: Settings, cache: EmbeddingCache, *, load_in_background: bool = False) -> None:
        self._settings = settings
        self._cache = cache
        self._load_in_background = load_in_background
        self._lock = threading.RLock()
        self._encoder: EncoderChoice | None = None
        self._reranker: RerankerChoice | None = None
        self._by_name: dict[str, Encoder] = {}

    def encoder(self) -> EncoderChoice:
        """The encoder that new versions are built with, and why it is this one."""
        with self._lock:
            if self._encoder is None:
                self._encoder = choose_encoder(self._settings.embedding.model, running(self._settings.embedding))
                self._by_name[self._encoder.encoder.identity.name] = self._encoder.encoder
            return self._encoder

    def cached_encoder(self) -> CachedEncoder:
        """The same encoder, asked only for texts that it has not seen."""
        return CachedEncoder(self.encoder().encoder, self._cache, batch_size=self._settings.embedding.batch_size)

    def encoder_of(self, name: str, revision: str) -> Encoder:
        """The encoder that built a version. Raises ``EncoderUnavailable`` when it is not on this machine."""
        with self._lock:
            if name not in self._by_name:
                self._by_name[name] = encoder_for(name, running(self._settings.embedding))
            encoder = self._by_name[name]
        if encoder.identity.revision != revision:
            raise EncoderUnavailable(
                f"the handbook was built with {name} {revision}, installed is {encoder.identity.revision}.",
                remedy="Build the handbook again, or install that revision.",
            )
        return encoder

    def reranker(self) -> RerankerChoice:
        """The cross-encoder, which answers within the time that is set, or none, and why."""
        with self._lock:
            if self._reranker is None:
                self._reranker = self._chosen_reranker()
            return self._reranker

    def _chosen_reranker(self) -> RerankerChoice:
        rerank = self._settings.rerank
        choice = choose_reranker(rerank.model, running(rerank))
        if choice.reranker is None:
            return choice
        timed = TimedReranker(
            choice.reranker,
            timeout_seconds=rerank.timeout_seconds,
            batch_size=rerank.batch_size,
            load_in_background=self._load_in_background,
        )
        return replace(choice, reranker=timed)

    def close(self) -> None:
        """Ends the work of the reranker; it is not asked again."""
        with self._lock:
            if self._reranker is not None and isinstance(self._reranker.reranker, TimedReranker):
                self._reranker.reranker.close()

    def rerank_name(self) -> str:
        """The reranker as a manifest records it: the one in use, or the one that is set where it is not here."""
        if not self._settings.rerank.enabled:
            return "none"
        try:
            return self.rerank_step().model
        except RerankerUnavailable:  # a version does not depend on it: a search will say that it is off
            return self._settings.rerank.model

    def rerank_step(self, rerank: Rerank | None = None) -> RerankStep:
        """The cross-encoder where there is one, else the comparison of statements, weighed as ``rerank`` says, by
        default as the engine's own settings."""
        settings, reranker = rerank or self._settings.rerank, self.reranker().reranker
        if reranker is not None:
            return CrossEncoderStep(reranker, settings.window)
        return StatementReranker(settings.similarity_weight)


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
    runs: RunTable
    judged: JudgedTable
    feedback: RetrievalFeedback
    opened: OpenVersions
    reader: IsolatedReader
    state: StateDatabase

    def close(self) -> None:
        self.models.close()
        self.reader.close()
        self.opened.close()
        self.state.close()


def open_engine(settings: Settings | None = None, *, load_in_background: bool = False) -> Engine:
    """The engine for ``settings``, by default those of ``rag.yaml`` and the environment.

    Raises ``SettingsError`` and ``StoreError``. No model is loaded before it is needed. Searches wait for the
    cross-encoder to be loaded, however long that takes; with ``load_in_background``, which suits a door that stays
    open, they have the order of the fusion until then.
    """
    settings = settings or load_settings()
    layout = HandbookLayout(settings.home)
    check_not_lost(layout)
    state = StateDatabase(layout.state, settings.store.wait_seconds)
    versions, session_table, decisions = VersionTable(state), SessionTable(state), DecisionTable(state)
    cache, drafts = EmbeddingCache(layout.cache), DraftTable(state)
    models = Models(settings, cache, load_in_background=load_in_background)
    sessions = SessionVersion(
        session_table, versions, decisions, layout, expire_after_days=settings.sessions.expire_after_days
    )
    opened = OpenVersions(layout, versions, settings.vector_store)
    reader = isolated_reader(settings.reading, settings.chunking)
    leftovers = Leftovers(layout, versions, drafts.originals)

    def release(n: int) -> None:
        sessions.expire()
        opened.forget(n)

    def chunks_of(version: str) -> list[RuleChunk]:
        return [chunk for collection in opened.get(version).collections for chunk in collection.chunks]

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
    rag = RagService(settings, versions, opened, sessions, models.encoder_of, models.rerank_step)
    return Engine(
        settings=settings,
        layout=layout,
        models=models,
        handbooks=handbooks,
        sessions=sessions,
        rag=rag,
        jobs=JobTable(state),
        versions=versions,
        session_table=session_table,
        decisions=decisions,
        drafts=drafts,
        runs=RunTable(state),
        judged=JudgedTable(state),
        feedback=RetrievalFeedback(FeedbackTable(state), rag, settings, chunks_of),
        opened=opened,
        reader=reader,
        state=state,
    )
