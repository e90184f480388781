"""Versions are recorded and activated in one step."""

from __future__ import annotations

import pytest

from rulebook.errors import StoreError, VersionInUse, VersionNotFound, VersionRetired
from rulebook.store.database import StateDatabase
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import ActivePointer, VersionTable


def test_an_empty_store_has_no_active_version_and_begins_with_one(state: StateDatabase) -> None:
    versions = VersionTable(state)
    assert versions.active() is None
    assert versions.next_number() == 1
    assert (versions.all(), versions.retired(), versions.activations()) == ([], [], [])


def test_publishing_makes_the_version_active_and_remembers_the_one_before(versions: VersionTable) -> None:
    assert versions.active() == ActivePointer(n=2, previous=1)
    assert [row.manifest_sha256 for row in versions.all()] == ["a", "b"]
    assert versions.next_number() == 3


def test_a_version_built_on_another_than_the_active_one_is_published_and_the_choice_stands(
    versions: VersionTable,
) -> None:
    versions.activate(1)
    assert versions.publish(3, "c", 2) is False
    assert versions.active() == ActivePointer(n=1, previous=2)
    assert versions.get(3).manifest_sha256 == "c"
    assert versions.publish(4, "d", 1) is True
    assert versions.active() == ActivePointer(n=4, previous=1)


def test_a_first_version_that_meets_an_active_one_is_not_activated(versions: VersionTable) -> None:
    assert versions.publish(3, "c", None) is False
    assert versions.active() == ActivePointer(n=2, previous=1)


def test_a_number_is_published_once(versions: VersionTable) -> None:
    with pytest.raises(StoreError, match="UNIQUE"):
        versions.publish(2, "other", 2)
    assert versions.get(2).manifest_sha256 == "b"


def test_rollback_moves_the_pointer_and_keeps_every_version(versions: VersionTable) -> None:
    versions.activate(1)
    assert versions.active() == ActivePointer(n=1, previous=2)
    assert versions.next_number() == 3


def test_activating_the_active_version_changes_nothing(versions: VersionTable) -> None:
    before = versions.activations()
    versions.activate(2)
    assert versions.active() == ActivePointer(n=2, previous=1)
    assert versions.activations() == before


def test_a_version_that_was_never_published_cannot_be_activated(versions: VersionTable) -> None:
    with pytest.raises(VersionNotFound, match="v9"):
        versions.activate(9)
    assert versions.active() == ActivePointer(n=2, previous=1)


def test_every_move_of_the_pointer_is_kept_with_who_made_it(versions: VersionTable) -> None:
    versions.activate(1, "tanaka")
    versions.publish(3, "c", 1, by="suzuki")
    moves = [(move.n, move.previous, move.by) for move in versions.activations()]
    assert moves == [(1, None, ""), (2, 1, ""), (1, 2, "tanaka"), (3, 1, "suzuki")]


def test_a_retired_version_keeps_its_record_and_its_number(versions: VersionTable) -> None:
    retired = versions.retire(1, "tanaka")
    assert (retired.n, retired.manifest_sha256, retired.retired_by) == (1, "a", "tanaka")
    assert retired.retired_at
    assert [row.n for row in versions.all()] == [2]
    assert versions.retired() == [retired] == [versions.row(1)]
    assert versions.next_number() == 3


def test_the_highest_number_is_not_given_again_when_it_is_retired(versions: VersionTable) -> None:
    versions.activate(1)
    versions.retire(2)
    assert versions.next_number() == 3


@pytest.mark.parametrize("what", ["get", "activate", "retire"])
def test_a_retired_version_is_told_as_retired(versions: VersionTable, what: str) -> None:
    versions.retire(1, "tanaka")
    with pytest.raises(VersionRetired, match=r"v1 was retired at .* by tanaka"):
        getattr(versions, what)(1)
    assert versions.active() == ActivePointer(n=2, previous=1)


def test_the_active_version_is_not_retired(versions: VersionTable) -> None:
    with pytest.raises(VersionInUse, match="v2 is active"):
        versions.retire(2)
    assert [row.n for row in versions.all()] == [1, 2]


def test_a_version_that_sessions_are_locked_to_is_not_retired_before_they_end(
    state: StateDatabase, versions: VersionTable
) -> None:
    sessions = SessionTable(state)
    for number in range(7):
        sessions.lock(f"章{number}", 1)
    with pytest.raises(VersionInUse, match="章0, 章1, 章2, 章3, 章4 and 2 more"):
        versions.retire(1)
    for number in range(7):
        sessions.end(f"章{number}")
    assert versions.retire(1).retired_at


def test_a_version_that_never_was_is_not_retired(versions: VersionTable) -> None:
    with pytest.raises(VersionNotFound, match="v9"):
        versions.retire(9)
