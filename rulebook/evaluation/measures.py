"""The measures of rankings by ir-measures, from the grades of the chunks that answer.

Recall asks for one answer among the first: the golds of a query are alternatives (TREC calls that Success). The
reciprocal rank is ``1 / rank`` of the first answer (Voorhees: The TREC-8 Question Answering Track Report, 1999). nDCG
has exponential gain, ``(2^grade - 1) / log2(rank + 1)``, and its ideal ranking is over every chunk with a grade
(Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, ACM TOIS 20, 2002; Burges et al., ICML 2005).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ir_measures.measures import Measure

RELEVANT = 2
"""From this grade on a chunk counts as an answer where a measure knows only yes and no."""

_GAINS = {grade: 2**grade - 1 for grade in (1, 2, 3)}
"""Given as gains and not as ``dcg='exp-log2'``, for which the library runs a Perl script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingScores:
    """How well one query was answered, each in 0-1."""

    recall: float
    rr: float
    ndcg: float


def score_rankings(
    grades: Mapping[str, Mapping[str, int]],
    rankings: Mapping[str, Sequence[str]],
    *,
    recall_depth: int = 5,
    ranking_depth: int = 10,
) -> dict[str, RankingScores]:
    """The scores of each query in ``grades``, by its id and in that order.

    ``grades`` has, for each query, the grade of every chunk that could have been returned and has one; ``rankings``
    the ids of the chunks that were returned, best first, each once. A query without grades or ranking scores 0.
    """
    import ir_measures  # brings a compiled extension, which nothing but a measured run needs

    recall = ir_measures.Success(rel=RELEVANT) @ recall_depth
    rr = ir_measures.RR(rel=RELEVANT) @ ranking_depth
    ndcg = ir_measures.nDCG(gains=_GAINS) @ ranking_depth
    found: dict[Measure, dict[str, float]] = {recall: {}, rr: {}, ndcg: {}}
    run = {query_id: _scored(ranking) for query_id, ranking in rankings.items() if query_id in grades}
    for metric in ir_measures.iter_calc(list(found), {key: dict(of) for key, of in grades.items()}, run):
        found[metric.measure][metric.query_id] = float(metric.value)
    return {
        query_id: RankingScores(recall=found[recall][query_id], rr=found[rr][query_id], ndcg=found[ndcg][query_id])
        for query_id in grades
    }


def first_relevant_rank(grades: Sequence[int], k: int) -> int | None:
    """The rank, from 1, of the first relevant chunk among the first ``k``."""
    return next((rank for rank, grade in enumerate(grades[:k], 1) if grade >= RELEVANT), None)


def _scored(ranking: Sequence[str]) -> dict[str, float]:
    """The library ranks by score, so that each place gets one of its own."""
    return {chunk_id: float(-rank) for rank, chunk_id in enumerate(ranking)}
