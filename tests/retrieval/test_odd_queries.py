"""Whatever is typed finds something where there are vectors, and never ends in an error."""

from __future__ import annotations

import pytest

from rulebook.engine import Engine
from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Constraint, Mode, Query, QueryContext

ODD = {
    "only a particle": "の",
    "only a mark": "？",
    "only marks": "§§§ … ※",
    "emoji": "🙂👩‍👩‍👧",
    "stop words": "the of and",
    "half-width katakana": "ﾃｰﾌﾞﾙﾍｯﾀﾞｰ",
    "full-width ascii": "ＣＯＭＰ＿ＮＡＭＥ＿ＫＡＮＪＩ",
    "mixed": "table ﾍｯﾀﾞｰ の ＢＯＬＤ 指定",
    "long": "表ヘッダーの書き方。" * 1_000,
    "control characters": "表\0ヘッダー\x07\ud800",
    "one letter": "a",
    "right to left": "\u202eシマスル",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("agent", [None, Agent.QA])
def test_a_query_is_never_answered_with_nothing(engine: Engine, text: str, agent: Agent | None) -> None:
    result = engine.rag.run(Query(text=text, agent=agent, context=QueryContext(chapter=text, passage=text)))
    assert result.constraint is Constraint.HANDBOOK
    assert [hit.rank for hit in result.chunks] == list(range(1, len(result.chunks) + 1))
    assert result.chunks
    assert result.notices == ()


@pytest.mark.parametrize("text", ["ﾍｯﾀﾞｰ", "ＣＯＭＰ＿ＮＡＭＥ＿ＫＡＮＪＩ", "comp_name_kanji"])
def test_the_width_and_case_of_letters_make_no_difference_to_the_keywords(engine: Engine, text: str) -> None:
    assert engine.rag.run(Query(text=text, mode=Mode.KEYWORD)).chunks


def test_channels_deeper_than_the_handbook_return_every_chunk_once(engine: Engine) -> None:
    retrieval = engine.settings.retrieval.model_copy(update={"channel_top_k": 1_000})
    service = engine.rag.with_settings(engine.settings.model_copy(update={"retrieval": retrieval}))
    hits = service.run(Query(text="表", top_k=1_000)).chunks
    assert sorted(hit.chunk_id for hit in hits) == sorted(c.chunk_id for c in engine.opened.get("v1").chunks)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_category_without_documents_has_no_rule(engine: Engine, mode: Mode) -> None:
    result = engine.rag.run(Query(text="表", category=Category.REF, mode=mode))
    assert (result.constraint, result.chunks, result.notices) == (Constraint.NONE, (), ())


def test_a_passage_of_many_words_finds_the_rule_for_its_one_relevant_sentence(engine: Engine) -> None:
    talk = "担当者は朝に売場へ行き、納品書と現品を突き合わせ、差異があれば電話で連絡する。" * 50
    passage = f"{talk[:200]}障害時は個人情報をログに出力する。{talk}"
    assert len(passage) > 2_000
    query = Query(text="守るべき規則", agent=Agent.QA, top_k=3, context=QueryContext(passage=passage))
    assert any("個人情報を出力してはならない" in hit.content for hit in engine.rag.run(query).chunks)


def test_a_context_that_has_nothing_to_do_with_the_query_does_not_bury_its_rule(engine: Engine) -> None:
    context = QueryContext(chapter="2.4 図の番号", element_ids=("F001",), description="見出しの章を生成する")
    hits = engine.rag.run(Query(text="表ヘッダーの下線", agent=Agent.WRITER, context=context)).chunks
    assert "表ヘッダー" in hits[0].content
