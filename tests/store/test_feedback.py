"""Feedback comes back as it was filed, and is closed without being lost."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rulebook.errors import FeedbackNotFound, StoreDamaged, UsageError
from rulebook.model.chunk import Category
from rulebook.model.feedback import (
    ActualHit,
    ExpectedRule,
    FeedbackKind,
    FeedbackState,
    FiledFeedback,
    RootCause,
)
from rulebook.model.search import Agent, Mode, Query, QueryContext
from rulebook.store.database import StateDatabase
from rulebook.store.feedback import FeedbackTable
from tests.store.conftest import Clock

FILED = FiledFeedback(
    version="v2",
    by="田中",
    kind=FeedbackKind.MISSING,
    query=Query(
        text="表の罫線",
        session_id="s1",
        agent=Agent.WRITER,
        category=Category.WRITE,
        top_k=3,
        mode=Mode.KEYWORD,
        rerank=False,
        context=QueryContext(chapter="第3章", element_ids=("E1", "E2")),
    ),
    expected=ExpectedRule(doc="記入規則.docx", evidence="表には枠を付ける。", chunk_id="rules-write_v2_001"),
    actual=(ActualHit(evidence_key="doc#chunk-1", doc="図表規則.docx", rank=1),),
    marked="doc#chunk-1",
    note="第3章で必要",
    cause=RootCause.RANKED_LOW,
    detail={"vector_rank": 12, "keyword_rank": None, "in_headings": True, "score": 0.5, "channels": "vector"},
)


@pytest.fixture
def table(state: StateDatabase, clock: Clock) -> FeedbackTable:
    return FeedbackTable(state, clock)


def test_feedback_is_given_back_as_it_was_filed_with_its_time_and_open(table: FeedbackTable, clock: Clock) -> None:
    kept = table.add(FILED)
    assert (kept.id, kept.at, kept.state) == (1, clock(), FeedbackState.OPEN)
    assert {f.name: getattr(kept, f.name) for f in fields(FILED)} == {
        f.name: getattr(FILED, f.name) for f in fields(FILED)
    }
    assert table.get(1) == kept


def test_feedback_without_an_expected_rule_has_no_cause(table: FeedbackTable) -> None:
    kept = table.add(FiledFeedback(version="v1", by="", kind=FeedbackKind.WRONG, query=Query(text="表"), marked="k"))
    assert (kept.expected, kept.cause, kept.actual, dict(kept.detail)) == (None, None, (), {})


def test_feedback_stands_in_the_order_of_filing(table: FeedbackTable) -> None:
    assert table.all() == ()
    first, second = table.add(FILED), table.add(FILED)
    assert table.all() == (first, second)


def test_closed_feedback_is_kept_and_can_be_opened_again(table: FeedbackTable) -> None:
    first, second = table.add(FILED), table.add(FILED)
    assert table.close(first.id).state is FeedbackState.DONE
    assert table.close(first.id).state is FeedbackState.DONE  # whoever was first
    assert table.all(open_only=True) == (second,)
    assert [item.id for item in table.all()] == [1, 2]
    assert table.reopen(first.id) == first


@pytest.mark.parametrize("act", ["get", "close", "reopen"])
def test_a_number_that_was_never_given_is_told(table: FeedbackTable, act: str) -> None:
    with pytest.raises(FeedbackNotFound, match="no feedback 7"):
        getattr(table, act)(7)


def test_a_row_that_cannot_be_read_is_named(table: FeedbackTable, state: StateDatabase) -> None:
    table.add(FILED)
    with state.write() as db:
        db.execute("UPDATE feedback SET body = '{}'")
    with pytest.raises(StoreDamaged, match="feedback 1 cannot be read"):
        table.all()


def test_a_number_that_no_row_can_have_is_refused(table: FeedbackTable) -> None:
    with pytest.raises(UsageError, match="more than 64 bits"):
        table.close(2**63)
