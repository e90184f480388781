"""Enough feedback of one cause speaks for a setting; where no setting helps, the advice says what does."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.evaluation.proposals import propose
from rulebook.model.chunk import Category
from rulebook.model.feedback import (
    ActualHit,
    ExpectedRule,
    Feedback,
    FeedbackKind,
    FeedbackState,
    Overrides,
    Proposal,
    RootCause,
)
from rulebook.model.search import Agent, Mode, Query, QueryContext
from rulebook.settings import Settings, load_settings


@pytest.fixture
def settings() -> Settings:
    """10 hits a channel, a window of 20, 5 hits returned, headings counted once, similarity half of the rerank."""
    found = load_settings()
    retrieval = {"channel_top_k": 10, "heading_weight": 1, "top_k": 5}
    rerank = {"enabled": True, "window": 20, "similarity_weight": 0.5}
    return found.model_copy(
        update={
            "retrieval": found.retrieval.model_copy(update=retrieval),
            "rerank": found.rerank.model_copy(update=rerank),
        }
    )


def lost(
    number: int,
    cause: RootCause | None,
    query: Query | None = None,
    doc: str = "規則.docx",
    **detail: Any,
) -> Feedback:
    return Feedback(
        id=number,
        at="2026-04-01T09:00:00+00:00",
        state=FeedbackState.OPEN,
        version="v1",
        by="",
        kind=FeedbackKind.MISSING if cause is not None else FeedbackKind.WRONG,
        query=query or Query(text="罫線の太さ"),
        expected=ExpectedRule(doc=doc, evidence="表には枠を付ける。") if cause is not None else None,
        actual=(ActualHit(evidence_key="k", doc="別.docx", rank=1),),
        marked="" if cause is not None else "k",
        cause=cause,
        detail={"hits": 5, **detail},
    )


def only(found: tuple[Proposal, ...], code: str) -> Proposal:
    (proposal,) = (p for p in found if p.code == code)
    return proposal


def codes(found: tuple[Proposal, ...]) -> list[str]:
    return [proposal.code for proposal in found]


def plain(settings: Overrides) -> dict[str, dict[str, object]]:
    return {section: dict(keys) for section, keys in settings.items()}


CROSS_ENCODER = "bge-reranker-v2-m3"


def not_retrieved(number: int, vector: int, keyword: int | None, reranker: str = "statements") -> Feedback:
    return lost(number, RootCause.NOT_RETRIEVED, vector_rank=vector, keyword_rank=keyword, reranker=reranker)


def test_rules_just_behind_the_cut_ask_for_deeper_channels(settings: Settings) -> None:
    proposal = only(propose([not_retrieved(1, 14, 40), not_retrieved(2, 90, 17)], settings), "deeper_channels")
    assert plain(proposal.settings) == {"retrieval": {"channel_top_k": 20}}
    assert proposal.feedback == (1, 2)


def test_a_cross_encoder_needs_a_window_that_takes_in_what_comes_of_deeper_channels(settings: Settings) -> None:
    items = [not_retrieved(1, 14, 40, CROSS_ENCODER), not_retrieved(2, 90, 17, CROSS_ENCODER)]
    proposal = only(propose(items, settings), "deeper_channels")
    assert plain(proposal.settings) == {"retrieval": {"channel_top_k": 20}, "rerank": {"window": 40}}


def test_the_channel_that_missed_a_rule_is_the_one_whose_rank_counts(settings: Settings) -> None:
    by_vector = [lost(n, RootCause.MISSED_BY_VECTOR, vector_rank=25, keyword_rank=2) for n in (1, 2)]
    by_keyword = [lost(n, RootCause.MISSED_BY_KEYWORD, vector_rank=2, keyword_rank=35) for n in (3, 4)]
    assert only(propose(by_vector, settings), "deeper_channels").settings["retrieval"]["channel_top_k"] == 30
    assert only(propose(by_keyword, settings), "deeper_channels").settings["retrieval"]["channel_top_k"] == 40


def test_a_rule_that_the_rerank_saw_gains_nothing_by_a_second_channel(settings: Settings) -> None:
    ranks: dict[str, Any] = {"vector_rank": 25, "keyword_rank": 25, "rescored": True}
    assert codes(propose([lost(n, RootCause.MISSED_BY_VECTOR, **ranks) for n in (1, 2)], settings)) == []


def test_a_single_far_rank_does_not_set_the_depth(settings: Settings) -> None:
    items = [not_retrieved(n, rank, None) for n, rank in enumerate((12, 15, 18, 49), 1)]
    proposal = only(propose(items, settings), "deeper_channels")
    assert (proposal.settings["retrieval"]["channel_top_k"], proposal.feedback) == (20, (1, 2, 3))


def test_one_feedback_changes_no_setting(settings: Settings) -> None:
    assert propose([not_retrieved(1, 14, 15)], settings) == ()


def test_a_rule_far_below_is_not_reached_by_depth(settings: Settings) -> None:
    found = propose([not_retrieved(n, 400, 300) for n in (1, 2)], settings)
    assert codes(found) == ["stronger_model"]
    assert found[0].settings == {}


def behind(number: int, **detail: Any) -> Feedback:
    return lost(number, RootCause.RANKED_LOW, fusion_rank=20 + number, final_rank=20 + number, **detail)


def test_rules_behind_the_window_of_a_cross_encoder_ask_for_a_wider_one(settings: Settings) -> None:
    items = [behind(n, reranker=CROSS_ENCODER, rescored=False) for n in (1, 2)]
    assert plain(only(propose(items, settings), "wider_window").settings) == {"rerank": {"window": 30}}


def test_searches_without_rerank_or_with_one_that_scores_all_ask_for_no_window(settings: Settings) -> None:
    assert codes(propose([behind(n, rescored=False) for n in (1, 2)], settings)) == []
    assert codes(propose([behind(n, reranker="statements", rescored=True) for n in (3, 4)], settings)) == []


def test_where_the_rerank_is_off_rules_that_are_ranked_low_ask_for_it(settings: Settings) -> None:
    off = settings.model_copy(update={"rerank": settings.rerank.model_copy(update={"enabled": False})})
    items = [lost(n, RootCause.RANKED_LOW, fusion_rank=15, final_rank=15) for n in (1, 2)]
    assert plain(only(propose(items, off), "rerank_on").settings) == {"rerank": {"enabled": True}}
    assert "rerank_on" not in codes(propose(items, settings))


def scored(number: int, vector: int, keyword: int | None, model: str = "statements") -> Feedback:
    ranks: dict[str, Any] = {"vector_rank": vector, "keyword_rank": keyword, "reranker": model, "rescored": True}
    return lost(number, RootCause.RANKED_LOW, fusion_rank=7, final_rank=15, **ranks)


def test_rules_that_rank_better_by_meaning_ask_for_more_similarity_and_the_others_for_less(settings: Settings) -> None:
    by_meaning = [scored(1, 2, 9), scored(2, 3, None), scored(3, 9, 1)]
    proposal = only(propose(by_meaning, settings), "more_similarity")
    assert (plain(proposal.settings), proposal.feedback) == ({"rerank": {"similarity_weight": 0.65}}, (1, 2))
    by_words = [scored(1, 9, 2), scored(2, 8, 3)]
    assert plain(only(propose(by_words, settings), "less_similarity").settings) == {
        "rerank": {"similarity_weight": 0.35}
    }


def test_where_as_many_rules_pull_either_way_the_weight_stays(settings: Settings) -> None:
    assert codes(propose([scored(1, 2, 9), scored(2, 3, 9), scored(3, 9, 2), scored(4, 9, 3)], settings)) == []


def test_equal_ranks_pull_no_way(settings: Settings) -> None:
    assert codes(propose([scored(1, 4, 4), scored(2, 4, 4)], settings)) == []


def test_a_cross_encoder_has_no_similarity_weight(settings: Settings) -> None:
    assert codes(propose([scored(n, 2, 9, model=CROSS_ENCODER) for n in (1, 2)], settings)) == []


def test_a_weight_at_its_end_is_not_moved(settings: Settings) -> None:
    full = settings.model_copy(update={"rerank": settings.rerank.model_copy(update={"similarity_weight": 1.0})})
    assert codes(propose([scored(1, 2, 9), scored(2, 2, 9)], full)) == []


def test_rules_with_the_querys_words_in_their_headings_ask_for_heavier_headings(settings: Settings) -> None:
    items = [lost(n, RootCause.MISSED_BY_KEYWORD, vector_rank=3, keyword_rank=60, in_headings=n < 3) for n in (1, 2, 3)]
    proposal = only(propose(items, settings), "heavier_headings")
    assert (plain(proposal.settings), proposal.feedback) == ({"retrieval": {"heading_weight": 2}}, (1, 2))


def test_rules_that_the_query_alone_finds_ask_for_less_context(settings: Settings) -> None:
    items = [lost(n, RootCause.RANKED_LOW, found_without_context=n < 3) for n in (1, 2, 3)]
    weights = {"context_weight": 0.2, "context_similarity": 0.3}
    drawn = settings.model_copy(update={"retrieval": settings.retrieval.model_copy(update=weights)})
    proposal = only(propose(items, drawn), "less_context")
    assert plain(proposal.settings) == {"retrieval": {"context_weight": 0.1, "context_similarity": 0.15}}
    assert proposal.feedback == (1, 2)
    without = {"context_weight": 0.0, "context_similarity": 0.0}
    none = settings.model_copy(update={"retrieval": settings.retrieval.model_copy(update=without)})
    assert codes(propose(items, none)) == []


def test_rules_just_behind_the_hits_ask_for_more_hits(settings: Settings) -> None:
    items = [lost(n, RootCause.RANKED_LOW, fusion_rank=6, final_rank=5 + n) for n in (1, 2)]
    assert plain(only(propose(items, settings), "more_hits").settings) == {"retrieval": {"top_k": 7}}


@pytest.mark.parametrize(
    "query", [Query(text="罫線", top_k=5), Query(text="罫線", context=QueryContext(chapter="概要"))]
)
def test_a_search_that_named_its_number_or_chapter_asks_for_no_more_hits(settings: Settings, query: Query) -> None:
    items = [lost(n, RootCause.RANKED_LOW, query, fusion_rank=6, final_rank=6) for n in (1, 2)]
    assert "more_hits" not in codes(propose(items, settings))


def test_rules_without_a_word_of_the_query_ask_for_other_words(settings: Settings) -> None:
    shares_none = lost(1, RootCause.MISSED_BY_KEYWORD, Query(text="線の太さ"), vector_rank=3, keyword_rank=None)
    not_asked = lost(
        2, RootCause.NOT_RETRIEVED, Query(text="線", mode=Mode.SEMANTIC), vector_rank=30, keyword_rank=None
    )
    proposal = only(propose([shares_none, not_asked], settings), "other_words")
    assert (proposal.settings, proposal.feedback, proposal.values["queries"]) == ({}, (1,), "線の太さ")


def test_documents_that_are_not_there_are_named_once_and_no_setting_is_proposed(settings: Settings) -> None:
    items = [lost(n, RootCause.NOT_IN_HANDBOOK, doc=doc, why="document") for n, doc in enumerate("ＢＡＡ", 1)]
    proposal = only(propose(items, settings), "add_documents")
    assert (proposal.values["docs"], proposal.feedback, proposal.settings) == ("Ａ, Ｂ", (1, 2, 3), {})


def test_of_many_documents_the_first_are_named_and_the_others_counted(settings: Settings) -> None:
    items = [lost(n, RootCause.NOT_IN_HANDBOOK, doc=f"{n:02}.md", why="document") for n in range(1, 12)]
    docs = str(only(propose(items, settings), "add_documents").values["docs"])
    assert docs.startswith("01.md, 02.md, ")
    assert docs.endswith("08.md, … (+3)")


def test_text_that_is_in_no_chunk_of_its_document_is_a_matter_of_reading(settings: Settings) -> None:
    assert codes(propose([lost(1, RootCause.NOT_IN_HANDBOOK, why="text")], settings)) == ["check_reading"]


def test_hidden_rules_ask_for_a_decision_about_them(settings: Settings) -> None:
    assert codes(propose([lost(1, RootCause.NOT_SEARCHED, why="hidden", category="write")], settings)) == [
        "include_hidden"
    ]


def test_each_way_of_asking_that_leaves_a_category_out_is_told_apart(settings: Settings) -> None:
    asked = [
        Query(text="罫線", agent=Agent.IMPACT),
        Query(text="罫線", agent=Agent.IMPACT),
        Query(text="罫線", agent=Agent.WRITER, category=Category.REF),
    ]
    items = [lost(n, RootCause.NOT_SEARCHED, q, why="category", category="write") for n, q in enumerate(asked, 1)]
    found = propose(items, settings)
    assert [(p.values["asked"], p.values["category"], p.feedback) for p in found] == [
        ("agent impact", "write", (1, 2)),
        ("category ref", "write", (3,)),
    ]


@pytest.mark.parametrize(
    ("cause", "detail", "code"),
    [
        (RootCause.RETRIEVED_IGNORED, {}, "follow_rules"),
        (RootCause.FOUND, {}, "close_found"),
        (None, {}, "check_wrong_hits"),
        (RootCause.NOT_RETRIEVED, {"notices": "index_exact keywords_only", "keyword_rank": 12}, "restore_channel"),
    ],
)
def test_what_no_setting_helps_is_advised(
    settings: Settings, cause: RootCause | None, detail: dict[str, Any], code: str
) -> None:
    (proposal,) = propose([lost(7, cause, **detail)], settings)
    assert (proposal.code, proposal.feedback, proposal.settings) == (code, (7,), {})


def test_settings_come_before_advice_and_more_feedback_before_less(settings: Settings) -> None:
    items = [
        *(lost(n, RootCause.FOUND) for n in range(1, 6)),
        lost(6, RootCause.RETRIEVED_IGNORED),
        *(scored(n, 9, 2) for n in (7, 8)),
        *(not_retrieved(n, 14, 15) for n in (9, 10, 11)),
    ]
    assert codes(propose(items, settings)) == ["deeper_channels", "less_similarity", "close_found", "follow_rules"]


def test_no_feedback_no_proposal(settings: Settings) -> None:
    assert propose([], settings) == ()
