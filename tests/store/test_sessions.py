"""A lock is set once, stands until its session ends, and what happened to it is never overwritten."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rulebook.errors import SessionNotFound, StoreError, UsageError, VersionNotFound, VersionRetired
from rulebook.store.database import StateDatabase
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable
from tests.store.conftest import Clock


@pytest.fixture
def sessions(state: StateDatabase, versions: VersionTable, clock: Clock) -> SessionTable:
    assert versions.active()
    return SessionTable(state, clock)


def happened(sessions: SessionTable, session_id: str) -> list[tuple[str, int | None, str]]:
    return [(event.event, event.n, event.by) for event in sessions.events(session_id)]


def test_a_lock_tells_who_set_it_and_when(sessions: SessionTable, clock: Clock) -> None:
    row = sessions.lock("s", 1, "tanaka")
    assert (row.n, row.locked_at, row.last_used_at, row.started_by) == (1, clock(), clock(), "tanaka")
    assert (row.ended_at, row.ended_why) == (None, None)


def test_a_lock_that_stands_is_kept_and_not_recorded_again(sessions: SessionTable) -> None:
    sessions.lock("s", 1, "tanaka")
    assert sessions.lock("s", 1, "suzuki").started_by == "tanaka"
    assert sessions.lock("s", None).n == 1
    assert sessions.lock_active("s").n == 1
    assert happened(sessions, "s") == [("locked", 1, "tanaka")]


def test_a_lock_on_another_version_is_refused(sessions: SessionTable) -> None:
    sessions.lock("s", 1)
    with pytest.raises(UsageError, match="locked to v1, not v2"):
        sessions.lock("s", 2)
    assert sessions.get("s").n == 1


def test_a_restart_keeps_what_happened_before(sessions: SessionTable) -> None:
    sessions.lock("s", 1, "tanaka")
    sessions.end("s", "suzuki")
    sessions.lock_active("s", "sato")
    assert sessions.get("s").n == 2
    assert happened(sessions, "s") == [("locked", 1, "tanaka"), ("ended", 1, "suzuki"), ("locked", 2, "sato")]


def test_the_first_end_stands(sessions: SessionTable, clock: Clock) -> None:
    sessions.lock("s", 1)
    first = sessions.end("s")
    clock.go_on(days=1)
    assert sessions.end("s") == first
    assert [event.event for event in sessions.events("s")] == ["locked", "ended"]


def test_locks_stand_after_a_restart_of_the_program(sessions: SessionTable, tmp_path: Path) -> None:
    sessions.lock("s", 1)
    again = StateDatabase(tmp_path / "state.db")
    assert SessionTable(again).get("s") == sessions.get("s")
    assert SessionTable(again).events("s") == sessions.events("s")
    again.close()


def test_a_session_without_a_version_takes_the_first_it_is_offered(state: StateDatabase) -> None:
    sessions, versions = SessionTable(state), VersionTable(state)
    assert sessions.lock_active("early").n is None
    versions.publish(1, "a", None)
    assert sessions.lock_active("early").n == 1
    assert happened(sessions, "early") == [("locked", None, ""), ("locked", 1, "")]


def test_a_version_that_is_retired_or_never_was_is_not_locked(sessions: SessionTable, versions: VersionTable) -> None:
    versions.retire(1)
    with pytest.raises(VersionRetired, match="v1"):
        sessions.lock("s", 1)
    with pytest.raises(VersionNotFound, match="v9"):
        sessions.lock("s", 9)
    assert sessions.find("s") is None
    assert sessions.events("s") == []


def test_living_and_locking_leave_out_what_has_ended(sessions: SessionTable, clock: Clock) -> None:
    for name, n in (("a", 1), ("b", 2), ("c", 1), ("d", 1)):
        sessions.lock(name, n)
        clock.go_on(minutes=1)
    sessions.end("c")
    assert [row.id for row in sessions.living()] == ["d", "b", "a"]
    assert [row.id for row in sessions.locking(1)] == ["a", "d"]
    assert [row.id for row in sessions.all()] == ["d", "c", "b", "a"]


def test_use_is_written_at_most_once_an_hour(sessions: SessionTable, clock: Clock) -> None:
    start = sessions.lock("s", 1).last_used_at
    clock.go_on(minutes=59)
    sessions.touch("s")
    assert sessions.get("s").last_used_at == start
    clock.go_on(minutes=1)
    sessions.touch("s")
    assert sessions.get("s").last_used_at == clock()


def test_use_of_a_session_that_ended_is_not_written(sessions: SessionTable, clock: Clock) -> None:
    sessions.lock("s", 1)
    ended = sessions.end("s")
    clock.go_on(days=2)
    sessions.touch("s")
    assert sessions.get("s") == ended
    with pytest.raises(SessionNotFound, match="ghost"):
        sessions.touch("ghost")


def test_idle_sessions_expire_and_keep_their_record(sessions: SessionTable, clock: Clock) -> None:
    sessions.lock("idle", 1, "tanaka")
    clock.go_on(days=29)
    sessions.lock("used", 1)
    clock.go_on(days=1)
    assert [row.id for row in sessions.expire(timedelta(days=30))] == ["idle"]
    row = sessions.get("idle")
    assert (row.n, row.started_by, row.ended_at, row.ended_why) == (1, "tanaka", clock(), "expired")
    assert happened(sessions, "idle") == [("locked", 1, "tanaka"), ("expired", 1, "")]
    assert [row.id for row in sessions.living()] == ["used"]
    assert sessions.expire(timedelta(days=30)) == []


def test_one_session_can_be_looked_at_alone(sessions: SessionTable, clock: Clock) -> None:
    sessions.lock("a", 1)
    sessions.lock("b", 1)
    clock.go_on(days=31)
    assert [row.id for row in sessions.expire(timedelta(days=30), only="b")] == ["b"]
    assert [row.id for row in sessions.living()] == ["a"]


def test_an_expired_session_gives_its_version_free(
    sessions: SessionTable, versions: VersionTable, clock: Clock
) -> None:
    sessions.lock("s", 1)
    clock.go_on(days=31)
    sessions.expire(timedelta(days=30))
    assert versions.retire(1).retired_at
    assert sessions.get("s").n == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "empty"),
        (" \u3000", "empty"),
        ("a\nb", r"U\+000A"),
        ("a\x00", r"U\+0000"),
        ("a\u202eb", r"U\+202E"),
        ("a\udcff", r"U\+DCFF"),
        ("章" * 201, "201 characters; 200 are allowed"),
    ],
)
def test_an_id_that_is_no_name_is_refused(sessions: SessionTable, name: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        sessions.lock(name, 1)
    with pytest.raises(UsageError, match=why):
        sessions.lock_active(name)
    assert sessions.all() == []


def test_any_name_that_can_be_read_is_taken(sessions: SessionTable) -> None:
    for name in ("draft-7", "基本設計書 第3章", "'; DROP TABLE session; --", "章" * 200, "🀄"):
        assert sessions.lock(name, 1).id == name


def test_what_happened_cannot_be_changed(sessions: SessionTable, state: StateDatabase) -> None:
    sessions.lock("s", 1)
    for change in ("UPDATE session_event SET by = 'me'", "DELETE FROM session_event"):
        with pytest.raises(StoreError, match="only added to"), state.write() as db:
            db.execute(change)
