"""Two runs over the same judged queries, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from rulebook.evaluation.retrieval import ItemRow, RetrievalReport
from rulebook.evaluation.significance import p_value

MEASURES: Mapping[str, Callable[[ItemRow], float | None]] = {
    "recall@5": lambda row: row.recall,
    "rr@10": lambda row: row.rr,
    "ndcg@10": lambda row: row.ndcg,
}
"""What is compared, each per query and ``None`` for a query without an answer."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDifference:
    """A query that the two runs answered differently."""

    id: str
    kind: str
    lang: str
    before: ItemRow
    after: ItemRow

    @property
    def gain(self) -> float:
        """How much the query's nDCG rose; 0 for a query without an answer."""
        return (self.after.ndcg or 0.0) - (self.before.ndcg or 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One measure of a group of queries in two runs: its means, how many queries rose, fell or stayed, and the p value.

    Over the answerable queries that both runs have: ``wins + losses + ties``, at least one.
    """

    measure: str
    before: float
    after: float
    delta: float
    wins: int
    losses: int
    ties: int
    p_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportComparison:
    """The comparisons of every measure in the order of ``MEASURES``; empty for a group without an answerable query."""

    overall: tuple[Comparison, ...]
    by_kind: Mapping[str, tuple[Comparison, ...]]
    by_lang: Mapping[str, tuple[Comparison, ...]]


def differences(before: RetrievalReport, after: RetrievalReport) -> tuple[RowDifference, ...]:
    """The queries whose outcome differs, in the order of the queries; quality scores alone are no outcome."""
    return tuple(
        RowDifference(id=first.id, kind=first.kind, lang=first.lang, before=first, after=second)
        for first, second in _pairs(before, after)
        if replace(first, hits=()) != replace(second, hits=())
    )


def compare_reports(before: RetrievalReport, after: RetrievalReport) -> ReportComparison:
    """Every measure over all queries that both runs have, and over those of each kind and language."""
    pairs = _pairs(before, after)
    return ReportComparison(
        overall=_compared(pairs),
        by_kind={
            kind: _compared([pair for pair in pairs if pair[0].kind == kind])
            for kind in sorted({first.kind for first, _ in pairs})
        },
        by_lang={
            lang: _compared([pair for pair in pairs if pair[0].lang == lang])
            for lang in sorted({first.lang for first, _ in pairs})
        },
    )


def _pairs(before: RetrievalReport, after: RetrievalReport) -> list[tuple[ItemRow, ItemRow]]:
    others = {row.id: row for row in after.rows}
    return [(row, others[row.id]) for row in before.rows if row.id in others]


def _compared(pairs: Sequence[tuple[ItemRow, ItemRow]]) -> tuple[Comparison, ...]:
    found = (_comparison(name, value, pairs) for name, value in MEASURES.items())
    return tuple(comparison for comparison in found if comparison is not None)


def _comparison(
    name: str, value: Callable[[ItemRow], float | None], pairs: Sequence[tuple[ItemRow, ItemRow]]
) -> Comparison | None:
    known = [
        (x, y) for x, y in ((value(first), value(second)) for first, second in pairs) if not (x is None or y is None)
    ]
    if not known:
        return None
    before, after = [x for x, _ in known], [y for _, y in known]
    wins = sum(y - x > _ROUNDING for x, y in known)
    losses = sum(x - y > _ROUNDING for x, y in known)
    return Comparison(
        measure=name,
        before=fmean(before),
        after=fmean(after),
        delta=fmean(after) - fmean(before),
        wins=wins,
        losses=losses,
        ties=len(known) - wins - losses,
        p_value=p_value(before, after),
    )
