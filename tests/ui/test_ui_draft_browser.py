"""The draft in a real browser: a full reload, a restart of the server, and the end in a published version."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.handbooks import RULES, write_documents
from tests.ui.conftest import ROOT
from tests.ui.test_ui_browser import browser, stop, upload

__all__ = ["browser"]  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Serve = Callable[[], subprocess.Popen[str]]
NAMES = ["記入規則.md", "設計方針.md"]


@pytest.fixture
def address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


@pytest.fixture
def serve(tmp_path: Path, address: str) -> Iterator[Serve]:
    """Starts a server at the address over one home, however often it was stopped; it is ready when this returns."""
    with ExitStack() as stack:

        def start() -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(urlsplit(address).port)],
                cwd=ROOT,
                env={
                    **os.environ,
                    "RULEBOOK_HOME": str(tmp_path / "規程集"),
                    "RULEBOOK_EMBEDDING__MODEL": "hashing",
                    "PYTHONUNBUFFERED": "1",
                },
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            stack.callback(stop, process)
            assert process.stdout
            said = []
            for line in process.stdout:
                said.append(line)
                if "URL:" in line:
                    return process
            raise AssertionError(f"the server did not start: {''.join(said)}")

        yield start


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ja-JP")
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def draft_in(page: Page) -> str:
    """The draft that the address names, empty when it names none."""
    return parse_qs(urlsplit(page.url).query).get("draft", [""])[0]


def wait_for_rows(page: Page, categories: dict[str, str]) -> None:
    """Waits until the table of dropped files shows these files with these categories.

    It holds the codes; what is drawn are their names."""
    expected = [[name, category] for name, category in sorted(categories.items())]
    page.wait_for_function(
        """expected => {
            const grid = document.querySelector('[data-testid="stDataFrame"] canvas [role="grid"]');
            if (!grid) return false;
            const rows = [...grid.querySelectorAll('tbody tr')].map(
                row => [...row.querySelectorAll('[role="gridcell"]')].slice(1, 3).map(cell => cell.textContent));
            return JSON.stringify(rows) === JSON.stringify(expected);
        }""",
        arg=expected,
    )


def choose_category(page: Page, row: int, category: str) -> None:
    """As a person does: opens the cell and picks from its list."""
    table = page.get_by_test_id("stDataFrameResizable").first
    table.dblclick(position={"x": 75 + 230 + 30, "y": 35 + 35 * row + 17})
    page.get_by_role("option", name=category).click()


def test_a_draft_survives_a_reload_and_a_restart_and_ends_with_its_build(
    page: Page, serve: Serve, address: str, tmp_path: Path
) -> None:
    server = serve()
    page.goto(address)
    page.get_by_role("heading", level=1, name="構築").wait_for()
    assert draft_in(page) == ""
    upload(page, *write_documents(tmp_path / "files", {name: RULES[name] for name in NAMES}))
    wait_for_rows(page, {"記入規則.md": "write", "設計方針.md": "design"})
    chosen = {"記入規則.md": "ref", "設計方針.md": "design"}
    choose_category(page, 0, "参考")
    wait_for_rows(page, chosen)
    page.wait_for_url(re.compile("[?&]draft="))
    draft = draft_in(page)

    page.reload()
    wait_for_rows(page, chosen)
    assert draft_in(page) == draft

    stop(server)
    serve()
    page.goto(f"{address}/build?draft={draft}")
    wait_for_rows(page, chosen)

    page.get_by_role("button", name="v1 を構築する").click()
    page.get_by_text("v1 を公開しました").wait_for()
    page.wait_for_function("() => !location.search.includes('draft=')")
    page.goto(f"{address}/build?draft={draft}")
    page.get_by_text("下書きはもうありません").wait_for()


def test_a_page_that_stays_open_while_the_server_restarts_goes_on_with_its_draft(
    page: Page, serve: Serve, address: str, tmp_path: Path
) -> None:
    server = serve()
    page.goto(address)
    upload(page, *write_documents(tmp_path / "files", {NAMES[0]: RULES[NAMES[0]]}))
    wait_for_rows(page, {"記入規則.md": "write"})
    choose_category(page, 0, "参考")
    wait_for_rows(page, {"記入規則.md": "ref"})
    page.locator("input[type=file]").evaluate("zone => zone.dataset.before = 'the restart'")
    stop(server)
    serve()
    page.locator('[data-test-connection-state="CONNECTED"]').wait_for()
    page.get_by_text("読めないファイルを除いて公開する").click()  # whatever is done first draws the page anew
    page.locator("input[type=file]:not([data-before])").wait_for(state="attached")
    upload(page, *write_documents(tmp_path / "more", {NAMES[1]: RULES[NAMES[1]]}))
    wait_for_rows(page, {"記入規則.md": "ref", "設計方針.md": "design"})
    assert page.get_by_test_id("stFileUploaderFile").count() == 0
