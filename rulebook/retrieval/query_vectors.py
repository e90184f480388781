"""Enriched queries as vectors: what is asked, drawn a little towards the context it is asked in."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rulebook.errors import EncoderUnavailable
from rulebook.retrieval.encoded_texts import AskedText, EncodedTexts, Model, Vector, frozen
from rulebook.retrieval.enrichment import EnrichedQuery

Found = Mapping[AskedText, Vector | EncoderUnavailable]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryVector:
    """The query as the version's model sees it, or why not; without both it was not asked for.

    ``milliseconds`` is its part of the time that the encoding took.
    """

    vector: Vector | None = None
    failure: EncoderUnavailable | None = None
    milliseconds: float = 0.0


def query_vectors(
    texts: EncodedTexts, models: Sequence[Model | None], queries: Sequence[EnrichedQuery], context_similarity: float
) -> list[QueryVector]:
    """The vector of each query by its model, ``None`` for a query that is not to be encoded.

    It is ``query + passage + context_similarity · context``, of length 1. One text of them all would be another query:
    measured on judged queries, a short question drowns in a passage so, and both in a context that is beside the point.
    """
    weighed = [_weights(model, query, context_similarity) for model, query in zip(models, queries, strict=True)]
    started = time.perf_counter()
    found = texts.of(text for weights in weighed for text in weights)
    share = (time.perf_counter() - started) * 1000 / max(sum(map(bool, weighed)), 1)
    return [_joined(weights, found, share) if weights else QueryVector() for weights in weighed]


def _weights(model: Model | None, query: EnrichedQuery, context_similarity: float) -> dict[AskedText, float]:
    """The texts whose vectors make that of the query, and what each counts."""
    if model is None:
        return {}
    weights = {AskedText(model, part): 1.0 for part in query.encoded_parts}
    if query.context and context_similarity > 0:
        weights.setdefault(AskedText(model, query.encoded_context), context_similarity)
    return weights


def _joined(weights: Mapping[AskedText, float], found: Found, milliseconds: float) -> QueryVector:
    vectors: list[Vector] = []
    for text in weights:
        vector = found[text]
        if isinstance(vector, EncoderUnavailable):
            return QueryVector(failure=vector, milliseconds=milliseconds)
        vectors.append(vector)
    if len(vectors) == 1:
        return QueryVector(vector=vectors[0], milliseconds=milliseconds)
    mixed = np.array(list(weights.values()), np.float32) @ np.stack(vectors)
    return QueryVector(vector=frozen(mixed / (np.linalg.norm(mixed) or 1.0)), milliseconds=milliseconds)
