"""One hybrid pipeline of another library, asked over its standard input; started by ``side_by_side.py``.

    PYTHON side_by_side_rival.py SYSTEM FOLDER

PYTHON is the interpreter that has the library. A line ``NUMBER`` in is answered by a line of JSON out: the ids of the
hits and the milliseconds that the pipeline took, by the clock and of computing. The first line out says what was built.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Protocol, TextIO

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

import numpy as np

SYSTEMS = {
    "haystack": ("side_by_side_haystack", False),
    "haystack-tokens": ("side_by_side_haystack", True),
    "llamaindex": ("side_by_side_llamaindex", False),
    "llamaindex-tokens": ("side_by_side_llamaindex", True),
}
"""Name → the module that builds it, and whether it is given text that is cut into terms already."""


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A chunk as it is indexed."""

    id: str
    text: str
    vector: list[float]


@dataclass(frozen=True, kw_only=True)
class Collection:
    """What every pipeline is given: ``vectors`` has the vector of each query's text, ``channel_depth`` says how many
    hits each channel gives to the fusion and ``depth`` how many are answered."""

    passages: list[Passage]
    queries: list[str]
    vectors: dict[str, list[float]]
    channel_depth: int
    depth: int
    in_terms: bool


class Pipeline(Protocol):
    """Ids of the ``depth`` best passages, best first."""

    def search(self, query: str) -> list[str]: ...


def read_collection(folder: Path, in_terms: bool) -> Collection:
    """What ``side_by_side.py`` has written to ``folder``."""
    task = json.loads((folder / "task.json").read_text(encoding="utf-8"))
    arrays = np.load(folder / "vectors.npz")
    key = "terms" if in_terms else "text"
    queries = [query[key] for query in task["queries"]]
    return Collection(
        passages=[
            Passage(id=chunk["id"], text=chunk[key], vector=vector)
            for chunk, vector in zip(task["chunks"], arrays["chunks"].tolist(), strict=True)
        ],
        queries=queries,
        vectors=dict(zip(queries, arrays["queries"].tolist(), strict=True)),
        channel_depth=task["channel_depth"],
        depth=task["depth"],
        in_terms=in_terms,
    )


def without_network(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: a library that wants to download something must fail, not be slow."""
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise RuntimeError(f"the network was asked for: {event} {arguments[1:]}")


def answers(pipeline: Pipeline, queries: list[str], numbers: TextIO) -> Iterator[dict[str, object]]:
    for line in numbers:
        query = queries[int(line)]
        started, busy = time.perf_counter(), time.process_time()
        ids = pipeline.search(query)
        ms, cpu_ms = (time.perf_counter() - started) * 1000, (time.process_time() - busy) * 1000
        yield {"ids": ids, "ms": ms, "cpu_ms": cpu_ms}


def main() -> None:
    name, folder = sys.argv[1], Path(sys.argv[2])
    out, sys.stdout = sys.stdout, sys.stderr  # libraries print too
    sys.addaudithook(without_network)
    module_name, in_terms = SYSTEMS[name]
    module = importlib.import_module(module_name)
    collection = read_collection(folder, in_terms)
    pipeline: Pipeline = module.build(collection)
    built = {"libraries": {library: version(library) for library in module.LIBRARIES}}
    print(json.dumps(built), file=out, flush=True)
    for answer in answers(pipeline, collection.queries, sys.stdin):
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
