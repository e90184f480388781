"""The workbench as a person meets it: a real server, a real Chromium, the sample handbook."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.ui.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    OpenPage = Callable[..., Page]

SAMPLES = ROOT / "data" / "samples" / "handbook"
QUIET = ("gpu", "quic", "background-networking", "component-update", "sync")
FLAGS = ["--no-first-run", *(f"--disable-{part}" for part in QUIET)]
PATIENCE_MS = 180_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    binary = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if binary is None:
        pytest.skip("Chromium is not installed")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=binary, args=FLAGS, chromium_sandbox=False)
        yield started
        started.close()


def start_server(home: Path, model: str) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, ready when this returns."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
        cwd=ROOT,
        env={**os.environ, "RULEBOOK_HOME": str(home), "RULEBOOK_EMBEDDING__MODEL": model, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if "URL:" in line:
            return process, f"http://127.0.0.1:{port}"
    raise AssertionError(f"the server did not start: {''.join(said)}")


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[OpenPage]:
    """Opens an address of a server over an empty home. Fails when a dialog opened, as only injected script could do,
    or when the page asked anybody else for something."""
    strange: list[str] = []
    with ExitStack() as stack:

        def open_address(path: str = "/", *, model: str = "hashing") -> Page:
            process, address = start_server(tmp_path / "規程集", model)
            stack.callback(stop, process)
            context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ja-JP")
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on("dialog", lambda dialog: (strange.append(dialog.message), dialog.dismiss()))
            page.on("request", lambda request: strange.append(request.url) if foreign(request.url, address) else None)
            page.goto(f"{address}{path}")
            page.get_by_role("heading", level=1).wait_for()
            return page

        yield open_address
    assert strange == []


def foreign(url: str, address: str) -> bool:
    return not url.startswith((address, address.replace("http", "ws"), "data:", "blob:"))


def stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    process.wait(timeout=30)
    if process.stdout:
        process.stdout.close()


def upload(page: Page, *files: Path | dict[str, Any]) -> None:
    page.locator("input[type=file]").set_input_files(list(files))  # type: ignore[arg-type]


def search(page: Page, text: str) -> None:
    page.get_by_label("問い", exact=True).fill(text)
    page.get_by_test_id("stFormSubmitButton").get_by_role("button").click()


def card(page: Page, place: str) -> str:
    """The text of the card whose place starts so."""
    found = page.locator(".rb-card").filter(has_text=place).first
    found.wait_for()
    return found.inner_text()


def assert_both_rules_of_the_table_header(page: Page) -> None:
    """They contradict each other, so neither may stand alone, and each shows how it was found."""
    underlined, bold_only = card(page, "記入規則.docx#見出し!5.1"), card(page, "図表規則.xlsx#")
    assert "太字+下線" in underlined
    assert "太字のみ" in bold_only
    for shown in (underlined, bold_only):
        assert re.search(r"ベクトル #\d+ 0\.\d{3}", shown)
        assert re.search(r"BM25 #\d+ \d+\.\d\d\s+〔.*表.*〕", shown)
        assert re.search(r"RRF 0\.0\d{3} = 1/\d+ \+ 1/\d+", shown)
        assert re.search(r"\d位 \(RRF \d+位\)", shown)
    page.locator(".rb-card u", has_text="太字+下線").wait_for()


def test_uploaded_rules_are_built_and_both_sides_of_a_contradiction_are_found(open_page: OpenPage) -> None:
    page = open_page("/")
    upload(page, *sorted(SAMPLES.rglob("*規則.*")), next(SAMPLES.rglob("*.pptx")))
    page.get_by_role("button", name="v1 を構築する").click()
    page.get_by_text("v1 を公開しました").wait_for()
    page.get_by_role("link", name="検索").click()
    search(page, "表のヘッダー")
    assert_both_rules_of_the_table_header(page)
    page.get_by_test_id("stVegaLiteChart").nth(1).wait_for()


def test_one_click_builds_the_sample_with_the_embedded_model(open_page: OpenPage) -> None:
    page = open_page("/", model="embedded")
    page.get_by_role("button", name="サンプルの規則ハンドブックを構築する").click()
    page.get_by_text("v1 を公開しました").wait_for()
    page.get_by_text("埋め込み e5 + USE 内蔵").first.wait_for()
    page.get_by_role("link", name="検索").click()
    search(page, "表のヘッダー")
    assert_both_rules_of_the_table_header(page)


def test_the_address_of_a_search_opens_inside_the_frame_even_right_after_the_start(open_page: OpenPage) -> None:
    page = open_page("/search?q=%E7%94%A8%E8%AA%9E&top_k=2")
    page.get_by_text("組み込みの最小限の規則だけが適用されます").first.wait_for()
    page.get_by_text("まだ版がありません").wait_for()
    page.wait_for_function("value => [...document.querySelectorAll('input')].some(i => i.value === value)", arg="用語")


@pytest.mark.parametrize("address", ["/", "/build"])
def test_the_first_page_has_an_address_of_its_own(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.wait_for_url("**/build")
    page.get_by_role("heading", level=1, name="構築").wait_for()
    assert page.get_by_role("dialog").count() == 0


def test_hostile_names_and_texts_are_shown_and_never_run(open_page: OpenPage) -> None:
    page = open_page("/")
    name = "<img src=x onerror=alert(1)> **x** :smile: -- [a](javascript:alert(1)).docx"
    upload(page, {"name": name, "mimeType": "application/zip", "buffer": b"PK\x03\x04 broken"})
    page.get_by_role("button", name="v1 を構築する").click()
    page.get_by_text("公開していません").wait_for()
    shown = page.get_by_test_id("stAlert").last.inner_text().replace("\u2060", "")
    assert name in shown
    assert page.get_by_test_id("stAlert").locator("img, a").count() == 0


def test_the_interface_changes_its_language_and_rules_stay_as_they_are(open_page: OpenPage) -> None:
    page = open_page("/")
    language = page.get_by_role("combobox", name="表示言語")
    language.press("ArrowDown")
    page.get_by_role("option", name="English").click()
    page.get_by_role("heading", name="Build", exact=True).wait_for()
    page.get_by_role("link", name="Search").click()
    page.get_by_label("Query").wait_for()
    assert page.get_by_role("combobox", name="Channels").input_value() == "Vector + BM25"
