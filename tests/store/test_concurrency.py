"""Threads and processes that lock, retire and decide on one database lose nothing and contradict nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from rulebook.errors import DecisionOutdated, RulebookError, SessionNotFound, VersionInUse, VersionRetired
from rulebook.store.database import StateDatabase
from rulebook.store.decisions import DecisionTable
from rulebook.store.sessions import SessionTable
from rulebook.store.versions import VersionTable

WRITES = 3
ROUNDS = 10

PROCESS = """
import json, sys
from pathlib import Path
from tests.store.test_concurrency import work
from rulebook.store.database import StateDatabase
print("ready", flush=True)
sys.stdin.readline()
state = StateDatabase(Path(sys.argv[1]))
print(json.dumps(work(state, sys.argv[2])))
state.close()
"""


def work(state: StateDatabase, name: str) -> list[int]:
    """Locks and ends sessions of its own, and decides one conflict of all as often as it wins; gives what it won."""
    sessions, decisions = SessionTable(state), DecisionTable(state)
    won = []
    for number in range(WRITES):
        sessions.lock(f"{name}-{number}", 1, name)
        decisions.decide(f"{name}-{number}", "own", "human", by=name, record={"number": number})
        standing = decisions.find("shared", "k")
        seen = standing.rev if standing else 0
        with suppress(DecisionOutdated):  # another one was first: that is the rule here
            won.append(decisions.decide("shared", "k", "adopt_a", by=name, record={}, seen_rev=seen).rev)
        sessions.end(f"{name}-{number}", name)
    return won


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What each call gave or raised, all begun at one moment."""
    start = threading.Barrier(len(calls))
    found: list[object] = [None] * len(calls)

    def run(place: int, call: Callable[[], object]) -> None:
        start.wait()
        try:
            found[place] = call()
        except RulebookError as error:
            found[place] = error

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def processes(path: Path, names: Sequence[str]) -> list[subprocess.Popen[str]]:
    """Processes that wait, ready to work, for a line."""
    root = Path(__file__).parents[2]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
        )
        for name in names
    ]
    for process in started:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    return started


def test_ten_threads_and_two_processes_lose_no_write(
    state: StateDatabase, versions: VersionTable, tmp_path: Path
) -> None:
    assert versions.active()
    sessions, decisions = SessionTable(state), DecisionTable(state)
    sessions.lock("shared", 1)
    threads, others = [f"thread{n}" for n in range(10)], ["process0", "process1"]
    started = processes(tmp_path / "state.db", others)
    for process in started:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    won = dict(zip(threads, at_once(*(partial(work, state, name) for name in threads)), strict=True))
    for name, process in zip(others, started, strict=True):
        won[name] = json.loads(process.communicate(timeout=120)[0])
    assert {name: error for name, error in won.items() if isinstance(error, Exception)} == {}

    names = [f"{name}-{number}" for name in won for number in range(WRITES)]
    assert sorted(row.id for row in sessions.all()) == sorted(["shared", *names])
    for session_id in names:
        assert [event.event for event in sessions.events(session_id)] == ["locked", "ended"]
        assert len(decisions.log(session_id)) == 1
    log = decisions.log("shared")
    assert [row.rev for row in log] == list(range(1, len(log) + 1))
    assert {row.rev: row.by for row in log} == {rev: name for name, revs in won.items() for rev in revs}  # type: ignore[attr-defined]
    assert decisions.of_session("shared") == log[-1:]


def test_of_all_who_decide_on_what_they_saw_exactly_one_wins(state: StateDatabase, versions: VersionTable) -> None:
    assert versions.active()
    SessionTable(state).lock("s", 1)
    decisions = DecisionTable(state)
    for rev in range(ROUNDS):
        calls = [
            partial(decisions.decide, "s", "k", "adopt_a", by=by, record={}, seen_rev=rev)
            for by in ("a", "b", "c", "d")
        ]
        outcomes = Counter(type(outcome).__name__ for outcome in at_once(*calls))
        assert outcomes == {"DecisionRow": 1, "DecisionOutdated": 3}
    assert [row.rev for row in decisions.log("s")] == list(range(1, ROUNDS + 1))


def test_a_version_is_either_locked_or_retired_when_both_are_tried_at_once(
    state: StateDatabase, versions: VersionTable
) -> None:
    sessions = SessionTable(state)
    for n in range(3, 3 + ROUNDS):
        versions.publish(n, "hash", None)
        lock, retire = at_once(partial(sessions.lock, f"s{n}", n), partial(versions.retire, n))
        if isinstance(retire, VersionInUse):
            assert not isinstance(lock, Exception)
            assert [row.id for row in sessions.locking(n)] == [f"s{n}"]
        else:
            assert isinstance(lock, VersionRetired)
            assert sessions.locking(n) == []


def test_a_version_is_either_active_or_retired_when_both_are_tried_at_once(
    state: StateDatabase, versions: VersionTable
) -> None:
    for n in range(3, 3 + ROUNDS):
        versions.publish(n, "hash", None)
        activate, retire = at_once(partial(versions.activate, n), partial(versions.retire, n))
        assert isinstance(activate, VersionRetired) != isinstance(retire, VersionInUse)
        active = versions.active()
        assert active
        assert versions.row(active.n).retired_at is None


def test_one_session_started_by_many_has_one_lock(state: StateDatabase, versions: VersionTable) -> None:
    assert versions.active()
    sessions = SessionTable(state)
    rows = at_once(*(partial(sessions.lock_active, "s", by) for by in ("a", "b", "c", "d", "e")))
    assert [row == sessions.get("s") for row in rows] == [True] * 5
    assert len(sessions.events("s")) == 1


def test_a_session_ended_while_it_is_decided_in_takes_no_decision_after_its_end(
    state: StateDatabase, versions: VersionTable
) -> None:
    assert versions.active()
    sessions, decisions = SessionTable(state), DecisionTable(state)
    for n in range(ROUNDS):
        sessions.lock(f"s{n}", 1)
        outcome, _ = at_once(
            partial(decisions.decide, f"s{n}", "k", "human", by="", record={}), partial(sessions.end, f"s{n}")
        )
        assert len(decisions.log(f"s{n}")) == (0 if isinstance(outcome, SessionNotFound) else 1)
