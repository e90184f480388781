"""An opened document: its outline, its chunks, and what it hides."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.handbook.test_inclusion import DOC, PLACE, workbook
from tests.handbooks import engine_at, write_documents
from tests.ui.conftest import OpenApp, html_of
from tests.ui.test_ui_build import drop, edit

KEY = "build_hidden_v1_"
LONG_SECTIONS = f"""# 2. 図表

## 2.3 表ヘッダー

表題は表の上に置く。{"表の見出し行は太字とし、背景を付けない。" * 4}

## 2.4 図の番号

図題は図の下に置く。{"図の番号は章ごとに振り直し、本文から必ず参照する。" * 4}
"""


@pytest.fixture
def with_hidden(home: Path, tmp_path: Path) -> Path:
    engine = engine_at(home, vector_store={"adapter": "memory"})
    engine.handbooks.build_handbook([workbook(tmp_path / "files")], {DOC: "write"})
    engine.close()
    return home


def opened(app: AppTest, doc: str = DOC) -> AppTest:
    return app.selectbox(key="build_document").select(doc).run()


def hidden_rows(app: AppTest) -> list[tuple[bool, str]]:
    table = next(e for e in app.get("data_editor") if str(e.key).startswith("build_hidden_")).value
    return list(zip(table["included"], table["place"], strict=True))


def test_hidden_parts_are_listed_with_their_text_and_not_included(with_hidden: Path, open_app: OpenApp) -> None:
    app = opened(open_app().run())
    assert not app.exception
    assert hidden_rows(app) == [(False, PLACE)]
    assert "rb-hidden" in html_of(app)


def test_ticking_a_hidden_part_builds_a_version_that_finds_it(with_hidden: Path, open_app: OpenApp) -> None:
    app = edit(opened(open_app().run()), KEY, {0: {"included": True}})
    button = next(b for b in app.button if str(b.key).endswith("_apply"))
    assert not button.disabled
    button.click().run()
    for _ in range(600):
        if not any(b.key == "build_cancel" for b in app.button):
            break
        app.run()
    app = opened(open_app().run())
    assert hidden_rows(app) == [(True, PLACE)]
    assert "rb-hidden" not in html_of(app)
    engine = engine_at(with_hidden, vector_store={"adapter": "memory"})
    found = engine.rag.search(session_id=None, query="帳票の余白").chunks
    engine.close()
    assert PLACE in {hit.place for hit in found}


def test_without_a_change_there_is_nothing_to_apply(with_hidden: Path, open_app: OpenApp) -> None:
    app = opened(open_app().run())
    assert next(b for b in app.button if str(b.key).endswith("_apply")).disabled


def test_the_outline_lists_every_section_and_choosing_one_shows_its_chunks(
    home: Path, tmp_path: Path, open_app: OpenApp
) -> None:
    engine = engine_at(home, vector_store={"adapter": "memory"})
    engine.handbooks.build_handbook(write_documents(tmp_path, {"規則.md": LONG_SECTIONS}), {"規則.md": "write"})
    engine.close()
    app = opened(open_app().run(), "規則.md")
    outline = next(e for e in app.dataframe if "section" in e.value)
    assert [s.strip() for s in outline.value["section"]] == ["2. 図表", "2.3 表ヘッダー", "2.4 図の番号"]
    assert list(outline.value["chunks"]) == [2, 1, 1]
    app.session_state[outline.key] = {"selection": {"rows": [2], "columns": [], "cells": []}}
    shown = html_of(app.run())
    assert "図の下に置く" in shown
    assert "表の上に置く" not in shown


def test_a_file_that_cannot_be_read_says_so_when_it_is_dropped(home: Path, open_app: OpenApp) -> None:
    files = [("壊れた.docx", b"PK\x03\x04 broken", ""), ("規則.md", "# 規則\n\n表は左に寄せる。".encode(), "")]
    app = drop(open_app().run(), *files)
    table = app.get("data_editor")[0].value
    statuses = dict(zip(table["name"], table["status"], strict=True))
    assert statuses == {"壊れた.docx": "読めません", "規則.md": "新規"}
    (warning,) = app.warning
    assert "ファイルが壊れています" in warning.value
    assert "壊れた" in warning.value


def test_what_holds_for_the_whole_document_is_shown(home: Path, tmp_path: Path, open_app: OpenApp) -> None:
    engine = engine_at(home, vector_store={"adapter": "memory"})
    text = "---\ntitle: 表記の規則\nsummary: 表記を定める。\n---\n\n# 表記\n\n数字は半角とする。\n"
    engine.handbooks.build_handbook(write_documents(tmp_path, {"規則.md": text}), {"規則.md": "write"})
    engine.close()
    app = opened(open_app().run(), "規則.md")
    properties = next(e.value for e in app.dataframe if "値" in e.value)
    assert dict(properties.values)["title"] == "表記の規則"
