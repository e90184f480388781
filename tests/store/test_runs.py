"""Measured runs are only added to, and come back as they were stored."""

from __future__ import annotations

import pytest

from rulebook.errors import StoreDamaged, UsageError
from rulebook.store.database import StateDatabase
from rulebook.store.runs import RunTable
from tests.store.conftest import Clock


@pytest.fixture
def runs(state: StateDatabase, clock: Clock) -> RunTable:
    return RunTable(state, clock)


def test_a_run_comes_back_as_it_was_stored(runs: RunTable, clock: Clock) -> None:
    row = runs.add(
        version="v2",
        judged_set="規則",
        settings={"rrf_k": 60},
        report={"rows": [{"rr": 0.5}]},
        label="深さ 20",
        by="me",
    )
    assert (row.at, row.by, row.version, row.judged_set, row.label) == (clock(), "me", "v2", "規則", "深さ 20")
    assert (row.settings, row.report) == ({"rrf_k": 60}, {"rows": [{"rr": 0.5}]})
    assert runs.get(row.id) == row


def test_the_newest_run_stands_first(runs: RunTable) -> None:
    stored = [runs.add(version="v1", judged_set="s", settings={}, report={}, label=label) for label in ("a", "b")]
    assert runs.all() == stored[::-1]


def test_a_run_that_never_was_is_named(runs: RunTable) -> None:
    assert runs.all() == []
    with pytest.raises(UsageError, match="no run 7"):
        runs.get(7)


def test_what_is_no_json_is_not_stored(runs: RunTable) -> None:
    with pytest.raises(UsageError, match="no JSON"):
        runs.add(version="v1", judged_set="s", settings={}, report={"rr": float("nan")})
    assert runs.all() == []


def test_a_run_that_cannot_be_read_is_named(runs: RunTable, state: StateDatabase) -> None:
    runs.add(version="v1", judged_set="s", settings={}, report={})
    with state.write() as db:
        db.execute("UPDATE eval_runs SET report = '{'")
    with pytest.raises(StoreDamaged, match="the stored run 1 cannot be read"):
        runs.all()
