"""The systems that ``side_by_side.py`` compares, each answering the query of a number."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rulebook.encoders.base import ModelIdentity, Vectors
from rulebook.engine import Engine
from rulebook.handbook.indexing import embedding_text
from rulebook.handbook.opened import OpenVersion
from rulebook.model.chunk import RuleChunk
from rulebook.model.search import Query
from rulebook.retrieval.service import RagService
from rulebook.text.keywords import terms

DEPTH = 10
"""Hits of each answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The ids of the hits, best first, and the milliseconds of the call, by the clock and of computing."""

    ids: tuple[str, ...]
    ms: float
    cpu_ms: float


class System(Protocol):
    def answer(self, number: int) -> Answer: ...


class KnownVectors:
    """An encoder that was told the vectors of the queries."""

    def __init__(self, identity: ModelIdentity, vectors: Mapping[str, Vectors]) -> None:
        self._identity = identity
        self._vectors = vectors

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._vectors[text] for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        raise LookupError(f"{len(texts)} passages came without their vectors")


class Ours:
    """The search of rulebook over all categories, without an agent."""

    def __init__(self, service: RagService, queries: Sequence[str], *, rerank: bool) -> None:
        self._service = service
        self._queries = [Query(text=text, top_k=DEPTH, rerank=rerank) for text in queries]

    def answer(self, number: int) -> Answer:
        started, busy = time.perf_counter(), time.process_time()
        result = self._service.run(self._queries[number])
        ms, cpu_ms = (time.perf_counter() - started) * 1000, (time.process_time() - busy) * 1000
        if result.notices:
            raise RuntimeError(f"the search had to do without something: {result.notices}")
        return Answer(ids=tuple(hit.chunk_id for hit in result.chunks), ms=ms, cpu_ms=cpu_ms)


class Rival:
    """The pipeline of another library, in a process with its own interpreter, whose clock measures the call alone."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.libraries: Mapping[str, str] = self._line()["libraries"]

    def answer(self, number: int) -> Answer:
        print(number, file=self._process.stdin, flush=True)
        found = self._line()
        return Answer(ids=tuple(found["ids"]), ms=found["ms"], cpu_ms=found["cpu_ms"])

    def _line(self) -> Any:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise RuntimeError("the other pipeline has ended, its fault is told above")
        return json.loads(line)


def own_service(engine: Engine, version: OpenVersion, vectors: Mapping[str, Vectors]) -> RagService:
    """The service of ``engine``, but for the encoder."""
    entry = next(iter(version.manifest.collections.values()))
    identity = ModelIdentity(
        name=entry.embedding_model, revision=entry.embedding_revision, dimensions=entry.dimensions, chip="known"
    )
    known = KnownVectors(identity, vectors)
    return RagService(
        engine.settings,
        engine.versions,
        engine.opened,
        engine.sessions,
        lambda name, revision: known,
        engine.models.rerank_step,
    )


@contextmanager
def rival(python: Path, system: str, folder: Path) -> Iterator[Rival]:
    """A pipeline that has read ``folder``, until the end of the block."""
    script = Path(__file__).with_name("side_by_side_rival.py")
    command = [str(python), str(script), system, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            yield Rival(process)
        finally:
            if process.stdin:
                process.stdin.close()


def write_collection(
    folder: Path, version: OpenVersion, queries: Sequence[str], vectors: Mapping[str, Vectors], channel_depth: int
) -> None:
    """``task.json`` and ``vectors.npz``: what the other pipelines are given."""
    chunks = [{"id": c.chunk_id, **_texts(_channel_text(c))} for c in version.chunks]
    task = {
        "channel_depth": channel_depth,
        "depth": DEPTH,
        "chunks": chunks,
        "queries": [_texts(text) for text in queries],
    }
    (folder / "task.json").write_text(json.dumps(task, ensure_ascii=False), encoding="utf-8")
    np.savez(folder / "vectors.npz", chunks=version.vectors, queries=np.stack([vectors[text] for text in queries]))


def _channel_text(chunk: RuleChunk) -> str:
    """File name, heading path, column titles and content: what our channels have."""
    return f"{chunk.doc.rsplit('.', 1)[0]}\n{embedding_text(chunk)}"


def _texts(text: str) -> dict[str, str]:
    return {"text": text, "terms": " ".join(terms(text))}
