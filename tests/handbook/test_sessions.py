"""A session keeps the version it was locked to until it ends or nobody uses it any more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.errors import SessionExpired, SessionNotFound, UsageError, VersionDamaged, VersionRetired
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.sessions import SessionVersion
from rulebook.handbook.version_files import write_manifest
from rulebook.model.chunk import Category
from rulebook.model.document import DocType
from rulebook.model.json import to_json
from rulebook.model.manifest import CollectionEntry, Manifest, SourceFile
from rulebook.store.database import StateDatabase
from rulebook.store.decisions import DecisionTable
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable
from tests.store.conftest import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def state(tmp_path: Path) -> Iterator[StateDatabase]:
    opened = StateDatabase(tmp_path / "state.db")
    yield opened
    opened.close()


@pytest.fixture
def versions(state: StateDatabase) -> VersionTable:
    table = VersionTable(state)
    table.publish(1, "a", None)
    return table


@pytest.fixture
def table(state: StateDatabase, clock: Clock) -> SessionTable:
    return SessionTable(state, clock)


@pytest.fixture
def sessions(tmp_path: Path, state: StateDatabase, versions: VersionTable, table: SessionTable) -> SessionVersion:
    return over(tmp_path, state, versions, table)


def over(
    home: Path, state: StateDatabase, versions: VersionTable, table: SessionTable, days: int = 30
) -> SessionVersion:
    return SessionVersion(table, versions, DecisionTable(state), HandbookLayout(home), expire_after_days=days)


def test_a_session_locks_the_active_version_and_keeps_it(sessions: SessionVersion, versions: VersionTable) -> None:
    sessions.lock_version("s1")
    versions.publish(2, "b", 1)
    sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v1"
    sessions.lock_version("s2")
    assert sessions.get_locked_version("s2") == "v2"


def test_a_named_version_is_locked_even_when_another_is_active(
    sessions: SessionVersion, versions: VersionTable
) -> None:
    versions.publish(2, "b", 1)
    sessions.lock_version("s1", "v1")
    assert sessions.get_locked_version("s1") == "v1"


def test_a_standing_lock_is_not_moved_to_another_version(sessions: SessionVersion, versions: VersionTable) -> None:
    versions.publish(2, "b", 1)
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
    versions.publish(2, "b", 1)
    sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v2"


def test_a_session_begun_without_a_handbook_takes_the_first_version_it_meets(
    tmp_path: Path, state: StateDatabase, table: SessionTable
) -> None:
    versions = VersionTable(state)
    sessions = over(tmp_path, state, versions, table)
    sessions.lock_version("early")
    with pytest.raises(SessionNotFound, match="before there was a version"):
        sessions.get_locked_version("early")
    versions.publish(1, "a", None)
    sessions.lock_version("early")
    assert sessions.get_locked_version("early") == "v1"


def test_a_session_that_never_was_is_named(sessions: SessionVersion) -> None:
    with pytest.raises(SessionNotFound, match="ghost"):
        sessions.get_locked_version("ghost")


def test_a_session_needs_a_name(sessions: SessionVersion) -> None:
    with pytest.raises(UsageError):
        sessions.lock_version("  ")
    with pytest.raises(UsageError, match=r"U\+DCFF"):
        sessions.lock_version("\udcff")


def test_a_lock_names_who_set_it(sessions: SessionVersion, table: SessionTable) -> None:
    sessions.lock_version("s1", by="田中")
    sessions.lock_version("s2")
    assert table.get("s1").started_by == "田中"
    assert "@" in table.get("s2").started_by


def test_a_session_that_nobody_uses_expires_and_says_how_to_go_on(
    sessions: SessionVersion, versions: VersionTable, table: SessionTable, clock: Clock
) -> None:
    sessions.lock_version("s1")
    versions.publish(2, "b", 1)
    used = clock()
    clock.go_on(days=30)
    for _ in range(2):  # the second finds it ended
        with pytest.raises(SessionExpired, match=rf"last used at {used[:10]}.*under v1\..*--version v1.*active"):
            sessions.get_locked_version("s1")
    assert [event.event for event in table.events("s1")] == ["locked", "expired"]
    sessions.lock_version("s1", "v1")
    assert sessions.get_locked_version("s1") == "v1"


def test_an_expired_session_whose_version_was_retired_is_not_sent_back_to_it(
    sessions: SessionVersion, versions: VersionTable, clock: Clock
) -> None:
    sessions.lock_version("s1")
    versions.publish(2, "b", 1)
    clock.go_on(days=31)
    assert [row.id for row in sessions.expire()] == ["s1"]
    versions.retire(1)
    with pytest.raises(SessionExpired, match="v1, which was retired since") as told:
        sessions.get_locked_version("s1")
    assert "--version" not in str(told.value)
    with pytest.raises(VersionRetired):
        sessions.lock_version("s1", "v1")
    sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v2"


def test_each_question_for_the_version_counts_as_use(sessions: SessionVersion, clock: Clock) -> None:
    sessions.lock_version("s1")
    for _ in range(5):
        clock.go_on(days=29)
        assert sessions.get_locked_version("s1") == "v1"
    for _ in range(5):
        clock.go_on(days=29)
        sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v1"


def test_an_idle_session_that_is_started_takes_the_active_version(
    sessions: SessionVersion, versions: VersionTable, clock: Clock
) -> None:
    sessions.lock_version("s1")
    versions.publish(2, "b", 1)
    clock.go_on(days=31)
    sessions.lock_version("s1")
    assert sessions.get_locked_version("s1") == "v2"


def test_sessions_never_expire_where_that_is_set(
    tmp_path: Path, state: StateDatabase, versions: VersionTable, table: SessionTable, clock: Clock
) -> None:
    sessions = over(tmp_path, state, versions, table, days=0)
    sessions.lock_version("s1")
    clock.go_on(days=36500)
    assert sessions.expire() == []
    assert sessions.get_locked_version("s1") == "v1"


def publish(home: Path, versions: VersionTable) -> Manifest:
    """v2 of one document, with its manifest on disk."""
    source = SourceFile(
        name="記入規則.docx",
        hash="sha256:abc",
        type=Category.WRITE,
        built="rebuilt",
        doc_id="d1",
        doc_type=DocType.WORD,
        title="記入規則",
        chunk_count=1,
        key="k",
        parts={},
    )
    entry = CollectionEntry(
        chunk_count=1, embedding_model="hashing", embedding_revision="1", dimensions=8, rerank_model="none"
    )
    manifest = Manifest(
        version="v2", created_at="2026-04-01", source_files=(source,), collections={"rules-write": entry}
    )
    versions.publish(2, write_manifest(HandbookLayout(home).version(2), manifest), 1)
    return manifest


def test_the_record_holds_the_version_what_it_was_made_of_the_decisions_and_the_history(
    tmp_path: Path, state: StateDatabase, sessions: SessionVersion, versions: VersionTable
) -> None:
    publish(tmp_path, versions)
    sessions.lock_version("s1", by="田中")
    decisions = DecisionTable(state)
    decisions.decide("s1", "k", "human", by="田中", record={"topic": "表"})
    decisions.decide("s1", "k", "adopt_b", by="鈴木", why="新しい", record={"topic": "表"}, seen_rev=1)
    sessions.end("s1", by="佐藤")
    record = sessions.record("s1")
    assert (record.session_id, record.version, record.embedding_model) == ("s1", "v2", "hashing")
    assert record.manifest_sha256 == versions.get(2).manifest_sha256
    assert [(document.name, document.hash, document.type) for document in record.documents] == [
        ("記入規則.docx", "sha256:abc", "write")
    ]
    assert [(d.conflict_key, d.decision.value, d.by, d.rev, d.version) for d in record.decisions] == [
        ("k", "adopt_b", "鈴木", 2, "v2")
    ]
    assert [d.decision.value for d in record.decision_log] == ["human", "adopt_b"]
    assert [(e.event, e.version, e.by) for e in record.history] == [("locked", "v2", "田中"), ("ended", "v2", "佐藤")]
    assert record.ended_why == "ended"
    assert record.rulebook
    assert record.exported_at
    assert json.loads(json.dumps(to_json(record)))["decisions"][0]["record"] == {"topic": "表"}


def test_the_record_of_a_session_under_a_retired_version_stays(
    tmp_path: Path, sessions: SessionVersion, versions: VersionTable
) -> None:
    publish(tmp_path, versions)
    sessions.lock_version("s1")
    sessions.end("s1")
    versions.activate(1)
    versions.retire(2)
    assert [document.name for document in sessions.record("s1").documents] == ["記入規則.docx"]


def test_a_record_is_not_made_of_a_manifest_that_is_not_the_published_one(
    tmp_path: Path, sessions: SessionVersion, versions: VersionTable
) -> None:
    publish(tmp_path, versions)
    sessions.lock_version("s1")
    HandbookLayout(tmp_path).version(2).manifest.write_text("{}", encoding="utf-8")
    with pytest.raises(VersionDamaged, match="v2"):
        sessions.record("s1")


def test_the_record_of_a_session_without_a_version_names_none(
    tmp_path: Path, state: StateDatabase, table: SessionTable
) -> None:
    sessions = over(tmp_path, state, VersionTable(state), table)
    sessions.lock_version("early")
    record = sessions.record("early")
    assert (record.version, record.manifest_sha256, record.documents, record.embedding_model) == (None, None, (), "")
    with pytest.raises(SessionNotFound, match="ghost"):
        sessions.record("ghost")


def test_asking_for_the_record_is_no_use_of_the_session(
    tmp_path: Path, sessions: SessionVersion, versions: VersionTable, clock: Clock
) -> None:
    publish(tmp_path, versions)
    sessions.lock_version("s1")
    clock.go_on(days=29)
    assert sessions.record("s1").ended_why is None
    clock.go_on(days=1)
    assert sessions.record("s1").ended_why == "expired"
