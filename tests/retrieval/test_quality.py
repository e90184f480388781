"""Quality grows with every better sign, stays in 0-1, and decides the level."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.model.search import Breakdown, ChannelScore, EvidenceStatus, FusionScore, KeywordScore, RelevanceLevel
from rulebook.retrieval.levels import evidence_status, relevance_level
from rulebook.retrieval.quality import Standing, quality_of, standings

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
    quality = quality_of(breakdown(vector, bm25), rank, None)
    assert 0 <= quality <= 1
    assert quality >= quality_of(breakdown(None, bm25), rank, None)
    assert quality >= quality_of(breakdown(vector, None), rank, None)
    assert quality >= quality_of(breakdown(vector, bm25), rank + 1, None)


def test_first_in_both_channels_and_in_the_end_is_more_often_right_than_wrong() -> None:
    assert relevance_level(quality_of(breakdown(1, 1), 1, None)) is RelevanceLevel.HIGH
    assert relevance_level(quality_of(breakdown(9, None), 5, None)) is RelevanceLevel.LOW


signs = st.floats(-10, 20)


@given(signs, signs, st.floats(0, 1), st.integers(1, 20), st.floats(0, 5))
def test_a_hit_that_stands_out_further_is_no_less_likely(
    contrast: float, nearness: float, keywords: float, rank: int, more: float
) -> None:
    bare = breakdown(None, None)
    quality = quality_of(bare, rank, Standing(contrast=contrast, nearness=nearness, keywords=keywords))
    assert 0 <= quality <= 1
    for better in (
        Standing(contrast=contrast + more, nearness=nearness, keywords=keywords),
        Standing(contrast=contrast, nearness=nearness + more, keywords=keywords),
        Standing(contrast=contrast, nearness=nearness, keywords=min(keywords + more, 1)),
    ):
        assert quality_of(bare, rank, better) >= quality


@given(st.floats(0.1, 10), st.floats(-5, 5))
def test_how_far_a_hit_stands_out_does_not_depend_on_the_scale_of_the_model(scale: float, shift: float) -> None:
    values = np.linspace(1, 0, 30)
    plain = standings(list(values), [0.5] * 30, values.astype(np.float32), values.astype(np.float32))
    moved = values * scale + shift
    scaled = standings(list(moved), [0.5] * 30, moved.astype(np.float32), moved.astype(np.float32))
    assert plain is not None
    assert scaled is not None
    assert scaled[0].contrast == pytest.approx(plain[0].contrast, rel=1e-3)
    assert scaled[0].nearness == pytest.approx(plain[0].nearness, rel=1e-2, abs=1e-2)


def test_beside_copies_of_one_rule_a_hit_far_behind_is_unlikely_and_no_fault() -> None:
    scores = [0.9] * 3 + [0.6] * 24 + [0.2] * 5
    cosines = np.array(scores, np.float32)
    found = standings(scores, [0.0] * len(scores), cosines, cosines)
    assert found is not None
    assert quality_of(breakdown(None, None), 30, found[-1]) == 0


def test_with_a_handful_of_candidates_there_is_nothing_to_stand_out_from() -> None:
    few = np.linspace(1, 0, 12)
    assert standings(list(few), [0.0] * 12, few.astype(np.float32), few.astype(np.float32)) is None


@pytest.mark.parametrize(
    ("quality", "level"),
    [(0.5, "high"), (0.499, "medium"), (0.2, "medium"), (0.199, "low"), (0.0, "low")],
)
def test_the_levels_begin_where_they_say(quality: float, level: str) -> None:
    assert relevance_level(quality).value == level


def test_nothing_found_is_no_evidence() -> None:
    assert evidence_status([]) is EvidenceStatus.NO_EVIDENCE
