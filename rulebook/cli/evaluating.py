"""``rulebook eval``: measures of the handbook's search on judged queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from rulebook.cli.options import AsJson, Home
from rulebook.cli.output import put, put_json, put_table, say, shortened
from rulebook.evaluation.comparison import RowDifference, differences
from rulebook.evaluation.judged import JudgedQuery, load_judged
from rulebook.evaluation.retrieval import RANKING_DEPTH, Measures, RetrievalReport, evaluate_retrieval
from rulebook.model.json import JsonValue, to_json
from rulebook.model.search import Query, SearchResult
from rulebook.settings import Settings, load_settings

group = typer.Typer(help="Measure the handbook.", no_args_is_help=True)

_THRESHOLD = "every hit of a quality below 0.1, or no hit"


@group.callback()
def _evaluate() -> None:
    """Measure the handbook on judged sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """A report, and what it is a report of."""

    version: str
    embedding_model: str
    rerank_model: str
    routed: bool
    report: RetrievalReport


@group.command()
def retrieval(
    queries: Annotated[Path, typer.Argument(metavar="QUERIES.jsonl", help="Judged queries, one JSON object a line.")],
    compare: Annotated[
        Path | None, typer.Option(metavar="CONFIG.yaml", help="Run a second configuration over the same version.")
    ] = None,
    routed: Annotated[
        bool, typer.Option("--routed", help="Search as each query's intent does, not everywhere.")
    ] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Measure the search over the active version: top 10 of all collections, overall and by kind and language."""
    judged = load_judged(queries)
    settings = load_settings(home=home)
    first = _run(settings, judged, routed)
    second = None
    if compare is not None:
        other = load_settings(compare, home=settings.home)
        _warn_of_build_settings(settings, other)
        second = _run(other, judged, routed)
    if as_json:
        put_json(_as_json(first, second))
        return
    _show(first)
    if second is not None:
        put(f"\n{compare}:")
        _show(second)
        _show_differences(differences(first.report, second.report))


def _run(settings: Settings, judged: tuple[JudgedQuery, ...], routed: bool) -> _Run:
    from rulebook.engine import open_engine

    engine = open_engine(settings)
    try:
        manifest = engine.handbooks.get_version(engine.handbooks.get_latest_version())
        chunks = engine.opened.get(manifest.version).chunks

        def answer(query: JudgedQuery) -> SearchResult:
            asked = Query(text=query.query, version=manifest.version, top_k=RANKING_DEPTH)
            return engine.rag.run(replace(asked, agent=query.intent) if routed else asked)

        return _Run(
            version=manifest.version,
            embedding_model=manifest.embedding_model,
            rerank_model=engine.models.rerank_name(),
            routed=routed,
            report=evaluate_retrieval(judged, chunks, answer),
        )
    finally:
        engine.close()


def _warn_of_build_settings(first: Settings, second: Settings) -> None:
    for section in ("reading", "chunking", "embedding"):
        if getattr(first, section) != getattr(second, section):
            say(f"The two configurations differ in '{section}', which only a new build would show.")


def _as_json(first: _Run, second: _Run | None) -> dict[str, JsonValue]:
    found = _run_as_json(first)
    if second is not None:
        found["compare"] = _run_as_json(second)
        found["differences"] = [
            {
                "id": d.id,
                "kind": d.kind,
                "lang": d.lang,
                "gain": d.gain,
                "before": to_json(d.before),
                "after": to_json(d.after),
            }
            for d in differences(first.report, second.report)
        ]
    return found


def _run_as_json(run: _Run) -> dict[str, JsonValue]:
    encoded = to_json(run)
    assert isinstance(encoded, dict)  # a dataclass is written as an object
    report = encoded.pop("report")
    assert isinstance(report, Mapping)
    return {**encoded, "no_answer_threshold": _THRESHOLD, **report}


def _show(run: _Run) -> None:
    report = run.report
    groups = [("all", report.overall)]
    groups += [(f"kind {name}", measures) for name, measures in report.by_kind.items()]
    groups += [(f"lang {name}", measures) for name, measures in report.by_lang.items()]
    put_table(
        ("group", "queries", "answerable", "recall@5", "mrr@10", "ndcg@10", "coverage", "none prec.", "none recall"),
        [_line(name, measures) for name, measures in groups],
    )
    put(
        f"{run.version}, {run.embedding_model}, rerank {run.rerank_model}, {report.median_ms:.0f} ms a query; "
        f"{report.chunks} chunks of {report.chunk_chars:.0f} characters, five hits of {report.five_hits_chars:.0f} "
        f"(medians); no answer: {_THRESHOLD}."
    )
    for code, count in sorted(report.notices.items()):
        put(f"NOT AS CONFIGURED: {code} in {count} searches.")
    missed = [row.id for row in report.rows if row.recall == 0]
    put(f"missed at 5: {' '.join(missed) or 'none'}")
    for lost in report.lost:
        put(f"in no chunk: {lost.id}  {lost.doc}  {shortened(lost.evidence, 60)}")


def _line(name: str, m: Measures) -> tuple[object, ...]:
    return (
        name,
        m.queries,
        m.answerable,
        m.recall_at_5,
        m.mrr_at_10,
        m.ndcg_at_10,
        m.gold_coverage,
        m.no_answer_precision,
        m.no_answer_recall,
    )


def _show_differences(found: tuple[RowDifference, ...]) -> None:
    wins, losses = sum(d.gain > 0 for d in found), sum(d.gain < 0 for d in found)
    put(f"\n{len(found)} queries differ: nDCG@10 rises for {wins}, falls for {losses}.")
    put_table(
        ("id", "kind", "lang", "rank", "then", "ndcg@10", "then", "gain"),
        [
            (d.id, d.kind, d.lang, d.before.rank, d.after.rank, d.before.ndcg, d.after.ndcg, d.gain)
            for d in sorted(found, key=lambda d: (d.gain, d.id))
        ],
    )
