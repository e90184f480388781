"""What every embedding model and every reranker offers, whichever library runs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rulebook.errors import EncoderUnavailable

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """Which model it is. Vectors may be compared when ``name`` and ``revision`` agree, and only then.

    ``chip`` is the short name that people are shown; ``dimensions`` is 0 for a reranker.
    """

    name: str
    revision: str
    dimensions: int
    chip: str


class Encoder(Protocol):
    """Text to vectors: one row of length 1 a text, in the order of the texts; no text gives no row.

    Safe for several threads. Raises ``EncoderUnavailable`` when the model cannot be loaded or fails on a text.
    """

    @property
    def identity(self) -> ModelIdentity: ...

    def encode_passages(self, texts: Sequence[str]) -> Vectors: ...

    def encode_queries(self, texts: Sequence[str]) -> Vectors: ...


class Reranker(Protocol):
    """How well each passage answers the query, from 0 to 1, in the order of the passages; no passage, no score.

    Safe for several threads. Raises ``RerankerUnavailable`` when the model cannot be loaded or fails.
    """

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]: ...


def no_vectors(dimensions: int) -> Vectors:
    """The vectors of no texts."""
    return np.empty((0, dimensions), dtype=np.float32)


def as_vectors(values: object) -> Vectors:
    """Rows as float32 of length 1. Raises ``EncoderUnavailable`` for a row that has no direction.

    NaN must not go further: a vector index takes it in silence and answers at random.
    """
    rows = np.asarray(values, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise EncoderUnavailable("the model gave a vector that is zero or not a number.", remedy="Check its weights.")
    return np.asarray(rows / lengths, dtype=np.float32)


def encodable(text: str) -> str:
    """``text`` as C libraries take it: NUL would end it early, a lone surrogate has no UTF-8."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
