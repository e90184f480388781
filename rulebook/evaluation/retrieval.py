"""Measures a search over one version with judged queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from rulebook.evaluation.calibration import CalibrationBin, calibration_bins, calibration_error
from rulebook.evaluation.matching import ChunkMatcher
from rulebook.evaluation.measures import RELEVANT, RankingScores, first_relevant_rank, score_rankings
from rulebook.model.chunk import RuleChunk
from rulebook.model.judged import JudgedQuery
from rulebook.model.search import EvidenceStatus, SearchResult

RECALL_DEPTH = 5
RANKING_DEPTH = 10

Search = Callable[[JudgedQuery], SearchResult]
"""Answers a judged query with at least ``RANKING_DEPTH`` hits where there are as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """One query's outcome.

    ``recall``, ``rr`` and ``ndcg`` are ``None`` for a query without an answer; ``rank`` is that of the first answer
    among ten, ``said_none`` whether the search itself found no evidence; ``golds_covered`` of ``golds`` are in a chunk.
    ``hits`` are the quality scores of the first five hits in their order, each with whether the hit is an answer: one
    that nobody judged is not.
    """

    id: str
    kind: str
    lang: str
    recall: float | None
    rr: float | None
    ndcg: float | None
    rank: int | None
    said_none: bool
    golds: int
    golds_covered: int
    hits: tuple[tuple[float, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Means over the answerable queries of a group, and how well "no answer" was told over all of them.

    ``None`` where there is nothing to take a mean of. ``gold_coverage`` is the share of golds that a chunk contains.
    """

    queries: int
    answerable: int
    recall_at_5: float | None
    mrr_at_10: float | None
    ndcg_at_10: float | None
    gold_coverage: float | None
    no_answer_precision: float | None
    no_answer_recall: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGold:
    """A gold that no searchable chunk contains."""

    id: str
    doc: str
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalReport:
    """What a run came to.

    Lengths are characters of content: of a searchable chunk, and of a query's first five hits together; long chunks
    match easily, so the measures are to be read beside them. ``notices`` counts what searches had to do without, by
    code: with any, the measures are not those of the configuration. ``calibration`` is the expected calibration error
    of the quality scores in all ``hits`` of the rows, ``None`` without any; ``calibration_bins`` what it comes from.
    """

    overall: Measures
    by_kind: Mapping[str, Measures]
    by_lang: Mapping[str, Measures]
    chunks: int
    chunk_chars: float
    five_hits_chars: float
    median_ms: float
    notices: Mapping[str, int]
    lost: tuple[LostGold, ...]
    rows: tuple[ItemRow, ...]
    calibration: float | None = None
    calibration_bins: tuple[CalibrationBin, ...] = ()


def evaluate_retrieval(queries: Sequence[JudgedQuery], chunks: Sequence[RuleChunk], search: Search) -> RetrievalReport:
    """Runs every query once, in order. ``chunks`` are all chunks of the version; hidden ones count as not there."""
    searchable = [chunk for chunk in chunks if chunk.searchable]
    matcher = ChunkMatcher(searchable)
    results = [search(query) for query in queries]
    rows = _rows(queries, results, matcher)
    bins = calibration_bins(hit for row in rows for hit in row.hits)
    return RetrievalReport(
        overall=_measures(rows),
        by_kind={kind: _measures(r for r in rows if r.kind == kind) for kind in sorted({r.kind for r in rows})},
        by_lang={lang: _measures(r for r in rows if r.lang == lang) for lang in sorted({r.lang for r in rows})},
        chunks=len(searchable),
        chunk_chars=_median(len(chunk.content) for chunk in searchable),
        five_hits_chars=_median(sum(len(hit.content) for hit in result.chunks[:RECALL_DEPTH]) for result in results),
        median_ms=_median(result.timings_ms.get("total", 0.0) for result in results),
        notices=Counter(notice.code for result in results for notice in result.notices),
        lost=tuple(
            LostGold(id=query.id, doc=gold.doc, evidence=gold.evidence)
            for query in queries
            for gold in query.gold
            if not matcher.covers(gold)
        ),
        rows=rows,
        calibration=calibration_error(bins),
        calibration_bins=bins,
    )


def _rows(
    queries: Sequence[JudgedQuery], results: Sequence[SearchResult], matcher: ChunkMatcher
) -> tuple[ItemRow, ...]:
    grades = {query.id: matcher.grades(query) for query in queries}
    scores = score_rankings(
        {query.id: grades[query.id] for query in queries if query.answerable},
        {q.id: [hit.chunk_id for hit in result.chunks] for q, result in zip(queries, results, strict=True)},
        recall_depth=RECALL_DEPTH,
        ranking_depth=RANKING_DEPTH,
    )
    return tuple(
        _row(query, result, matcher, grades[query.id], scores.get(query.id))
        for query, result in zip(queries, results, strict=True)
    )


def _row(
    query: JudgedQuery,
    result: SearchResult,
    matcher: ChunkMatcher,
    grade_of: Mapping[str, int],
    scores: RankingScores | None,
) -> ItemRow:
    grades = [grade_of.get(hit.chunk_id, 0) for hit in result.chunks]
    first = zip(result.chunks[:RECALL_DEPTH], grades, strict=False)
    return ItemRow(
        id=query.id,
        kind=query.kind,
        lang=query.lang,
        recall=scores.recall if scores else None,
        rr=scores.rr if scores else None,
        ndcg=scores.ndcg if scores else None,
        rank=first_relevant_rank(grades, RANKING_DEPTH),
        said_none=not result.chunks or result.evidence_status is EvidenceStatus.NO_EVIDENCE,
        golds=len(query.gold),
        golds_covered=sum(matcher.covers(gold) for gold in query.gold),
        hits=tuple((hit.quality_score, grade >= RELEVANT) for hit, grade in first),
    )


def _measures(rows: Iterable[ItemRow]) -> Measures:
    group = list(rows)
    silent = [row for row in group if not row.golds]
    said = [row for row in group if row.said_none]
    right = sum(row.said_none for row in silent)
    golds = sum(row.golds for row in group)
    return Measures(
        queries=len(group),
        answerable=len(group) - len(silent),
        recall_at_5=_mean(row.recall for row in group),
        mrr_at_10=_mean(row.rr for row in group),
        ndcg_at_10=_mean(row.ndcg for row in group),
        gold_coverage=sum(row.golds_covered for row in group) / golds if golds else None,
        no_answer_precision=right / len(said) if said else None,
        no_answer_recall=right / len(silent) if silent else None,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _median(values: Iterable[float]) -> float:
    known = list(values)
    return float(median(known)) if known else 0.0
