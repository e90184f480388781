"""Why a chunk is or is not among the hits: its place in every stage, however deep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.errors import UsageError
from rulebook.handbook.opened import OpenVersion
from rulebook.model.search import ChannelScore, ChunkAccount, Hit, KeywordScore, Mode
from rulebook.retrieval.account import Stages, hits_of, keyword_score
from rulebook.retrieval.searching import Search
from rulebook.retrieval.vector import place_among


def chunk_accounts(search: Search, chunk_ids: Sequence[str], top_k: int) -> tuple[ChunkAccount, ...]:
    """The account of each chunk, in the order of ``chunk_ids``, where ``top_k`` hits are asked for.

    Raises ``UsageError`` for a chunk that the version does not hold.
    """
    _check_known(search.version, chunk_ids)
    stages, rows = search.stages(top_k), search.version.rows(search.covered)
    ranking = _Ranking(
        search=search,
        stages=stages,
        rows=rows,
        covered=frozenset(rows),
        keyword_places=_keyword_places(search),
        candidates={
            hit.chunk_id: hit for hit in hits_of(search.version, stages, search.keyword.matched_in, len(stages.fused))
        },
    )
    return tuple(ranking.account(chunk_id) for chunk_id in chunk_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranking:
    """A search with its channels ranked to the end."""

    search: Search
    stages: Stages
    rows: Sequence[int]
    covered: frozenset[int]
    keyword_places: dict[int, ChannelScore]
    candidates: dict[str, Hit]

    def account(self, chunk_id: str) -> ChunkAccount:
        row = self.search.version.row_of.get(chunk_id)
        if row is None or row not in self.covered:
            return ChunkAccount(chunk_id=chunk_id, searched=False)
        hit = self.candidates.get(chunk_id)
        return ChunkAccount(
            chunk_id=chunk_id,
            searched=True,
            vector=self._vector(row),
            bm25=self._keyword(row),
            in_channels=tuple(hit.breakdown.rrf.parts) if hit else (),
            fusion_rank=hit.breakdown.fusion_rank if hit else None,
            final_rank=hit.rank if hit else None,
            rerank=hit.breakdown.rerank if hit else None,
        )

    def _vector(self, row: int) -> ChannelScore | None:
        found = {near: ChannelScore(rank=rank, score=score) for rank, (near, score) in enumerate(self.stages.near, 1)}
        vector = self.search.encoded.vector
        if row in found or vector is None:
            return found.get(row)
        return place_among(self.search.version, vector, self.rows, row)

    def _keyword(self, row: int) -> KeywordScore | None:
        place = self.keyword_places.get(row)
        if place is None:
            return None
        return keyword_score(place, self.search.keyword.matched_in, self.search.version.chunks[row])


def _keyword_places(search: Search) -> dict[int, ChannelScore]:
    if search.query.mode is Mode.SEMANTIC:
        return {}
    ranked = search.keyword.search(search.version.mask(search.covered), len(search.version.chunks))
    return {row: ChannelScore(rank=rank, score=score) for rank, (row, score) in enumerate(ranked, 1)}


def _check_known(version: OpenVersion, chunk_ids: Sequence[str]) -> None:
    known = {chunk.chunk_id for collection in version.collections for chunk in collection.chunks}
    for chunk_id in chunk_ids:
        if chunk_id not in known:
            raise UsageError(
                f"there is no chunk {chunk_id}.", where=version.version, remedy="Name a chunk of the version searched."
            )
