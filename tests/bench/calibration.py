"""Fits the chance to be right (rulebook/retrieval/quality.py) on judged queries, and tells how far it holds elsewhere.

    python tests/bench/calibration.py --home DIR [--queries ../shared/eval/retrieval/queries.jsonl] [--folds 10]

DIR holds a built collection. Prints the reliability diagram of the held-back folds as a table, its expected calibration
error, how well "no answer" is told at each level, and the weights fitted on all queries, which are those of quality.py.
Not collected by pytest.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.engine import Engine, open_engine  # noqa: E402
from rulebook.evaluation.calibration import calibration_bins, calibration_error  # noqa: E402
from rulebook.evaluation.judged import load_judged  # noqa: E402
from rulebook.evaluation.matching import ChunkMatcher  # noqa: E402
from rulebook.evaluation.measures import RELEVANT  # noqa: E402
from rulebook.model.judged import JudgedQuery  # noqa: E402
from rulebook.model.search import Query  # noqa: E402
from rulebook.retrieval.account import hits_of  # noqa: E402
from rulebook.settings import load_settings  # noqa: E402

QUERIES = ROOT.parent / "shared" / "eval" / "retrieval" / "queries.jsonl"
DEPTH = 5
LEVELS = (0.2, 0.25, 0.27, 0.3, 0.35, 0.4)
SIGNALS = ("contrast", "nearness", "keywords", "1/rank")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """A query's first hits: a row of signals each, and whether it is right."""

    signals: Floats
    right: Floats
    answerable: bool


def asked(engine: Engine, matcher: ChunkMatcher, query: JudgedQuery) -> Asked:
    (search,) = engine.rag._searches([Query(text=query.query, top_k=DEPTH)])
    assert search is not None, "there is no handbook"
    stages = search.stages(DEPTH)
    assert stages.standings is not None, "the collection is too small"
    place = {fused.chunk_id: n for n, fused in enumerate(stages.fused)}
    grades = matcher.grades(query)
    hits = hits_of(search.version, stages, search.keyword.matched_in, DEPTH)
    standing = [stages.standings[place[hit.chunk_id]] for hit in hits]
    return Asked(
        signals=np.array([[s.contrast, s.nearness, s.keywords, 1 / n] for n, s in enumerate(standing, 1)]),
        right=np.array([float(grades.get(hit.chunk_id, 0) >= RELEVANT) for hit in hits]),
        answerable=query.answerable,
    )


def fitted(queries: list[Asked], ridge: float = 1.0) -> Floats:
    """Weights of the signals and the intercept: logistic regression by Newton's method, ``ridge`` on scaled signals."""
    signals = np.concatenate([q.signals for q in queries])
    right = np.concatenate([q.right for q in queries])
    middle, spread = signals.mean(axis=0), signals.std(axis=0)
    scaled = np.column_stack([(signals - middle) / spread, np.ones(len(signals))])
    penalty = ridge * np.diag([1.0] * signals.shape[1] + [0.0])
    weights = np.zeros(scaled.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = (scaled.T * (chance * (1 - chance))) @ scaled + penalty
        weights -= np.linalg.solve(slope, scaled.T @ (chance - right) + penalty @ weights)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - plain @ middle)


def chances(weights: Floats, signals: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(signals @ weights[:-1] + weights[-1]))))


def held_out(queries: list[Asked], folds: int) -> list[Floats]:
    """The chances of each query's hits by the weights of the other folds."""
    order = np.random.default_rng(0).permutation(len(queries))
    found: dict[int, Floats] = {}
    for fold in range(folds):
        left_out = set(order[fold::folds].tolist())
        weights = fitted([q for n, q in enumerate(queries) if n not in left_out])
        found |= {n: chances(weights, queries[n].signals) for n in left_out}
    return [found[n] for n in range(len(queries))]


def show(queries: list[Asked], found: list[Floats]) -> None:
    pairs = [
        (float(chance), bool(right))
        for query, row in zip(queries, found, strict=True)
        for chance, right in zip(row, query.right, strict=True)
    ]
    bins = calibration_bins(pairs)
    print("| chance said | share right | hits |\n|---|---|---|")
    for part in bins:
        if part.confidence is not None and part.precision is not None:
            print(f"| {part.confidence:.2f} | {part.precision:.2f} | {part.hits} |")
    print(f"expected calibration error {calibration_error(bins) or 0:.3f}\n")
    silent = np.array([not query.answerable for query in queries])
    best = np.array([row.max() for row in found])
    print("| no answer below | queries | recall | precision |\n|---|---|---|---|")
    for level in LEVELS:
        said = best < level
        right = int((said & silent).sum())
        print(f"| {level} | {said.sum()} | {right / silent.sum():.2f} | {right / max(said.sum(), 1):.2f} |")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--queries", type=Path, default=QUERIES)
    options.add_argument("--folds", type=int, default=10)
    chosen = options.parse_args()
    engine = open_engine(load_settings(home=chosen.home))
    matcher = ChunkMatcher(engine.opened.get(engine.handbooks.get_latest_version()).chunks)
    queries = [asked(engine, matcher, query) for query in load_judged(chosen.queries)]
    show(queries, held_out(queries, chosen.folds))
    weights = fitted(queries)
    named = zip((*SIGNALS, "intercept"), weights, strict=True)
    print("\nfitted on all: " + ", ".join(f"{name} {weight:.3f}" for name, weight in named))
    engine.close()


if __name__ == "__main__":
    main()
