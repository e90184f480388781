"""An encoder without a model: keyword terms hashed into a vector. For tests and for comparisons."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence

import numpy as np

from rulebook.encoders.base import ModelIdentity, Vectors, as_vectors, no_vectors
from rulebook.text.keywords import terms

NAME = "hashing-256"
_DIMENSIONS = 256


class HashingEncoder:
    """Signed feature hashing (Weinberger et al., 2009) of a text's terms; the same on every machine.

    ``calls`` and ``encoded_texts`` count what it was asked, so that a test can tell what was encoded again.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.encoded_texts = 0
        self._counting = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(name=NAME, revision="1", dimensions=_DIMENSIONS, chip="hashing")

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        with self._counting:
            self.calls += 1
            self.encoded_texts += len(texts)
        return as_vectors([_hashed(text) for text in texts]) if texts else no_vectors(_DIMENSIONS)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return self.encode_passages(texts)


def _hashed(text: str) -> Vectors:
    vector = np.zeros(_DIMENSIONS, dtype=np.float32)
    for term in terms(text):
        value = int.from_bytes(hashlib.blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "big")
        vector[value % _DIMENSIONS] += 1.0 if value >> 63 else -1.0
    if not vector.any():  # no term, or terms that cancel out: still a vector of length 1
        vector[0] = 1.0
    return vector
