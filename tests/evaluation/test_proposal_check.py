"""A proposal that helps the feedback it came from is measured on other queries before it is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import SettingsError
from rulebook.evaluation.comparison import Comparison
from rulebook.evaluation.proposal_check import (
    ProposalCheck,
    ProposalTrials,
    RunMany,
    Verdict,
    overridden,
    query_of,
    verdict_of,
)
from rulebook.model.chunk import Category
from rulebook.model.feedback import ExpectedRule, Feedback, FeedbackKind, FeedbackState, Overrides, Proposal
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import Agent, Mode, Query, SearchResult
from rulebook.settings import Settings, load_settings
from tests.evaluation.lost_rules import MARGIN, PRINTED, SCREEN, narrow_engine

BY_WORDS: Overrides = {"retrieval": {"heading_weight": 7}}
"""The settings under which ``by_mode`` asks the keywords; otherwise it asks the vectors."""


@pytest.fixture(scope="module")
def engine(lost_rules_home: Path) -> Iterator[Engine]:
    opened = narrow_engine(lost_rules_home)
    yield opened
    opened.close()


def filed(number: int, expected: ExpectedRule | None, query: Query | None = None) -> Feedback:
    return Feedback(
        id=number,
        at="2026-04-01T09:00:00+00:00",
        state=FeedbackState.OPEN,
        version="v0",
        by="",
        kind=FeedbackKind.MISSING if expected is not None else FeedbackKind.WRONG,
        query=query or Query(text="余白と版数"),
        expected=expected,
    )


def judged(expected: ExpectedRule) -> JudgedQuery:
    gold = Gold(doc=expected.doc, evidence=expected.evidence, grade=3)
    return JudgedQuery(id="other", query="余白と版数", lang="ja", kind="keyword", gold=(gold,))


def proposal(settings: Overrides) -> Proposal:
    return Proposal(code="x", what="", why="", feedback=(1,), settings=settings)


def trials(engine: Engine, feedback: Sequence[Feedback], queries: Sequence[JudgedQuery] = ()) -> ProposalTrials:
    chunks = [chunk for collection in engine.opened.get("v1").collections for chunk in collection.chunks]
    return ProposalTrials("v1", chunks, feedback, queries)


def by_mode(engine: Engine) -> Callable[[Settings], RunMany]:
    """Searches that differ for sure: by meaning a-余白.md comes first, by words b-帳票.md."""

    def runner(settings: Settings) -> RunMany:
        mode = Mode.KEYWORD if settings.retrieval.heading_weight == 7 else Mode.SEMANTIC

        def run_many(queries: Sequence[Query]) -> tuple[SearchResult, ...]:
            return engine.rag.run_many([replace(query, mode=mode) for query in queries])

        return run_many

    return runner


def checked(
    engine: Engine, feedback: Sequence[Feedback], queries: Sequence[JudgedQuery] = (), settings: Overrides = BY_WORDS
) -> ProposalCheck:
    (check,) = trials(engine, feedback, queries).checks([proposal(settings)], engine.settings, by_mode(engine))
    return check


def test_a_proposal_helps_when_more_rules_are_found_and_nothing_else_falls(engine: Engine) -> None:
    check = checked(engine, [filed(1, PRINTED)], [judged(PRINTED)])
    assert (check.verdict, check.asked, check.found_before, check.found_after) == (Verdict.HELPS, 1, 0, 1)
    assert [(m.measure, m.before, m.after) for m in check.feedback] == [
        ("recall@5", 0.0, 1.0),
        ("rr@10", 0.0, 1.0),
        ("ndcg@10", 0.0, 1.0),
    ]
    assert [m.wins for m in check.others] == [1, 1, 1]


def test_a_proposal_that_helps_the_feedback_and_harms_other_queries_is_seen_as_such(engine: Engine) -> None:
    check = checked(engine, [filed(1, PRINTED)], [judged(MARGIN)])
    assert (check.found_before, check.found_after, check.verdict) == (0, 1, Verdict.HARMS_OTHERS)
    assert [m.losses for m in check.others] == [1, 1, 1]


def test_a_proposal_that_finds_no_more_rules_has_no_effect(engine: Engine) -> None:
    assert checked(engine, [filed(1, SCREEN)], [judged(PRINTED)]).verdict is Verdict.NO_EFFECT
    assert checked(engine, [filed(1, MARGIN)]).verdict is Verdict.NO_EFFECT  # it loses one


def test_without_a_judged_set_nothing_is_said_of_other_queries(engine: Engine) -> None:
    assert checked(engine, [filed(1, PRINTED)]).others == ()


def test_feedback_that_expects_no_rule_is_not_measured(engine: Engine) -> None:
    assert checked(engine, [filed(1, PRINTED), filed(2, None)]).asked == 1


def test_feedback_is_asked_as_it_was_with_its_own_number_of_hits(engine: Engine) -> None:
    deep = Query(text="余白と版数", top_k=5)
    rules = [filed(1, PRINTED), filed(2, PRINTED, deep)]
    wider = proposal({"retrieval": {"channel_top_k": 5}})
    (check,) = trials(engine, rules).checks(
        [wider], engine.settings, lambda settings: engine.rag.with_settings(settings).run_many
    )
    assert (check.found_before, check.found_after) == (1, 1)  # the second, at rank 2 of 5


def measured(delta: float, p_value: float = 1.0) -> Comparison:
    return Comparison(
        measure="ndcg@10", before=0.5, after=0.5 + delta, delta=delta, wins=1, losses=1, ties=0, p_value=p_value
    )


@pytest.mark.parametrize(
    ("gained", "feedback", "others", "verdict"),
    [
        (1, 0.0, measured(0.0), Verdict.HELPS),
        (0, 0.1, measured(0.0), Verdict.HELPS),
        (0, 0.0, measured(0.1), Verdict.NO_EFFECT),
        (-1, 0.1, measured(0.1), Verdict.NO_EFFECT),
        (1, 0.1, measured(-0.004, p_value=0.4), Verdict.HELPS),
        (1, 0.1, measured(-0.004, p_value=0.05), Verdict.HARMS_OTHERS),
        (1, 0.1, measured(-0.005, p_value=0.4), Verdict.HARMS_OTHERS),
    ],
)
def test_a_fall_counts_when_it_is_large_or_beyond_chance(
    gained: int, feedback: float, others: Comparison, verdict: Verdict
) -> None:
    assert verdict_of(gained, [measured(feedback)], [measured(0.2), others]) is verdict


def test_advice_is_not_tried(engine: Engine) -> None:
    assert trials(engine, [filed(1, PRINTED)]).checks([proposal({})], engine.settings, by_mode(engine)) == ()


def test_feedback_becomes_a_judged_query_whose_direct_answer_is_the_expected_rule() -> None:
    asked = Query(text="罫線", agent=Agent.QA, category=Category.WRITE)
    query = query_of(filed(3, PRINTED, asked))
    assert (query.id, query.query, query.kind) == ("feedback-3", "罫線", "missing")
    assert query.gold == (Gold(doc=PRINTED.doc, evidence=PRINTED.evidence, grade=3),)
    assert (query.intent, query.category) == (Agent.QA, Category.WRITE)
    assert query_of(filed(4, None)).gold == ()


def test_overrides_leave_every_other_key_as_it_is() -> None:
    settings = load_settings()
    changed = overridden(settings, {"rerank": {"window": 40}})
    assert changed.rerank == settings.rerank.model_copy(update={"window": 40})
    assert changed.model_copy(update={"rerank": settings.rerank}) == settings


@pytest.mark.parametrize("wrong", [{"rerank": {"window": 0}}, {"rerank": {"no_such_key": 1}}])
def test_overrides_that_are_not_allowed_are_told(wrong: Overrides) -> None:
    with pytest.raises(SettingsError, match="rerank"):
        overridden(load_settings(), wrong)
