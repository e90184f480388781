"""A draft is kept until it is deleted or nobody has changed it for long, and with it what it was dropped from."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rulebook.store.database import StateDatabase
from rulebook.store.drafts import KEPT_DAYS, Content, DraftTable

START = datetime(2026, 4, 1, tzinfo=UTC)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.days = 0

    def __call__(self) -> str:
        return (START + timedelta(days=self.days)).isoformat(timespec="seconds")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDatabase]:
    state = StateDatabase(tmp_path / "state.db")
    yield state
    state.close()


@pytest.fixture
def drafts(state: StateDatabase, clock: Clock) -> DraftTable:
    return DraftTable(state, clock)


def content(*hashes: str) -> dict[str, Any]:
    return {"dropped": {f"{sha}.docx": {"original": {"sha256": sha, "size": 1}} for sha in hashes}, "build": ""}


def test_a_draft_is_loaded_as_it_was_saved_also_after_a_restart(drafts: DraftTable, tmp_path: Path) -> None:
    drafts.save("x", {**content("aa"), "name": "記入規則"})
    again = StateDatabase(tmp_path / "state.db")
    assert DraftTable(again, Clock()).load("x") == {**content("aa"), "name": "記入規則"}
    again.close()


def test_a_draft_that_never_was_or_was_deleted_is_none(drafts: DraftTable) -> None:
    drafts.save("x", content("aa"))
    drafts.delete("x")
    drafts.delete("x")
    assert drafts.load("x") is None
    assert drafts.load("' OR 1 --") is None
    assert drafts.originals() == frozenset()


def test_ids_are_long_and_never_the_same() -> None:
    ids = {DraftTable.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert min(len(found) for found in ids) >= 22


def test_an_equal_content_is_not_written_again(drafts: DraftTable, clock: Clock, state: StateDatabase) -> None:
    drafts.save("x", content("aa"))
    clock.days = 1
    drafts.save("x", content("aa"))
    drafts.change("x", lambda stored: stored)
    assert state.query("SELECT updated_at FROM draft") == [{"updated_at": START.isoformat(timespec="seconds")}]


def test_a_change_sees_what_was_stored_last_and_may_delete(drafts: DraftTable) -> None:
    drafts.change("x", lambda stored: content("aa") if stored is None else stored)
    drafts.change("x", lambda stored: {**(stored or {}), "build": "job"})
    assert drafts.load("x") == {**content("aa"), "build": "job"}
    drafts.change("x", lambda _: None)
    assert drafts.load("x") is None


def test_a_change_that_fails_leaves_the_draft_as_it_was(drafts: DraftTable) -> None:
    drafts.save("x", content("aa"))

    def fails(_: Content | None) -> Content:
        raise KeyError("no such file")

    with pytest.raises(KeyError):
        drafts.change("x", fails)
    assert drafts.load("x") == content("aa")


def test_changes_made_at_one_moment_by_several_windows_add_up(tmp_path: Path) -> None:
    states = [StateDatabase(tmp_path / "state.db") for _ in range(4)]
    ready = threading.Barrier(len(states))

    def drop(n: int, state: StateDatabase) -> None:
        ready.wait()
        for file in range(5):
            DraftTable(state).change("x", lambda stored, name=f"{n}-{file}": {**(stored or {}), name: 1})  # type: ignore[misc]
        state.close()

    windows = [threading.Thread(target=drop, args=(n, state)) for n, state in enumerate(states)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    found = DraftTable(states[0]).load("x")
    assert found is not None
    assert len(found) == 4 * 5
    states[0].close()


def test_the_uploads_of_all_drafts_are_named_whatever_form_these_have(drafts: DraftTable) -> None:
    drafts.save("x", content("aa", "bb"))
    drafts.save("y", {"format": 99, "files": [{"deep": [{"sha256": "cc"}]}, {"sha256": "aa"}, {"sha256": None}]})
    assert drafts.originals() == {"aa", "bb", "cc"}


@pytest.mark.parametrize(("days", "kept"), [(0, True), (KEPT_DAYS - 1, True), (KEPT_DAYS, False)])
def test_a_draft_and_its_uploads_are_kept_for_a_time_since_its_last_change(
    drafts: DraftTable, clock: Clock, days: int, kept: bool
) -> None:
    drafts.save("x", content("aa"))
    clock.days = days
    assert (drafts.load("x") is not None) == kept
    assert drafts.originals() == ({"aa"} if kept else frozenset())


def test_drafts_that_are_too_old_go_when_another_is_written(
    drafts: DraftTable, clock: Clock, state: StateDatabase
) -> None:
    drafts.save("old", content("aa"))
    clock.days = KEPT_DAYS
    drafts.save("young", content("bb"))
    assert state.query("SELECT id FROM draft") == [{"id": "young"}]


@pytest.mark.parametrize("text", ["{ half", '["a", "list"]', "null", ""])
def test_a_content_that_is_no_object_is_empty_and_does_not_hide_the_others(
    drafts: DraftTable, state: StateDatabase, text: str
) -> None:
    drafts.save("y", content("bb"))
    with state.write() as db:
        db.execute("INSERT INTO draft VALUES ('x', ?, ?)", [text, START.isoformat(timespec="seconds")])
    assert drafts.load("x") == {}
    assert drafts.originals() == {"bb"}
    assert drafts.latest_with("build", "") == "y"


def test_the_draft_of_a_build_is_found_and_of_two_the_one_changed_last(drafts: DraftTable, clock: Clock) -> None:
    drafts.save("first", {**content("aa"), "build": "job"})
    drafts.save("second", {**content("bb"), "build": "job"})
    drafts.save("other", content("cc"))
    assert drafts.latest_with("build", "job") == "second"
    clock.days = 1
    drafts.save("first", {**content("dd"), "build": "job"})
    assert drafts.latest_with("build", "job") == "first"
    assert drafts.latest_with("build", "no such job") is None


def test_a_draft_is_readable_json_in_the_database(drafts: DraftTable, state: StateDatabase) -> None:
    drafts.save("x", {"name": "記入規則"})
    (row,) = state.query("SELECT content FROM draft")
    assert "記入規則" in row["content"]
    assert json.loads(row["content"]) == {"name": "記入規則"}
