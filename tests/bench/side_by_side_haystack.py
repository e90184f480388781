"""Haystack's hybrid retrieval in memory, as its documentation puts it together.

https://docs.haystack.deepset.ai/docs/documentjoiner and https://haystack.deepset.ai/tutorials/33_hybrid_retrieval
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haystack import Document, Pipeline, component  # type: ignore[import-not-found]
from haystack.components.joiners import DocumentJoiner  # type: ignore[import-not-found]
from haystack.components.retrievers.in_memory import (  # type: ignore[import-not-found]
    InMemoryBM25Retriever,
    InMemoryEmbeddingRetriever,
)
from haystack.document_stores.in_memory import InMemoryDocumentStore  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from tests.bench.side_by_side_rival import Collection

LIBRARIES = ("haystack-ai",)
TERM = r"\S+"


@component
class KnownVectors:
    """A text embedder that was told the vectors of the queries."""

    def __init__(self, vectors: dict[str, list[float]]) -> None:
        self._vectors = vectors

    @component.output_types(embedding=list[float])  # type: ignore[untyped-decorator]
    def run(self, text: str) -> dict[str, list[float]]:
        return {"embedding": self._vectors[text]}


class Hybrid:
    def __init__(self, pipeline: Any, depth: int) -> None:
        self._pipeline = pipeline
        self._depth = depth

    def search(self, query: str) -> list[str]:
        asked = {"text_embedder": {"text": query}, "bm25_retriever": {"query": query}}
        found = self._pipeline.run(asked)["document_joiner"]["documents"]
        return [document.id for document in found[: self._depth]]


def build(collection: Collection) -> Hybrid:
    """Its own tokens are the words of a regular expression, which is also where terms cut elsewhere come in."""
    store = InMemoryDocumentStore(bm25_tokenization_regex=TERM) if collection.in_terms else InMemoryDocumentStore()
    store.write_documents([Document(id=p.id, content=p.text, embedding=p.vector) for p in collection.passages])
    channel, depth = collection.channel_depth, collection.depth
    pipeline = Pipeline()
    pipeline.add_component("text_embedder", KnownVectors(collection.vectors))
    pipeline.add_component("embedding_retriever", InMemoryEmbeddingRetriever(store, top_k=channel))
    pipeline.add_component("bm25_retriever", InMemoryBM25Retriever(store, top_k=channel))
    pipeline.add_component("document_joiner", DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=depth))
    pipeline.connect("text_embedder", "embedding_retriever")
    pipeline.connect("bm25_retriever", "document_joiner")
    pipeline.connect("embedding_retriever", "document_joiner")
    return Hybrid(pipeline, depth)
