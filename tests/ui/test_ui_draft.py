"""The draft of the build page: nothing of it is lost by a reload, a restart, another window or another release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from rulebook.build_job import start_build
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.originals import Original
from rulebook.model.chunk import Category
from rulebook.ui.draft import Draft
from rulebook.ui.open_draft import PARAMETER
from rulebook.ui.resources import shared_engine
from tests.handbook.test_inclusion import DOC, workbook
from tests.handbooks import RULES, engine_at
from tests.ui.conftest import OpenApp
from tests.ui.test_ui_build import build, column, drop, edit, metrics, original, rules

BROKEN = ("壊れた.docx", b"PK\x03\x04 broken", "application/zip")


def id_of(app: AppTest) -> str:
    """The draft that the address names."""
    found = app.query_params[PARAMETER]
    return found if isinstance(found, str) else found[0]


def at(open_app: OpenApp, draft_id: str) -> AppTest:
    """The address opened in another window, or after a full reload."""
    app = open_app()
    app.query_params[PARAMETER] = draft_id
    return app.run()


def restart() -> None:
    """What a restart of the server does to what is kept in memory."""
    st.cache_resource.clear()


def stored(draft_id: str) -> str:
    """The draft as JSON, empty when there is none."""
    content = shared_engine().drafts.load(draft_id)
    return "" if content is None else json.dumps(content, ensure_ascii=False)


def test_the_address_names_a_draft_from_the_first_dropped_file_on(open_app: OpenApp) -> None:
    app = open_app().run()
    assert PARAMETER not in app.query_params
    first = id_of(drop(app, *rules("記入規則.md")))
    assert id_of(drop(app, *rules("設計方針.md"))) == first


def test_files_and_every_choice_survive_a_reload_and_a_restart(filled: Path, open_app: OpenApp) -> None:
    new = ("新しい標準.md", b"# 1\n\nx\n", "text/markdown")
    app = drop(open_app().run(), *rules("記入規則.md"), new)
    app = edit(app, "build_dropped", {0: {"category": "design"}, 1: {"used": False}})
    app = edit(app, "build_kept", {0: {"kept": False}})
    app.checkbox(key="build_skip_failed").check().run()
    before = (column(app, "category"), column(app, "used"), metrics(app))
    restart()
    app = at(open_app, id_of(app))
    assert (column(app, "category"), column(app, "used"), metrics(app)) == before
    assert column(app, "category")[0] == "design"
    assert column(app, "used") == [True, False]
    assert app.checkbox(key="build_skip_failed").value


def test_choices_survive_a_look_at_another_page(filled: Path, open_app: OpenApp) -> None:
    app = edit(drop(open_app().run(), *rules("記入規則.md")), "build_dropped", {0: {"category": "ref"}})
    app.checkbox(key="build_skip_failed").check().run()
    before = id_of(app)
    app.switch_page("pages/search.py").run().switch_page("pages/build.py").run()
    assert id_of(app) == before
    assert column(app, "category") == ["ref"]
    assert app.checkbox(key="build_skip_failed").value


def test_a_run_that_changes_nothing_writes_nothing(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = edit(drop(open_app().run(), *rules("記入規則.md")), "build_dropped", {0: {"category": "ref"}})
    written = []
    state = shared_engine().state
    monkeypatch.setattr(type(state), "write", lambda self: written.append(self))
    app.run()
    assert not app.exception
    assert written == []


def test_files_dropped_in_two_windows_are_together_in_one_draft(open_app: OpenApp) -> None:
    one = drop(open_app().run(), *rules("記入規則.md"))
    two = drop(at(open_app, id_of(one)), *rules("設計方針.md"))
    one = drop(one, *rules("図表規則.md"))
    assert column(one, "name") == sorted(RULES)
    assert column(two.run(), "name") == sorted(RULES)


def test_an_old_choice_in_one_window_does_not_undo_a_later_one_in_another(open_app: OpenApp) -> None:
    one = edit(drop(open_app().run(), *rules("記入規則.md")), "build_dropped", {0: {"category": "ref"}})
    two = edit(at(open_app, id_of(one)), "build_dropped", {0: {"category": "design"}})
    assert column(one.run(), "category") == ["design"]
    assert column(two.run(), "category") == ["design"]


def test_a_choice_made_in_a_window_that_does_not_show_a_file_of_another_goes_to_its_own_row(open_app: OpenApp) -> None:
    one = drop(open_app().run(), *rules("設計方針.md"))
    drop(at(open_app, id_of(one)), *rules("図表規則.md"), ("あ.md", b"# 1\n\nx\n", "text/markdown"))
    one = edit(one, "build_dropped", {0: {"category": "ref"}})
    chosen = dict(zip(column(one, "name"), column(one, "category"), strict=True))
    assert chosen == {"あ.md": chosen["あ.md"], "図表規則.md": "write", "設計方針.md": "ref"}


def test_taking_the_files_out_leaves_those_that_another_window_dropped_meanwhile(open_app: OpenApp) -> None:
    one = drop(open_app().run(), *rules("記入規則.md"))
    drop(at(open_app, id_of(one)), *rules("設計方針.md"))
    one.button(key="build_clear").click().run()
    assert column(one, "name") == ["設計方針.md"]


def test_a_build_is_not_started_with_files_that_the_person_did_not_see(open_app: OpenApp) -> None:
    one = drop(open_app().run(), *rules("記入規則.md"))
    drop(at(open_app, id_of(one)), *rules("設計方針.md"))
    one.button(key="build_start").click().run()
    assert "別の画面" in one.warning[0].value
    assert shared_engine().jobs.latest("build") is None
    assert "v1 を公開しました" in build(one).success[0].value


def test_a_published_draft_is_deleted_and_leaves_the_address(open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules())
    draft_id = id_of(app)
    app = build(app)
    assert "v1 を公開しました" in app.success[0].value
    assert PARAMETER not in app.query_params
    assert stored(draft_id) == ""


def test_an_end_that_nobody_saw_is_told_and_settled_when_the_address_is_opened(open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"))
    draft_id = id_of(app)
    app.button(key="build_start").click().run()
    job = shared_engine().jobs.latest("build")
    assert job is not None
    while not shared_engine().jobs.get(job.id).ended:
        open_app().run()  # somebody else looks on
    restart()
    app = at(open_app, draft_id)
    assert "v1 を公開しました" in app.success[0].value
    assert stored(draft_id) == ""


def test_a_build_that_the_draft_was_not_handed_to_leaves_it_alone(filled: Path, open_app: OpenApp) -> None:
    app = drop(open_app().run(), ("新しい標準.md", b"# 1\n\nx\n", "text/markdown"))
    nothing = BuildRequest(originals=(), categories={}, keep_others=True, remove=frozenset({"記入規則.md"}))
    job = start_build(shared_engine(), nothing, "somebody else")
    while not shared_engine().jobs.get(job).ended:
        open_app().run()
    assert shared_engine().jobs.get(job).state == "done"
    assert column(app.run(), "name") == ["新しい標準.md"]


def test_files_of_a_build_that_failed_are_one_draft_for_every_session(open_app: OpenApp) -> None:
    app = build(drop(open_app().run(), BROKEN))
    other = open_app().run()
    assert id_of(other) == id_of(app)
    other.button(key="build_clear").click().run()
    assert not open_app().run().get("data_editor")
    assert not at(open_app, id_of(app)).get("data_editor")


def test_what_was_dismissed_stays_so_after_a_reload(open_app: OpenApp) -> None:
    app = build(drop(open_app().run(), BROKEN))
    assert app.error
    app.button(key="build_dismiss").click().run()
    assert not app.error
    assert not at(open_app, id_of(app)).error


def test_a_refused_second_build_does_not_hide_the_first(open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"))
    engine = shared_engine()
    first = engine.jobs.add("build", {"build": {"originals": [], "categories": {}}, "owner": "a"})
    app.run()
    second = engine.jobs.add("build", {"build": {"originals": [], "categories": {}}, "owner": "b"})
    engine.jobs.finish(second, "failed", error="somebody else builds")
    assert app.run().subheader[0].value == "構築しています"
    engine.jobs.finish(first, "cancelled")


@pytest.mark.parametrize("how", ["removed", "altered"])
def test_a_file_whose_stored_content_is_gone_is_shown_and_not_built(home: Path, open_app: OpenApp, how: str) -> None:
    app = drop(open_app().run(), *rules("記入規則.md", "設計方針.md"))
    sha256 = shared_engine().handbooks.store(Upload("記入規則.md")).sha256
    path = shared_engine().handbooks.original_path(sha256)
    if how == "removed":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[::-1])
    restart()
    app = at(open_app, id_of(app))
    assert not app.exception
    assert column(app, "status") == ["保存内容なし", "新規"]
    assert "もう一度ここに入れてください" in app.warning[0].value
    assert metrics(app)["新規"] == "1"
    assert column(drop(app, *rules("記入規則.md")), "status") == ["新規", "新規"]


class Upload:
    """A file as a form hands it over."""

    def __init__(self, name: str) -> None:
        self.name = name

    def getvalue(self) -> bytes:
        return RULES[self.name].encode()


@pytest.mark.parametrize(
    "content", [{"format": 99, "files": []}, {"format": 1, "dropped": {"a.md": {"category": "write"}}}, {}]
)
def test_a_draft_of_another_release_is_told_and_left_where_it_is(open_app: OpenApp, content: dict[str, object]) -> None:
    open_app().run()
    shared_engine().drafts.save("written-by-another", content)
    app = at(open_app, "written-by-another")
    assert not app.exception
    assert "ほかのリリース" in app.warning[0].value
    assert id_of(drop(app, *rules("記入規則.md"))) != "written-by-another"
    assert shared_engine().drafts.load("written-by-another") == content


def test_an_address_whose_draft_is_gone_says_so_and_cannot_choose_its_id(open_app: OpenApp) -> None:
    app = at(open_app, "guessed")
    assert "下書きはもうありません" in app.info[0].value
    assert id_of(drop(app, *rules("記入規則.md"))) != "guessed"


def test_a_result_of_another_release_does_not_stop_the_page(open_app: OpenApp) -> None:
    open_app().run()
    engine = shared_engine()
    engine.jobs.finish(engine.jobs.add("build", {"build": {}, "owner": ""}), "done", result={"version": 7})
    engine.jobs.finish(engine.jobs.add("build", {"build": {"files": []}, "owner": ""}), "failed", error="x")
    app = open_app().run()
    assert app.file_uploader
    assert "構築できませんでした" in app.error[0].value
    engine.jobs.finish(engine.jobs.add("build", {"build": {}, "owner": ""}), "done", result={"version": 7})
    app = open_app().run()
    assert app.file_uploader
    assert not app.error


def test_uploads_of_a_draft_are_kept_from_the_collection_of_garbage(open_app: OpenApp) -> None:
    drop(open_app().run(), *rules("記入規則.md"))
    assert shared_engine().drafts.originals() == {shared_engine().handbooks.store(Upload("記入規則.md")).sha256}


def test_what_was_built_leaves_a_draft_and_what_came_later_stays() -> None:
    a, b, c = original("a.md", "a"), original("b.md", "b"), original("c.md", "c")
    draft = Draft(build="job").adding([a, b, c], None).changing("c.md", used=False).keeping("old.md", False)
    draft = draft.including("x.xlsx", ["B", "A"]).including("y.xlsx", [])
    request = BuildRequest(
        originals=(a, original("b.md", "before")),
        categories={"a.md": draft.dropped["a.md"].category, "b.md": draft.dropped["b.md"].category},
        remove=frozenset({"old.md"}),
        included={"x.xlsx": ("A", "B")},
    )
    left = draft.without_built(request)
    assert sorted(left.dropped) == ["b.md", "c.md"]
    assert (left.left_out, left.included, left.build) == (frozenset(), {"y.xlsx": ()}, "")


def test_a_choice_for_a_file_that_is_gone_is_no_choice() -> None:
    assert Draft().changing("a.md", category=Category.REF) == Draft()


def test_hidden_parts_are_asked_for_only_of_documents_that_the_version_will_have() -> None:
    draft = Draft().adding([Original(name="a.xlsx", sha256="a", size=1)], None)
    draft = draft.including("a.xlsx", ["A"]).including("gone.xlsx", ["B"])
    assert draft.request(None).included == {"a.xlsx": ("A",)}
    assert draft.including("a.xlsx", None).request(None).included == {}


def test_a_search_keeps_the_draft_in_its_address(filled: Path, open_app: OpenApp) -> None:
    app = drop(open_app().run(), *rules("記入規則.md"))
    before = id_of(app)
    app.switch_page("pages/search.py").run()
    assert id_of(app) == before
    app.text_input(key="search_query").input("表")
    app.button(key="search_send").click().run()
    assert id_of(app) == before


def test_hidden_parts_that_were_ticked_survive_a_reload_and_are_part_of_the_plan(
    home: Path, tmp_path: Path, open_app: OpenApp
) -> None:
    engine = engine_at(home, vector_store={"adapter": "memory"})
    engine.handbooks.build_handbook([workbook(tmp_path / "files")], {DOC: "write"})
    engine.close()
    app = open_app().run()
    app = edit(app.selectbox(key="build_document").select(DOC).run(), "build_hidden_", {0: {"included": True}})
    assert metrics(app)["変更"] == "1"
    restart()
    app = at(open_app, id_of(app))
    assert metrics(app)["変更"] == "1"
    app.selectbox(key="build_document").select(DOC).run()
    table = next(e for e in app.get("data_editor") if str(e.key).startswith("build_hidden_")).value
    assert list(table["included"]) == [True]
    app = edit(app, "build_hidden_", {0: {"included": False}})
    assert not app.metric
    app = build(edit(app, "build_hidden_", {0: {"included": True}}))
    assert "変更 1" in app.success[0].value
    assert PARAMETER not in app.query_params
