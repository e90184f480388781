"""What every vector store must do; the exact store in memory and Chroma answer alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rulebook.errors import CollectionNotFound, VectorStoreError
from rulebook.vectorstore import StorageAdapterFactory, VectorStoreAdapter

DIMENSIONS = 16


@pytest.fixture(params=["memory", "chroma"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorStoreAdapter]:
    config = {"vector_store": {"adapter": request.param, "chroma": {"persist_dir": str(tmp_path / "chroma")}}}
    adapter = StorageAdapterFactory.create(config)
    yield adapter
    adapter.close()


def vectors(count: int, seed: int = 1) -> np.ndarray:
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def fill(store: VectorStoreAdapter, count: int = 50) -> np.ndarray:
    store.create_collection("rules-write-v1")
    drawn = vectors(count)
    ids = [f"c{n:03d}" for n in range(count)]
    store.upsert(
        "rules-write-v1", ids, drawn, [f"規則 {n}" for n in range(count)], [{"doc": f"d{n % 3}"} for n in range(count)]
    )
    return drawn


def test_hits_come_best_first_with_the_cosine_as_score(store: VectorStoreAdapter) -> None:
    drawn = fill(store)
    query = vectors(1, seed=2)[0]
    hits = store.query("rules-write-v1", query.tolist(), 10)
    expected = np.argsort(-(drawn @ query))[:10]
    assert [hit.id for hit in hits] == [f"c{n:03d}" for n in expected]
    assert [hit.score for hit in hits] == pytest.approx((drawn @ query)[expected].tolist(), abs=1e-5)
    assert hits[0].document == f"規則 {expected[0]}"


def test_a_stored_vector_finds_itself_with_score_one(store: VectorStoreAdapter) -> None:
    drawn = fill(store)
    hit = store.query("rules-write-v1", drawn[7].tolist(), 1)[0]
    assert (hit.id, hit.metadata["doc"]) == ("c007", "d1")
    assert hit.score == pytest.approx(1.0, abs=1e-5)


def test_equal_scores_are_ordered_by_id(store: VectorStoreAdapter) -> None:
    store.create_collection("ties")
    same = np.tile(vectors(1), (5, 1))
    store.upsert("ties", ["e", "a", "d", "b", "c"], same, [""] * 5, [{"n": n} for n in range(5)])
    assert [hit.id for hit in store.query("ties", same[0].tolist(), 5)] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("top_k", [1, 4, 20, 44])
def test_a_cut_between_equal_scores_keeps_the_first_ids(store: VectorStoreAdapter, top_k: int) -> None:
    store.create_collection("ties")
    query, other = np.eye(DIMENSIONS, dtype=np.float32)[:2]
    better, tied = query + 0.1 * other, query + other
    rows = [*np.tile(tied, (40, 1)), *np.tile(better, (4, 1)), *(vectors(200) - query)]
    ids = [f"i{n:03d}" for n in np.random.default_rng(5).permutation(len(rows))]
    store.upsert("ties", ids, np.asarray(rows), [""] * len(rows), [{"n": n} for n in range(len(rows))])
    hits = store.query("ties", query.tolist(), top_k)
    assert [hit.id for hit in hits] == [*sorted(ids[40:44]), *sorted(ids[:40])][:top_k]


def test_equal_vectors_have_equal_scores_wherever_they_stand(store: VectorStoreAdapter) -> None:
    store.create_collection("ties")
    drawn = vectors(301)
    drawn[::50] = drawn[0]
    ids = [f"i{n:03d}" for n in range(300, -1, -1)]
    store.upsert("ties", ids, drawn, [""] * 301, [{"n": n} for n in range(301)])
    hits = store.query("ties", vectors(1, seed=8)[0].tolist(), 301)
    same = [hit for hit in hits if hit.id in ids[::50]]
    assert len({hit.score for hit in same}) == 1
    assert [hit.id for hit in same] == sorted(ids[::50])


def test_equal_scores_at_the_cut_are_told_apart_under_a_filter_too(store: VectorStoreAdapter) -> None:
    store.create_collection("ties")
    same = np.tile(vectors(1), (30, 1))
    ids = [f"i{n:02d}" for n in range(29, -1, -1)]
    store.upsert("ties", ids, same, [""] * 30, [{"odd": int(i[1:]) % 2} for i in ids])
    hits = store.query("ties", same[0].tolist(), 3, where={"odd": 1})
    assert [hit.id for hit in hits] == ["i01", "i03", "i05"]


def test_where_keeps_only_rows_with_all_the_values(store: VectorStoreAdapter) -> None:
    fill(store)
    hits = store.query("rules-write-v1", vectors(1, seed=3)[0].tolist(), 50, where={"doc": "d2"})
    assert len(hits) == 16
    assert {hit.metadata["doc"] for hit in hits} == {"d2"}


def test_where_needs_all_its_values_and_finds_nothing_for_one_that_no_row_has(store: VectorStoreAdapter) -> None:
    store.create_collection("where")
    rows = [{"doc": "a", "page": 1}, {"doc": "a", "page": 2}, {"doc": "b", "page": 2}, {"doc": "b"}]
    store.upsert("where", ["1", "2", "3", "4"], vectors(4), [""] * 4, rows)
    query = vectors(1, seed=3)[0].tolist()
    assert [hit.id for hit in store.query("where", query, 4, where={"doc": "a", "page": 2})] == ["2"]
    assert {hit.id for hit in store.query("where", query, 4, where={"page": 2})} == {"2", "3"}
    assert store.query("where", query, 4, where={"doc": "c"}) == []
    assert store.query("where", query, 4, where={"nix": 1}) == []


def test_upsert_replaces_a_row_with_the_same_id(store: VectorStoreAdapter) -> None:
    fill(store, 3)
    new = vectors(1, seed=9)
    store.upsert("rules-write-v1", ["c001"], new, ["新しい規則"], [{"doc": "d9"}])
    assert store.count("rules-write-v1") == 3
    assert store.query("rules-write-v1", new[0].tolist(), 1)[0].document == "新しい規則"


def test_stored_vectors_come_back_in_the_asked_order(store: VectorStoreAdapter) -> None:
    drawn = fill(store, 6)
    back = store.vectors("rules-write-v1", ["c004", "c001"])
    assert back == pytest.approx(drawn[[4, 1]], abs=1e-5)
    with pytest.raises(VectorStoreError, match="c999"):
        store.vectors("rules-write-v1", ["c001", "c999"])


def test_asking_for_more_than_there_is_gives_all(store: VectorStoreAdapter) -> None:
    fill(store, 4)
    assert len(store.query("rules-write-v1", vectors(1)[0].tolist(), 100)) == 4


def test_an_empty_collection_answers_with_nothing(store: VectorStoreAdapter) -> None:
    store.create_collection("empty")
    assert store.query("empty", vectors(1)[0].tolist(), 5) == []
    assert store.count("empty") == 0


def test_a_missing_collection_is_named(store: VectorStoreAdapter) -> None:
    for ask in (lambda: store.count("nix"), lambda: store.query("nix", [0.0] * DIMENSIONS, 1)):
        with pytest.raises(CollectionNotFound, match="nix"):
            ask()
    with pytest.raises(CollectionNotFound):
        store.delete_collection("nix")


def test_a_taken_name_is_refused_and_the_collection_stays(store: VectorStoreAdapter) -> None:
    fill(store, 2)
    with pytest.raises(VectorStoreError):
        store.create_collection("rules-write-v1")
    assert store.count("rules-write-v1") == 2


def test_a_deleted_collection_is_gone_and_its_name_is_free(store: VectorStoreAdapter) -> None:
    fill(store, 2)
    store.delete_collection("rules-write-v1")
    with pytest.raises(CollectionNotFound):
        store.count("rules-write-v1")
    store.create_collection("rules-write-v1")
    assert store.count("rules-write-v1") == 0


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_numbers_that_are_not_finite_are_refused_in_rows_and_queries(store: VectorStoreAdapter, bad: float) -> None:
    fill(store, 2)
    row = vectors(1)
    row[0, 3] = bad
    with pytest.raises(VectorStoreError, match="c1"):
        store.upsert("rules-write-v1", ["c1"], row, ["x"], [{"doc": "d"}])
    with pytest.raises(VectorStoreError):
        store.query("rules-write-v1", row[0].tolist(), 1)
    assert store.count("rules-write-v1") == 2


def test_vectors_of_another_length_are_refused_whole(store: VectorStoreAdapter) -> None:
    fill(store, 2)
    with pytest.raises(VectorStoreError):
        store.upsert("rules-write-v1", ["x"], vectors(1)[:, :5], ["x"], [{"doc": "d"}])
    with pytest.raises(VectorStoreError):
        store.query("rules-write-v1", [1.0] * 5, 1)
    assert store.count("rules-write-v1") == 2


def test_rows_may_come_in_several_calls(store: VectorStoreAdapter) -> None:
    drawn = fill(store, 20)
    more = vectors(10, seed=4)
    store.upsert("rules-write-v1", [f"m{n}" for n in range(10)], more, ["x"] * 10, [{"doc": "m"}] * 10)
    assert store.count("rules-write-v1") == 30
    assert store.query("rules-write-v1", drawn[3].tolist(), 1)[0].id == "c003"
    assert store.query("rules-write-v1", more[3].tolist(), 1)[0].id == "m3"
    assert store.query("rules-write-v1", more[3].tolist(), 1, where={"doc": "d1"})[0].metadata == {"doc": "d1"}


def test_rows_that_do_not_match_or_repeat_an_id_are_refused_whole(store: VectorStoreAdapter) -> None:
    fill(store, 2)
    with pytest.raises(VectorStoreError, match="do not match"):
        store.upsert("rules-write-v1", ["x", "y"], vectors(2), ["one"], [{"doc": "d"}] * 2)
    with pytest.raises(VectorStoreError, match="twice"):
        store.upsert("rules-write-v1", ["x", "x"], vectors(2), ["1", "2"], [{"doc": "d"}] * 2)
    assert store.count("rules-write-v1") == 2


def test_more_rows_than_one_call_of_chroma_takes_are_stored(store: VectorStoreAdapter) -> None:
    store.create_collection("many")
    count = 5_600
    ids = [f"m{n}" for n in range(count)]
    store.upsert("many", ids, vectors(count), [""] * count, [{"n": n} for n in range(count)])
    assert store.count("many") == count
