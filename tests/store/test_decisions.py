"""A decision is made on what the person saw; every decision before it is kept."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rulebook.errors import DecisionOutdated, SessionExpired, SessionNotFound, StoreError, UsageError
from rulebook.model.session import Decision
from rulebook.store.database import StateDatabase
from rulebook.store.decisions import DecisionTable
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable

RECORD: dict[str, Any] = {
    "conflict_id": "cf-001",
    "topic": "表ヘッダー書式",
    "conflicting_chunks": [
        {"chunk_id": "rules-write_v1_001", "doc": "記入規則.docx", "rule": "太字+下線"},
        {"chunk_id": "rules-write_v1_002", "doc": "図表規則.xlsx", "rule": "太字のみ"},
    ],
}


@pytest.fixture
def decisions(state: StateDatabase, versions: VersionTable) -> DecisionTable:
    assert versions.active()
    SessionTable(state).lock("s", 1)
    return DecisionTable(state)


def test_a_decision_is_given_back_as_it_was_made(decisions: DecisionTable) -> None:
    row = decisions.decide("s", "k", "adopt_a", by="田中", why="新しい規則", chapter="第3章", record=RECORD)
    assert (row.decision, row.by, row.why, row.chapter, row.rev, row.n) == (
        Decision.ADOPT_A,
        "田中",
        "新しい規則",
        "第3章",
        1,
        1,
    )
    assert row.record == RECORD
    assert row.at
    assert decisions.of_session("s") == [row] == decisions.log("s")
    assert decisions.find("s", "k") == row


def test_a_decision_that_was_seen_can_be_changed_and_stays_in_the_log(decisions: DecisionTable) -> None:
    first = decisions.decide("s", "k", "adopt_a", by="tanaka", record=RECORD)
    second = decisions.decide("s", "k", "human", by="suzuki", record=RECORD, seen_rev=1)
    assert second.rev == 2
    assert decisions.of_session("s") == [second]
    assert decisions.log("s") == [first, second]


@pytest.mark.parametrize("seen", [0, 2, -1])
def test_a_decision_on_what_is_outdated_is_refused_and_says_who_decided_what(
    decisions: DecisionTable, seen: int
) -> None:
    first = decisions.decide("s", "k", "adopt_a", by="田中", why="新しい規則", record=RECORD)
    with pytest.raises(DecisionOutdated, match=rf"田中 decided 'adopt_a' .* at {first.at[:10]}.*新しい規則"):
        decisions.decide("s", "k", "adopt_b", by="suzuki", record=RECORD, seen_rev=seen)
    assert decisions.of_session("s") == [first] == decisions.log("s")


def test_a_decision_on_one_that_never_was_is_refused(decisions: DecisionTable) -> None:
    with pytest.raises(DecisionOutdated, match="no decision"):
        decisions.decide("s", "k", "adopt_b", by="suzuki", record=RECORD, seen_rev=1)
    assert decisions.log("s") == []


def test_conflicts_and_sessions_are_decided_apart(decisions: DecisionTable, state: StateDatabase) -> None:
    SessionTable(state).lock("t", 2)
    for session_id, key in (("s", "b"), ("s", "a"), ("t", "a")):
        assert decisions.decide(session_id, key, "both_hold", by="", record={}).rev == 1
    assert [row.conflict_key for row in decisions.of_session("s")] == ["a", "b"]
    assert [row.conflict_key for row in decisions.log("s")] == ["b", "a"]
    assert [row.n for row in decisions.of_session("t")] == [2]


def test_nothing_is_decided_in_a_session_that_does_not_live(decisions: DecisionTable, state: StateDatabase) -> None:
    sessions = SessionTable(state)
    sessions.lock("idle", 1)
    sessions.expire(timedelta(0), only="idle")
    sessions.end("s")
    with pytest.raises(SessionNotFound, match="has ended"):
        decisions.decide("s", "k", "adopt_a", by="", record={})
    with pytest.raises(SessionExpired, match="has expired"):
        decisions.decide("idle", "k", "adopt_a", by="", record={})
    with pytest.raises(SessionNotFound, match="ghost"):
        decisions.decide("ghost", "k", "adopt_a", by="", record={})


def test_decisions_outlive_their_session_and_the_program(
    decisions: DecisionTable, state: StateDatabase, tmp_path: Path
) -> None:
    row = decisions.decide("s", "k", "no_conflict", by="tanaka", record=RECORD)
    SessionTable(state).end("s")
    again = StateDatabase(tmp_path / "state.db")
    assert DecisionTable(again).of_session("s") == [row]
    again.close()


@pytest.mark.parametrize(
    ("key", "decision", "record", "why"),
    [
        ("k", "adopt_c", {}, "adopt_c.*adopt_a, adopt_b, human, no_conflict, both_hold"),
        (" ", "adopt_a", {}, "no key"),
        ("k", "adopt_a", {"score": float("nan")}, "no JSON"),
        ("k", "adopt_a", {"rule": "\udcff"}, r"U\+DCFF"),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    decisions: DecisionTable, key: str, decision: str, record: dict[str, Any], why: str
) -> None:
    with pytest.raises(UsageError, match=why):
        decisions.decide("s", key, decision, by="tanaka", record=record)
    assert decisions.log("s") == []


def test_the_log_cannot_be_changed(decisions: DecisionTable, state: StateDatabase) -> None:
    decisions.decide("s", "k", "adopt_a", by="tanaka", record={})
    for change in ("UPDATE decision_log SET by = 'me'", "DELETE FROM decision_log"):
        with pytest.raises(StoreError, match="only added to"), state.write() as db:
            db.execute(change)
