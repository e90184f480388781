"""The search page: what is asked, what is shown, and that a search has an address."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rulebook.encoders.base import Vectors
from rulebook.encoders.hashing import HashingEncoder
from rulebook.errors import EncoderUnavailable, UsageError
from rulebook.ui.query_address import from_address
from tests.ui.conftest import OpenApp, html_of


def search_page(open_app: OpenApp, **address: str) -> AppTest:
    app = open_app()
    for name, value in address.items():
        app.query_params[name] = value
    return app.run().switch_page("pages/search.py").run()


def search(app: AppTest, text: str) -> AppTest:
    app.text_input(key="search_query").input(text)
    return app.button(key="search_send").click().run()


def test_hits_show_marks_matched_words_place_level_and_every_score(filled: Path, open_app: OpenApp) -> None:
    app = search(search_page(open_app), "表ヘッダー")
    shown = html_of(app)
    assert not app.exception
    assert "<mark>表ヘッダー</mark>" in shown
    assert "記入規則.md#" in shown
    assert "図表規則.md#" in shown
    assert "rb-chip" in shown
    assert "ベクトル #" in shown
    assert "BM25 #1 " in shown
    assert "RRF 0.03" in shown
    assert "= 1/6" in shown


def test_a_search_has_an_address_that_gives_the_same_result(filled: Path, open_app: OpenApp) -> None:
    first = search(search_page(open_app), "表ヘッダー")
    address = {name: str(value) for name, value in first.query_params.items()}
    assert address["q"] == "表ヘッダー"
    again = search_page(open_app, **address)
    assert html_of(again) == html_of(first)


def test_a_result_stays_until_the_next_search_is_sent(filled: Path, open_app: OpenApp) -> None:
    app = search(search_page(open_app), "表ヘッダー")
    before = html_of(app)
    app.text_input(key="search_query").input("主キー").run()
    assert html_of(app) == before


def test_a_wrong_address_is_told_and_the_form_stays(filled: Path, open_app: OpenApp) -> None:
    app = search_page(open_app, q="表", agent="boss")
    assert "agent\\=boss" in app.error[0].value
    assert html_of(search(app, "表ヘッダー"))


def test_the_version_beside_the_page_is_the_one_that_is_searched(filled: Path, open_app: OpenApp) -> None:
    app = search(search_page(open_app), "数値の列")
    assert "中央揃え" in html_of(app)
    app.selectbox(key="frame_version_ja").select("v1").run()
    app = search(app, "数値の列")
    assert "右寄せ" in html_of(app)
    assert app.query_params["version"] == "v1"


def test_without_a_handbook_the_builtin_rules_are_said_to_be_none_of_it(open_app: OpenApp) -> None:
    app = search(search_page(open_app), "表ヘッダー")
    assert "規則ハンドブックがまだありません" in app.warning[0].value
    assert any("ハンドブックの規則ではありません" in caption.value for caption in app.caption)
    assert "組み込み" in html_of(app)
    assert "RRF" not in html_of(app)


def test_a_model_that_fails_costs_a_channel_and_is_told(
    filled: Path, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: HashingEncoder, texts: Sequence[str]) -> Vectors:
        raise EncoderUnavailable("out of memory.")

    monkeypatch.setattr(HashingEncoder, "encode_queries", fail)
    app = search(search_page(open_app), "表ヘッダー")
    assert "語の一致だけで検索しました" in app.warning[0].value
    assert "ベクトル —" in html_of(app)


def test_a_model_that_is_not_there_is_told_and_the_version_is_searched_with_its_own(
    filled: Path, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_EMBEDDING__MODEL", "no-such-model")
    app = search(search_page(open_app), "表ヘッダー")
    assert not app.warning
    assert "ベクトル #" in html_of(app)
    assert any("使えません" in element.value for element in app.sidebar.markdown)


def test_a_reranker_that_is_not_there_leaves_the_order_of_the_fusion_and_is_told(
    filled: Path, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_RERANK__MODEL", "no-such-model")
    app = search_page(open_app, q="表ヘッダー", top_k="1")
    assert "再順位付け" in app.warning[0].value
    assert "(RRF 1位)" in html_of(app)


def test_a_query_without_a_match_says_so(filled: Path, open_app: OpenApp) -> None:
    app = search_page(open_app, q="zzzz", mode="keyword")
    assert "見つかりませんでした" in app.info[0].value


def test_an_empty_query_is_asked_for(filled: Path, open_app: OpenApp) -> None:
    app = search(search_page(open_app), "  ")
    assert not app.error
    assert app.info[0].value == "問いを入力してください。"


def test_the_agent_decides_which_fields_are_asked(filled: Path, open_app: OpenApp) -> None:
    app = search_page(open_app)
    fields = {"any": set(), "writer": {"chapter", "element_ids", "description"}, "qa": {"chapter"}}
    for agent, wanted in fields.items():
        app.button_group(key="search_agent").set_value(agent).run()
        assert {str(field.key) for field in app.text_input} == {f"search_{name}" for name in {"query", *wanted}}
    assert app.text_area(key="search_passage").label == "確認する文章"


def test_the_context_for_a_prompt_can_be_copied(filled: Path, open_app: OpenApp) -> None:
    app = search(search_page(open_app), "表ヘッダー")
    assert app.code[0].value.startswith("--- 適用される規則（規則ハンドブック v2）---")


@pytest.mark.parametrize(
    "wrong", [{"agent": "boss"}, {"category": "x"}, {"mode": "fast"}, {"top_k": "many"}, {"rerank": "maybe"}]
)
def test_a_value_that_is_not_allowed_is_refused_and_not_ignored(wrong: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="which is not allowed"):
        from_address({"q": "表", **wrong})


def test_an_address_without_a_query_names_no_search() -> None:
    assert from_address({"agent": "writer", "q": " "}) is None
