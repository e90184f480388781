"""Models run by sentence-transformers: bge-m3 and bge-reranker-v2-m3, or any other whose files are on this machine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from pickle import UnpicklingError
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import ModelIdentity, Vectors, as_vectors, encodable, no_vectors
from rulebook.encoders.model_files import ModelFiles, embedding_dimensions
from rulebook.encoders.optional import imported, is_installed
from rulebook.errors import EncoderUnavailable, RerankerUnavailable

INSTALL_HINT = "Install it: pip install 'rulebook[bge]'"


class _Limited(Protocol):
    max_seq_length: int | None


class _BiEncoder(_Limited, Protocol):
    def encode_document(self, inputs: list[str], *, batch_size: int, show_progress_bar: bool) -> object: ...

    def encode_query(self, inputs: list[str], *, batch_size: int, show_progress_bar: bool) -> object: ...


class _CrossEncoder(_Limited, Protocol):
    def predict(self, inputs: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool) -> object: ...


class SentenceTransformerEncoder:
    """A bi-encoder. Nothing is imported before the first text, and nothing is ever downloaded.

    Texts are cut at ``max_length`` model tokens, or at the model's own limit where that is lower.
    """

    def __init__(self, files: ModelFiles, *, batch_size: int = 16, max_length: int = 1024) -> None:
        self._files = files
        self._batch_size = batch_size
        self._max_length = max_length
        self._model: _BiEncoder | None = None
        # fast tokenizers refuse to be borrowed by two threads
        self._one_at_a_time = threading.Lock()
        self._identity = ModelIdentity(
            name=files.name,
            revision=files.revision,
            dimensions=embedding_dimensions(files.folder),
            chip=Path(files.name).name,
        )

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        return self._encode(texts, lambda model: model.encode_document)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return self._encode(texts, lambda model: model.encode_query)

    def _encode(self, texts: Sequence[str], method: Callable[[_BiEncoder], Callable[..., object]]) -> Vectors:
        if not texts:
            return no_vectors(self.identity.dimensions)
        with self._one_at_a_time:
            try:
                if self._model is None:
                    self._model = self._load()
                encode = method(self._model)
                rows = encode([encodable(t) for t in texts], batch_size=self._batch_size, show_progress_bar=False)
            except _failures() as error:
                raise EncoderUnavailable(f"{self.identity.name} failed: {error}.", remedy=INSTALL_HINT) from error
        vectors = as_vectors(rows)
        if vectors.shape[1] != self.identity.dimensions:
            what = f"{self.identity.name} gave {vectors.shape[1]} dimensions, its files say {self.identity.dimensions}."
            raise EncoderUnavailable(what, remedy="Check the model's folder.")
        return vectors

    def _load(self) -> _BiEncoder:
        library = imported("sentence_transformers")
        model: _BiEncoder = library.SentenceTransformer(str(self._files.folder), local_files_only=True)
        _limit(model, self._max_length)
        return model


class CrossEncoderReranker:
    """A cross-encoder; the score is the sigmoid of its only output. As lazy and as local as the encoder."""

    def __init__(self, files: ModelFiles, *, batch_size: int = 16, max_length: int = 1024) -> None:
        self._files = files
        self._batch_size = batch_size
        self._max_length = max_length
        self._model: _CrossEncoder | None = None
        self._one_at_a_time = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(
            name=self._files.name, revision=self._files.revision, dimensions=0, chip=Path(self._files.name).name
        )

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        if not passages:
            return np.empty(0, dtype=np.float32)
        pairs = [(encodable(query), encodable(passage)) for passage in passages]
        with self._one_at_a_time:
            try:
                if self._model is None:
                    self._model = self._load()
                scores = self._model.predict(pairs, batch_size=self._batch_size, show_progress_bar=False)
            except _failures() as error:
                raise RerankerUnavailable(f"{self.identity.name} failed: {error}.", remedy=INSTALL_HINT) from error
        return np.asarray(scores, dtype=np.float32)

    def _load(self) -> _CrossEncoder:
        library, nn = imported("sentence_transformers"), imported("torch.nn")
        model: _CrossEncoder = library.CrossEncoder(
            str(self._files.folder), local_files_only=True, num_labels=1, activation_fn=nn.Sigmoid()
        )
        _limit(model, self._max_length)
        return model


def _limit(model: _Limited, length: int) -> None:
    model.max_seq_length = min(length, model.max_seq_length or length)


def _failures() -> tuple[type[Exception], ...]:
    """What loading or running a model raises: missing packages, damaged files, no memory, texts it cannot take."""
    known = (ImportError, OSError, RuntimeError, ValueError, LookupError, UnpicklingError)
    return (*known, imported("safetensors").SafetensorError) if is_installed("safetensors") else known
