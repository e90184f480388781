"""The build page: dropping, choosing, planning, building in a process of its own, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rulebook.handbook.originals import Original
from rulebook.model.chunk import Category
from rulebook.ui.draft import Draft
from rulebook.ui.resources import shared_engine
from tests.handbooks import RULES
from tests.ui.conftest import OpenApp, html_of

Upload = tuple[str, bytes, str]


def drop(app: AppTest, *files: Upload) -> AppTest:
    return app.file_uploader[0].set_value(list(files)).run()


def rules(*names: str) -> list[Upload]:
    return [(name, RULES[name].encode(), "text/markdown") for name in names or RULES]


def build(app: AppTest) -> AppTest:
    """Presses the button and looks again until the build has ended; a page run takes its time, so nothing spins."""
    app.button(key="build_start").click().run()
    for _ in range(600):
        if not any(button.key == "build_cancel" for button in app.button):
            return app
        app.run()
    raise AssertionError("the build did not end")


def column(app: AppTest, name: str) -> list[object]:
    return list(app.get("data_editor")[0].value[name])


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def edit(app: AppTest, key_start: str, rows: dict[int, dict[str, object]]) -> AppTest:
    key = next(e.key for e in app.get("data_editor") if str(e.key).startswith(key_start))
    app.session_state[key] = {"edited_rows": rows, "added_rows": [], "deleted_rows": []}
    return app.run()


def test_dropped_files_are_stored_at_once_and_leave_the_zone(home: Path, open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md", "設計方針.md"))
    assert not app.exception
    assert column(app, "name") == ["記入規則.md", "設計方針.md"]
    assert column(app, "category") == ["write", "design"]
    assert column(app, "status") == ["新規", "新規"]
    assert app.file_uploader[0].value == []
    assert len([path for path in (home / "objects").rglob("*") if path.is_file()]) == 2


def test_choices_and_files_survive_a_look_at_another_page(open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"))
    app.switch_page("pages/search.py").run().switch_page("pages/build.py").run()
    assert column(app, "name") == ["記入規則.md"]


def test_the_first_version_is_built_and_its_files_leave_the_draft(open_app: OpenApp) -> None:
    app = build(drop(open_app().run(), *rules()))
    assert not app.exception
    assert "v1 を公開しました" in app.success[0].value
    assert "新規 3" in app.success[0].value
    assert not app.get("data_editor") or "name" in app.get("data_editor")[0].value
    assert list(app.dataframe[-1].value["文書"]) == sorted(RULES)


def test_an_unreadable_file_stops_the_publication_and_is_named(open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"), ("壊れた*規則*.docx", b"PK\x03\x04 broken", "application/zip"))
    app = build(app)
    assert "公開していません" in app.error[0].value
    assert "壊れた\\*規則\\*\\.docx" in app.error[1].value
    assert column(app, "name") == ["壊れた*規則*.docx", "記入規則.md"]

    app.checkbox(key="build_skip_failed").check().run()
    app = build(app)
    assert "v1 を公開しました" in app.success[0].value
    assert "新規 1" in app.success[0].value
    assert "入っていません" in app.warning[0].value


def test_files_of_a_build_that_failed_come_back_in_another_session(open_app: OpenApp) -> None:
    build(drop(open_app().run(), ("壊れた.docx", b"PK\x03\x04 broken", "application/zip")))
    assert column(open_app().run(), "name") == ["壊れた.docx"]


def test_the_plan_counts_what_changes_against_the_active_version(filled: Path, open_app: OpenApp) -> None:
    changed = ("設計方針.md", RULES["設計方針.md"].replace("英大文字", "英小文字").encode(), "text/markdown")
    app = drop(open_app().run(), changed, *rules("記入規則.md"), ("新しい標準.md", b"# 1\n\nx\n", "text/markdown"))
    assert metrics(app) == {"新規": "1", "変更": "1", "再利用": "3", "削除": "0"}
    assert column(app, "status") == ["新規", "変更なし", "変更（内容）"]
    assert app.button(key="build_start").label == "v3 を構築する"


def test_the_same_files_again_are_no_change_and_nothing_can_be_built(filled: Path, open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"))
    assert any("変更はありません" in info.value for info in app.info)
    assert app.button(key="build_start").disabled


def test_another_category_is_a_change(filled: Path, open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"))
    app = edit(app, "build_dropped", {0: {"category": "ref"}})
    assert column(app, "status") == ["変更（分類）"]
    assert metrics(app)["変更"] == "1"


def test_a_document_can_be_left_out_of_the_next_version(filled: Path, open_app: OpenApp) -> None:
    app = edit(open_app().run(), "build_kept", {0: {"kept": False}})
    assert metrics(app)["削除"] == "1"
    app = build(app)
    assert "削除 1" in app.success[0].value


def test_a_handbook_without_any_document_is_not_built(filled: Path, open_app: OpenApp) -> None:
    app = edit(open_app().run(), "build_kept", {row: {"kept": False} for row in range(4)})
    assert any("一つも残らない" in info.value for info in app.info)
    assert app.button(key="build_start").disabled


def test_a_file_dropped_twice_with_other_content_is_told(open_app: OpenApp) -> None:
    app = drop(
        open_app().run(), ("規則.md", b"# a\n\nx\n", "text/markdown"), ("規則.md", b"# b\n\ny\n", "text/markdown")
    )
    assert "二度入れられました" in app.warning[0].value
    assert column(app, "name") == ["規則.md"]


def test_a_running_build_is_shown_to_every_session_and_can_be_cancelled(home: Path, open_app: OpenApp) -> None:
    open_app().run()
    job = shared_engine().jobs.add("build", {"build": {"originals": [], "categories": {}}, "owner": "test"})
    app = open_app().run()
    assert app.subheader[0].value == "構築しています"
    assert not app.file_uploader
    app.button(key="build_cancel").click().run()
    assert shared_engine().jobs.get(job).cancel_asked
    shared_engine().jobs.finish(job, "cancelled")
    assert "中止されました" in open_app().run().info[0].value


def original(name: str, sha256: str) -> Original:
    return Original(name=name, sha256=sha256, size=1)


def names(draft: Draft) -> Sequence[str]:
    return sorted(draft.dropped)


def test_a_draft_suggests_a_category_and_keeps_a_choice_when_the_file_comes_again() -> None:
    draft = Draft().adding([original("設計方針.md", "a")], None)
    assert draft.dropped["設計方針.md"].category is Category.DESIGN
    draft = draft.changing("設計方針.md", category=Category.REF).adding([original("設計方針.md", "b")], None)
    assert draft.dropped["設計方針.md"].category is Category.REF
    assert draft.dropped["設計方針.md"].original.sha256 == "b"
    assert draft.replaced == ("設計方針.md",)


def test_a_file_that_is_not_used_takes_no_part() -> None:
    draft = Draft().adding([original("a.md", "a"), original("b.md", "b")], None).changing("a.md", used=False)
    assert [o.name for o in draft.request(None).originals] == ["b.md"]
    assert names(draft) == ["a.md", "b.md"]


def test_a_dropped_document_cannot_be_left_out_at_the_same_time(two_versions: Path) -> None:
    from rulebook.model.decode import from_json
    from rulebook.model.manifest import Manifest

    active = from_json(Manifest, json.loads((two_versions / "versions" / "v2" / "manifest.json").read_text()))
    draft = Draft().keeping("記入規則.md", False).adding([original("記入規則.md", "a")], active)
    assert draft.request(active).remove == frozenset()


def test_the_report_of_a_version_can_be_read_on_the_build_page(filled: Path, open_app: OpenApp) -> None:
    app = open_app().run()
    app.selectbox(key="build_document").select("記入規則.md").run()
    assert "5.1 表の書き方" in html_of(app)


@pytest.mark.parametrize("kept", [True, False])
def test_keeping_and_leaving_out_undo_each_other(kept: bool) -> None:
    assert Draft().keeping("a.md", not kept).keeping("a.md", kept).left_out == (frozenset() if kept else {"a.md"})
