"""The stored runs as the pages read them, and each measure of a run by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from rulebook.engine import Engine
from rulebook.errors import UsageError
from rulebook.evaluation.retrieval import RetrievalReport
from rulebook.evaluation.runs import report_of
from rulebook.store.runs import RunRow
from rulebook.ui.boundary import error_boundary
from rulebook.ui.formats import local_time
from rulebook.ui.quality_charts import RunPoint
from rulebook.ui.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """A run as it is stored, and its report."""

    row: RunRow
    report: RetrievalReport


Measure = Callable[[RetrievalReport], float | None]

MEASURES: Mapping[str, Measure] = {
    "recall": lambda report: report.overall.recall_at_5,
    "mrr": lambda report: report.overall.mrr_at_10,
    "ndcg": lambda report: report.overall.ndcg_at_10,
    "calibration": lambda report: report.calibration,
    "precision": lambda report: report.overall.no_answer_precision,
    "silence": lambda report: report.overall.no_answer_recall,
}
"""``None`` where the run had nothing to measure. Of ``calibration`` less is better, of all others more."""

LESS_IS_BETTER = frozenset({"calibration"})


def read_runs(engine: Engine, words: Words) -> tuple[StoredRun, ...]:
    """All runs, newest first. One that cannot be read is told on the page and left out."""
    found = []
    for row in engine.runs.all():
        with error_boundary(words):
            found.append(StoredRun(row=row, report=_report(row, str(engine.layout.home), row.id, row.at)))
    return tuple(sorted(found, key=lambda run: run.row.id, reverse=True))


@st.cache_resource(max_entries=200, show_spinner=False)
def _report(_row: RunRow, home: str, run: int, at: str) -> RetrievalReport:
    """A run never changes, so its report is decoded once in a process."""
    try:
        return report_of(_row)
    except ValueError as error:
        raise UsageError(
            f"the stored run {run} cannot be read: {error}.", remedy="Measure again; the run was left out."
        ) from error


def run_name(words: Words, run: StoredRun) -> str:
    """``#3 · 重み 0.3 · queries · v2 · 2026-07-30 21:00``."""
    row = run.row
    parts = (f"#{row.id}", row.label, row.judged_set, row.version, local_time(row.at))
    return " · ".join(part for part in parts if part)


def points_of(runs: Sequence[StoredRun], measure: str) -> list[RunPoint]:
    """The values of a measure, oldest run first; runs that do not have it are left out. ``runs`` are newest first."""
    return [
        RunPoint(
            run=run.row.id,
            label=run.row.label,
            when=local_time(run.row.at),
            version=run.row.version,
            value=value,
        )
        for run in reversed(runs)
        if (value := MEASURES[measure](run.report)) is not None
    ]


def earlier_run(runs: Sequence[StoredRun], run: StoredRun) -> StoredRun | None:
    """The one measured before ``run`` on the same judged set. ``runs`` are newest first."""
    return next((r for r in runs if r.row.id < run.row.id and r.row.judged_set == run.row.judged_set), None)
