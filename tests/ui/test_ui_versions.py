"""The page of versions: who did what when, what differs, and that nothing is done without saying whom it affects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from rulebook.engine import Engine
from rulebook.ui.session_table import record_json
from rulebook.ui.words import LANGUAGES
from tests.handbooks import engine_at
from tests.ui.conftest import OpenApp, html_of


def versions_page(open_app: OpenApp, view: str = "", language: str = "ja", **address: str) -> AppTest:
    app = open_app()
    app.session_state["frame_language"] = language
    if view:
        app.session_state["versions_view"] = view
    app.run()
    for name, value in address.items():
        app.query_params[name] = value
    return app.switch_page("pages/versions.py").run()


@pytest.fixture
def engine(filled: Path) -> Iterator[Engine]:
    """Beside the workbench, over the same home."""
    opened = engine_at(filled, vector_store={"adapter": "memory"})
    yield opened
    opened.close()


def column(app: AppTest, name: str, table: int = 0) -> list[Any]:
    return list(app.dataframe[table].value[name])


def texts(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.markdown, *app.caption))


def test_the_table_tells_who_when_what_and_which_sessions(engine: Engine, open_app: OpenApp) -> None:
    engine.sessions.lock_version("下書き-7", "v1")
    app = versions_page(open_app)
    assert not app.exception
    assert column(app, "版") == ["v2", "v1"]
    assert column(app, "状態") == ["有効", ""]
    assert column(app, "変更") == ["+1 ~1", "+3"]
    assert "新規 1 · 変更 1" in texts(app)
    assert column(app, "固定中のセッション") == ["", "下書き-7"]
    assert [period.endswith("現在") for period in column(app, "有効だった期間")] == [True, False]
    assert all(column(app, "作成者"))


def test_the_manifest_is_a_table_and_raw_json(filled: Path, open_app: OpenApp) -> None:
    app = versions_page(open_app, version="v2")
    manifest = json.loads((filled / "versions" / "v2" / "manifest.json").read_text(encoding="utf-8"))
    assert column(app, "文書", 1) == [source["name"] for source in manifest["source_files"]]
    assert column(app, "ハッシュ", 1)[0] == manifest["source_files"][0]["hash"].removeprefix("sha256:")[:12]
    assert "v1 から再利用" in column(app, "由来", 1)
    shown = json.loads(app.json[0].value)
    assert shown["source_files"] == manifest["source_files"]
    assert shown["active"]


def test_an_address_selects_a_version_and_follows_the_choice(filled: Path, open_app: OpenApp) -> None:
    app = versions_page(open_app, version="v1")
    assert app.selectbox(key="versions_chosen").value == "v1"
    app.selectbox(key="versions_chosen").select("v2").run()
    assert app.query_params["version"] == "v2"


def test_the_version_that_is_looked_at_is_not_the_one_that_is_searched(filled: Path, open_app: OpenApp) -> None:
    app = open_app()
    app.query_params["version"] = "v1"
    app.run().switch_page("pages/versions.py").run()
    assert app.selectbox(key="frame_version_ja").value == "active"


def test_an_address_of_no_version_says_so_and_shows_the_active_one(filled: Path, open_app: OpenApp) -> None:
    app = versions_page(open_app, version="v9")
    assert "v9" in app.warning[0].value
    assert app.selectbox(key="versions_chosen").value == "v2"


def test_an_address_opens_the_comparison_with_the_words_marked(filled: Path, open_app: OpenApp) -> None:
    app = versions_page(open_app, compare="v1..v2")
    shown = html_of(app)
    assert not app.exception
    assert column(app, "違い", 1) == ["新規", "変更"]
    assert app.selectbox(key="versions_changed").value == "図表規則.md"
    assert "数値の列は<mark>右寄せ</mark>" in shown
    assert "数値の列は<mark>中央揃え</mark>" in shown
    assert "見出しの末尾に" not in shown
    assert "図表規則.md#" in shown


def test_the_other_way_round_is_a_comparison_too_and_equal_versions_differ_in_nothing(
    filled: Path, open_app: OpenApp
) -> None:
    app = versions_page(open_app, compare="v2..v1")
    assert column(app, "違い", 1) == ["削除", "変更"]
    app.selectbox(key="versions_after").select("v2").run()
    assert "文書は同じです" in app.info[0].value
    assert app.query_params["compare"] == "v2..v2"


@pytest.mark.parametrize("value", ["v1..v9", "v1"])
def test_an_address_that_cannot_be_compared_says_why(filled: Path, open_app: OpenApp, value: str) -> None:
    app = versions_page(open_app, compare=value)
    assert not app.exception
    assert len(app.error) == 1
    assert app.selectbox(key="versions_before").value == "v1"


def test_an_added_document_is_shown_as_it_is_and_as_text(filled: Path, open_app: OpenApp) -> None:
    app = versions_page(open_app, compare="v1..v2")
    app.selectbox(key="versions_changed").select("<img src=x onerror=alert(1)>.md").run()
    shown = html_of(app)
    assert "<b>太字</b>" in shown
    assert "<img" not in shown
    assert "<script" not in shown


def test_activating_names_the_sessions_that_stay(engine: Engine, open_app: OpenApp) -> None:
    engine.sessions.lock_version("下書き-7", "v2")
    app = versions_page(open_app, version="v1")
    assert "下書き\\-7 \\(v2\\)" in texts(app)
    app.button(key="versions_confirm").click().run()
    assert "v1 を有効にしました" in app.success[0].value
    assert column(app, "状態") == ["", "有効"]
    assert engine.sessions.get_locked_version("下書き-7") == "v2"
    assert engine.versions.activations()[-1].by


def test_a_version_in_use_says_why_it_cannot_be_retired(engine: Engine, open_app: OpenApp) -> None:
    engine.sessions.lock_version("下書き-7", "v1")
    app = versions_page(open_app, version="v1")
    assert "下書き\\-7" in app.warning[0].value
    app.selectbox(key="versions_chosen").select("v2").run()
    assert "v2 は有効なので" in app.warning[0].value
    assert all(button.key != "versions_retire" for button in app.button)


def test_a_retired_version_gives_its_space_back_and_leaves_its_manifest(engine: Engine, open_app: OpenApp) -> None:
    app = versions_page(open_app, version="v1")
    assert "この版にしかない文書の内容 1 件" in texts(app)
    app.button(key="versions_retire").click().run()
    assert not app.exception
    assert "v1 を整理しました" in app.success[0].value
    assert "KB" in app.success[0].value
    assert column(app, "状態") == ["有効", "整理済み"]
    assert len(column(app, "文書", 1)) == 3
    assert "v1" in app.info[0].value
    assert [row.n for row in engine.versions.all()] == [2]
    assert all(button.key != "versions_confirm" for button in app.button)


def test_a_session_that_locks_meanwhile_keeps_its_version(engine: Engine, open_app: OpenApp) -> None:
    """The page was drawn before; the answer is the refusal of the store, and nothing is gone."""
    app = versions_page(open_app, version="v1")
    engine.sessions.lock_version("下書き-7", "v1")
    app.button(key="versions_retire").click().run()
    assert not app.exception
    assert [row.n for row in engine.versions.all()] == [1, 2]
    assert "下書き\\-7" in "".join(element.value for element in (*app.warning, *app.error))


def test_a_comparison_needs_two_versions_that_are_not_retired(engine: Engine, open_app: OpenApp) -> None:
    engine.handbooks.retire("v1")
    app = versions_page(open_app, view="compare")
    assert "二つ以上" in app.info[0].value


def test_sessions_are_listed_and_one_is_ended_after_a_question(engine: Engine, open_app: OpenApp) -> None:
    engine.sessions.lock_version("済み", "v1")
    engine.sessions.end("済み")
    engine.sessions.lock_version("下書き-7", "v1")
    app = versions_page(open_app, view="sessions")
    assert column(app, "セッション", 1) == ["下書き-7", "済み"]
    assert column(app, "版", 1) == ["v1", "v1"]
    assert column(app, "状態", 1)[0] == "使用中"
    assert "v1 の固定を解きます" in texts(app)
    app.button(key="versions_end").click().run()
    assert "終了しました" in app.success[0].value
    assert all(state.startswith("終了") for state in column(app, "状態", 1))
    assert engine.session_table.living() == []


def test_the_record_of_a_session_is_one_json_document(engine: Engine) -> None:
    engine.sessions.lock_version("下書き-7", "v1")
    record = json.loads(record_json(engine, "下書き-7"))
    assert (record["session_id"], record["version"]) == ("下書き-7", "v1")
    assert len(record["documents"]) == 3


def test_without_sessions_the_page_says_so(filled: Path, open_app: OpenApp) -> None:
    assert "セッションはまだありません" in versions_page(open_app, view="sessions").info[0].value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", ["content", "compare", "sessions"])
def test_every_view_opens_in_every_language(engine: Engine, open_app: OpenApp, view: str, language: str) -> None:
    engine.sessions.lock_version("下書き-7", "v1")
    app = versions_page(open_app, view, language)
    assert not app.exception
    assert not app.error


def test_one_document_is_opened_without_reading_the_others(filled: Path, open_app: OpenApp) -> None:
    app = versions_page(open_app, version="v1")
    app.selectbox(key="versions_document").select("記入規則.md").run()
    assert not app.exception
    assert "表ヘッダーは太字+下線で記載する" in html_of(app)
