"""The page of quality: a judged set measured in the page, runs compared, sets kept, feedback analysed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from rulebook.engine import Engine
from rulebook.evaluation.judged import read_judged
from rulebook.evaluation.runs import store_run
from rulebook.model.feedback import ExpectedRule, FeedbackKind, FeedbackState
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import Mode, Query
from rulebook.ui.quality_choice import VIEWS
from rulebook.ui.quality_form import Planned
from rulebook.ui.quality_measuring import conditions_of, run
from rulebook.ui.words import LANGUAGES
from tests.handbooks import engine_at
from tests.ui.conftest import OpenApp, html_of

QUERIES = (
    JudgedQuery(
        id="Q1",
        query="表ヘッダー 太字",
        lang="ja",
        kind="keyword",
        gold=(Gold(doc="記入規則.md", evidence="表ヘッダーは太字+下線で記載する。", grade=3),),
    ),
    JudgedQuery(
        id="Q2",
        query="主キー",
        lang="ja",
        kind="identifier",
        gold=(Gold(doc="設計方針.md", evidence="この文はどこにもない", grade=3),),
    ),
    JudgedQuery(id="Q3", query="<b>休暇</b>の申請", lang="ja", kind="vague", gold=()),
)
LINES = "".join(
    json.dumps(
        {
            "id": q.id,
            "query": q.query,
            "lang": q.lang,
            "kind": q.kind,
            "gold": [{"doc": g.doc, "evidence": g.evidence, "grade": g.grade} for g in q.gold],
        },
        ensure_ascii=False,
    )
    + "\n"
    for q in QUERIES
)


def quality_page(open_app: OpenApp, view: str = "measure", language: str = "ja", **address: str) -> AppTest:
    app = open_app()
    app.session_state["frame_language"] = language
    app.session_state["quality_view"] = view
    app.run()
    for name, value in address.items():
        app.query_params[name] = value
    return app.switch_page("pages/quality.py").run()


def measured(app: AppTest) -> AppTest:
    return app.button(key="quality_measure").click().run()


@pytest.fixture
def engine(filled: Path) -> Iterator[Engine]:
    """Beside the workbench, over the same home, with the judged set 社内."""
    opened = engine_at(filled, vector_store={"adapter": "memory"})
    opened.judged.put("社内", QUERIES, "佐藤")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def measured_home(tmp_path_factory: pytest.TempPathFactory, two_versions: Path) -> Path:
    """A home with the judged set 社内, measured twice: run 1 as configured, run 2 with keywords alone."""
    home = tmp_path_factory.mktemp("measured") / "規程集"
    shutil.copytree(two_versions, home)
    opened = engine_at(home, vector_store={"adapter": "memory"})
    opened.judged.put("社内", QUERIES, "佐藤")
    for label, mode in (("", Mode.HYBRID), ("BM25 のみ", Mode.KEYWORD)):
        planned = Planned(judged_set="社内", queries=QUERIES, mode=mode, settings=opened.settings)
        conditions = conditions_of(opened, planned, "v2")
        report = run(opened, planned, conditions, lambda done: None)
        store_run(opened.runs, report, conditions, opened.settings, judged_set="社内", label=label)
    opened.close()
    return home


@pytest.fixture
def two_runs(home: Path, measured_home: Path) -> Iterator[Engine]:
    """Beside the workbench, over a home with two runs."""
    shutil.copytree(measured_home, home)
    opened = engine_at(home, vector_store={"adapter": "memory"})
    yield opened
    opened.close()


def table_with(app: AppTest, column: str) -> Any:
    return next(table.value for table in app.dataframe if column in table.value.columns)


def said(app: AppTest) -> str:
    return "\n".join(e.value for e in (*app.markdown, *app.caption, *app.info, *app.warning, *app.success))


@pytest.mark.parametrize("view", VIEWS)
def test_without_anything_the_page_says_what_to_do_next(filled: Path, open_app: OpenApp, view: str) -> None:
    app = quality_page(open_app, view)
    assert not app.exception
    assert not app.error
    assert app.info


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_opens_in_every_language(two_runs: Engine, open_app: OpenApp, view: str, language: str) -> None:
    two_runs.feedback.file(
        Query(text="主キー"),
        expected=ExpectedRule(doc="設計方針.md", evidence="主キーには業務上の意味を持たない"),
        by="李",
    )
    app = quality_page(open_app, view, language)
    assert not app.exception
    assert not app.error


def test_a_set_is_measured_and_the_run_stored_with_its_label_and_who(engine: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app)
    app.text_input(key="quality_label").input("最初").run()
    app.text_input(key="quality_measure_by").input("佐藤").run()
    app = measured(app)
    assert not app.exception
    assert "測定 \\#1 を保存しました" in app.success[0].value
    (row,) = engine.runs.all()
    assert (row.version, row.judged_set, row.label, row.by) == ("v2", "社内", "最初", "佐藤")
    first, missed, silent = table_with(app, "結果").to_dict("records")
    assert (first["ID"], first["順位"]) == ("Q1", row.report["rows"][0]["rank"])
    assert missed["結果"] == "10 位以内になし"
    assert silent["結果"] in ("「根拠なし」で正しい", "答えがないのに返した")
    assert next(metric.value for metric in app.metric if metric.label == "Recall@5") == "0.500"


def test_a_set_that_came_from_a_file_is_chosen_once_it_is_kept(engine: Engine, open_app: OpenApp) -> None:
    engine.judged.put("別の組", QUERIES[:1], "佐藤")
    app = quality_page(open_app)
    chosen = app.selectbox(key="quality_measured_set_ja")
    chosen.select_index(len(chosen.options) - 1).run()
    app.file_uploader[0].set_value(("手元.jsonl", LINES.encode(), "application/x-ndjson")).run()
    measured(app)
    assert not app.exception
    assert app.selectbox(key="quality_measured_set_ja").value == "手元"


def test_the_progress_is_told_before_each_query(two_runs: Engine) -> None:
    planned = Planned(judged_set="社内", queries=QUERIES, settings=two_runs.settings)
    told: list[int] = []
    run(two_runs, planned, conditions_of(two_runs, planned, "v1"), told.append)
    assert told == [0, 1, 2]


def test_what_is_missed_and_what_is_in_no_chunk_is_named(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, run="1")
    assert [e.label for e in app.expander if "（1）" in e.label] == [
        "上位 5 件に答えがなかった問い（1）",
        "どのチャンクにもない答え（1）",
    ]
    assert "この文はどこにもない" in html_of(app)


def test_the_next_run_is_told_beside_the_one_before(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app)
    assert list(table_with(app, "判定セット")["ラベル"]) == ["BM25 のみ", ""]
    assert app.selectbox(key="quality_run_measure").value == 2
    assert app.metric[0].delta
    assert app.query_params["run"] == "2"


def test_the_settings_of_a_run_hold_for_it_alone(engine: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app)
    app.number_input(key="quality_rrf").set_value(10).run()
    measured(app)
    assert engine.runs.get(1).settings["retrieval"]["rrf_k"] == 10
    assert engine.settings.retrieval.rrf_k == 60


def test_lines_are_filtered_and_one_opens_with_its_answers_as_text(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, run="1")
    app.multiselect(key="quality_kinds_ja").select("vague").run()
    assert list(table_with(app, "結果")["ID"]) == ["Q3"]
    app.selectbox(key="quality_run_query_1").select("Q3").run()
    assert "&lt;b&gt;休暇&lt;/b&gt;の申請" in html_of(app)
    assert "<b>休暇" not in html_of(app)


def test_a_run_that_did_not_search_as_configured_says_so(filled: Path, open_app: OpenApp, engine: Engine) -> None:
    measured(quality_page(open_app))
    row = engine.runs.get(1)
    engine.runs.add(
        version="v2", judged_set="社内", settings=row.settings, report={**row.report, "notices": {"keywords_only": 3}}
    )
    app = quality_page(open_app)
    assert "設定どおりの測定ではありません" in app.warning[0].value
    assert "3 回の検索" in app.warning[0].value


def test_a_run_that_cannot_be_read_is_told_and_hides_no_other(engine: Engine, open_app: OpenApp) -> None:
    measured(quality_page(open_app))
    engine.runs.add(version="v2", judged_set="社内", settings={}, report={})
    app = quality_page(open_app)
    assert len(app.error) == 1
    assert list(table_with(app, "判定セット")["測定"]) == ["#1"]


def test_two_runs_are_compared_with_their_settings_and_chance(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, "compare")
    assert not app.exception
    assert app.query_params["compare"] == "1..2"
    settings = table_with(app, "設定")
    assert ("conditions.mode", "hybrid", "keyword") in list(settings.itertuples(index=False, name=None))
    assert [metric.label for metric in app.metric] == ["Recall@5", "MRR@10", "nDCG@10"]
    assert "改善" in said(app)


def test_one_run_is_not_compared_with_itself_and_one_alone_with_none(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, "compare", compare="1..1")
    assert "同じ測定です" in app.info[0].value
    app = quality_page(open_app, "compare", compare="1..9")
    assert len(app.error) == 1
    assert not app.exception


def test_the_reliability_of_a_run_is_told_in_words_and_bins(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, "reliability", run="1")
    hits = sum(len(row["hits"]) for row in two_runs.runs.get(1).report["rows"])
    assert f"{hits} 件の結果で" in said(app)
    assert sum(table_with(app, "信頼度の区間")["結果の数"]) == hits


def test_sets_are_listed_with_counts_and_one_opens(engine: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, "sets")
    (row,) = table_with(app, "答えなし").to_dict("records")
    assert (row["判定セット"], row["問い"], row["答えあり"], row["答えなし"]) == ("社内", 3, 2, 1)
    app.selectbox(key="quality_set_query_社内").select("Q1").run()
    assert "表ヘッダーは太字+下線で記載する。" in html_of(app)


def test_a_set_is_deleted_after_a_question_and_its_runs_stay(two_runs: Engine, open_app: OpenApp) -> None:
    app = quality_page(open_app, "sets")
    assert any("元に戻せません" in text.value for text in app.markdown)
    app.button(key="quality_delete").click().run()
    assert "削除しました" in app.success[0].value
    assert two_runs.judged.sets() == []
    assert "今はない" in said(quality_page(open_app, run="1"))


def test_the_lines_of_a_file_are_the_queries(engine: Engine) -> None:
    assert read_judged(LINES.encode(), "x.jsonl") == QUERIES


def test_feedback_is_listed_closed_and_opened_again(engine: Engine, open_app: OpenApp) -> None:
    engine.feedback.file(
        Query(text="休暇の申請"), expected=ExpectedRule(doc="休暇規程.docx", evidence="事前に申請する")
    )
    app = quality_page(open_app, "feedback")
    (row,) = table_with(app, "原因").to_dict("records")
    assert (row["原因"], row["状態"], row["問い"]) == ("ハンドブックにない", "未対応", "休暇の申請")
    app.selectbox(key="quality_feedback_opened").select(1).run()
    assert "休暇規程.docx" in html_of(app)
    app.button(key="quality_feedback_state").click().run()
    assert engine.feedback.get(1).state is FeedbackState.DONE
    assert "完了にしました" in app.success[0].value
    assert app.button(key="quality_analyse").disabled


def test_open_feedback_is_analysed_into_causes_and_proposals(engine: Engine, open_app: OpenApp) -> None:
    engine.feedback.file(
        Query(text="休暇の申請"), expected=ExpectedRule(doc="休暇規程.docx", evidence="事前に申請する")
    )
    app = quality_page(open_app, "feedback")
    app.button(key="quality_analyse").click().run()
    assert not app.exception
    assert "休暇規程\\.docx" in said(app)
    causes = next(t.value for t in app.dataframe if "件数" in t.value.columns)
    assert list(causes["原因"]) == ["ハンドブックにない"]


def test_proposals_are_checked_over_the_feedback_and_over_a_judged_set(
    engine: Engine, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_RETRIEVAL__TOP_K", "1")
    for text in ("表ヘッダー 太字", "表ヘッダー 書き方"):
        second = engine.rag.run(Query(text=text)).chunks[1]
        engine.feedback.file(Query(text=text), expected=ExpectedRule(doc=second.doc, evidence=second.content))
    app = quality_page(open_app, "feedback")
    app.button(key="quality_analyse").click().run()
    app.selectbox(key="quality_check_set").select("社内").run()
    app.button(key="quality_check").click().run()
    assert not app.exception
    assert "期待した規則が返るもの: 0 件 → 2 件" in said(app)
    assert set(table_with(app, "範囲")["範囲"]) == {"フィードバック", "判定セット"}
    assert "top_k: 2" in "\n".join(code.value for code in app.code)


def test_a_wrong_hit_without_an_expected_rule_has_no_cause(engine: Engine, open_app: OpenApp) -> None:
    hit = engine.rag.run(Query(text="主キー")).chunks[0]
    engine.feedback.file(Query(text="主キー"), kind=FeedbackKind.WRONG, marked=hit.evidence_key)
    app = quality_page(open_app, "feedback")
    assert list(table_with(app, "原因")["原因"]) == ["—"]
