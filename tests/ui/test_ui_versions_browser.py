"""The versions as a person meets them: compare two, go back to one, retire it, end a session, keep its record."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.handbooks import engine_at
from tests.ui.test_ui_browser import browser, foreign, start_server, stop

__all__ = ["browser"]  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS = 120_000
BOXES = "() => ['.rb-old', '.rb-new'].map(side => document.querySelector(side).getBoundingClientRect().toJSON())"


@pytest.fixture
def versions(browser: Browser, tmp_path: Path, two_versions: Path) -> Iterator[Page]:
    """The comparison of v1 and v2, opened by its address, while the session 下書き-7 holds v1."""
    home = shutil.copytree(two_versions, tmp_path / "規程集")
    engine = engine_at(home)
    engine.sessions.lock_version("下書き-7", "v1")
    engine.close()
    strange: list[str] = []
    with ExitStack() as stack:
        process, address = start_server(home, "hashing")
        stack.callback(stop, process)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="ja-JP", accept_downloads=True)
        stack.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("request", lambda request: strange.append(request.url) if foreign(request.url, address) else None)
        page.goto(f"{address}/versions?compare=v1..v2")
        page.get_by_role("heading", level=1, name="版").wait_for()
        yield page
    assert strange == []


def open_view(page: Page, name: str) -> None:
    page.get_by_test_id("stButtonGroup").get_by_text(name, exact=True).click()


def test_a_version_is_compared_left_by_its_session_and_retired(versions: Page) -> None:
    page = versions
    page.locator(".rb-old mark", has_text="右寄せ").wait_for()
    page.locator(".rb-new mark", has_text="中央揃え").wait_for()
    old, new = page.evaluate(BOXES)
    assert (old["top"], old["right"] < new["left"]) == (new["top"], True)
    page.get_by_test_id("stVegaLiteChart").wait_for()

    open_view(page, "内容")
    page.get_by_role("combobox", name="版を見る").press("ArrowDown")
    page.get_by_role("option", name="v1").click()
    page.wait_for_url("**/versions?version=v1")
    page.get_by_role("button", name="v1 を整理する").click()
    page.get_by_text("v1 は次のセッションが固定しているので整理できません: 下書き-7").wait_for()
    page.keyboard.press("Escape")

    open_view(page, "セッション")
    with page.expect_download() as download:
        page.get_by_role("button", name="記録を書き出す").click()
    record = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (record["session_id"], record["version"], record["ended_at"]) == ("下書き-7", "v1", None)
    page.get_by_role("button", name="セッションを終了する").click()
    page.get_by_role("button", name="終了する", exact=True).click()
    page.get_by_text("セッション 下書き-7 を終了しました").wait_for()

    open_view(page, "内容")
    page.get_by_role("combobox", name="版を見る").press("ArrowDown")
    page.get_by_role("option", name="v1").click()
    page.get_by_role("button", name="v1 を整理する").click()
    page.get_by_text("元に戻せません").wait_for()
    page.get_by_role("button", name="整理する", exact=True).click()
    page.get_by_text("v1 を整理しました。空いた容量は").wait_for()
    page.get_by_text("記録としてマニフェストだけが残っています").wait_for()
    assert page.get_by_role("button", name="v1 を有効にする").count() == 0
