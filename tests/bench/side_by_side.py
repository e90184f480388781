"""Our hybrid search beside those of Haystack and LlamaIndex, in one run over the same chunks with the same vectors.

    python -m venv OTHERS && OTHERS/bin/pip install haystack-ai llama-index-core llama-index-retrievers-bm25
    python tests/bench/side_by_side.py --home DIR --python OTHERS/bin/python [--rounds 5] [--json FILE]

DIR is a handbook of the judged collection, which collection.py builds. Every query is put to one system after the
other, starting with another one each time, so that what else the machine does hits all alike. The vectors of chunks and
queries are made before the clock starts; the time is that of the call. The other pipelines are given what our channels
have of a chunk: file name, heading path, column titles and content. "Our terms" is the same pipeline over texts and
queries that our tokeniser has cut, before the clock starts too. All systems search all documents, each channel as deep
as our settings say, and answer with ten hits. With a load above the number of cores only the time of computing tells
them apart. Not collected by pytest.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean, median

os.environ["OMP_NUM_THREADS"] = "1"  # for every system, and inherited by the others' processes

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.encoders.base import Vectors  # noqa: E402
from rulebook.engine import Engine, open_engine  # noqa: E402
from rulebook.evaluation.judged import load_judged  # noqa: E402
from rulebook.evaluation.matching import ChunkMatcher  # noqa: E402
from rulebook.evaluation.measures import RankingScores, score_rankings  # noqa: E402
from rulebook.handbook.opened import OpenVersion  # noqa: E402
from rulebook.model.judged import JudgedQuery  # noqa: E402
from rulebook.settings import load_settings  # noqa: E402
from tests.bench.side_by_side_systems import DEPTH, Ours, System, own_service, rival, write_collection  # noqa: E402

OURS = "rulebook"
RIVALS = {
    "Haystack": "haystack",
    "Haystack, our terms": "haystack-tokens",
    "LlamaIndex": "llamaindex",
    "LlamaIndex, our terms": "llamaindex-tokens",
}


@dataclass(slots=True)
class Answers:
    """One ranking a query, and the milliseconds of the calls, those of the first time apart; ``unsteady`` are queries
    whose ranking changed."""

    rankings: dict[int, tuple[str, ...]] = field(default_factory=dict)
    first_ms: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    unsteady: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A system's line: means over the answerable queries, characters over all, milliseconds over all calls.

    ``first_p50_ms`` is over the calls that asked a query for the first time, which no cache helps. ``cpu_p50_ms`` is
    time of computing: unlike the clock it does not count the waiting on a busy machine. ``better`` and ``worse`` count
    the queries whose nDCG is higher and lower than that of rulebook.
    """

    system: str
    recall_at_5: float
    mrr_at_10: float
    ndcg_at_10: float
    crosslingual_recall_at_5: float
    better: int
    worse: int
    five_hits_chars: float
    p50_ms: float
    p99_ms: float
    first_p50_ms: float
    cpu_p50_ms: float
    unsteady: int


def put(systems: Mapping[str, System], queries: int, rounds: int) -> dict[str, Answers]:
    """Every query to every system once, and then ``rounds`` times more."""
    found = {name: Answers() for name in systems}
    names = list(systems)
    for round_number in range(rounds + 1):
        for number in range(queries):
            first = (number + round_number) % len(names)
            for name in [*names[first:], *names[:first]]:
                answer, kept = systems[name].answer(number), found[name]
                if kept.rankings.setdefault(number, answer.ids) != answer.ids:
                    kept.unsteady.add(number)
                if not round_number:
                    kept.first_ms.append(answer.ms)
                    continue
                kept.ms.append(answer.ms)
                kept.cpu_ms.append(answer.cpu_ms)
        print(f"  round {round_number} of {rounds}", file=sys.stderr, flush=True)
    return found


