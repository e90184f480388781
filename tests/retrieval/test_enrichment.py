"""What an agent's situation adds to a query."""

from __future__ import annotations

import pytest

from rulebook.model.search import Agent, Query, QueryContext
from rulebook.retrieval.enrichment import enriched, enriched_text
from rulebook.text.tokens import count_tokens

ALL = QueryContext(
    chapter="第3章 機能一覧",
    element_ids=("F001", "TB001"),
    element_type="テーブル",
    description="顧客を登録する",
    direction="F001 から TB001 へ",
    passage="主キーは連番とする。",
)


@pytest.mark.parametrize(
    ("agent", "asked", "context"),
    [
        (None, ("書き方",), ()),
        (Agent.WRITER, ("書き方",), ("第3章 機能一覧", "F001", "TB001", "顧客を登録する")),
        (Agent.IMPACT, ("書き方",), ("テーブル", "顧客を登録する", "F001 から TB001 へ")),
        (Agent.QA, ("書き方", "主キーは連番とする。"), ("第3章 機能一覧",)),
    ],
)
def test_each_agent_adds_its_own_part(agent: Agent | None, asked: tuple[str, ...], context: tuple[str, ...]) -> None:
    found = enriched(Query(text=" 書き方 ", agent=agent, context=ALL))
    assert (found.asked, found.context) == (asked, context)


def test_what_is_said_twice_is_there_once() -> None:
    context = QueryContext(chapter="機能一覧", description="機能一覧", element_ids=("F001", "F001", " "))
    assert enriched_text(Query(text="機能一覧", agent=Agent.WRITER, context=context)) == "機能一覧\nF001"


@pytest.mark.parametrize("text", ["規則" * 5_000, "a" * 10_000, "word " * 2_000, "。" * 10_000, "あ\n" * 5_000])
def test_a_model_sees_the_longest_beginning_that_it_takes(text: str) -> None:
    encoded = enriched(Query(text=text)).encoded
    assert text.startswith(encoded)
    assert count_tokens(encoded) <= 400 < count_tokens(text[: len(encoded) + 12])


def test_a_short_query_goes_to_the_model_as_it_is() -> None:
    query = enriched(Query(text="書き方", agent=Agent.WRITER, context=ALL))
    assert (query.encoded_parts, query.encoded_context) == (("書き方",), "第3章 機能一覧\nF001\nTB001\n顧客を登録する")
    assert enriched(Query(text="書き方")).encoded_context == ""


def test_a_model_sees_a_question_and_the_passage_it_is_about_apart() -> None:
    query = enriched(Query(text="守るべき規則", agent=Agent.QA, context=QueryContext(passage="主キー。" * 1_000)))
    question, passage = query.encoded_parts
    assert (question, passage) == ("守るべき規則", ("主キー。" * 1_000)[: len(passage)])
    assert 390 < count_tokens(passage) <= 400
