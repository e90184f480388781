"""The account of a search: every hit with the ranks and scores that put it where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from rulebook.handbook.opened import OpenVersion
from rulebook.model.chunk import RuleChunk
from rulebook.model.search import Breakdown, ChannelScore, FusionScore, Hit, KeywordScore, RerankScore
from rulebook.retrieval.fusion import Fused
from rulebook.retrieval.levels import relevance_level
from rulebook.retrieval.quality import Standing, quality_of

MatchedIn = Callable[[str], tuple[str, ...]]
"""A text → the words in it that match the query, as they stand there."""

_FIELDS = tuple(field.name for field in fields(RuleChunk))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """What each stage of one search found.

    ``near`` and ``matching`` are the channels' ``(row, score)``, best first; ``fused`` the fusion of both, best first,
    with ``reranked`` beside it: ``None`` for what was not scored again; and with ``standings``, ``None`` where nothing
    tells how far they stand out.
    """

    near: Sequence[tuple[int, float]]
    matching: Sequence[tuple[int, float]]
    fused: Sequence[Fused]
    reranked: Sequence[RerankScore | None]
    standings: Sequence[Standing] | None = None


def hits_of(version: OpenVersion, stages: Stages, matched_in: MatchedIn, top_k: int) -> tuple[Hit, ...]:
    """The first ``top_k`` hits: those that were scored again by that score, then the others as fused; ties as fused."""
    vector_of = {row: ChannelScore(rank=rank, score=score) for rank, (row, score) in enumerate(stages.near, 1)}
    keyword_of = {row: ChannelScore(rank=rank, score=score) for rank, (row, score) in enumerate(stages.matching, 1)}
    hits = []
    for rank, index in enumerate(_order(stages.reranked)[:top_k], 1):
        fused = stages.fused[index]
        row = version.row_of[fused.chunk_id]
        chunk = version.chunks[row]
        breakdown = Breakdown(
            vector=vector_of.get(row),
            bm25=keyword_score(keyword_of[row], matched_in, chunk) if row in keyword_of else None,
            rrf=FusionScore(score=fused.score, parts=fused.parts),
            fusion_rank=index + 1,
            rerank=stages.reranked[index],
        )
        standing = stages.standings[index] if stages.standings else None
        hits.append(_hit(chunk, rank, breakdown, standing))
    return tuple(hits)


def _order(reranked: Sequence[RerankScore | None]) -> list[int]:
    def key(index: int) -> tuple[bool, float, int]:
        score = reranked[index]
        return score is None, -score.score if score else 0.0, index

    return sorted(range(len(reranked)), key=key)


def keyword_score(place: ChannelScore, matched_in: MatchedIn, chunk: RuleChunk) -> KeywordScore:
    """A chunk's place in the keyword channel with the words that put it there."""
    shown = "\n".join([*chunk.headings, chunk.table_header, chunk.content])
    return KeywordScore(rank=place.rank, score=place.score, matched_terms=matched_in(shown))


def _hit(chunk: RuleChunk, rank: int, breakdown: Breakdown, standing: Standing | None) -> Hit:
    quality = quality_of(breakdown, rank, standing)
    own = {name: getattr(chunk, name) for name in _FIELDS}
    return Hit(**own, rank=rank, quality_score=quality, relevance_level=relevance_level(quality), breakdown=breakdown)
