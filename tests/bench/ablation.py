"""What each stage of the search adds: every channel alone, the fusion, and the reranker, on judged queries by kind.

    python tests/bench/ablation.py --home DIR [--queries ../shared/eval/retrieval/queries.jsonl]

DIR holds a built collection (tests/bench/collection.py builds it). Not collected by pytest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.engine import Engine, open_engine  # noqa: E402
from rulebook.evaluation.judged import load_judged  # noqa: E402
from rulebook.evaluation.retrieval import RANKING_DEPTH, Measures, RetrievalReport, evaluate_retrieval  # noqa: E402
from rulebook.model.judged import JudgedQuery  # noqa: E402
from rulebook.model.search import Mode, Query, SearchResult  # noqa: E402
from rulebook.settings import load_settings  # noqa: E402

QUERIES = ROOT.parent / "shared" / "eval" / "retrieval" / "queries.jsonl"
STAGES = (
    ("vectors alone", Mode.SEMANTIC, False),
    ("keywords alone", Mode.KEYWORD, False),
    ("fusion", Mode.HYBRID, False),
    ("fusion + rerank", Mode.HYBRID, True),
)


def searched(engine: Engine, mode: Mode, rerank: bool) -> Callable[[JudgedQuery], SearchResult]:
    """A search at the depth of the measures, with one stage more or less."""

    def search(query: JudgedQuery) -> SearchResult:
        return engine.rag.run(Query(text=query.query, top_k=RANKING_DEPTH, mode=mode, rerank=rerank))

    return search


def cell(measures: Measures) -> str:
    return f"{measures.recall_at_5 or 0:.3f} / {measures.mrr_at_10 or 0:.3f}"


def show(reports: dict[str, RetrievalReport]) -> None:
    """Recall@5 / MRR@10 by stage and kind, as a Markdown table."""
    kinds = sorted({kind for report in reports.values() for kind in report.by_kind})
    print("| stage | all | " + " | ".join(kinds) + " |")
    print("|---" * (len(kinds) + 2) + "|")
    for name, report in reports.items():
        cells = [cell(report.overall), *(cell(report.by_kind[kind]) for kind in kinds)]
        print(f"| {name} | " + " | ".join(cells) + " |")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument(
        "--queries", type=Path, default=ROOT.parent / "shared" / "eval" / "retrieval" / "queries.jsonl"
    )
    options.add_argument("--settings", type=Path, help="configuration laid over the default")
    chosen = options.parse_args()
    engine = open_engine(load_settings(chosen.settings, home=chosen.home))
    queries = load_judged(chosen.queries)
    chunks = engine.opened.get(engine.handbooks.get_latest_version()).chunks
    reports = {
        name: evaluate_retrieval(queries, chunks, searched(engine, mode, rerank)) for name, mode, rerank in STAGES
    }
    show(reports)
    fused, reranked = reports["fusion"].by_kind, reports["fusion + rerank"].by_kind
    lowered = [kind for kind in fused if (reranked[kind].recall_at_5 or 0) < (fused[kind].recall_at_5 or 0)]
    print(f"\nrerank lowers Recall@5 for: {', '.join(lowered) or 'no kind'}")
    engine.close()


if __name__ == "__main__":
    main()
