"""Measured runs as tables for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cli.output import put, put_table, shortened
from rulebook.evaluation.retrieval import Measures, RetrievalReport
from rulebook.evaluation.runs import Conditions, changed_settings
from rulebook.model.json import JsonValue, to_json
from rulebook.retrieval.levels import NO_EVIDENCE

if TYPE_CHECKING:
    from rulebook.evaluation.comparison import Comparison, ReportComparison, RowDifference
    from rulebook.store.runs import RunRow

_THRESHOLD = f"every hit of a quality below {NO_EVIDENCE}, or no hit"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRun:
    """A report, what it is a report of, and the number under which it is stored, if it is."""

    conditions: Conditions
    settings: Mapping[str, JsonValue]
    report: RetrievalReport
    run_id: int | None


def run_as_json(run: MeasuredRun) -> dict[str, JsonValue]:
    return {
        **_encoded(run.conditions),
        "run_id": run.run_id,
        "no_answer_threshold": _THRESHOLD,
        **_encoded(run.report),
    }


def compared_as_json(first: MeasuredRun, second: MeasuredRun) -> dict[str, JsonValue]:
    """The first run with what the second one adds to it."""
    from rulebook.evaluation.comparison import compare_reports, differences

    return {
        **run_as_json(first),
        "compare": run_as_json(second),
        "comparison": to_json(compare_reports(first.report, second.report)),
        "differences": [{**_encoded(d), "gain": d.gain} for d in differences(first.report, second.report)],
    }


def stored_as_json(row: RunRow, report: RetrievalReport) -> dict[str, JsonValue]:
    """A stored run without its rows."""
    return {
        **{name: getattr(row, name) for name in ("id", "at", "by", "version", "judged_set", "label")},
        "settings": to_json(row.settings),
        "overall": to_json(report.overall),
        "calibration": report.calibration,
    }


def show_run(run: MeasuredRun) -> None:
    report, conditions = run.report, run.conditions
    put_table(
        ("group", "queries", "answerable", "recall@5", "mrr@10", "ndcg@10", "coverage", "none prec.", "none recall"),
        [_measures(name, measures) for name, measures in _groups(report)],
    )
    put(
        f"{conditions.version}, {conditions.embedding_model}, rerank {conditions.rerank_model}, "
        f"{report.median_ms:.0f} ms a query; {report.chunks} chunks of {report.chunk_chars:.0f} characters, "
        f"five hits of {report.five_hits_chars:.0f} (medians); no answer: {_THRESHOLD}."
    )
    if report.calibration is not None:
        put(f"quality scores are off by {report.calibration:.3f} (expected calibration error over the first five hits)")
    for code, count in sorted(report.notices.items()):
        put(f"NOT AS CONFIGURED: {code} in {count} searches.")
    put(f"missed at 5: {' '.join(row.id for row in report.rows if row.recall == 0) or 'none'}")
    for lost in report.lost:
        put(f"in no chunk: {lost.id}  {lost.doc}  {shortened(lost.evidence, 60)}")


def show_compared(first: MeasuredRun, second: MeasuredRun, config: Path) -> None:
    """The second run, then what differs, by group and by query."""
    from rulebook.evaluation.comparison import compare_reports, differences

    put(f"\n{config}:")
    for name, (before, after) in changed_settings(first.settings, second.settings).items():
        put(f"{name}: {before} → {after}")
    show_run(second)
    _show_comparison(compare_reports(first.report, second.report))
    _show_differences(differences(first.report, second.report))


def show_stored(found: list[tuple[RunRow, RetrievalReport]]) -> None:
    put_table(
        ("id", "at", "by", "version", "judged set", "label", "queries", "recall@5", "mrr@10", "ndcg@10", "off by"),
        [
            (
                *(row.id, row.at, row.by, row.version, row.judged_set, shortened(row.label, 40)),
                *(report.overall.queries, report.overall.recall_at_5, report.overall.mrr_at_10),
                *(report.overall.ndcg_at_10, report.calibration),
            )
            for row, report in found
        ],
    )


def _groups(report: RetrievalReport) -> list[tuple[str, Measures]]:
    groups = [("all", report.overall)]
    groups += [(f"kind {name}", measures) for name, measures in report.by_kind.items()]
    return groups + [(f"lang {name}", measures) for name, measures in report.by_lang.items()]


def _measures(name: str, m: Measures) -> tuple[object, ...]:
    return (
        *(name, m.queries, m.answerable, m.recall_at_5, m.mrr_at_10, m.ndcg_at_10),
        *(m.gold_coverage, m.no_answer_precision, m.no_answer_recall),
    )


def _show_comparison(found: ReportComparison) -> None:
    groups = [("all", found.overall)]
    groups += [(f"kind {name}", comparisons) for name, comparisons in found.by_kind.items()]
    groups += [(f"lang {name}", comparisons) for name, comparisons in found.by_lang.items()]
    put("")
    put_table(
        ("group", "measure", "before", "then", "change", "wins", "losses", "ties", "p"),
        [_compared(name, comparison) for name, comparisons in groups for comparison in comparisons],
    )
    put("p: how often chance alone makes a change of at least this size (paired randomisation test)")


def _compared(name: str, c: Comparison) -> tuple[object, ...]:
    return (name, c.measure, c.before, c.after, f"{c.delta:+.3f}", c.wins, c.losses, c.ties, c.p_value)


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


def _encoded(value: object) -> dict[str, JsonValue]:
    encoded = to_json(value)
    assert isinstance(encoded, dict)  # a dataclass is written as an object
    return encoded
