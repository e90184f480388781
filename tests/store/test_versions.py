"""Versions are recorded and activated in one step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.errors import VersionNotFound
from rulebook.store.database import StateDatabase
from rulebook.store.versions import ActivePointer, VersionTable


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[VersionTable]:
    state = StateDatabase(tmp_path / "state.db")
    yield VersionTable(state)
    state.close()


def test_an_empty_store_has_no_active_version_and_begins_with_one(versions: VersionTable) -> None:
    assert versions.active() is None
    assert versions.next_number() == 1
    assert versions.all() == []


def test_publishing_makes_the_version_active_and_remembers_the_one_before(versions: VersionTable) -> None:
    versions.publish(1, "a")
    versions.publish(2, "b")
    assert versions.active() == ActivePointer(n=2, previous=1)
    assert [row.manifest_sha256 for row in versions.all()] == ["a", "b"]
    assert versions.next_number() == 3


def test_rollback_moves_the_pointer_and_keeps_every_version(versions: VersionTable) -> None:
    versions.publish(1, "a")
    versions.publish(2, "b")
    versions.activate(1)
    assert versions.active() == ActivePointer(n=1, previous=2)
    assert versions.next_number() == 3


def test_activating_the_active_version_changes_nothing(versions: VersionTable) -> None:
    versions.publish(1, "a")
    versions.publish(2, "b")
    versions.activate(2)
    assert versions.active() == ActivePointer(n=2, previous=1)


def test_a_version_that_was_never_published_cannot_be_activated(versions: VersionTable) -> None:
    versions.publish(1, "a")
    with pytest.raises(VersionNotFound, match="v9"):
        versions.activate(9)
    assert versions.active() == ActivePointer(n=1, previous=None)
