"""The exact store finds what comparing and sorting all rows finds, and copies nothing for it."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.vectorstore.memory import MemoryAdapter


def naive(ids: list[str], rows: np.ndarray, query: np.ndarray, top_k: int) -> list[str]:
    """Every cosine by itself, in double precision, to a part in 2**24; then sorted whole."""

    def cosine(row: np.ndarray) -> float:
        wide, asked = row.astype(np.float64), query.astype(np.float64)
        lengths = (np.sqrt((wide * wide).sum()) or 1.0) * (np.sqrt((asked * asked).sum()) or 1.0)
        return float(np.round((wide * asked).sum() / lengths * 2.0**24))

    scores = {i: cosine(row) for i, row in zip(ids, rows, strict=True)}
    return sorted(ids, key=lambda i: (-scores[i], i))[:top_k]


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 300),
    distinct=st.integers(1, 12),
    top_k=st.integers(1, 320),
    filtered=st.booleans(),
)
def test_the_hits_are_those_of_comparing_and_sorting_all_rows(
    seed: int, count: int, distinct: int, top_k: int, filtered: bool
) -> None:
    """Small whole numbers in few different rows: many scores are equal, also of different rows, and some rows are 0."""
    draw = np.random.default_rng(seed)
    rows = draw.integers(-1, 2, size=(distinct, 6)).astype(np.float32)[draw.integers(0, distinct, size=count)]
    ids = [f"c{n}" for n in draw.permutation(count)]
    docs = draw.integers(0, 3, size=count)
    store = MemoryAdapter()
    store.create_collection("c")
    store.upsert("c", ids, rows, [""] * count, [{"doc": int(doc)} for doc in docs])
    query = draw.integers(-2, 3, size=6).astype(np.float32)
    kept = [at for at in range(count) if not filtered or docs[at] == 1]
    hits = store.query("c", query.tolist(), top_k, where={"doc": 1} if filtered else None)
    assert [hit.id for hit in hits] == naive([ids[at] for at in kept], rows[kept], query, top_k)


def test_many_rows_with_real_numbers_are_ranked_as_by_sorting_them_all() -> None:
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(9_000, 48)).astype(np.float32)
    rows[::3] = rows[0]
    ids = [f"c{n:04d}" for n in draw.permutation(len(rows))]
    store = MemoryAdapter()
    store.create_collection("c")
    store.upsert("c", ids, rows, [""] * len(rows), [{"n": 0}] * len(rows))
    for query in (draw.normal(size=48).astype(np.float32), rows[0]):
        assert [hit.id for hit in store.query("c", query.tolist(), 20)] == naive(ids, rows, query, 20)


def test_the_given_vectors_are_held_as_they_are() -> None:
    rows = np.eye(4, dtype=np.float32)
    store = MemoryAdapter()
    store.create_collection("c")
    store.upsert("c", list("abcd"), rows, [""] * 4, [{"n": 1}] * 4)
    assert np.shares_memory(store._get("c").vectors, rows)
