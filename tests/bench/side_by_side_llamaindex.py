"""LlamaIndex's hybrid retrieval in memory, as its documentation puts it together.

https://developers.llamaindex.ai/python/framework/integrations/retrievers/reciprocal_rerank_fusion/ with one query:
no model writes others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llama_index.core import Settings, VectorStoreIndex  # type: ignore[import-not-found]
from llama_index.core.base.embeddings.base import BaseEmbedding  # type: ignore[import-not-found]
from llama_index.core.llms.mock import MockLLM  # type: ignore[import-not-found]
from llama_index.core.retrievers import QueryFusionRetriever  # type: ignore[import-not-found]
from llama_index.core.schema import TextNode  # type: ignore[import-not-found]
from llama_index.retrievers.bm25 import BM25Retriever  # type: ignore[import-not-found]
from pydantic import PrivateAttr

if TYPE_CHECKING:
    from tests.bench.side_by_side_rival import Collection

LIBRARIES = ("llama-index-core", "llama-index-retrievers-bm25", "bm25s")
TERM = r"\S+"


class KnownVectors(BaseEmbedding):  # type: ignore[misc]
    """A model that was told the vectors of the queries; the passages bring theirs."""

    # private: the library writes the public fields of a model into the event of every query
    _vectors: dict[str, list[float]] = PrivateAttr()

    def __init__(self, vectors: dict[str, list[float]]) -> None:
        super().__init__(model_name="known")
        self._vectors = vectors

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._vectors[query]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._vectors[query]

    def _get_text_embedding(self, text: str) -> list[float]:
        raise LookupError(f"a passage came without its vector: {text[:40]}")


class Hybrid:
    def __init__(self, retriever: Any) -> None:
        self._retriever = retriever

    def search(self, query: str) -> list[str]:
        return [found.node.node_id for found in self._retriever.retrieve(query)]


def build(collection: Collection) -> Hybrid:
    """Its own tokens are English stems of the words of a regular expression; terms cut elsewhere are taken as they
    are."""
    Settings.llm, Settings.embed_model = MockLLM(), KnownVectors(collection.vectors)
    nodes = [TextNode(id_=p.id, text=p.text, embedding=p.vector) for p in collection.passages]
    depth = collection.channel_depth
    tokens: dict[str, Any] = {"skip_stemming": True, "token_pattern": TERM} if collection.in_terms else {}
    return Hybrid(
        QueryFusionRetriever(
            [
                VectorStoreIndex(nodes).as_retriever(similarity_top_k=depth),
                BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=depth, **tokens),
            ],
            similarity_top_k=collection.depth,
            num_queries=1,
            mode="reciprocal_rerank",
            use_async=True,
        )
    )
