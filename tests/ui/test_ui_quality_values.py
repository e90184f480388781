"""What the page of quality works out before it shows anything: rows, filters, files, pictures, sentences."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rulebook.errors import UsageError
from rulebook.evaluation.calibration import calibration_bins
from rulebook.evaluation.comparison import Comparison
from rulebook.evaluation.judged import read_judged
from rulebook.evaluation.proposal_check import Verdict
from rulebook.evaluation.retrieval import ItemRow, Measures, RetrievalReport
from rulebook.model.feedback import ExpectedRule, Feedback, FeedbackKind, FeedbackState, Proposal, RootCause
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import Query
from rulebook.settings import load_settings
from rulebook.store.runs import RunRow
from rulebook.ui.quality_analysis import proposal_text, settings_text
from rulebook.ui.quality_charts import (
    QueryGain,
    RunPoint,
    gain_chart,
    history_chart,
    reliability_chart,
    value_range,
)
from rulebook.ui.quality_choice import VIEWS, RunPair, default_pair, pair_in, run_in
from rulebook.ui.quality_compare import verdict
from rulebook.ui.quality_feedback import feedback_card, matching_feedback
from rulebook.ui.quality_form import changed_settings
from rulebook.ui.quality_history import MEASURES, StoredRun, earlier_run, points_of
from rulebook.ui.quality_reliability import error_text, mean_gap
from rulebook.ui.quality_rows import Outcome, csv_of, lines_of, matching, outcome_of
from rulebook.ui.quality_run_view import change_text
from rulebook.ui.quality_sets import counts_text, file_stem, jsonl_of
from rulebook.ui.words import words_of
from tests.ui.conftest import ROOT

JA = words_of("ja")


def item(query_id: str = "R1", *, rank: int | None = 1, answerable: bool = True, said_none: bool = False) -> ItemRow:
    found = rank is not None
    return ItemRow(
        id=query_id,
        kind="keyword",
        lang="ja",
        recall=float(found and rank <= 5) if answerable and rank else 0.0 if answerable else None,
        rr=(1 / rank if rank else 0.0) if answerable else None,
        ndcg=(0.5 if found else 0.0) if answerable else None,
        rank=rank if answerable else None,
        said_none=said_none,
        golds=int(answerable),
        golds_covered=int(answerable),
        hits=((0.9, found),),
    )


def report(*rows: ItemRow, recall: float | None = 0.8) -> RetrievalReport:
    measures = Measures(
        queries=len(rows),
        answerable=len(rows),
        recall_at_5=recall,
        mrr_at_10=0.7,
        ndcg_at_10=0.6,
        gold_coverage=1.0,
        no_answer_precision=None,
        no_answer_recall=0.0,
    )
    bins = calibration_bins(hit for row in rows for hit in row.hits)
    return RetrievalReport(
        overall=measures,
        by_kind={},
        by_lang={},
        chunks=3,
        chunk_chars=100.0,
        five_hits_chars=500.0,
        median_ms=5.0,
        notices={},
        lost=(),
        rows=rows,
        calibration=0.1,
        calibration_bins=bins,
    )


def run(number: int, judged_set: str = "社内", recall: float | None = 0.8) -> StoredRun:
    row = RunRow(
        id=number,
        at=f"2026-07-{number:02d}T12:00:00+00:00",
        by="佐藤",
        version="v1",
        judged_set=judged_set,
        label="",
        settings={},
        report={},
    )
    return StoredRun(row=row, report=report(item(), recall=recall))


def judged(query_id: str, text: str = "表のヘッダー") -> JudgedQuery:
    gold = Gold(doc="記入規則.md", evidence="表ヘッダーは太字", grade=3)
    return JudgedQuery(id=query_id, query=text, lang="ja", kind="keyword", gold=(gold,))


@pytest.mark.parametrize(
    ("row", "outcome"),
    [
        (item(rank=1), Outcome.FIRST),
        (item(rank=5), Outcome.AMONG_FIVE),
        (item(rank=6), Outcome.FURTHER_DOWN),
        (item(rank=None), Outcome.MISSED),
        (item(answerable=False, said_none=True), Outcome.SAID_NONE),
        (item(answerable=False), Outcome.NOT_SAID),
    ],
)
def test_the_outcome_of_a_query_is_where_its_answer_stands(row: ItemRow, outcome: Outcome) -> None:
    assert outcome_of(row) is outcome


def test_a_filter_lets_through_what_has_all_of_it() -> None:
    lines = lines_of(
        [item("R1"), item("R2", rank=None), item("R3")], {"R1": judged("R1"), "R3": judged("R3", "主キー")}
    )
    assert [line.row.id for line in matching(lines)] == ["R1", "R2", "R3"]
    assert [line.row.id for line in matching(lines, outcomes=[Outcome.MISSED])] == ["R2"]
    assert [line.row.id for line in matching(lines, outcomes=[Outcome.FIRST], text=" 主キー ")] == ["R3"]
    assert matching(lines, text="r2") == [lines[1]]
    assert matching(lines, kinds=["vague"]) == matching(lines, langs=["zh"]) == []


def test_a_query_that_its_set_lost_is_shown_without_text() -> None:
    (line,) = lines_of([item("R1")], {})
    assert (line.query, line.docs) == ("", ())


def test_the_csv_opens_in_excel_and_holds_no_formula() -> None:
    content = csv_of(JA, lines_of([item("R1"), item("R2", rank=None)], {"R1": judged("R1", '=HYPERLINK("x"),"')}))
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [row["ID"] for row in rows] == ["R1", "R2"]
    assert rows[0]["問い"] == '\'=HYPERLINK("x"),"'
    assert (rows[0]["順位"], rows[1]["順位"]) == ("1", "")
    assert csv_of(JA, []) == b"\xef\xbb\xbf\r\n"


def test_the_points_of_a_measure_are_oldest_first_and_only_where_it_was_measured() -> None:
    points = points_of([run(3, recall=0.9), run(2, recall=None), run(1, recall=0.8)], "recall")
    assert [(point.run, point.value) for point in points] == [(1, 0.8), (3, 0.9)]
    assert points_of([run(1)], "precision") == []
    assert set(MEASURES) == {"recall", "mrr", "ndcg", "calibration", "precision", "silence"}


def test_a_run_is_told_beside_the_one_before_it_on_the_same_set() -> None:
    runs = [run(4), run(3, "別"), run(2)]
    assert earlier_run(runs, runs[0]) is runs[2]
    assert earlier_run(runs, runs[1]) is None


def test_the_axis_shows_where_the_values_lie_and_makes_no_cliff_of_noise() -> None:
    low, high = value_range([0.80, 0.81])
    assert low < 0.80
    assert high > 0.81
    assert high - low >= 0.1 - 1e-9
    assert value_range([0.0])[0] == 0.0
    assert 1.0 < value_range([1.0])[1] < 1.1
    assert value_range([0.1, 0.9])[0] < 0.1


def rows_of(spec: dict[str, Any], layer: int = 0) -> list[dict[str, Any]]:
    return list(spec["datasets"][spec["layer"][layer]["data"]["name"] if "layer" in spec else spec["data"]["name"]])


def test_the_picture_of_a_measure_carries_its_values_while_they_are_few() -> None:
    def spec(count: int) -> dict[str, Any]:
        points = [RunPoint(run=n, label="重み", when="", version="v1", value=n / 100) for n in range(1, count + 1)]
        return history_chart(JA, "Recall@5", points).to_dict()

    assert [layer["mark"]["type"] for layer in spec(12)["layer"]] == ["line", "point", "text"]
    assert [layer["mark"]["type"] for layer in spec(13)["layer"]] == ["line", "point"]


def test_gains_are_sorted_and_queries_without_a_change_left_out() -> None:
    gains = [
        QueryGain(id=name, query="", gain=gain) for name, gain in (("b", 0.5), ("c", 0.0), ("d", -0.2), ("a", 0.5))
    ]
    rows = rows_of(gain_chart(JA, gains).to_dict())
    assert [(row["id"], row["side"]) for row in rows] == [("a", "改善"), ("b", "改善"), ("d", "悪化")]


def test_the_diagram_has_a_point_for_each_bin_with_hits() -> None:
    bins = calibration_bins([(0.15, False), (0.95, True), (0.97, False)])
    chart = reliability_chart(JA, bins).to_dict()
    rows = next(rows for rows in chart["datasets"].values() if "count" in rows[0])
    assert [(row["range"], row["count"], row["right"]) for row in rows] == [
        ("0.1 – 0.2", 1, 0.0),
        ("0.9 – 1.0", 2, 0.5),
    ]


def test_the_error_is_told_with_its_side() -> None:
    high = calibration_bins([(0.9, False), (0.9, True)])
    assert mean_gap(high) == pytest.approx(0.4)
    assert mean_gap([]) is None
    assert "40.0 ポイント高すぎます" in error_text(JA, 0.4, 0.4, 2)
    assert "5.0 ポイント低すぎます" in error_text(JA, 0.05, -0.05, 2)
    assert "高すぎも低すぎもしません" in error_text(JA, 0.05, 0.001, 2)


def test_the_address_of_runs_comes_back_as_it_was() -> None:
    pair = RunPair(before=3, after=5)
    assert pair_in({"compare": pair.address}) == pair
    assert run_in({"run": "3"}) == 3
    assert pair_in({}) is None
    assert run_in({}) is None


@pytest.mark.parametrize("value", ["3", "3..x", "..5"])
def test_an_address_that_compares_no_two_runs_is_an_error(value: str) -> None:
    with pytest.raises(UsageError):
        pair_in({"compare": value})


def test_an_address_of_no_run_is_an_error() -> None:
    with pytest.raises(UsageError):
        run_in({"run": "x"})


def test_the_newest_run_is_compared_with_the_one_before_it_on_the_same_set() -> None:
    assert default_pair([run(4), run(3, "別"), run(2)]) == RunPair(before=2, after=4)
    assert default_pair([run(4), run(3, "別"), run(2, "別")]) == RunPair(before=2, after=3)
    assert default_pair([run(2), run(1, "別")]) == RunPair(before=1, after=2)


def compared(p_value: float, wins: int = 3) -> Comparison:
    return Comparison(measure="rr@10", before=0.5, after=0.6, delta=0.1, wins=wins, losses=0, ties=7, p_value=p_value)


def test_a_difference_is_told_as_sure_only_below_five_in_a_hundred() -> None:
    assert JA("quality.significant") in verdict(JA, compared(0.049))
    assert JA("quality.by_chance") in verdict(JA, compared(0.05))
    assert "p < 0.001" in verdict(JA, compared(0.0001))
    assert JA("quality.no_change") in verdict(JA, compared(1.0, wins=0))


def test_changed_settings_are_for_one_run_and_the_same_object_without_a_change() -> None:
    settings = load_settings()
    same = changed_settings(settings, retrieval={"rrf_k": settings.retrieval.rrf_k}, rerank={})
    assert same is settings
    changed = changed_settings(settings, retrieval={"rrf_k": 10}, rerank={"window": 7})
    assert (changed.retrieval.rrf_k, changed.rerank.window) == (10, 7)
    assert settings.retrieval.rrf_k != 10


def test_a_change_that_rounds_to_nothing_is_told_as_none() -> None:
    assert change_text(0.5, 0.512) == "+0.012"
    assert change_text(0.5, 0.4996) == "±0"
    assert change_text(None, 0.5) is change_text(0.5, None) is None


def test_an_exported_set_is_read_back_as_it_was() -> None:
    queries = (judged("R1"), judged("R2", "改行\nのある問い"))
    assert read_judged(jsonl_of(queries).encode(), "x.jsonl") == queries
    assert len(jsonl_of(queries).splitlines()) == 2
    assert json.loads(jsonl_of(queries).splitlines()[0])["query"] == "表のヘッダー"


def test_a_set_of_any_name_has_a_file_to_be_kept_in() -> None:
    assert file_stem("社内/2026 案") == "社内_2026_案"
    assert file_stem("") == "judged"
    assert len(file_stem("長" * 200)) < 100


def test_counts_begin_with_the_most_frequent() -> None:
    assert counts_text(["zh", "ja", "ja", "en"]) == "ja 2 · en 1 · zh 1"


def filed(number: int, cause: RootCause | None, state: FeedbackState = FeedbackState.OPEN, note: str = "") -> Feedback:
    expected = ExpectedRule(doc="記入規則.md", evidence="<script>alert(1)</script>")
    return Feedback(
        id=number,
        at="2026-07-01T12:00:00+00:00",
        state=state,
        version="v1",
        by="佐藤",
        kind=FeedbackKind.MISSING,
        query=Query(text="<b>表</b>"),
        expected=expected,
        note=note,
        cause=cause,
        detail={"fusion_rank": 12, "final_rank": None},
    )


def test_feedback_is_filtered_by_state_kind_and_cause() -> None:
    some = [filed(1, RootCause.FOUND, FeedbackState.DONE), filed(2, RootCause.RANKED_LOW), filed(3, None)]
    assert matching_feedback(some) == some
    assert matching_feedback(some, states=[FeedbackState.OPEN]) == some[1:]
    assert matching_feedback(some, causes=[RootCause.RANKED_LOW]) == [some[1]]
    assert matching_feedback(some, kinds=[FeedbackKind.WRONG]) == []


def test_feedback_is_shown_as_text_with_its_cause_and_the_ranks_that_are_known() -> None:
    card = feedback_card(JA, filed(1, RootCause.RANKED_LOW, note="**急ぎ**")).source
    assert "<script" not in card
    assert "<b>" not in card
    assert JA("causehelp.ranked_low") in card
    assert "融合 12 位" in card
    assert "最終" not in card


def test_a_proposal_is_worded_in_the_language_with_its_values_as_text() -> None:
    proposal = Proposal(
        code="deeper_channels",
        what="w",
        why="y",
        feedback=(1, 2),
        settings={"retrieval": {"channel_top_k": 30}},
        values={"before": 10, "after": 30, "count": 2},
    )
    assert "10 から 30" in proposal_text(JA, proposal)
    assert settings_text(proposal) == "retrieval:\n  channel_top_k: 30"
    assert settings_text(replace(proposal, settings={"rerank": {"enabled": True}})) == "rerank:\n  enabled: true"
    added = Proposal(code="add_documents", what="w", why="y", feedback=(1,), values={"docs": "**a**.md", "count": 1})
    assert "\\*\\*a\\*\\*" in proposal_text(JA, added)
    unknown = Proposal(code="of_another_release", what="**do** it", why="y", feedback=(1,))
    assert proposal_text(JA, unknown) == "\\*\\*do\\*\\* it"


@pytest.mark.parametrize(
    ("part", "values"),
    [
        ("outcome", Outcome),
        ("rootcause", RootCause),
        ("causehelp", RootCause),
        ("feedbackkind", FeedbackKind),
        ("feedbackstate", FeedbackState),
        ("verdict", Verdict),
        ("measure", MEASURES),
        ("measurehelp", MEASURES),
        ("qualityview", VIEWS),
    ],
)
def test_every_value_of_the_page_has_a_text(part: str, values: Iterable[str]) -> None:
    assert [value for value in values if f"{part}.{value}" not in JA] == []


def test_every_proposal_is_worded() -> None:
    files = (ROOT / "rulebook" / "evaluation").glob("*.py")
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    codes = re.findall(r'code="(\w+)"', sources) + re.findall(r'"((?:more|less)_similarity)"', sources)
    assert len(codes) > 10
    assert [code for code in codes if f"proposal.{code}" not in JA or f"proposalwhy.{code}" not in JA] == []
