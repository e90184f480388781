"""What can be done with a result on the search page: compare it, judge it, say what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rulebook.engine import Engine
from rulebook.model.feedback import FeedbackKind, RootCause
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import EvidenceStatus, Query, SearchResult
from rulebook.retrieval.service import RagService
from rulebook.ui.panels import Panel
from tests.handbooks import engine_at
from tests.ui.conftest import OpenApp, html_of
from tests.ui.test_ui_search import search_page

SET = "検索ページ"
UNDERLINED = "表ヘッダーは太字+下線で記載する。"


def press(app: AppTest, label: str, place: int = 0) -> AppTest:
    return [button for button in app.button if button.label == label][place].click().run()


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.success, *app.warning, *app.info, *app.error))


@contextmanager
def looking_at(home: Path) -> Iterator[Engine]:
    engine = engine_at(home, vector_store={"adapter": "memory"})
    yield engine
    engine.close()


def judged(home: Path, set_name: str = SET) -> tuple[JudgedQuery, ...]:
    with looking_at(home) as engine:
        return engine.judged.queries(set_name)


def test_a_second_set_of_conditions_is_searched_beside_the_first_and_marks_what_moved(
    filled: Path, open_app: OpenApp
) -> None:
    app = search_page(open_app, q="表ヘッダー", top_k="2")
    assert "rb-compact" not in html_of(app)
    app.toggle(key="search_compare").set_value(True).run()
    app.selectbox(key="search_second_mode_ja").select("semantic")
    app.number_input(key="search_second_top_k").set_value(4)
    app.number_input(key="search_second_rrf_k").set_value(1)
    app.button(key="search_send").click().run()
    assert not app.exception
    shown = html_of(app)
    assert "= 1/6" in shown
    assert "= 1/2" in shown
    assert "こちらだけ" in shown
    assert {name: str(app.query_params[name]) for name in ("second_mode", "second_rrf_k")} == {
        "second_mode": "semantic",
        "second_rrf_k": "1",
    }
    assert any("**ベクトルのみ**" in caption.value and "**k \\= 1**" in caption.value for caption in app.caption)


def test_the_address_of_a_comparison_gives_the_same_comparison(filled: Path, open_app: OpenApp) -> None:
    address = {"q": "表ヘッダー", "second": "on", "second_mode": "semantic", "second_window": "3"}
    first = search_page(open_app, **address)
    assert "rb-compact" in html_of(first)
    kept = {name: str(value) for name, value in first.query_params.items()}
    assert kept.items() >= address.items()
    again = search_page(open_app, **kept)
    assert html_of(again) == html_of(first)


def test_equal_conditions_move_nothing(filled: Path, open_app: OpenApp) -> None:
    app = search_page(open_app, q="表ヘッダー", second="on")
    shown = html_of(app)
    assert shown.count("同じ順位") == shown.count("rb-compact")
    assert "うち順位が違うもの 0 件" in "".join(element.value for element in app.markdown)


def test_a_hit_is_saved_as_a_right_answer_with_what_was_guessed_of_the_query(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー", agent="writer"), "正解として保存")
    assert "rb-evidence" in html_of(app)
    app = press(app, "正解を保存する")
    assert not app.exception
    assert "正解は 1 件です" in said(app)
    (query,) = judged(filled)
    assert (query.query, query.lang, query.kind, query.intent) == ("表ヘッダー", "ja", "keyword", "writer")
    assert query.gold[0].grade == 3
    with looking_at(filled) as engine:
        hits = engine.rag.run(Query(text="表ヘッダー", agent=query.intent)).chunks
    assert (query.gold[0].doc, query.gold[0].evidence) == (hits[0].doc, hits[0].content)


def test_only_the_chosen_statement_is_saved_with_the_chosen_grade(filled: Path, open_app: OpenApp) -> None:
    app = search_page(open_app, q="表には必ず番号と題名を付ける", mode="keyword", top_k="1")
    app = press(app, "正解として保存")
    (evidence,) = app.multiselect
    place = next(n for n, option in enumerate(evidence.options) if UNDERLINED in option)
    evidence.set_value([place]).run()
    app.button_group[-1].set_value(1).run()
    press(app, "正解を保存する")
    (query,) = judged(filled)
    assert [(gold.evidence, gold.grade) for gold in query.gold] == [(UNDERLINED, 1)]


def test_the_same_query_again_gets_another_answer_and_stays_one(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー"), "正解として保存", 0)
    app = press(press(app, "正解を保存する"), "正解として保存", 1)
    assert "もうあります（正解 1 件）" in said(app)
    app = press(app, "正解を保存する")
    assert "正解は 2 件です" in said(app)
    (query,) = judged(filled)
    assert len({gold.evidence for gold in query.gold}) == 2


def test_a_query_without_an_answer_is_saved_as_such(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="懲戒処分"), "この質問には答えがない")
    app = press(app, "「答えなし」として保存する")
    assert "「答えなし」の問いとして保存しました" in said(app).replace("\\", "")
    (query,) = judged(filled)
    assert not query.answerable


def test_a_query_with_answers_is_not_said_to_have_none_unless_they_are_dropped(filled: Path, open_app: OpenApp) -> None:
    with looking_at(filled) as engine:
        gold = Gold(doc="記入規則.md", evidence=UNDERLINED, grade=3)
        standing = JudgedQuery(
            id=engine.judged.id_of("表ヘッダー"), query="表ヘッダー", lang="ja", kind="keyword", gold=(gold,)
        )
        engine.judged.add(SET, standing)
    app = press(search_page(open_app, q="表ヘッダー"), "この質問には答えがない")
    assert "正解 1 件とともにあります" in said(app)
    save = next(button for button in app.button if button.label == "「答えなし」として保存する")
    assert save.disabled
    app.checkbox[0].check().run()
    press(app, "「答えなし」として保存する")
    assert [query.gold for query in judged(filled)] == [()]


def test_a_missing_rule_is_picked_by_its_words_and_its_cause_is_told_at_once(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー", category="write"), "期待した規則がない")
    app.text_input(key="search_missing_words").input("主キー 連番").run()
    rule = app.selectbox(key="search_missing_rule")
    assert len(rule.options) == 1
    rule.select_index(0).run()
    app.text_area(key="search_missing_note").input("列を決めるとき")
    app.text_input(key="search_missing_by").input("佐藤")
    app = press(app, "送って原因を調べる")
    assert not app.exception
    assert "規則の分類が検索の対象に入っていません" in said(app)
    with looking_at(filled) as engine:
        (filed,) = engine.feedback.all()
    assert (filed.kind, filed.cause, filed.by) == (FeedbackKind.MISSING, RootCause.NOT_SEARCHED, "佐藤")
    assert filed.expected is not None
    assert (filed.expected.doc, filed.note, filed.version) == ("設計方針.md", "列を決めるとき", "v2")


def test_a_missing_rule_can_be_pasted_and_may_be_in_no_document(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー"), "期待した規則がない")
    app.button_group(key="search_missing_way_ja").set_value("paste").run()
    app.selectbox(key="search_missing_pasted_document").select("記入規則.md")
    app.text_area(key="search_missing_text").input("表の罫線は細線とする。").run()
    app = press(app, "送って原因を調べる")
    assert "この文を含む規則がこの版にありません" in said(app)


def test_a_rule_that_was_found_is_said_to_be_there(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー"), "期待した規則がない")
    app.text_input(key="search_missing_words").input("下線で記載").run()
    app.selectbox(key="search_missing_rule").select_index(0).run()
    assert "この規則は結果に入っています" in said(press(app, "送って原因を調べる"))


def test_a_hit_is_reported_as_wrong_and_another_as_not_followed(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー"), "問題を知らせる", 1)
    app = press(app, "知らせる")
    assert not app.exception
    assert "フィードバック 1 として保存しました" in said(app)
    app = press(app, "問題を知らせる", 0)
    (kind,) = [group for group in app.button_group if "report_" in str(group.key)]
    kind.set_value(FeedbackKind.IGNORED).run()
    app = press(app, "知らせる")
    assert "文章がそれに従っていません" in said(app)
    with looking_at(filled) as engine:
        wrong, ignored = engine.feedback.all()
        hits = engine.rag.run(Query(text="表ヘッダー")).chunks
    assert (wrong.kind, wrong.marked, wrong.cause) == (FeedbackKind.WRONG, hits[1].evidence_key, None)
    assert (ignored.kind, ignored.marked, ignored.cause) == (
        FeedbackKind.IGNORED,
        hits[0].evidence_key,
        RootCause.RETRIEVED_IGNORED,
    )


def test_hits_under_other_settings_are_not_reported(filled: Path, open_app: OpenApp) -> None:
    def reports(app: AppTest) -> int:
        return sum(button.label == "問題を知らせる" for button in app.button)

    app = search_page(open_app, q="表ヘッダー", top_k="2", second="on", second_top_k="2")
    assert reports(app) == 4
    app = search_page(open_app, q="表ヘッダー", top_k="2", second="on", second_top_k="2", second_rrf_k="1")
    assert reports(app) == 2


def test_a_form_that_is_open_on_one_page_is_unknown_to_another() -> None:
    here, there = (Panel(page=page, name="missing") for page in ("search", "quality"))
    assert here.key("open") != there.key("open")

    def pages() -> None:
        from rulebook.ui.panels import Panel

        for page in ("search", "quality"):
            Panel(page=page, name="missing").opened(page)

    app = AppTest.from_function(pages).run()
    app.button(key=here.key("open")).click().run()
    assert [app.button(key=panel.key("open")).icon for panel in (here, there)] == [":material/close:", ""]


def test_another_search_closes_what_was_open(filled: Path, open_app: OpenApp) -> None:
    app = press(search_page(open_app, q="表ヘッダー"), "期待した規則がない")
    assert any(button.label == "送って原因を調べる" for button in app.button)
    app.text_input(key="search_query").input("主キー")
    app.button(key="search_send").click().run()
    assert not any(button.label == "送って原因を調べる" for button in app.button)


def test_a_result_without_evidence_says_so_and_sets_the_nearest_back(
    filled: Path, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = RagService.run

    def nothing(self: RagService, query: Query) -> SearchResult:
        return replace(run(self, query), evidence_status=EvidenceStatus.NO_EVIDENCE)

    monkeypatch.setattr(RagService, "run", nothing)
    app = search_page(open_app, q="懲戒処分の手続き")
    assert "この問いに答える規則は見つかりませんでした" in app.warning[0].value
    assert html_of(app).count("rb-back") > 0
    assert html_of(app).count("rb-back") == html_of(app).count("rb-rank")


def test_a_builtin_result_can_be_neither_judged_nor_missed(open_app: OpenApp) -> None:
    app = search_page(open_app, q="表ヘッダー")
    labels = {button.label for button in app.button}
    assert not labels & {"正解として保存", "期待した規則がない", "この質問には答えがない"}


def test_the_context_says_how_many_tokens_it_uses(filled: Path, open_app: OpenApp) -> None:
    app = search_page(open_app, q="表ヘッダー")
    (shown,) = [box.label for box in app.expander if "トークン" in box.label]
    used, budget = (int(number) for number in shown.split("（")[1].split(" トークン")[0].split(" / "))
    assert 0 < used <= budget
