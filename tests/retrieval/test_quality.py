"""Quality grows with every better rank, stays in 0-1, and decides the level."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.model.search import Breakdown, ChannelScore, EvidenceStatus, FusionScore, KeywordScore, RelevanceLevel
from rulebook.retrieval.quality import evidence_status, quality_of, relevance_level

ranks = st.none() | st.integers(1, 10)


def breakdown(vector: int | None, bm25: int | None) -> Breakdown:
    return Breakdown(
        vector=ChannelScore(rank=vector, score=0.8) if vector else None,
        bm25=KeywordScore(rank=bm25, score=3.0, matched_terms=()) if bm25 else None,
        rrf=FusionScore(score=0.0, parts={}),
        fusion_rank=1,
        rerank=None,
    )


@given(ranks, ranks, st.integers(1, 20))
def test_it_is_a_chance_and_no_channel_makes_it_worse(vector: int | None, bm25: int | None, rank: int) -> None:
    quality = quality_of(breakdown(vector, bm25), rank)
    assert 0 <= quality <= 1
    assert quality >= quality_of(breakdown(None, bm25), rank)
    assert quality >= quality_of(breakdown(vector, None), rank)
    assert quality >= quality_of(breakdown(vector, bm25), rank + 1)


def test_first_in_both_channels_and_in_the_end_is_more_often_right_than_wrong() -> None:
    assert relevance_level(quality_of(breakdown(1, 1), 1)) is RelevanceLevel.HIGH
    assert relevance_level(quality_of(breakdown(9, None), 5)) is RelevanceLevel.LOW


@pytest.mark.parametrize(
    ("quality", "level"),
    [(0.5, "high"), (0.499, "medium"), (0.2, "medium"), (0.199, "low"), (0.0, "low")],
)
def test_the_levels_begin_where_they_say(quality: float, level: str) -> None:
    assert relevance_level(quality).value == level


def test_nothing_found_is_no_evidence() -> None:
    assert evidence_status([]) is EvidenceStatus.NO_EVIDENCE
