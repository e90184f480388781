"""A rule that did not come is followed to the place where it was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.encoders.base import Encoder
from rulebook.engine import Engine
from rulebook.errors import EncoderUnavailable
from rulebook.evaluation.causes import LOST_IN_SEARCH, Diagnosis, RuleFinder, diagnose
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.feedback import ExpectedRule, FeedbackKind, RootCause
from rulebook.model.search import Agent, ChannelScore, ChunkAccount, KeywordScore, Mode, Query, QueryContext
from rulebook.retrieval.service import RagService
from tests.evaluation.lost_rules import HIDDEN, MARGIN, PRINTED, SCREEN, SIGNED, narrow_engine

MISSING, IGNORED = FeedbackKind.MISSING, FeedbackKind.IGNORED


@pytest.fixture(scope="module")
def engine(lost_rules_home: Path) -> Iterator[Engine]:
    opened = narrow_engine(lost_rules_home)
    yield opened
    opened.close()


def chunks(engine: Engine) -> list[RuleChunk]:
    return [chunk for collection in engine.opened.get("v1").collections for chunk in collection.chunks]


def diagnosed(engine: Engine, query: Query, expected: ExpectedRule | None, kind: FeedbackKind = MISSING) -> Diagnosis:
    result = engine.rag.run(query)
    rules = RuleFinder(chunks(engine))
    return diagnose(query, kind, expected, result=result, rules=rules, explain=engine.rag.explain)


@pytest.mark.parametrize(
    ("query", "expected", "cause"),
    [
        (Query(text="余白"), MARGIN, RootCause.FOUND),
        (Query(text="余白と版数"), PRINTED, RootCause.MISSED_BY_VECTOR),
        (Query(text="署名と期限"), SIGNED, RootCause.MISSED_BY_KEYWORD),
        (Query(text="余白と版数"), SCREEN, RootCause.NOT_RETRIEVED),
        (Query(text="余白", category=Category.DESIGN), MARGIN, RootCause.NOT_SEARCHED),
        (Query(text="余白", agent=Agent.IMPACT), MARGIN, RootCause.NOT_SEARCHED),
        (Query(text="余白"), HIDDEN, RootCause.NOT_SEARCHED),
        (Query(text="余白"), replace(MARGIN, evidence="余白は 30mm とする。"), RootCause.NOT_IN_HANDBOOK),
        (Query(text="余白"), replace(MARGIN, doc="z-別.md"), RootCause.NOT_IN_HANDBOOK),
    ],
)
def test_the_cause_is_where_the_rule_was_lost(
    engine: Engine, query: Query, expected: ExpectedRule, cause: RootCause
) -> None:
    assert diagnosed(engine, query, expected).cause is cause


def test_a_rule_that_every_channel_returned_and_is_no_hit_was_ranked_low(engine: Engine) -> None:
    deeper = engine.settings.retrieval.model_copy(update={"channel_top_k": 3})
    rag = engine.rag.with_settings(engine.settings.model_copy(update={"retrieval": deeper}))
    query, rules = Query(text="余白"), RuleFinder(chunks(engine))
    found = diagnose(query, MISSING, SCREEN, result=rag.run(query), rules=rules, explain=rag.explain)
    assert found.cause is RootCause.RANKED_LOW
    assert found.detail["channels"] == "vector bm25"


def test_a_channel_that_was_not_asked_has_missed_nothing(engine: Engine) -> None:
    found = diagnosed(engine, Query(text="余白と版数", mode=Mode.SEMANTIC), PRINTED)
    assert found.cause is RootCause.NOT_RETRIEVED
    by_words = diagnosed(engine, Query(text="余白と版数", mode=Mode.KEYWORD), PRINTED)
    assert by_words.cause is RootCause.FOUND


def test_a_rule_that_came_and_was_not_followed_was_ignored(engine: Engine) -> None:
    assert diagnosed(engine, Query(text="余白"), MARGIN, IGNORED).cause is RootCause.RETRIEVED_IGNORED


def test_a_rule_that_was_not_followed_because_it_never_came_was_not_ignored(engine: Engine) -> None:
    assert diagnosed(engine, Query(text="余白と版数"), PRINTED, IGNORED).cause is RootCause.MISSED_BY_VECTOR


def test_where_no_rule_is_expected_none_was_lost(engine: Engine) -> None:
    assert diagnosed(engine, Query(text="余白"), None, FeedbackKind.WRONG).cause is None


def test_what_is_not_in_the_handbook_is_the_document_or_its_text(engine: Engine) -> None:
    assert diagnosed(engine, Query(text="余白"), replace(MARGIN, doc="z-別.md")).detail["why"] == "document"
    assert diagnosed(engine, Query(text="余白"), replace(MARGIN, evidence="余白なし")).detail["why"] == "text"


def test_what_is_not_searched_is_hidden_or_of_another_category(engine: Engine) -> None:
    assert diagnosed(engine, Query(text="余白"), HIDDEN).detail["why"] == "hidden"
    left_out = diagnosed(engine, Query(text="余白", agent=Agent.IMPACT), MARGIN)
    assert (left_out.detail["why"], left_out.detail["category"]) == ("category", "write")


def test_the_detail_has_the_ranks_over_the_whole_version(engine: Engine) -> None:
    detail = diagnosed(engine, Query(text="余白と版数"), SCREEN).detail
    assert (detail["vector_rank"], detail["keyword_rank"], detail["fusion_rank"]) == (3, 3, None)
    assert (detail["hits"], detail["in_headings"]) == (1, False)
    assert diagnosed(engine, Query(text="署名と期限"), SCREEN).detail["keyword_rank"] is None
    assert diagnosed(engine, Query(text="署名と期限"), SIGNED).detail["in_headings"] is True


def test_width_and_line_breaks_of_the_expected_text_do_not_matter(engine: Engine) -> None:
    assert (
        diagnosed(engine, Query(text="余白"), replace(MARGIN, evidence=" 余白は\n余白とする。")).cause
        is RootCause.FOUND
    )


def test_a_rule_that_the_query_alone_finds_was_lost_by_the_context(engine: Engine) -> None:
    context = QueryContext(chapter="余白", description="余白と版数")
    keys = {"context_weight": 1.0, "context_similarity": 1.0}
    retrieval = engine.settings.retrieval.model_copy(update=keys)
    rag = engine.rag.with_settings(engine.settings.model_copy(update={"retrieval": retrieval}))
    query = Query(text="署名", agent=Agent.WRITER, context=context, top_k=1)
    found = diagnose(
        query, MISSING, SIGNED, result=rag.run(query), rules=RuleFinder(chunks(engine)), explain=rag.explain
    )
    assert found.cause in LOST_IN_SEARCH
    assert found.detail["found_without_context"] is True
    assert "found_without_context" not in diagnosed(engine, Query(text="余白と版数"), SCREEN).detail


def test_a_channel_that_was_off_is_told_beside_the_cause(engine: Engine) -> None:
    def no_encoder(name: str, revision: str) -> Encoder:
        raise EncoderUnavailable("out of memory.")

    parts = (engine.settings, engine.versions, engine.opened, engine.sessions)
    rag = RagService(*parts, no_encoder, engine.models.rerank_step)
    query, rules = Query(text="余白と版数"), RuleFinder(chunks(engine))
    found = diagnose(query, MISSING, SCREEN, result=rag.run(query), rules=rules, explain=rag.explain)
    assert (found.cause, found.detail["notices"]) == (RootCause.NOT_RETRIEVED, "keywords_only")
    assert (found.detail["vector_rank"], found.detail["keyword_rank"]) == (None, 3)


def account(chunk_id: str, **known: object) -> ChunkAccount:
    return replace(ChunkAccount(chunk_id=chunk_id, searched=True), **known)  # type: ignore[arg-type]


def test_a_rule_that_the_fusion_had_among_the_hits_was_put_down_by_the_rerank(engine: Engine) -> None:
    def explain(query: Query, chunk_ids: Sequence[str]) -> tuple[ChunkAccount, ...]:
        vector = ChannelScore(rank=1, score=0.9)
        return tuple(account(i, vector=vector, in_channels=("vector",), fusion_rank=1, final_rank=4) for i in chunk_ids)

    query = Query(text="署名と期限")
    rules = RuleFinder(chunks(engine))
    found = diagnose(query, MISSING, SIGNED, result=engine.rag.run(query), rules=rules, explain=explain)
    assert found.cause is RootCause.RANKED_LOW


def test_of_several_chunks_with_the_rule_the_one_nearest_to_the_hits_tells_the_cause(engine: Engine) -> None:
    first, second, *_ = chunks(engine)
    twice = [first, replace(second, doc=first.doc, content=first.content)]

    def explain(query: Query, chunk_ids: Sequence[str]) -> tuple[ChunkAccount, ...]:
        assert list(chunk_ids) == [first.chunk_id, second.chunk_id]
        keyword = KeywordScore(rank=2, score=1.0, matched_terms=("余白",))
        return (
            account(first.chunk_id, vector=ChannelScore(rank=9, score=0.1)),
            account(second.chunk_id, bm25=keyword, in_channels=("bm25",), fusion_rank=2, final_rank=2),
        )

    query = Query(text="余白と版数")
    found = diagnose(query, MISSING, MARGIN, result=engine.rag.run(query), rules=RuleFinder(twice), explain=explain)
    assert (found.cause, found.detail["chunk_id"]) == (RootCause.MISSED_BY_VECTOR, second.chunk_id)
