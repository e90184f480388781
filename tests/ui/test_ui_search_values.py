"""What the search page tells of a result, told apart from the page: addresses, chances, moves, evidence, guesses."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import UsageError
from rulebook.model.chunk import Category, RuleChunk, Statement
from rulebook.model.document import DocType
from rulebook.model.feedback import ExpectedRule, Feedback, FeedbackKind, FeedbackState, RootCause
from rulebook.model.search import (
    Agent,
    Breakdown,
    FusionScore,
    Hit,
    Mode,
    Query,
    QueryContext,
    RelevanceLevel,
    RerankScore,
)
from rulebook.settings import load_settings
from rulebook.ui.query_address import from_address, to_address
from rulebook.ui.richtext import Html
from rulebook.ui.search_chance import chance_words
from rulebook.ui.search_compare import moved_chip
from rulebook.ui.search_conditions import LIMITS, Asked, Conditions, conditions_of
from rulebook.ui.search_feedback import cause_sentence
from rulebook.ui.search_judged import KINDS, SHORT, evidence_of, golds_of, kind_of, language_of, likely_statements
from rulebook.ui.search_moves import Move, move_of
from rulebook.ui.search_parts import move_line, parts_line
from rulebook.ui.search_picker import holding
from rulebook.ui.words import LANGUAGES, words_of

WORDS = words_of("ja")
SENTENCES = ("表には番号を付ける。", "図には題名を付ける。", "式は中央に置く。")


def shown(made: Html) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", made.source))


def hit(name: str = "c", *, rank: int = 1, fused: int = 1, content: str = "", **parts: Any) -> Hit:
    content = content or "".join(SENTENCES)
    rerank = RerankScore(score=0.5, model="statements", parts=parts)
    starts = [content.find(sentence) for sentence in SENTENCES]
    found = [(s, t) for s, t in zip(starts, SENTENCES, strict=True) if s >= 0]
    return Hit(
        chunk_id=name,
        doc="図表規則.docx",
        doc_id="d",
        doc_type=DocType.WORD,
        content=content,
        headings=("2 図表",),
        source_uri="図表規則.docx#見出し!2",
        position=1,
        token_count=9,
        statements=tuple(Statement(start=s, end=s + len(t), text=t) for s, t in found),
        rank=rank,
        quality_score=0.66,
        relevance_level=RelevanceLevel.HIGH,
        breakdown=Breakdown(
            vector=None, bm25=None, rrf=FusionScore(score=0.0, parts={}), fusion_rank=fused, rerank=rerank
        ),
    )


texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)
queries = st.builds(
    Query,
    text=texts.map(str.strip).filter(bool),
    version=st.none() | st.sampled_from(["v1", "v12"]),
    agent=st.none() | st.sampled_from(Agent),
    category=st.none() | st.sampled_from(Category),
    mode=st.sampled_from(Mode),
    top_k=st.none() | st.integers(1, LIMITS["top_k"]),
    rerank=st.booleans(),
    context=st.builds(
        QueryContext,
        chapter=texts,
        element_ids=st.lists(st.from_regex(r"[A-Za-z0-9_#&=-]{1,8}", fullmatch=True), max_size=3).map(tuple),
        element_type=texts,
        description=texts,
        direction=texts,
        passage=texts,
    ),
)
conditions = st.builds(
    Conditions,
    agent=st.none() | st.sampled_from(Agent),
    category=st.none() | st.sampled_from(Category),
    mode=st.sampled_from(Mode),
    rerank=st.booleans(),
    similarity_weight=st.none() | st.floats(0, 1),
    **{name: st.none() | st.integers(1, highest) for name, highest in LIMITS.items()},
)


@given(st.builds(Asked, query=queries, second=st.none() | conditions))
def test_an_address_gives_its_search_and_the_conditions_beside_it_back(asked: Asked) -> None:
    assert from_address(to_address(asked)) == asked


@given(st.builds(Asked, query=queries, second=st.none() | conditions))
def test_an_address_holds_only_what_differs_from_a_plain_search(asked: Asked) -> None:
    assert all(to_address(asked).values())
    assert to_address(Asked(query=Query(text="表"))) == {"q": "表"}
    assert to_address(Asked(query=Query(text="表"), second=Conditions())) == {"q": "表", "second": "on"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"second": "yes"},
        {"second_agent": "boss"},
        {"second_rerank": "maybe"},
        *({"second_similarity_weight": value} for value in ("-0.1", "1.1", "nan", "inf", "half")),
        *({f"second_{name}": value} for name in LIMITS for value in ("0", "-1", "x", "²", "99999", "9" * 5000)),
    ],
)
def test_a_second_condition_that_is_not_allowed_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="which is not allowed"):
        from_address({"q": "表", "second": "on", **wrong})


def test_conditions_change_the_query_and_the_settings_they_name_and_nothing_else() -> None:
    settings = load_settings()
    query = Query(text="表", version="v1", context=QueryContext(chapter="3"), top_k=3)
    other = Conditions(
        agent=Agent.QA, mode=Mode.KEYWORD, rerank=False, top_k=7, rrf_k=1, window=2, similarity_weight=0.0
    )
    assert other.query(query) == Query(
        text="表", version="v1", context=query.context, agent=Agent.QA, mode=Mode.KEYWORD, rerank=False, top_k=7
    )
    changed = other.settings(settings)
    assert (changed.retrieval.rrf_k, changed.rerank.window, changed.rerank.similarity_weight) == (1, 2, 0)
    assert changed.retrieval.channel_top_k == settings.retrieval.channel_top_k
    assert Conditions().settings(settings) == settings
    assert conditions_of(query).query(query) == query


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.0, "ほぼ見込みなし"), (0.05, "二十に一つ"), (0.34, "三つに一つ"), (0.66, "三つに二つ"), (1.0, "ほぼ確実")],
)
def test_a_chance_is_said_as_people_say_it(chance: float, said: str) -> None:
    assert chance_words(WORDS, chance) == said


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_greater_chance_is_never_said_as_a_smaller_one(one: float, other: float) -> None:
    said = list(dict.fromkeys(chance_words(WORDS, percent / 100) for percent in range(101)))
    assert len(said) == 13
    low, high = (said.index(chance_words(WORDS, chance)) for chance in sorted((one, other)))
    assert low <= high


def test_the_part_that_moved_a_hit_is_the_one_with_the_widest_gap_to_those_it_passed() -> None:
    up, down = (
        hit("up", rank=1, fused=2, words=0.75, meaning=0.5),
        hit("down", rank=2, fused=1, words=0.25, meaning=0.25),
    )
    far = hit("far", rank=3, fused=3, words=5.0, meaning=-5.0)
    assert move_of(up, [up, down, far]) == Move(by=1, part="words", difference=0.5)
    assert move_of(down, [up, down, far]) == Move(by=-1, part="words", difference=-0.5)
    assert move_of(far, [up, down, far]) == Move(by=0)


def test_a_hit_that_passed_only_what_was_cut_off_is_set_beside_the_others() -> None:
    one, two = hit("one", rank=1, fused=1, words=0.5), hit("two", rank=2, fused=7, words=0.75)
    assert move_of(two, [one, two]) == Move(by=5, part="words", difference=0.25, passed=False)
    assert "ほかの結果" in shown(move_line(WORDS, two, [one, two]))


def test_a_difference_that_would_be_shown_as_none_explains_nothing() -> None:
    one, two = hit("one", rank=1, fused=2, words=0.5004), hit("two", rank=2, fused=1, words=0.5)
    assert move_of(one, [one, two]) == Move(by=1)


@pytest.mark.parametrize("parts", [{}, {"words": 0.5}])
def test_a_move_that_no_part_explains_is_told_without_one(parts: dict[str, Any]) -> None:
    one, two = hit("one", rank=1, fused=2, **parts), hit("two", rank=2, fused=1, **parts)
    assert move_of(one, [one, two]) == Move(by=1)
    assert move_of(one, [one]) == Move(by=1)
    assert shown(move_line(WORDS, one, [one, two])) == "再順位付けで 1 つ上がりました（RRF 2位 → 1位）。"


def test_the_parts_of_a_rerank_score_stand_largest_first_and_one_without_a_name_keeps_its_own() -> None:
    line = parts_line(WORDS, hit(unheard_of=0.1, strange=-0.7))
    assert shown(line) == "rerank の内訳: strange -0.70 · unheard_of +0.10"
    assert len(re.findall(r'title="[^"]{10,}"', line.source)) == 3


def test_a_score_without_parts_shows_none() -> None:
    assert parts_line(WORDS, hit()) == Html()


@pytest.mark.parametrize(
    ("there", "said"), [(3, "↑1"), (2, "同じ順位"), (1, "↓1"), (None, "こちらだけ")], ids=["up", "same", "down", "only"]
)
def test_a_hit_of_two_results_says_where_the_other_has_it(there: int | None, said: str) -> None:
    other = [hit("c", rank=there)] if there else [hit("d")]
    assert shown(moved_chip(WORDS, hit("c", rank=2), other)) == said


def test_chosen_statements_are_saved_as_they_stand_neighbours_as_one() -> None:
    text = f"{SENTENCES[0]}\n{SENTENCES[1]}（注）{SENTENCES[2]}"
    found = hit(content=text)
    assert evidence_of(found, []) == (text,)
    assert evidence_of(found, [1, 0]) == (f"{SENTENCES[0]}\n{SENTENCES[1]}",)
    assert evidence_of(found, [0, 2]) == (SENTENCES[0], SENTENCES[2])
    assert [gold.grade for gold in golds_of(found, [0, 2], 2)] == [2, 2]
    assert {gold.doc for gold in golds_of(found, [0, 2], 2)} == {found.doc}


@given(st.sets(st.integers(0, 2)))
def test_every_piece_of_evidence_stands_in_its_chunk(chosen: set[int]) -> None:
    found = hit()
    assert all(part in found.content for part in evidence_of(found, list(chosen)))


def test_of_a_long_text_the_statement_nearest_to_the_query_is_suggested_and_a_short_one_is_taken_whole() -> None:
    assert likely_statements("図の題名", hit()) == []
    long = hit(content="".join(SENTENCES) + "。" * SHORT)
    assert likely_statements("図の題名", long) == [1]
    assert likely_statements("zzz", long) == []


@pytest.mark.parametrize(
    ("text", "interface", "language"),
    [
        ("表のヘッダー", "en", "ja"),
        ("採番規則", "ja", "ja"),
        ("採番規則", "zh", "zh"),
        ("表头怎么写", "ja", "zh"),
        ("table header", "ja", "en"),
        ("DB の列名", "en", "ja"),
        ("42", "ja", "und"),
    ],
)
def test_the_language_is_guessed_by_the_letters(text: str, interface: str, language: str) -> None:
    assert language_of(text, interface) == language


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (Query(text="図の題名"), "keyword"),
        (Query(text="しおり"), "semantic"),
        (Query(text="caption of a figure"), "crosslingual"),
        (Query(text="図" * 61), "passage"),
        (Query(text="図", agent=Agent.QA, context=QueryContext(passage="図には題名がない。")), "passage"),
    ],
)
def test_the_kind_is_guessed_by_how_the_query_looks(query: Query, kind: str) -> None:
    assert kind_of(query, hit(), language_of(query.text, "ja")) == kind


def test_an_identifier_is_told_from_words() -> None:
    assert kind_of(Query(text="COMP_NAME_KANJI"), None, "en") == "identifier"
    assert kind_of(Query(text="header"), None, "en") == "keyword"


def test_every_kind_that_is_guessed_can_be_chosen_and_has_a_name() -> None:
    assert all(f"judgedkind.{kind}" in WORDS for kind in KINDS)


def chunk(name: str, content: str, headings: Sequence[str] = ()) -> RuleChunk:
    return RuleChunk(
        chunk_id=name,
        doc="d.md",
        doc_id="d",
        doc_type=DocType.MARKDOWN,
        content=content,
        headings=tuple(headings),
        source_uri="d.md",
        position=1,
        token_count=3,
    )


def test_a_rule_is_found_by_all_its_words_in_text_or_heading_in_any_width() -> None:
    rules = [chunk("a", "ＤＢ の主キー", ["1 データベース"]), chunk("b", "主キーは連番"), chunk("c", "ログ")]
    assert [c.chunk_id for c in holding(rules, "主キー db")] == ["a"]
    assert [c.chunk_id for c in holding(rules, "データベース　主キー")] == ["a"]
    assert holding(rules, " ") == rules
    assert holding(rules, "表") == []


def feedback(cause: RootCause | None, **detail: int | str | None) -> Feedback:
    return Feedback(
        id=1,
        at="2026-12-01T00:00:00+00:00",
        by="x",
        version="v1",
        kind=FeedbackKind.MISSING,
        state=FeedbackState.OPEN,
        query=Query(text="表"),
        expected=ExpectedRule(doc="d.md", evidence="表"),
        cause=cause,
        detail=detail,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_root_cause_is_told_in_a_sentence_of_its_own(language: str) -> None:
    words = words_of(language)
    told = [cause_sentence(words, feedback(cause)) for cause in (*RootCause, None)]
    told += [cause_sentence(words, feedback(RootCause.NOT_SEARCHED, why="hidden"))]
    told += [cause_sentence(words, feedback(RootCause.NOT_IN_HANDBOOK, why="document"))]
    assert len(set(told)) == len(told) == len(RootCause) + 3


def test_the_ranks_that_a_rule_had_stand_beside_the_cause() -> None:
    told = cause_sentence(WORDS, feedback(RootCause.RANKED_LOW, vector_rank=9, keyword_rank=None, fusion_rank=8))
    assert "ベクトル 9位 · RRF 8位" in told
    assert "BM25" not in told.split("（")[-1]
