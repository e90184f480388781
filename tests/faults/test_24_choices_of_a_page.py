"""Fault kind 24: what a person put together on a page stays, and the page shows only what the server has.

Wrong: a rerun resets the choices below the button; the uploader shows a file that the server no longer has; when the
disk is full or the database is busy the page falls over and everything has to be chosen again.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.faults.commands import ROOT
from tests.faults.storage import Handbook, database_held, no_file_larger_than
from tests.ui.test_ui_build import column, drop, edit, rules

OpenApp = Callable[[], AppTest]


@pytest.fixture
def open_app(handbook: Handbook, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenApp]:
    """The workbench over the handbook, as a new browser session opens it."""
    monkeypatch.setenv("RULEBOOK_HOME", str(handbook.home))
    monkeypatch.setenv("RULEBOOK_EMBEDDING__MODEL", "hashing")
    monkeypatch.setenv("RULEBOOK_STORE__WAIT_SECONDS", "0.3")
    monkeypatch.delenv("RULEBOOK_CONFIG", raising=False)
    st.cache_resource.clear()
    yield lambda: AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    st.cache_resource.clear()


def told(app: AppTest) -> str:
    """What the page says is wrong; it must not have fallen over."""
    assert not app.exception, app.exception[0].message
    return "\n".join(element.value for element in (*app.error, *app.warning)).replace("\\", "")


TERMS = ("用語.md", "# 用語\n\n略語は初出で併記する。\n".encode(), "text/markdown")


@pytest.fixture
def chosen(open_app: OpenApp) -> AppTest:
    """Two dropped files, one of them put into another category and one left out."""
    app = drop(open_app().run(), *rules("設計方針.md"), TERMS)
    return edit(app, "build_dropped", {0: {"category": "ref"}, 1: {"used": False}})


def choices(app: AppTest) -> list[list[object]]:
    return [column(app, name) for name in ("name", "category", "used")]


def test_a_rerun_keeps_what_was_chosen_and_the_server_has_what_is_shown(chosen: AppTest, handbook: Handbook) -> None:
    before = choices(chosen)
    assert before[0] == ["用語.md", "設計方針.md"] or before[0] == ["設計方針.md", "用語.md"]
    chosen.run().run()
    assert choices(chosen) == before
    assert chosen.file_uploader[0].value == []
    assert len([path for path in (handbook.home / "objects").glob("??/*") if path.is_file()]) == 4


@pytest.mark.parametrize("damage", ["taken away", "emptied", "everything taken away"])
def test_a_dropped_file_that_the_server_lost_is_said_to_be_lost(
    chosen: AppTest, handbook: Handbook, damage: str
) -> None:
    """A virus scanner puts it into quarantine."""
    chosen = edit(chosen, "build_dropped", {0: {"used": True}, 1: {"used": True}})
    for path in (handbook.home / "objects").glob("??/*"):
        if path.read_bytes() == TERMS[1]:
            path.unlink() if damage == "taken away" else path.write_bytes(b"")
    if damage == "everything taken away":
        shutil.rmtree(handbook.home / "objects")
    chosen.run()
    assert "用語.md" in told(chosen)
    assert "設計方針.md" in column(chosen, "name")


def test_a_drop_on_a_full_disk_is_told_and_counts_with_the_next_run_that_has_space(chosen: AppTest) -> None:
    before = choices(chosen)
    with no_file_larger_than(10):
        drop(chosen, ("大きい.md", b"# 1\n\n" + b"x" * 50_000, "text/markdown"))
        assert "大きい.md" in told(chosen)
    chosen.run()
    assert told(chosen) == ""
    assert column(chosen, "name") == ["大きい.md", *before[0]]
    assert [values[1:] for values in choices(chosen)] == before


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_busy_database_is_told_and_takes_no_choice_away(chosen: AppTest, handbook: Handbook, how: str) -> None:
    before = choices(chosen)
    with database_held(handbook.home, how):
        assert "state.db" in told(edit(chosen, "build_dropped", {0: {"category": "design"}}))
    chosen.run()
    after = choices(chosen)
    assert (after[0], after[2]) == (before[0], before[2])
    assert told(chosen) == ""


@pytest.mark.parametrize("page", ["versions", "search", "build"])
def test_a_page_over_a_busy_database_says_so_and_comes_back(open_app: OpenApp, handbook: Handbook, page: str) -> None:
    app = open_app().run()
    before = told(app.switch_page(f"pages/{page}.py").run())
    with database_held(handbook.home, "EXCLUSIVE"):
        assert "state.db" in told(app.run())
    assert told(app.run()) == before
