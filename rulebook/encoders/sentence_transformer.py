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
from rulebook.encoders.running import (
    USUAL_LENGTH,
    NoSuchDevice,
    Running,
    device_for_torch,
    in_batches,
    is_out_of_memory,
)
from rulebook.errors import EncoderUnavailable, RerankerUnavailable

INSTALL_HINT = "Install it: pip install 'rulebook[bge]'"


class _Limited(Protocol):
    max_seq_length: int | None


class _BiEncoder(_Limited, Protocol):
    def encode_document(self, inputs: list[str], *, batch_size: int, show_progress_bar: bool) -> object: ...

    def encode_query(self, inputs: list[str], *, batch_size: int, show_progress_bar: bool) -> object: ...


class _CrossEncoder(_Limited, Protocol):
    def predict(
        self,
        inputs: list[tuple[str, str]],
        *,
        batch_size: int,
        show_progress_bar: bool,
        processing_kwargs: dict[str, dict[str, str]],
    ) -> object: ...


class SentenceTransformerEncoder:
    """A bi-encoder. Nothing is imported before the first text, and nothing is ever downloaded.

    Texts are cut at the length that is set, or at the model's own limit where that is lower. A length other than the
    usual one is part of the revision: the vector of a text that is cut elsewhere is another one.
    """

    def __init__(self, files: ModelFiles, running: Running | None = None) -> None:
        self._files = files
        self._running = running or Running()
        self._model: _BiEncoder | None = None
        # fast tokenizers refuse to be borrowed by two threads
        self._one_at_a_time = threading.Lock()
        length = self._running.max_length
        self._identity = ModelIdentity(
            name=files.name,
            revision=files.revision if length == USUAL_LENGTH else f"{files.revision}-{length}",
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
        cleaned = [encodable(text) for text in texts]
        with self._one_at_a_time:
            try:
                encode = method(self._loaded())
                rows = in_batches(
                    lambda size: encode(cleaned, batch_size=size, show_progress_bar=False), self._running.batch_size
                )
            except _failures() as error:
                raise EncoderUnavailable(f"{self.identity.name} failed: {error}.", remedy=_remedy(error)) from error
        vectors = as_vectors(rows)
        if vectors.shape[1] != self.identity.dimensions:
            what = f"{self.identity.name} gave {vectors.shape[1]} dimensions, its files say {self.identity.dimensions}."
            raise EncoderUnavailable(what, remedy="Check the model's folder.")
        return vectors

    def _loaded(self) -> _BiEncoder:
        if self._model is None:
            device = device_for_torch(self._running.device)
            library = imported("sentence_transformers")
            model: _BiEncoder = library.SentenceTransformer(
                str(self._files.folder), local_files_only=True, device=device
            )
            _limit(model, self._running.max_length)
            self._model = model
        return self._model


class CrossEncoderReranker:
    """A cross-encoder; the score is the sigmoid of its only output. As lazy and as local as the encoder.

    A pair that is too long loses the end of its longer text, which is the passage: a query is cut only where it fills
    more than half of the length by itself.
    """

    def __init__(self, files: ModelFiles, running: Running | None = None) -> None:
        self._files = files
        self._running = running or Running()
        self._model: _CrossEncoder | None = None
        self._one_at_a_time = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(
            name=self._files.name, revision=self._files.revision, dimensions=0, chip=Path(self._files.name).name
        )

    def load(self) -> None:
        """Makes the model ready, which the first pair does else. Raises ``RerankerUnavailable``."""
        with self._one_at_a_time:
            try:
                self._loaded()
            except _failures() as error:
                raise self._unavailable(error) from error

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        if not passages:
            return np.empty(0, dtype=np.float32)
        pairs = [(encodable(query), encodable(passage)) for passage in passages]
        with self._one_at_a_time:
            try:
                model = self._loaded()
                found = in_batches(lambda size: _predict(model, pairs, size), self._running.batch_size)
            except _failures() as error:
                raise self._unavailable(error) from error
        scores = np.asarray(found, dtype=np.float32)
        if not np.isfinite(scores).all():  # NaN would be sorted anywhere
            what = f"{self.identity.name} gave a score that is not a number."
            raise RerankerUnavailable(what, remedy="Check its weights.")
        return scores

    def _unavailable(self, error: Exception) -> RerankerUnavailable:
        return RerankerUnavailable(f"{self.identity.name} failed: {error}.", remedy=_remedy(error))

    def _loaded(self) -> _CrossEncoder:
        if self._model is None:
            device = device_for_torch(self._running.device)
            library, nn = imported("sentence_transformers"), imported("torch.nn")
            model: _CrossEncoder = library.CrossEncoder(
                str(self._files.folder), local_files_only=True, num_labels=1, activation_fn=nn.Sigmoid(), device=device
            )
            _limit(model, self._running.max_length)
            self._model = model
        return self._model


def _predict(model: _CrossEncoder, pairs: list[tuple[str, str]], batch_size: int) -> object:
    # "only_second" would spare a query at any length, but refuses a pair whose query alone is too long
    cut = {"text": {"truncation": "longest_first"}}
    return model.predict(pairs, batch_size=batch_size, show_progress_bar=False, processing_kwargs=cut)


def _limit(model: _Limited, length: int) -> None:
    model.max_seq_length = min(length, model.max_seq_length or length)


def _failures() -> tuple[type[Exception], ...]:
    """What loading or running a model raises: missing packages, damaged files, no memory, texts it cannot take."""
    known = (
        ImportError,
        OSError,
        RuntimeError,
        ValueError,
        LookupError,
        MemoryError,
        UnpicklingError,
        NoSuchDevice,
    )
    return (*known, imported("safetensors").SafetensorError) if is_installed("safetensors") else known


def _remedy(error: Exception) -> str:
    if isinstance(error, ImportError):
        return INSTALL_HINT
    if isinstance(error, NoSuchDevice):
        return "Set the model's 'device' to auto or cpu."
    if is_out_of_memory(error):
        return "Set a smaller 'max_length' for the model, or another 'device'."
    return "Check the model's folder, or choose 'embedded'."
