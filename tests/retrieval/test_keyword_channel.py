"""The words of a query count more than those of its context and than synonyms; of very many only the telling ones are
asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.retrieval.bm25 import KeywordIndex
from rulebook.retrieval.enrichment import EnrichedQuery
from rulebook.retrieval.keyword_channel import KeywordChannel
from rulebook.text.concepts import Vocabulary
from rulebook.text.keywords import terms

ROWS = [((), terms(word)) for word in ("見出し", "beta", "gamma")]


def channel(
    *asked: str,
    context: tuple[str, ...] = (),
    weight: float = 0.25,
    index: KeywordIndex | None = None,
    synonym_weight: float = 0.0,
    concepts: Sequence[Sequence[str]] = (),
) -> KeywordChannel:
    return KeywordChannel(
        index=index or KeywordIndex(ROWS, 1.0),
        asked=EnrichedQuery(asked=asked, context=context),
        context_weight=weight,
        synonym_weight=synonym_weight,
        vocabulary=Vocabulary(concepts),
    )


def test_a_word_of_the_context_counts_its_weight_and_one_that_is_in_both_counts_as_asked() -> None:
    assert channel("beta", context=("beta gamma",)).weights == {"beta": 1.0, "gamma": 0.25}
    nothing, asked, context = channel("beta", context=("gamma",)).scores([0, 1, 2])
    assert nothing == 0
    assert context == pytest.approx(asked * 0.25)


def test_a_context_without_weight_is_not_asked() -> None:
    assert channel("beta", context=("gamma",), weight=0.0).weights == {"beta": 1.0}


def test_a_chunk_that_only_the_context_meets_stands_behind_one_that_the_query_meets() -> None:
    found = channel("gamma", context=("beta",)).search(np.ones(3, np.bool_), 10)
    assert [row for row, _ in found] == [2, 1]


def test_of_a_long_passage_the_telling_terms_are_asked() -> None:
    rare = [f"zo{first}{second}u" for first in "bdfghklmnp" for second in "bdfghklmnp"]
    rows = [((), terms(f"common {word}")) for word in rare]
    found = channel(" common unheard ".join(rare), index=KeywordIndex(rows, 1.0))
    assert len(found.weights) == 64
    assert not {*terms("common unheard")} & {*found.weights}


HEADINGS = ["見出し行", "header row", "表头"]
BOOK = ["header row は太字", "罫線の色", "见表头", "脚注の位置", "見出し行は灰色"]


def asked(query: str, *, weight: float = 0.7, texts: Sequence[str] = BOOK) -> KeywordChannel:
    index = KeywordIndex([((), terms(text)) for text in texts])
    return channel(query, index=index, synonym_weight=weight, concepts=[HEADINGS])


def rows(found: KeywordChannel, count: int = len(BOOK)) -> list[int]:
    return [row for row, _ in found.search(np.ones(count, np.bool_), 10)]


@pytest.mark.parametrize("query", HEADINGS)
def test_a_rule_that_says_it_in_another_word_is_found(query: str) -> None:
    assert {0, 2, 4} <= {*rows(asked(query))}


@pytest.mark.parametrize(("query", "own"), [("見出し行", 4), ("header row", 0), ("表头", 2)])
def test_the_rule_that_has_the_own_word_stands_above_those_with_a_synonym(query: str, own: int) -> None:
    assert rows(asked(query))[0] == own


@pytest.mark.parametrize("query", HEADINGS)
def test_a_synonym_is_listed_as_it_stands_in_the_text_and_only_where_all_of_it_stands(query: str) -> None:
    found = asked(query)
    assert found.matched_in("Header Rows in bold") == ("Header", "Rows")
    assert found.matched_in("見ると見出し行がある") == ("見出し", "行")
    assert not {"header", "row"} & {*asked("表头").matched_in("a header, no line")}


@settings(deadline=None)
@given(st.lists(st.sampled_from(["表头", "header", "row", "脚注", "罫線", "太字"]), max_size=6), st.floats(0.1, 1))
def test_the_own_word_is_never_worth_less_than_a_synonym_whatever_else_the_rules_say(
    rest: list[str], weight: float
) -> None:
    found = asked("见表头", weight=weight, texts=[" ".join(["表头", *rest]), " ".join(["header row", *rest]), "脚注"])
    own, synonym, _ = found.scores([0, 1, 2])
    assert own > synonym or "表头" in rest


def test_without_weight_synonyms_are_neither_found_nor_shown() -> None:
    found = asked("見出し行", weight=0.0)
    assert rows(found) == [4]
    assert found.matched_in(BOOK[0]) == ()


def test_a_concept_counts_in_proportion_to_its_weight() -> None:
    half, whole = (asked("表头", weight=weight).scores([0])[0] for weight in (0.5, 1.0))
    assert half == pytest.approx(whole / 2)


def test_a_concept_of_many_rules_says_less_than_one_of_few() -> None:
    few, many = asked("表头"), asked("表头", texts=[*BOOK[:1], *["見出し行"] * 4])
    assert few.scores([0])[0] > many.scores([0])[0] > 0


def test_an_ambiguous_word_counts_for_less() -> None:
    index = KeywordIndex([((), terms(text)) for text in ("字段", "条目", "脚注")])
    plain = channel("項目", index=index, synonym_weight=1.0, concepts=[["項目", "字段"]])
    torn = channel("項目", index=index, synonym_weight=1.0, concepts=[["項目", "字段"], ["項目", "条目"]])
    assert torn.scores([0])[0] == pytest.approx(plain.scores([0])[0] / 2)


def test_the_words_of_the_context_bring_no_synonyms() -> None:
    index = KeywordIndex([((), terms(text)) for text in BOOK])
    found = channel("罫線", context=("見出し行",), index=index, synonym_weight=1.0, concepts=[HEADINGS])
    assert not {0, 2} & {*rows(found)}


@pytest.mark.parametrize("query", ["見出し行", "表头", "罫線の色", "unheard", "。"])
def test_shares_are_of_the_highest_score_that_the_querys_own_words_can_reach(query: str) -> None:
    shares = asked(query).shares(range(len(BOOK)))
    assert all(0 <= share <= 1 for share in shares)
    assert [share > 0 for share in shares] == [score > 0 for score in asked(query).scores(range(len(BOOK)))] or (
        asked(query).index.highest(asked(query).weights) == 0
    )


def test_a_rule_found_by_synonyms_alone_has_its_share_too() -> None:
    assert asked("表头", texts=["header row は太字", "罫線の色"]).shares([0, 1]) == [1.0, 0.0]


def test_a_long_passage_does_not_crowd_out_the_words_of_the_query() -> None:
    rare = [f"zo{first}{second}u" for first in "bdfghklmnp" for second in "bdfghklmnp"]
    index = KeywordIndex([((), terms(f"common {word}")) for word in rare], 1.0)
    found = channel("common", " ".join(rare), index=index)
    assert found.weights["common"] == 1.0
