"""Reciprocal rank fusion, by its formula."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulebook.retrieval.fusion import reciprocal_rank_fusion

rankings = st.dictionaries(st.sampled_from(["vector", "bm25"]), st.lists(st.sampled_from("abcdefghij"), max_size=10))


def test_the_score_is_the_sum_of_one_over_k_plus_rank() -> None:
    fused = reciprocal_rank_fusion({"vector": ["x", "a"], "bm25": ["b", "c", "d", "e", "a"]}, k=60)
    a = next(f for f in fused if f.chunk_id == "a")
    assert a.score == 1 / (60 + 2) + 1 / (60 + 5)
    assert a.parts == {"vector": 1 / 62, "bm25": 1 / 65}


def test_a_channel_that_did_not_return_the_chunk_adds_nothing() -> None:
    fused = reciprocal_rank_fusion({"vector": ["a"], "bm25": ["b"]}, k=60)
    assert fused[0].parts == {"vector": 1 / 61}


def test_equal_scores_are_ordered_by_id() -> None:
    assert [f.chunk_id for f in reciprocal_rank_fusion({"vector": ["b"], "bm25": ["a"]}, k=60)] == ["a", "b"]


def test_an_id_that_stands_twice_counts_once_at_its_better_rank() -> None:
    fused = reciprocal_rank_fusion({"vector": ["a", "a", "b"]}, k=60)
    assert [(f.chunk_id, f.score) for f in fused] == [("a", 1 / 61), ("b", 1 / 62)]


def test_nothing_fuses_to_nothing() -> None:
    assert reciprocal_rank_fusion({}, k=60) == []
    assert reciprocal_rank_fusion({"vector": [], "bm25": []}, k=60) == []


@given(rankings, st.integers(1, 100))
def test_parts_sum_to_the_score_and_every_id_comes_once(found: dict[str, list[str]], k: int) -> None:
    fused = reciprocal_rank_fusion(found, k)
    assert sorted(f.chunk_id for f in fused) == sorted({i for ids in found.values() for i in ids})
    assert all(f.score == sum(f.parts.values()) for f in fused)
    assert [f.score for f in fused] == sorted((f.score for f in fused), reverse=True)


@given(rankings)
def test_the_arguments_are_not_changed(found: dict[str, list[str]]) -> None:
    before = {channel: list(ids) for channel, ids in found.items()}
    reciprocal_rank_fusion(found, 60)
    assert found == before
