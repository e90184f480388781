"""A session keeps the version it was locked to until it ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.errors import SessionNotFound, UsageError
from rulebook.handbook.sessions import SessionVersion
from rulebook.store.database import StateDatabase
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDatabase]:
    opened = StateDatabase(tmp_path / "state.db")
    yield opened
    opened.close()


@pytest.fixture
def versions(state: StateDatabase) -> VersionTable:
    table = VersionTable(state)
    table.publish(1, "a")
    return table


@pytest.fixture
def sessions(state: StateDatabase, versions: VersionTable) -> SessionVersion:
    return SessionVersion(SessionTable(state), versions)


def test_a_session_locks_the_active_version_and_keeps_it(sessions: SessionVersion, versions: VersionTable) -> None:
    sessions.lock_version("s1")
    versions.publish(2, "b")
    sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v1"
    sessions.lock_version("s2")
    assert sessions.get_locked_version("s2") == "v2"


def test_a_named_version_is_locked_even_when_another_is_active(
    sessions: SessionVersion, versions: VersionTable
) -> None:
    versions.publish(2, "b")
    sessions.lock_version("s1", "v1")
    assert sessions.get_locked_version("s1") == "v1"


def test_a_standing_lock_is_not_moved_to_another_version(sessions: SessionVersion, versions: VersionTable) -> None:
    versions.publish(2, "b")
    sessions.lock_version("s1", "v1")
    with pytest.raises(UsageError, match="locked to v1"):
        sessions.lock_version("s1", "v2")
    assert sessions.get_locked_version("s1") == "v1"


def test_an_ended_session_can_start_again_with_the_active_version(
    sessions: SessionVersion, versions: VersionTable
) -> None:
    sessions.lock_version("s1")
    sessions.end("s1")
    with pytest.raises(SessionNotFound, match="has ended"):
        sessions.get_locked_version("s1")
    versions.publish(2, "b")
    sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v2"


def test_a_session_begun_without_a_handbook_takes_the_first_version_it_meets(state: StateDatabase) -> None:
    versions = VersionTable(state)
    sessions = SessionVersion(SessionTable(state), versions)
    sessions.lock_version("early")
    with pytest.raises(SessionNotFound, match="before there was a version"):
        sessions.get_locked_version("early")
    versions.publish(1, "a")
    sessions.lock_version("early")
    assert sessions.get_locked_version("early") == "v1"


def test_a_session_that_never_was_is_named(sessions: SessionVersion) -> None:
    with pytest.raises(SessionNotFound, match="ghost"):
        sessions.get_locked_version("ghost")


def test_a_session_needs_a_name(sessions: SessionVersion) -> None:
    with pytest.raises(UsageError):
        sessions.lock_version("  ")
