"""Two runs are compared query by query, and by measure over the queries that both answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.evaluation.comparison import Comparison, compare_reports, differences
from rulebook.evaluation.retrieval import ItemRow, Measures, RetrievalReport

NOTHING = Measures(
    queries=0,
    answerable=0,
    recall_at_5=None,
    mrr_at_10=None,
    ndcg_at_10=None,
    gold_coverage=None,
    no_answer_precision=None,
    no_answer_recall=None,
)


def row(name: str, rank: int | None, *, kind: str = "keyword", lang: str = "ja") -> ItemRow:
    """A query whose answer stands at ``rank``; nDCG stands in as ``1 / rank`` too."""
    score = 1 / rank if rank else 0.0
    return ItemRow(
        id=name,
        kind=kind,
        lang=lang,
        recall=float(rank is not None and rank <= 5),
        rr=score,
        ndcg=score,
        rank=rank,
        said_none=False,
        golds=1,
        golds_covered=1,
        hits=((0.5, True),),
    )


def silent(name: str) -> ItemRow:
    return replace(row(name, None), recall=None, rr=None, ndcg=None, golds=0, golds_covered=0, hits=())


def report(*rows: ItemRow) -> RetrievalReport:
    return RetrievalReport(
        overall=NOTHING,
        by_kind={},
        by_lang={},
        chunks=1,
        chunk_chars=1,
        five_hits_chars=1,
        median_ms=1,
        notices={},
        lost=(),
        rows=rows,
    )


BEFORE = report(row("a", 1), row("b", 2, kind="vague"), row("c", None), row("d", 4, lang="en"), silent("e"))
AFTER = report(row("a", 1), row("b", 1, kind="vague"), row("c", 7), row("d", None, lang="en"), silent("e"))


def test_a_measure_has_its_means_and_who_won() -> None:
    recall, rr, _ = compare_reports(BEFORE, AFTER).overall
    assert recall == Comparison(
        measure="recall@5", before=3 / 4, after=2 / 4, delta=-1 / 4, wins=0, losses=1, ties=3, p_value=1.0
    )
    assert (rr.wins, rr.losses, rr.ties) == (2, 1, 1)
    assert rr.delta == pytest.approx((1 / 2 + 1 / 7 - 1 / 4) / 4)
    assert rr.p_value == 6 / 8  # of the sums ±14 ±7 ±4 (in 28ths) those of 25, 17 and 11 reach the 11 that was found


def test_groups_are_compared_apart_and_one_without_an_answer_has_nothing() -> None:
    found = compare_reports(BEFORE, AFTER)
    assert set(found.by_kind) == {"keyword", "vague"}
    assert [c.measure for c in found.by_lang["en"]] == ["recall@5", "rr@10", "ndcg@10"]
    assert found.by_lang["en"][0].losses == 1
    assert compare_reports(report(silent("e")), report(silent("e"))).by_kind == {"keyword": ()}


def test_only_queries_of_both_runs_count() -> None:
    ndcg = compare_reports(BEFORE, report(*AFTER.rows[:2], row("z", 1))).overall[2]
    assert (ndcg.wins + ndcg.losses + ndcg.ties, ndcg.before) == (2, 3 / 4)


def test_equal_runs_tie_everywhere() -> None:
    found = compare_reports(BEFORE, BEFORE)
    assert {(c.wins, c.losses, c.delta, c.p_value) for c in found.overall} == {(0, 0, 0.0, 1.0)}
    assert differences(BEFORE, BEFORE) == ()


def test_the_other_way_round_wins_are_losses_and_the_p_value_stays() -> None:
    for one, other in zip(compare_reports(BEFORE, AFTER).overall, compare_reports(AFTER, BEFORE).overall, strict=True):
        assert (one.wins, one.losses, one.p_value) == (other.losses, other.wins, other.p_value)
        assert one.delta == -other.delta


def test_queries_with_another_outcome_are_named_in_their_order() -> None:
    found = differences(BEFORE, AFTER)
    assert [(d.id, d.before.rank, d.after.rank) for d in found] == [("b", 2, 1), ("c", None, 7), ("d", 4, None)]
    assert found[0].gain == pytest.approx(1 / 2)


def test_other_quality_scores_are_no_other_outcome() -> None:
    assert differences(BEFORE, report(*(replace(r, hits=((0.9, True),)) for r in BEFORE.rows))) == ()
