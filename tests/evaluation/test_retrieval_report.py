"""A run over judged queries: means over those with an answer, honesty over all."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rulebook.evaluation.retrieval import RetrievalReport, evaluate_retrieval
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import DocType, Flag
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import (
    Breakdown,
    Constraint,
    EvidenceStatus,
    FusionScore,
    Hit,
    RelevanceLevel,
    SearchResult,
)


def chunk(number: int, content: str) -> RuleChunk:
    return RuleChunk(
        chunk_id=f"c{number}",
        doc="規則.docx",
        doc_id="規則",
        doc_type=DocType.WORD,
        content=content,
        headings=(),
        source_uri="規則.docx#見出し!1",
        position=number,
        token_count=1,
    )


CHUNKS = [chunk(1, "甲の規則"), chunk(2, "乙の規則。"), chunk(3, "丙")]


def hit(of: RuleChunk, rank: int) -> Hit:
    own = {f.name: getattr(of, f.name) for f in fields(RuleChunk)}
    account = Breakdown(vector=None, bm25=None, rrf=FusionScore(score=0.1, parts={}), fusion_rank=rank, rerank=None)
    return Hit(**own, rank=rank, quality_score=0.5, relevance_level=RelevanceLevel.MEDIUM, breakdown=account)


def found(*chunks: RuleChunk, status: EvidenceStatus = EvidenceStatus.FOUND) -> SearchResult:
    hits = tuple(hit(of, rank) for rank, of in enumerate(chunks, 1))
    return SearchResult(
        query="?",
        version="v1",
        constraint=Constraint.HANDBOOK,
        chunks=hits,
        evidence_status=status,
        timings_ms={"total": 4.0},
    )


def query(name: str, *evidence: str, kind: str = "keyword") -> JudgedQuery:
    golds = tuple(Gold(doc="規則.docx", evidence=text, grade=3) for text in evidence)
    return JudgedQuery(id=name, query=name, lang="ja", kind=kind, gold=golds)


QUERIES = (query("first", "甲"), query("second", "丙", kind="vague"), query("lost", "丁", "乙"), query("silent"))
RESULTS = {
    "first": found(*CHUNKS),
    "second": found(*CHUNKS),
    "lost": found(CHUNKS[0], status=EvidenceStatus.NO_EVIDENCE),
    "silent": found(status=EvidenceStatus.NO_EVIDENCE),
}


@pytest.fixture
def report() -> RetrievalReport:
    return evaluate_retrieval(QUERIES, CHUNKS, lambda q: RESULTS[q.id])


def test_means_are_over_the_queries_that_have_an_answer(report: RetrievalReport) -> None:
    assert (report.overall.queries, report.overall.answerable) == (4, 3)
    assert report.overall.recall_at_5 == pytest.approx((1 + 1 + 0) / 3)
    assert report.overall.mrr_at_10 == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert report.overall.ndcg_at_10 == pytest.approx((1 + 1 / 2 + 0) / 3)  # 1 / log2(4) for the third rank


def test_no_answer_is_precise_when_it_is_not_said_of_answerable_queries(report: RetrievalReport) -> None:
    assert report.overall.no_answer_precision == 1 / 2
    assert report.overall.no_answer_recall == 1


def test_a_result_without_hits_says_no_answer_too() -> None:
    silent = evaluate_retrieval(QUERIES[3:], CHUNKS, lambda _: replace(found(), evidence_status=EvidenceStatus.FOUND))
    assert silent.overall.no_answer_recall == 1


def test_a_measure_of_nothing_is_none(report: RetrievalReport) -> None:
    assert report.by_kind["vague"].no_answer_recall is None
    assert report.by_kind["vague"].no_answer_precision is None
    assert evaluate_retrieval(QUERIES[3:], CHUNKS, lambda _: found(CHUNKS[0])).overall.recall_at_5 is None


def test_groups_are_measured_apart(report: RetrievalReport) -> None:
    assert report.by_kind["vague"].recall_at_5 == 1
    assert report.by_kind["keyword"].recall_at_5 == 1 / 2
    assert report.by_lang["ja"] == report.overall


def test_a_gold_in_no_chunk_is_named_and_lowers_the_coverage(report: RetrievalReport) -> None:
    assert [(lost.id, lost.evidence) for lost in report.lost] == [("lost", "丁")]
    assert report.overall.gold_coverage == 3 / 4


def test_hidden_chunks_do_not_cover_a_gold() -> None:
    hidden = [replace(c, flags=(Flag.HIDDEN,)) for c in CHUNKS]
    assert evaluate_retrieval(QUERIES, hidden, lambda q: RESULTS[q.id]).overall.gold_coverage == 0


def test_lengths_are_medians_of_a_chunk_and_of_five_hits(report: RetrievalReport) -> None:
    assert report.chunk_chars == 4  # of 4, 5, 1
    assert report.five_hits_chars == (10 + 4) / 2  # of 10, 10, 4, 0


def test_rows_stand_in_the_order_of_the_queries(report: RetrievalReport) -> None:
    assert [(row.id, row.rank, row.recall, row.said_none) for row in report.rows] == [
        ("first", 1, 1.0, False),
        ("second", 3, 1.0, False),
        ("lost", None, 0.0, True),
        ("silent", None, None, True),
    ]


def test_the_first_five_hits_are_kept_with_their_score_and_whether_they_are_right(report: RetrievalReport) -> None:
    assert [row.hits for row in report.rows] == [
        ((0.5, True), (0.5, False), (0.5, False)),
        ((0.5, False), (0.5, False), (0.5, True)),
        ((0.5, False),),
        (),
    ]
    many = [chunk(number, f"規則{number}") for number in range(7)]
    (row,) = evaluate_retrieval([query("q", "規則6")], many, lambda _: found(*many)).rows
    assert (len(row.hits), row.rank) == (5, 7)


def test_the_scores_are_held_against_the_share_of_right_hits(report: RetrievalReport) -> None:
    assert report.calibration == pytest.approx(abs(2 / 7 - 0.5))  # seven hits of 0.5, two of them right
    assert [(b.lower, b.hits) for b in report.calibration_bins if b.hits] == [(0.5, 7)]
    assert evaluate_retrieval(QUERIES[3:], CHUNKS, lambda _: found()).calibration is None


def test_a_hit_that_is_only_related_is_not_right() -> None:
    related = replace(query("q", "甲"), gold=(Gold(doc="規則.docx", evidence="甲", grade=1),))
    (row,) = evaluate_retrieval([related], CHUNKS, lambda _: found(CHUNKS[0])).rows
    assert (row.hits, row.recall) == (((0.5, False),), 0)
