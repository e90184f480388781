"""Vectors kept by the text they belong to, so that unchanged text is encoded once, whatever version it is in."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from rulebook.encoders.base import Encoder, ModelIdentity, Vectors, no_vectors
from rulebook.encoders.cache_file import CacheFile

Kind = Literal["passage", "query"]
OnProgress = Callable[[int, int], None]
_log = logging.getLogger(__name__)
_AT_ONCE = 500  # parameters in one statement


class EmbeddingCache:
    """The vectors of (model, revision, passage or query, SHA-256 of the text), in one SQLite file.

    Safe for threads and processes. Whatever goes wrong with the file costs time only: it is told to ``on_notice``, by
    default the log, and the texts are encoded again.
    """

    def __init__(self, path: Path, on_notice: Callable[[str], None] = _log.warning) -> None:
        self._file = CacheFile(path, on_notice)

    def read(self, model: ModelIdentity, kind: Kind, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """The vectors that are there, by key. One that is not a vector of the model any more is not there."""
        return self._file.run(lambda connection: _read(connection, model, kind, keys)) or {}

    def write(self, model: ModelIdentity, kind: Kind, vectors: Mapping[bytes, Vectors]) -> None:
        """Keeps the vectors, all or none."""
        self._file.run(lambda connection: _write(connection, model, kind, vectors))

    def forget(self, model: str, revision: str, texts: Iterable[str]) -> None:
        """Gives the space of these passages' vectors back to the disk."""
        rows = [(model, revision, text_key(text)) for text in texts]
        self._file.run(lambda connection: _forget(connection, rows))

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return self._file.size


class CachedEncoder:
    """An encoder that is asked only for texts it has not seen, equal texts of one call once.

    ``batch_size`` texts go to the model at a time and are kept at once, so a killed build loses one batch at most.
    ``on_progress(done, total)`` counts distinct texts: first those from the cache, then batch by batch; what it raises
    ends the call.
    """

    def __init__(self, encoder: Encoder, cache: EmbeddingCache, *, batch_size: int = 32) -> None:
        self._encoder = encoder
        self._cache = cache
        self._batch_size = batch_size

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.identity

    def encode_passages(self, texts: Sequence[str], *, on_progress: OnProgress | None = None) -> Vectors:
        return self._encode(texts, "passage", self._encoder.encode_passages, on_progress)

    def encode_queries(self, texts: Sequence[str], *, on_progress: OnProgress | None = None) -> Vectors:
        return self._encode(texts, "query", self._encoder.encode_queries, on_progress)

    def _encode(
        self,
        texts: Sequence[str],
        kind: Kind,
        encode: Callable[[Sequence[str]], Vectors],
        on_progress: OnProgress | None,
    ) -> Vectors:
        if not texts:
            return no_vectors(self.identity.dimensions)
        model, keys = self.identity, [text_key(text) for text in texts]
        text_of = dict(zip(keys, texts, strict=True))
        known = self._cache.read(model, kind, list(text_of))
        unseen = [key for key in text_of if key not in known]
        _report(on_progress, len(known), len(text_of))
        for batch in _batches(unseen, self._batch_size):
            fresh = dict(zip(batch, encode([text_of[key] for key in batch]), strict=True))
            self._cache.write(model, kind, fresh)
            known |= fresh
            _report(on_progress, len(known), len(text_of))
        return np.array([known[key] for key in keys], dtype=np.float32)


def _report(on_progress: OnProgress | None, done: int, total: int) -> None:
    if on_progress is not None:
        on_progress(done, total)


def text_key(text: str) -> bytes:
    """SHA-256 of the text, under which its vectors are kept."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _batches(keys: Sequence[bytes], size: int) -> Iterable[Sequence[bytes]]:
    return (keys[start : start + size] for start in range(0, len(keys), size))


def _read(
    connection: sqlite3.Connection, model: ModelIdentity, kind: Kind, keys: Sequence[bytes]
) -> dict[bytes, Vectors]:
    found = {}
    for batch in _batches(keys, _AT_ONCE):
        query = "select sha256, vector from embedding where model = ? and revision = ? and kind = ? and sha256 in "
        marks = ",".join("?" * len(batch))
        rows = connection.execute(f"{query} ({marks})", (model.name, model.revision, kind, *batch))
        found.update({key: np.frombuffer(blob, dtype="<f4") for key, blob in rows if len(blob) == 4 * model.dimensions})
    # SQLite has no checksums: a vector that lost its length was damaged on disk
    return {key: vector for key, vector in found.items() if abs(float(np.linalg.norm(vector)) - 1) < 1e-3}


def _write(connection: sqlite3.Connection, model: ModelIdentity, kind: Kind, vectors: Mapping[bytes, Vectors]) -> None:
    connection.execute("begin immediate")
    connection.executemany(
        "insert or replace into embedding values (?, ?, ?, ?, ?)",
        ((model.name, model.revision, kind, key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()),
    )
    connection.execute("commit")


def _forget(connection: sqlite3.Connection, rows: Sequence[tuple[str, str, bytes]]) -> None:
    connection.execute("begin immediate")
    connection.executemany(
        "delete from embedding where model = ? and revision = ? and kind = 'passage' and sha256 = ?", rows
    )
    connection.execute("commit")
    connection.executescript("pragma incremental_vacuum")  # execute() would take one step, which is one page
