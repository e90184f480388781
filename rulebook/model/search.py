"""A question to the handbook and its answer, with every score laid open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.notice import Notice


class Agent(StrEnum):
    """Who asks; it decides what is searched and how the query is enriched."""

    WRITER = "writer"
    IMPACT = "impact"
    QA = "qa"


class Mode(StrEnum):
    """Which channels are asked: both, vectors only, or keywords only."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    KEYWORD = "keyword"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryContext:
    """What the caller knows beside the query; each agent uses its part (writer: ``chapter``, ``element_ids``,
    ``description``; impact: ``element_type``, ``description``, ``direction``; qa: ``passage``, ``chapter``)."""

    chapter: str = ""
    element_ids: tuple[str, ...] = ()
    element_type: str = ""
    description: str = ""
    direction: str = ""
    passage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One search.

    Without ``agent`` and ``category`` all collections are searched. Without ``top_k`` the number that is configured for
    the chapter is returned. ``version`` wins over the lock of ``session_id``; without both the active one is searched.
    """

    text: str
    session_id: str | None = None
    version: str | None = None
    agent: Agent | None = None
    category: Category | None = None
    top_k: int | None = None
    mode: Mode = Mode.HYBRID
    rerank: bool = True
    context: QueryContext = field(default_factory=QueryContext)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelScore:
    """A chunk's place in one channel: rank from 1 and the channel's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordScore:
    """A chunk's place in the keyword channel and the query's words as they stand in its text."""

    rank: int
    score: float
    matched_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionScore:
    """The sum of ``1 / (k + rank)`` over the channels that returned the chunk; ``parts`` are the summands."""

    score: float
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankScore:
    """The reranker's score in 0-1 and the model that gave it; ``parts`` are the signals that it is made of, by name,
    empty for a model that gives no account."""

    score: float
    model: str
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """How a hit came to its rank; ``None`` for a channel that did not return the chunk, or where rerank was skipped.

    ``fusion_rank`` is the rank before reranking.
    """

    vector: ChannelScore | None
    bm25: KeywordScore | None
    rrf: FusionScore
    fusion_rank: int
    rerank: RerankScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkAccount:
    """Where one chunk stands in a search, whether it is among the hits or not.

    ``searched`` says that the search covers its category and it is not hidden; all the rest is ``None`` where not.
    ``vector`` and ``bm25`` have the chunk's rank among all chunks that are searched, not cut at the channel's depth,
    and are ``None`` where the channel was not asked or cannot return the chunk at all. ``in_channels`` names the
    channels whose cut it made. ``fusion_rank`` and ``final_rank`` are those among all candidates, however few hits were
    asked for, ``None`` where no channel returned it; ``rerank`` is ``None`` where it was not scored again.
    """

    chunk_id: str
    searched: bool
    vector: ChannelScore | None = None
    bm25: KeywordScore | None = None
    in_channels: tuple[str, ...] = ()
    fusion_rank: int | None = None
    final_rank: int | None = None
    rerank: RerankScore | None = None


class RelevanceLevel(StrEnum):
    """How far a hit can be relied on."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(RuleChunk):
    """A found chunk: its rank from 1, ``quality_score`` in 0-1, and the breakdown of its scores."""

    rank: int
    quality_score: float
    relevance_level: RelevanceLevel
    breakdown: Breakdown


class Constraint(StrEnum):
    """What the result is bound to: rules of the handbook, the built-in minimal rules, or no rule at all."""

    HANDBOOK = "handbook"
    BUILTIN = "builtin"
    NONE = "none"


class EvidenceStatus(StrEnum):
    FOUND = "found"
    NO_EVIDENCE = "no_evidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The hits, best first. ``version`` is ``None`` without a handbook; no conflicts are looked for yet."""

    query: str
    version: str | None
    constraint: Constraint
    chunks: tuple[Hit, ...]
    evidence_status: EvidenceStatus
    notices: tuple[Notice, ...] = ()
    conflicts: tuple[()] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
