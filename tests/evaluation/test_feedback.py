"""Feedback is kept with the whole query, what came and why; what is open is asked again together."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import SessionNotFound, UsageError
from rulebook.model.feedback import ActualHit, ExpectedRule, FeedbackKind, RootCause
from rulebook.model.search import Agent, Query, QueryContext
from tests.evaluation.lost_rules import CATEGORIES, DOCUMENTS, MARGIN, PRINTED, SCREEN, narrow_engine
from tests.handbooks import engine_at, write_documents

IGNORED, WRONG = FeedbackKind.IGNORED, FeedbackKind.WRONG


@pytest.fixture
def engine(lost_rules_home: Path, tmp_path: Path) -> Iterator[Engine]:
    opened = narrow_engine(shutil.copytree(lost_rules_home, tmp_path / "home"))
    yield opened
    opened.close()


def hit_of(engine: Engine, query: Query) -> str:
    return engine.rag.run(query).chunks[0].evidence_key


def test_a_missing_rule_is_kept_with_the_query_what_came_and_its_cause(engine: Engine) -> None:
    query = Query(text="余白と版数", agent=Agent.WRITER, context=QueryContext(description="帳票の余白"))
    filed = engine.feedback.file(query, expected=PRINTED, by="田中", note="第3章")
    assert (filed.version, filed.kind, filed.query, filed.expected) == ("v1", FeedbackKind.MISSING, query, PRINTED)
    assert (filed.by, filed.note, filed.cause) == ("田中", "第3章", RootCause.MISSED_BY_VECTOR)
    assert filed.actual == (ActualHit(evidence_key=hit_of(engine, query), doc="a-余白.md", rank=1),)
    assert engine.feedback.all() == (filed,) == (engine.feedback.get(filed.id),)


def test_a_rule_can_be_named_by_the_chunk_it_stands_in(engine: Engine) -> None:
    chunk = engine.opened.get("v1").chunks[1]
    named = ExpectedRule(doc="", evidence="", chunk_id=chunk.chunk_id)
    filed = engine.feedback.file(Query(text="余白と版数"), expected=named)
    assert filed.expected == ExpectedRule(doc=chunk.doc, evidence=chunk.content, chunk_id=chunk.chunk_id)
    assert filed.cause is RootCause.MISSED_BY_VECTOR


def test_a_hit_that_was_not_followed_is_itself_the_expected_rule(engine: Engine) -> None:
    query = Query(text="余白")
    filed = engine.feedback.file(query, kind=IGNORED, marked=hit_of(engine, query))
    assert filed.expected is not None
    assert (filed.expected.doc, filed.cause) == ("a-余白.md", RootCause.RETRIEVED_IGNORED)


def test_a_wrong_hit_may_stand_for_itself_or_beside_the_right_rule(engine: Engine) -> None:
    query = Query(text="余白と版数")
    alone = engine.feedback.file(query, kind=WRONG, marked=hit_of(engine, query))
    assert (alone.expected, alone.cause) == (None, None)
    beside = engine.feedback.file(query, kind=WRONG, marked=hit_of(engine, query), expected=SCREEN)
    assert beside.cause is RootCause.NOT_RETRIEVED


@pytest.mark.parametrize(
    ("kind", "expected", "marked", "told"),
    [
        (FeedbackKind.MISSING, None, "", "no rule is named"),
        (IGNORED, None, "", "no rule is named"),
        (WRONG, None, "", "no hit is named"),
        (WRONG, None, "doc#chunk-9", "doc#chunk-9 is not among the hits"),
        (FeedbackKind.MISSING, ExpectedRule(doc="a.md", evidence=" \n"), "", "no document or no text"),
        (FeedbackKind.MISSING, ExpectedRule(doc="", evidence="余白"), "", "no document or no text"),
        (FeedbackKind.MISSING, ExpectedRule(doc="", evidence="", chunk_id="c9"), "", "there is no chunk c9"),
    ],
)
def test_what_names_no_rule_is_refused_and_not_kept(
    engine: Engine, kind: FeedbackKind, expected: ExpectedRule | None, marked: str, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        engine.feedback.file(Query(text="余白"), kind=kind, expected=expected, marked=marked)
    assert engine.feedback.all() == ()


def test_without_a_handbook_there_is_nothing_to_miss_a_rule_in(tmp_path: Path) -> None:
    empty = engine_at(tmp_path / "home")
    with pytest.raises(UsageError, match="no handbook"):
        empty.feedback.file(Query(text="余白"), expected=MARGIN)
    empty.close()


def test_an_unknown_session_is_told_as_a_search_tells_it(engine: Engine) -> None:
    with pytest.raises(SessionNotFound):
        engine.feedback.file(Query(text="余白", session_id="nobody"), expected=MARGIN)


def test_a_session_tells_which_version_was_searched(engine: Engine, tmp_path: Path) -> None:
    engine.sessions.lock_version("s1")
    engine.handbooks.build_handbook(write_documents(tmp_path / "later", dict(list(DOCUMENTS.items())[1:])), CATEGORIES)
    filed = engine.feedback.file(Query(text="余白", session_id="s1"), expected=MARGIN)
    assert (filed.version, filed.cause, filed.query.session_id) == ("v1", RootCause.FOUND, "s1")
    assert engine.feedback.file(Query(text="余白"), expected=MARGIN).cause is RootCause.NOT_IN_HANDBOOK


def test_open_feedback_is_asked_again_of_the_version_named(engine: Engine, tmp_path: Path) -> None:
    filed = engine.feedback.file(Query(text="余白"), expected=replace(MARGIN, doc="g-新版.md"))
    assert filed.cause is RootCause.NOT_IN_HANDBOOK
    documents = {"g-新版.md": DOCUMENTS["a-余白.md"]}
    engine.handbooks.build_handbook(write_documents(tmp_path / "later", documents), {"g-新版.md": "write"})
    analysis = engine.feedback.analyse("v2")
    assert [(item.id, item.cause) for item in analysis.items] == [(filed.id, RootCause.FOUND)]
    assert [proposal.code for proposal in analysis.proposals] == ["close_found"]
    assert engine.feedback.get(filed.id).cause is RootCause.NOT_IN_HANDBOOK  # as it was filed


def test_causes_are_counted_over_what_is_open(engine: Engine) -> None:
    for expected in (PRINTED, SCREEN, SCREEN):
        engine.feedback.file(Query(text="余白と版数"), expected=expected)
    query = Query(text="余白")
    engine.feedback.file(query, kind=WRONG, marked=hit_of(engine, query))
    assert engine.feedback.close(2).id == 2
    analysis = engine.feedback.analyse("v1")
    assert dict(analysis.causes) == {RootCause.NOT_RETRIEVED: 1, RootCause.MISSED_BY_VECTOR: 1}
    assert [item.id for item in analysis.items] == [1, 3, 4]


def test_nothing_open_is_nothing_to_analyse(engine: Engine) -> None:
    analysis = engine.feedback.analyse("v1")
    assert (analysis.items, dict(analysis.causes), analysis.proposals) == ((), {}, ())
    assert engine.feedback.check(analysis) == ()


def test_proposals_are_checked_with_closed_feedback_too(engine: Engine) -> None:
    for expected in (PRINTED, SCREEN, MARGIN):
        engine.feedback.file(Query(text="余白と版数"), expected=expected)
    engine.feedback.close(3)
    analysis = engine.feedback.analyse("v1")
    checks = engine.feedback.check(analysis)
    assert [check.proposal for check in checks] == [p for p in analysis.proposals if p.settings]
    assert [check.asked for check in checks] == [3]
