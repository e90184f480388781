"""The search page as a person meets it: the account of a hit, a comparison that is sent on, judging, a missing rule."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from rulebook.model.judged import JudgedQuery
from tests.handbooks import engine_at
from tests.ui.conftest import ROOT
from tests.ui.test_ui_browser import browser, foreign, start_server, stop

__all__ = ["browser"]  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    OpenSearch = Callable[..., Page]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, two_versions: Path) -> Path:
    return Path(shutil.copytree(two_versions, tmp_path_factory.mktemp("searched") / "規程集"))


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[str]:
    process, address = start_server(home, "hashing")
    yield address
    stop(process)


@pytest.fixture
def open_search(browser: Browser, server: str) -> Iterator[OpenSearch]:
    """Opens the address of a search as somebody does who got it sent; nobody else may be asked for anything."""
    strange: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ja-JP")

    def open_address(**query: str) -> Page:
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("request", lambda request: strange.append(request.url) if foreign(request.url, server) else None)
        page.goto(f"{server}/search?{urlencode(query)}")
        page.locator(".rb-card").first.wait_for()
        return page

    yield open_address
    context.close()
    assert strange == []


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def judged(home: Path, text: str) -> list[JudgedQuery]:
    """The query of that text in every set."""
    engine = engine_at(home, vector_store={"adapter": "memory"})
    try:
        stored = [query for name, _ in engine.judged.sets() for query in engine.judged.queries(name)]
        return [query for query in stored if query.query == text]
    finally:
        engine.close()


def test_a_hit_tells_level_chance_channels_fusion_and_what_the_rerank_did(open_search: OpenSearch) -> None:
    page = open_search(q="表ヘッダー", top_k="2")
    shown = page.locator(".rb-card").first.inner_text()
    assert re.search(r"(有力|参考|弱い) · \S+", shown)
    assert re.search(r"ベクトル (#\d+ -?\d\.\d{3}|—)", shown)
    assert re.search(r"BM25 #\d+ \d+\.\d\d\s+〔.*表.*〕", shown)
    assert re.search(r"RRF 0\.0\d{3} = 1/\d+", shown)
    assert re.search(r"再順位付け(で \d+ つ|の後も)", shown)
    page.get_by_test_id("stVegaLiteChart").nth(1).wait_for()


def test_a_comparison_is_set_up_and_its_address_opens_the_same_one(open_search: OpenSearch) -> None:
    page = open_search(q="表ヘッダー", top_k="2")
    page.get_by_text("条件を並べて比較", exact=True).click()
    page.get_by_role("spinbutton", name="RRF の k").fill("5")
    page.get_by_role("spinbutton", name="件数").nth(1).fill("4")
    button(page, "比較する").click()
    page.locator(".rb-compact").first.wait_for()
    marks = page.locator(".rb-compact .rb-chip").all_inner_texts()
    assert any(re.fullmatch(r"[↑↓]\d+|同じ順位", mark) for mark in marks)
    assert "こちらだけ" in marks
    page.wait_for_url(re.compile("second_rrf_k=5"))
    sent = page.context.new_page()
    sent.goto(page.url)
    sent.locator(".rb-compact").first.wait_for()
    sent.wait_for_function("n => document.querySelectorAll('.rb-compact').length === n", arg=len(_cards(page)))
    assert _cards(sent) == _cards(page)


def settled(page: Page) -> None:
    """Waits until Streamlit has answered the last input."""
    page.locator("[data-testid='stApp'][data-test-script-state='notRunning']").wait_for()


def _cards(page: Page) -> list[str]:
    return page.locator(".rb-compact").all_inner_texts()


def test_a_hit_is_saved_into_a_set_whose_name_is_typed(open_search: OpenSearch, home: Path) -> None:
    page = open_search(q="図の番号", top_k="2")
    button(page, "正解として保存").first.click()
    name = page.get_by_role("combobox", name="判定セット")
    name.fill("図の問い")
    name.press("Enter")
    settled(page)  # a click while the page is drawn anew would go to what is taken away
    page.get_by_role("radio", name="2 答えの一部").check()
    settled(page)
    button(page, "正解を保存する").click()
    page.get_by_text("「図の問い」に保存しました").wait_for()
    (query,) = judged(home, "図の番号")
    assert (query.query, query.lang, query.gold[0].grade) == ("図の番号", "ja", 2)
    assert query.gold[0].evidence in page.locator(".rb-body").first.inner_text()


def test_a_query_is_saved_as_one_without_an_answer(open_search: OpenSearch, home: Path) -> None:
    page = open_search(q="懲戒処分の手続き", top_k="1")
    button(page, "この質問には答えがない").click()
    button(page, "「答えなし」として保存する").click()
    page.get_by_text("「答えなし」の問いとして保存しました").wait_for()
    assert [query.answerable for query in judged(home, "懲戒処分の手続き")] == [False]


def test_a_missing_rule_is_found_in_the_handbook_and_its_cause_told(open_search: OpenSearch) -> None:
    page = open_search(q="表ヘッダー", category="write")
    button(page, "期待した規則がない").click()
    words = page.get_by_role("textbox", name="含まれる語")
    words.fill("主キー 連番")
    words.press("Enter")
    page.get_by_text("期待した規則（1 件）").wait_for()
    page.get_by_role("combobox", name="期待した規則（1 件）").click()
    page.get_by_role("option").first.click()
    page.locator(".rb-card", has_text="設計方針.md#").wait_for()
    button(page, "送って原因を調べる").click()
    page.get_by_text("規則の分類が検索の対象に入っていません").wait_for()
    assert button(page, "送って原因を調べる").count() == 0


def test_the_context_for_a_prompt_opens_with_its_tokens(open_search: OpenSearch) -> None:
    page = open_search(q="表ヘッダー")
    page.get_by_text(re.compile(r"プロンプトに入る文脈（\d+ / 2000 トークン）")).click()
    page.get_by_test_id("stCode").get_by_text("v2").first.wait_for()


@pytest.fixture
def finding_nothing(tmp_path: Path) -> dict[str, str]:
    """The environment of a server whose every search comes back without evidence: Python runs this at its start."""
    (tmp_path / "sitecustomize.py").write_text(
        "from dataclasses import replace\n"
        "from rulebook.model.search import EvidenceStatus\n"
        "from rulebook.retrieval.service import RagService\n"
        "run = RagService.run\n"
        "status = EvidenceStatus.NO_EVIDENCE\n"
        "RagService.run = lambda self, query: replace(run(self, query), evidence_status=status)\n"
    )
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}


def test_what_is_no_evidence_is_said_first_and_the_nearest_are_set_back(
    browser: Browser, home: Path, finding_nothing: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in finding_nothing.items():
        monkeypatch.setenv(name, value)
    process, address = start_server(home, "hashing")
    page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="ja-JP")
    page.set_default_timeout(60_000)
    try:
        page.goto(f"{address}/search?{urlencode({'q': '懲戒処分の手続き'})}")
        page.get_by_text("この問いに答える規則は見つかりませんでした").wait_for()
        nearest = page.locator(".rb-back .rb-card")
        nearest.first.wait_for()
        assert nearest.count() == page.locator(".rb-card").count()
        assert nearest.first.evaluate("card => getComputedStyle(card).borderTopStyle") == "dashed"
        assert re.search(r"(有力|参考|弱い) · \S+", nearest.first.inner_text())
    finally:
        page.close()
        stop(process)
