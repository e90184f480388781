"""Quality as a person meets it: a file is measured twice, compared, its set exported and deleted, feedback analysed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rulebook.evaluation.judged import read_judged
from rulebook.model.feedback import ExpectedRule
from rulebook.model.search import Query
from tests.handbooks import engine_at
from tests.ui.test_ui_browser import browser, foreign, start_server, stop, upload
from tests.ui.test_ui_quality import LINES, QUERIES

__all__ = ["browser"]  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

PATIENCE_MS = 120_000


@pytest.fixture
def quality(browser: Browser, tmp_path: Path, two_versions: Path) -> Iterator[Page]:
    """The page over two versions and one feedback. Fails when a dialog opened, as only injected script could do, or
    when the page asked anybody else for something."""
    home = shutil.copytree(two_versions, tmp_path / "規程集")
    engine = engine_at(home)
    expected = ExpectedRule(doc="休暇規程.docx", evidence="<img src=x onerror=alert(1)>")
    engine.feedback.file(Query(text="休暇の申請"), expected=expected)
    engine.close()
    strange: list[str] = []
    with ExitStack() as stack:
        process, address = start_server(home, "hashing")
        stack.callback(stop, process)
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ja-JP", accept_downloads=True)
        stack.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)

        def refuse(dialog: Dialog) -> None:
            strange.append(dialog.message)
            dialog.dismiss()

        page.on("dialog", refuse)
        page.on("request", lambda request: strange.append(request.url) if foreign(request.url, address) else None)
        page.goto(f"{address}/quality")
        page.get_by_role("heading", level=1, name="品質").wait_for()
        yield page
    assert strange == []


def open_view(page: Page, name: str) -> None:
    page.get_by_test_id("stButtonGroup").get_by_text(name, exact=True).click()


def test_a_file_is_measured_compared_exported_and_deleted(quality: Page) -> None:
    page = quality
    page.get_by_text("まだ測定がありません").wait_for()
    upload(page, {"name": "社内.jsonl", "mimeType": "application/x-ndjson", "buffer": LINES.encode()})
    page.get_by_role("button", name="v2 を測定する（3 問）").click()
    page.get_by_text("測定 #1 を保存しました").wait_for()
    page.get_by_test_id("stVegaLiteChart").first.wait_for()
    page.wait_for_url("**/quality?view=measure&run=1")

    page.get_by_test_id("stExpander").get_by_text("測定する", exact=True).click()
    page.get_by_text("再順位付け", exact=True).last.click()
    page.get_by_role("button", name="v2 を測定する（3 問）").click()
    page.get_by_text("測定 #2 を保存しました").wait_for()
    page.wait_for_url("**/quality?view=measure&run=2")
    page.wait_for_function("() => [...document.querySelectorAll('input')].some(i => i.value.startsWith('#2 '))")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV をダウンロード（3 行）").click()
    assert "Q3" in Path(download.value.path()).read_text(encoding="utf-8-sig")

    open_view(page, "比較")
    page.wait_for_url("**/quality?compare=1..2")
    page.get_by_text("設定の違い").wait_for()

    open_view(page, "信頼度")
    page.get_by_text("点が破線に重なれば言葉どおり").wait_for()
    page.get_by_test_id("stVegaLiteChart").wait_for()

    open_view(page, "判定セット")
    with page.expect_download() as download:
        page.get_by_role("button", name="JSONL をダウンロード").click()
    assert download.value.suggested_filename == "社内.jsonl"
    assert read_judged(Path(download.value.path()).read_bytes(), "x") == QUERIES
    page.get_by_role("button", name="削除する", exact=True).click()
    page.get_by_role("button", name="元に戻せないことを承知して削除する").click()
    page.get_by_text("判定セット 社内 を削除しました").wait_for()
    page.get_by_text("判定セットはまだありません").wait_for()


def test_a_file_with_a_wrong_line_is_told_with_the_line_and_nothing_is_imported(quality: Page) -> None:
    page = quality
    open_view(page, "判定セット")
    page.get_by_text("左で選んだ版を測ります").wait_for(state="detached")  # with its own place for a file
    broken = (LINES + "{broken\n").encode()
    upload(page, {"name": "社内.jsonl", "mimeType": "application/x-ndjson", "buffer": broken})
    page.get_by_test_id("stAlert").filter(has_text="社内.jsonl, line 4").wait_for()
    assert page.get_by_role("button", name="取り込む", exact=True).count() == 0


def test_feedback_is_opened_and_analysed(quality: Page) -> None:
    page = quality
    open_view(page, "フィードバック")
    page.get_by_role("combobox", name="フィードバックを見る").click()
    page.get_by_role("option").first.click()
    page.locator(".rb-card", has_text="<img src=x onerror=alert(1)>").wait_for()
    page.get_by_role("button", name="v2 で分析する（未対応 1 件）").click()
    page.get_by_text("文書をハンドブックに加える: 休暇規程.docx").wait_for()
    page.get_by_role("button", name="完了にする").click()
    page.get_by_text("フィードバック 1 を完了にしました").wait_for()
