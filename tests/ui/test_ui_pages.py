"""Every page opens, over an empty and a filled store, in every language, and shows errors as sentences."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rulebook.ui.words import LANGUAGES
from tests.ui.conftest import HOSTILE_NAME, ROOT, OpenApp, html_of

PAGES = sorted(path.name for path in (ROOT / "pages").glob("*.py"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_over_an_empty_store(open_app: OpenApp, page: str, language: str) -> None:
    app = open_app()
    app.session_state["frame_language"] = language
    app.run().switch_page(f"pages/{page}").run()
    assert not app.exception
    assert not app.error
    assert len(app.title) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_over_a_filled_store(filled: Path, open_app: OpenApp, page: str, language: str) -> None:
    app = open_app()
    app.session_state["frame_language"] = language
    app.run().switch_page(f"pages/{page}").run()
    assert not app.exception
    assert not app.error
    assert app.sidebar.text[0].value == filled.name


def test_the_frame_names_the_active_version_and_the_models(filled: Path, open_app: OpenApp) -> None:
    badges = [element.value for element in open_app().run().sidebar.markdown]
    assert any("v2" in badge for badge in badges)
    assert any("hashing" in badge for badge in badges)


def test_an_empty_store_says_what_to_do_and_offers_the_sample(open_app: OpenApp) -> None:
    app = open_app().run()
    assert "まだ空です" in app.info[0].value
    assert app.button(key="build_sample").label == "サンプルの規則ハンドブックを構築する"


def test_a_store_that_cannot_be_opened_is_an_error_with_its_code(home: Path, open_app: OpenApp) -> None:
    home.parent.joinpath(home.name).write_text("a file where the folder should be")
    app = open_app().run()
    assert not app.exception
    assert "E\\_STORE" in app.error[0].value


def test_an_unexpected_fault_shows_an_id_and_nothing_of_the_inside(caplog: pytest.LogCaptureFixture) -> None:
    app = AppTest.from_function(faulty_page).run()
    assert not app.exception
    found = re.search(r"記録番号 ([0-9a-f]{8})", app.error[0].value)
    assert found
    assert found.group(1) in caplog.text
    assert "the inside" in caplog.text
    assert "the inside" not in app.error[0].value


def faulty_page() -> None:
    from rulebook.ui.boundary import error_boundary
    from rulebook.ui.words import words_of

    with error_boundary(words_of("ja")):
        raise KeyError("the inside")


def test_a_document_opens_with_its_marks_and_its_text_as_text(filled: Path, open_app: OpenApp) -> None:
    app = open_app().run()
    app.selectbox(key="build_document").select(HOSTILE_NAME).run()
    shown = html_of(app)
    assert not app.exception
    assert "<b>太字</b>" in shown
    assert "<s>取消</s>" in shown
    assert "5 &lt; 6" in shown
    assert "&lt;img src=x onerror=alert(1)&gt;.md#" in shown
    assert "<img" not in shown
    assert "<script" not in shown


def test_another_version_is_activated_after_a_question(filled: Path, open_app: OpenApp) -> None:
    app = open_app().run().switch_page("pages/versions.py").run()
    assert list(app.dataframe[0].value["版"]) == ["v2", "v1"]
    app.selectbox(key="versions_chosen").select("v1").run()
    assert any("v1 を有効にします" in text.value for text in app.markdown)
    app.button(key="versions_confirm").click().run()
    assert not app.exception
    assert list(app.dataframe[0].value["状態"]) == ["", "有効"]


def test_a_damaged_version_is_told_and_does_not_hide_the_others(filled: Path, open_app: OpenApp) -> None:
    (filled / "versions" / "v1" / "manifest.json").write_text("{}")
    app = open_app().run().switch_page("pages/versions.py").run()
    assert not app.exception
    assert "E\\_VERSION\\_DAMAGED" in app.error[0].value
    assert list(app.dataframe[0].value["版"]) == ["v2"]


def test_the_server_stays_on_this_machine_and_tells_nobody() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"] == {
        "headless": True,
        "address": "127.0.0.1",
        "maxUploadSize": 50,
        "maxMessageSize": 50,
        "enableXsrfProtection": True,
        "enableCORS": True,
        "fileWatcherType": "none",
        "disconnectedSessionTTL": 600,
    }
    assert config["browser"] == {"gatherUsageStats": False}
    assert config["client"]["showErrorDetails"] == "none"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_short_and_its_widgets_carry_its_name(page: str) -> None:
    source = (ROOT / "pages" / page).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 120
    keys = re.findall(r'key="(\w+)"', source)
    assert all(key.startswith(f"{page.removesuffix('.py')}_") for key in keys)


def test_only_one_file_makes_html() -> None:
    files = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "rulebook" / "ui").glob("*.py")]
    makers = [f.name for f in files if re.search(r"st\.html|unsafe_allow_html", f.read_text(encoding="utf-8"))]
    assert makers == ["richtext.py"]
