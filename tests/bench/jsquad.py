"""Passage retrieval in Japanese: every passage a Markdown document, Recall@5 and MRR@10 of the right one.

    python tests/bench/jsquad.py --home DIR [--set ../shared/eval/jsquad] [--results RESULTS.jsonl]

``--results`` writes the search results, one JSON document a line, for an independent reading. Not collected by pytest.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import fmean

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.engine import open_engine  # noqa: E402
from rulebook.evaluation.measures import RELEVANT, score_rankings  # noqa: E402
from rulebook.model.json import to_json  # noqa: E402
from rulebook.model.search import Mode, Query, SearchResult  # noqa: E402
from rulebook.settings import load_settings  # noqa: E402


def read_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def write_passages(passages: list[dict[str, str]], folder: Path) -> list[Path]:
    """``<pid>.md`` with the article's title in the front matter."""
    paths = []
    for passage in passages:
        path = folder / f"{passage['pid']}.md"
        title = json.dumps(passage["title"], ensure_ascii=False)
        path.write_text(f"---\ntitle: {title}\n---\n\n{passage['text']}\n", encoding="utf-8")
        paths.append(path)
    return paths


def ranking(result: SearchResult) -> list[str]:
    """The documents of the hits, each at its best chunk."""
    return list(dict.fromkeys(hit.doc for hit in result.chunks))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--set", type=Path, default=ROOT.parent / "shared" / "eval" / "jsquad")
    options.add_argument("--settings", type=Path, help="configuration laid over the default")
    options.add_argument("--results", type=Path)
    chosen = options.parse_args()
    queries = read_lines(chosen.set / "queries.jsonl")
    engine = open_engine(load_settings(chosen.settings, home=chosen.home))
    with tempfile.TemporaryDirectory() as folder:
        paths = write_passages(read_lines(chosen.set / "passages.jsonl"), Path(folder))
        engine.handbooks.build_handbook(paths, {path.name: "ref" for path in paths})
    print(engine.models.encoder().reason)
    for mode, rerank in ((Mode.HYBRID, True), (Mode.HYBRID, False), (Mode.KEYWORD, False), (Mode.SEMANTIC, False)):
        found = [engine.rag.run(Query(text=q["query"], top_k=10, mode=mode, rerank=rerank)) for q in queries]
        right = {q["qid"]: {f"{q['pid']}.md": RELEVANT} for q in queries}
        scores = score_rankings(right, {q["qid"]: ranking(r) for q, r in zip(queries, found, strict=True)}).values()
        recall, mrr = fmean(score.recall for score in scores), fmean(score.rr for score in scores)
        print(f"{mode.value}{' + rerank' if rerank else ''}: recall@5 {recall:.3f}, MRR@10 {mrr:.3f}")
        if chosen.results and rerank:
            lines = [{"id": q["qid"], **to_json(r)} for q, r in zip(queries, found, strict=True)]  # type: ignore[dict-item]
            chosen.results.write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in lines), "utf-8")
    engine.close()


if __name__ == "__main__":
    main()