class Judge:
    """Grades rankings of chunk ids by the judged queries."""

    def __init__(self, version: OpenVersion, queries: Sequence[JudgedQuery]) -> None:
        matcher = ChunkMatcher(version.chunks)
        self._queries = queries
        self._grades = {query.id: matcher.grades(query) for query in queries if query.answerable}
        self._foreign = [query.id for query in queries if query.answerable and query.kind == "crosslingual"]
        self._chars = {chunk.chunk_id: len(chunk.content) for chunk in version.chunks}

    def row(self, system: str, answers: Answers, ours: Answers) -> Row:
        scores, own = self._scores(answers), self._scores(ours)
        p50, p99 = np.percentile(answers.ms, [50, 99])
        return Row(
            system=system,
            recall_at_5=fmean(score.recall for score in scores.values()),
            mrr_at_10=fmean(score.rr for score in scores.values()),
            ndcg_at_10=fmean(score.ndcg for score in scores.values()),
            crosslingual_recall_at_5=fmean(scores[i].recall for i in self._foreign),
            better=sum(scores[i].ndcg > own[i].ndcg for i in scores),
            worse=sum(scores[i].ndcg < own[i].ndcg for i in scores),
            five_hits_chars=median(sum(self._chars[i] for i in ids[:5]) for ids in answers.rankings.values()),
            p50_ms=float(p50),
            p99_ms=float(p99),
            first_p50_ms=median(answers.first_ms),
            cpu_p50_ms=median(answers.cpu_ms),
            unsteady=len(answers.unsteady),
        )

    def _scores(self, answers: Answers) -> dict[str, RankingScores]:
        rankings = {self._queries[number].id: ids for number, ids in answers.rankings.items()}
        return score_rankings(self._grades, rankings, recall_depth=5, ranking_depth=DEPTH)


def told(rows: Sequence[Row]) -> str:
    """The table, in Markdown."""
    lines = [
        "| system | Recall@5 | MRR@10 | nDCG@10 | cross-lingual Recall@5 | nDCG better / worse than rulebook "
        "| five hits, characters | p50 ms | p99 ms | first p50 ms | CPU p50 ms |",
        "|---|" + "---:|" * 10,
    ]
    for row in rows:
        lines.append(
            f"| {row.system} | {row.recall_at_5:.3f} | {row.mrr_at_10:.3f} | {row.ndcg_at_10:.3f} "
            f"| {row.crosslingual_recall_at_5:.3f} | {row.better} / {row.worse} | {row.five_hits_chars:,.0f} "
            f"| {row.p50_ms:.1f} | {row.p99_ms:.1f} | {row.first_p50_ms:.1f} | {row.cpu_p50_ms:.1f} |"
        )
    lines += [
        f"{row.system}: the ranking of {row.unsteady} queries changed between rounds" for row in rows if row.unsteady
    ]
    return "\n".join(lines)


def query_vectors(engine: Engine, version: OpenVersion, texts: Sequence[str]) -> dict[str, Vectors]:
    entry = next(iter(version.manifest.collections.values()))
    encoder = engine.models.encoder_of(entry.embedding_model, entry.embedding_revision)
    print(f"Python {platform.python_version()}; {entry.embedding_model}")
    print(f"{version.version}: {len(version.chunks)} chunks, {len(texts)} queries")
    return dict(zip(texts, encoder.encode_queries(texts), strict=True))


def run(
    engine: Engine, python: Path, queries: Sequence[JudgedQuery], rounds: int
) -> tuple[list[Row], dict[str, Answers]]:
    """Puts the queries to all systems and says on what it ran."""
    version = engine.opened.get(engine.handbooks.get_latest_version())
    texts = [query.query for query in queries]
    vectors = query_vectors(engine, version, texts)
    service = own_service(engine, version, vectors)
    systems: dict[str, System] = {
        OURS: Ours(service, texts, rerank=True),
        f"{OURS}, rerank off": Ours(service, texts, rerank=False),
    }
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        write_collection(Path(folder), version, texts, vectors, engine.settings.retrieval.channel_top_k)
        for name, system in RIVALS.items():
            systems[name] = opened = stack.enter_context(rival(python, system, Path(folder)))
            print(f"{name}: {', '.join(f'{library} {number}' for library, number in opened.libraries.items())}")
        before = os.getloadavg()[0]
        found = put(systems, len(texts), rounds)
        print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores\n")
    judge = Judge(version, queries)
    return [judge.row(name, answers, found[OURS]) for name, answers in found.items()], found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--python", type=Path, required=True, help="the interpreter that has the other libraries")
    options.add_argument("--set", type=Path, default=ROOT.parent / "shared" / "eval" / "retrieval")
    options.add_argument("--settings", type=Path, help="configuration laid over the default")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--json", type=Path, help="where to write the rows and the rankings")
    chosen = options.parse_args()
    engine = open_engine(load_settings(chosen.settings, home=chosen.home))
    rows, found = run(engine, chosen.python, load_judged(chosen.set / "queries.jsonl"), chosen.rounds)
    engine.close()
    print(told(rows))
    if chosen.json:
        written = {
            "rows": [asdict(row) for row in rows],
            "rankings": {name: answers.rankings for name, answers in found.items()},
        }
        chosen.json.write_text(json.dumps(written, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
