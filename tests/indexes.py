"""Collections with drawn vectors, for tests of the vector index, and what a store answers about them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulebook.handbook.index.content import collection_name
from rulebook.handbook.version_files import Collection
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.document import DocType
from rulebook.vectorstore import VectorStoreAdapter

DIMENSIONS = 64


def made_collection(category: Category, count: int, *, n: int = 1, seed: int = 1) -> Collection:
    """``count`` chunks of two documents; every tenth has the vector of the one before it, as equal texts have."""
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    drawn[1::10] = drawn[0::10][: len(drawn[1::10])]
    return Collection(
        category=category,
        chunks=tuple(_chunk(category, n, number) for number in range(1, count + 1)),
        vectors=drawn / np.linalg.norm(drawn, axis=1, keepdims=True),
        statements=np.empty((0, DIMENSIONS), np.float32),
        keywords=(((), ()),) * count,
    )


def _chunk(category: Category, n: int, number: int) -> RuleChunk:
    doc = f"規則{number % 2}.md"
    return RuleChunk(
        chunk_id=f"{category.collection}_v{n}_{number:03d}",
        doc=doc,
        doc_id=f"d{number % 2}",
        doc_type=DocType.MARKDOWN,
        content=f"規則 {number}",
        headings=(),
        source_uri=f"{doc}#{number}",
        position=number,
        token_count=2,
        category=category,
    )


def answers(store: VectorStoreAdapter, collections: Sequence[Collection], n: int = 1) -> list[list[str]]:
    """The ids of the nearest ten, for stored vectors and for others, in every collection."""
    others = np.random.default_rng(99).normal(size=(10, DIMENSIONS)).astype(np.float32)
    return [
        [hit.id for hit in store.query(collection_name(collection, n), query.tolist(), 10)]
        for collection in collections
        for query in [*collection.vectors[:: max(1, len(collection.vectors) // 20)], *others]
    ]
