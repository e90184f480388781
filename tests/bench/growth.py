"""What a handbook costs as it grows: building its keyword index, opening it, searching it, and the memory it takes.

    python tests/bench/growth.py [--sizes 1000,10000,100000] [--queries 200] [--home FOLDER]

Each size is a version of synthetic Japanese rules, written as a build leaves it: words by Zipf's law through the real
tokeniser, random unit vectors of 384 numbers for chunks and statements. It is opened and searched in a process of its
own. Times of a search are without the encoder. With --home the versions stay there and are measured again next time;
100,000 chunks take 2 GB on the disk and some minutes to write. Not collected by pytest.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.handbook.parts import keywords_of  # noqa: E402
from rulebook.retrieval.bm25 import KeywordIndex  # noqa: E402
from rulebook.retrieval.service import RagService  # noqa: E402
from tests.bench.synthetic import CHUNKS_A_DOCUMENT, RandomEncoder, document, words, write_version  # noqa: E402
from tests.handbooks import engine_at  # noqa: E402

HEADER = (
    " chunks tokenise/s   index/s  open s first s   CPU s   vector ms p50/p99  BM25 ms p50/p99 search ms p50/p99"
    "   RSS MB  peak MB"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Chunks a second of tokenising, and of making the inverted index of terms that are known."""

    tokenised: float
    indexed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Seconds of opening and of the first search, and the processor time of both; milliseconds (p50, p99) of later
    searches; memory in MB."""

    opened: float
    first: float
    processor: float
    stages: dict[str, tuple[float, float]]
    resident: float
    peak: float


def built(size: int) -> Built:
    documents = [document(number, CHUNKS_A_DOCUMENT) for number in range(min(size, 2_000) // CHUNKS_A_DOCUMENT)]
    started = time.perf_counter()
    fields = [entry for parsed in documents for entry in keywords_of(parsed.chunks)]
    tokenised = time.perf_counter()
    repeated = fields * (size // len(fields))
    indexing = time.perf_counter()
    KeywordIndex(repeated)
    return Built(
        tokenised=len(fields) / (tokenised - started), indexed=len(repeated) / (time.perf_counter() - indexing)
    )


def searched(home: Path, queries: int) -> Searched:
    """To be run in a fresh process."""
    engine, encoder = engine_at(home, vector_store={"adapter": "memory"}), RandomEncoder()
    rag = RagService(
        engine.settings, engine.versions, engine.opened, engine.sessions, lambda *_: encoder, engine.models.rerank_step
    )
    asked = [f"{' '.join(words(random.Random(n), 3))}の書き方" for n in range(queries)]
    started, worked = time.perf_counter(), time.process_time()
    engine.opened.get("v1")
    opened = time.perf_counter()
    rag.search(query=asked[0])
    first, processor = time.perf_counter(), time.process_time() - worked
    timings = [rag.search(query=query).timings_ms for query in asked[1:]]
    stages = {
        "vector": [t["vector"] for t in timings],
        "bm25": [t["bm25"] for t in timings],
        "search": [t["total"] - t["encode"] for t in timings],
    }
    engine.close()
    return Searched(
        opened=opened - started,
        first=first - opened,
        processor=processor,
        stages={name: (float(np.percentile(t, 50)), float(np.percentile(t, 99))) for name, t in stages.items()},
        resident=_resident(),
        peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _resident() -> float:
    """MB of memory in use; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.is_file() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def measured(home: Path, size: int, queries: int) -> str:
    """One row of the table."""
    if not (home / "versions" / "v1").is_dir():
        write_version(home, size)
    index = built(size)
    command = [sys.executable, __file__, "--measure", str(home), "--queries", str(queries)]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    stages = " ".join(f"{p50:8.1f} /{p99:7.1f}" for p50, p99 in found["stages"].values())
    return (
        f"{size:7} {index.tokenised:10.0f} {index.indexed:9.0f} {found['opened']:7.2f} {found['first']:7.2f} "
        f"{found['processor']:7.2f} {stages} "
        f"{found['resident']:8.0f} {found['peak']:8.0f}"
    )


def rows(sizes: Sequence[int], queries: int, kept: Path | None) -> Iterator[str]:
    for size in sizes:
        if kept is not None:
            yield measured(kept / str(size), size, queries)
        else:
            with tempfile.TemporaryDirectory() as folder:
                yield measured(Path(folder) / "home", size, queries)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", default="1000,10000,100000")
    options.add_argument("--queries", type=int, default=200)
    options.add_argument("--home", type=Path, help="folder that keeps the versions")
    options.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.measure:
        print(json.dumps(asdict(searched(chosen.measure, chosen.queries))))
        return
    print(HEADER)
    for row in rows([int(size) for size in chosen.sizes.split(",")], chosen.queries, chosen.home):
        print(row, flush=True)


if __name__ == "__main__":
    main()
