"""The vectors of documents: of their chunks, and of the statements of these."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from rulebook.encoders.cache import CachedEncoder
from rulebook.handbook.indexing import embedding_text
from rulebook.handbook.parts import Vectors
from rulebook.handbook.reading import OnProgress, seconds_left
from rulebook.model.chunk import RuleChunk
from rulebook.model.manifest import Progress, Stage


def encoded_texts(chunks: Sequence[RuleChunk]) -> Iterator[str]:
    """The texts of a document that have vectors: those of its chunks, then those of their statements."""
    yield from (embedding_text(chunk) for chunk in _searchable(chunks))
    yield from (statement.text for chunk in _searchable(chunks) for statement in chunk.statements)


def encode_documents(
    encoder: CachedEncoder, documents: Sequence[Sequence[RuleChunk]], on_progress: OnProgress
) -> list[tuple[Vectors, Vectors]]:
    """By document a row for each searchable chunk, and one for each statement of these.

    All texts go to the model in one go, so that the estimate of what is left holds for the whole build.
    """
    chunk_texts = [[embedding_text(chunk) for chunk in _searchable(chunks)] for chunks in documents]
    statement_texts = [[s.text for chunk in _searchable(chunks) for s in chunk.statements] for chunks in documents]
    texts = [text for group in (*chunk_texts, *statement_texts) for text in group]
    started = time.monotonic()

    def report(done: int, total: int) -> None:
        left = seconds_left(started, done, total)
        on_progress(Progress(stage=Stage.ENCODE, done=done, total=total, seconds_left=left))

    vectors = encoder.encode_passages(texts, on_progress=report)
    ends = np.cumsum([len(group) for group in (*chunk_texts, *statement_texts)])
    arrays = np.split(vectors, ends[:-1]) if documents else []
    return list(zip(arrays[: len(documents)], arrays[len(documents) :], strict=True))


def _searchable(chunks: Sequence[RuleChunk]) -> Iterator[RuleChunk]:
    return (chunk for chunk in chunks if chunk.searchable)
