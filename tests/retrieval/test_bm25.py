"""The keyword channel, in books of any size."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.handbook.keyword_table import KeywordTable
from rulebook.retrieval.bm25 import Addition, KeywordIndex

TERMS = ["表", "ヘッダー", "太字", "下線", "章", "番号"]
Field = tuple[str, ...]

field = st.lists(st.sampled_from(TERMS), max_size=6).map(tuple)
books = st.lists(st.tuples(field, field), max_size=12)
queries = st.lists(st.sampled_from([*TERMS, "未知"]), max_size=6)


def index(*bodies: Field, heading_weight: float = 1) -> KeywordIndex:
    return KeywordIndex([((), body) for body in bodies], heading_weight)


def written_out(book: list[tuple[Field, Field]], query: dict[str, float], row: int, weight: float) -> float:
    """BM25F as its formula stands, with k1 1.2, b 0.6 for content and 0.3 for headings."""
    total = 0.0
    for term, asked in query.items():
        frequencies = [_frequency(book, term, one, weight) for one in range(len(book))]
        having = sum(frequency > 0 for frequency in frequencies)
        if having:
            f = frequencies[row]
            total += asked * log((len(book) + 1) / having) * f * 2.2 / (1.2 + f)
    return total


def _frequency(book: list[tuple[Field, Field]], term: str, row: int, heading_weight: float) -> float:
    found = 0.0
    for number, weight, b in ((0, heading_weight, 0.3), (1, 1.0, 0.6)):
        average = sum(len(fields[number]) for fields in book) / len(book)
        own = book[row][number]
        if own:
            found += weight * own.count(term) / (1 - b + b * len(own) / average)
    return found


@given(books, queries, st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_every_score_is_that_of_the_formula(book: list[tuple[Field, Field]], query: list[str], weight: float) -> None:
    found = KeywordIndex(book, weight, k1=1.2, b=0.6, heading_b=0.3)
    expected = [written_out(book, dict.fromkeys(query, 1.0), row, weight) for row in range(len(book))]
    assert found.scores(query, range(len(book))) == pytest.approx(expected, rel=1e-5)
    assert dict(found.search(query, None, 100)) == pytest.approx({r: s for r, s in enumerate(expected) if s}, rel=1e-5)


@given(books, st.dictionaries(st.sampled_from(TERMS), st.sampled_from([0.25, 1.0, 2.0])))
def test_a_weight_multiplies_what_its_term_adds(book: list[tuple[Field, Field]], query: dict[str, float]) -> None:
    found = KeywordIndex(book, 1, k1=1.2, b=0.6, heading_b=0.3).scores(query, range(len(book)))
    assert found == pytest.approx([written_out(book, query, row, 1) for row in range(len(book))], rel=1e-5)


@given(books, queries, st.sets(st.integers(0, 11)), st.integers(0, 5))
def test_a_search_gives_the_best_of_the_allowed_rows_in_order(
    book: list[tuple[Field, Field]], query: list[str], chosen: set[int], top_k: int
) -> None:
    found, rows = KeywordIndex(book), [row for row in range(len(book)) if row in chosen]
    scored = zip(rows, found.scores(query, rows), strict=True)
    best = sorted([pair for pair in scored if pair[1] > 0], key=lambda pair: (-pair[1], pair[0]))[:top_k]
    mask = np.array([row in chosen for row in range(len(book))], np.bool_)
    assert found.search(query, mask, top_k) == found.search(query, rows, top_k) == best


@given(books, queries)
def test_rows_with_the_same_words_have_the_same_score(book: list[tuple[Field, Field]], query: list[str]) -> None:
    shuffled = [(tuple(reversed(head)), tuple(reversed(body))) for head, body in book]
    scores = KeywordIndex([*book, *shuffled]).scores(query, range(2 * len(book)))
    assert scores[: len(book)] == scores[len(book) :]


@given(st.lists(field, max_size=12), queries)
def test_exactly_the_rows_that_share_a_word_are_returned_and_score_above_zero(
    bodies: list[Field], query: list[str]
) -> None:
    found = index(*bodies).search(query, range(len(bodies)), 100)
    assert {row for row, _ in found} == {row for row, body in enumerate(bodies) if set(body) & set(query)}
    assert all(score > 0 for _, score in found)


def test_an_empty_book_answers_with_nothing() -> None:
    for allowed in (range(0), np.zeros(0, np.bool_), None):
        assert index().search(["表"], allowed, 10) == []
    assert index((), ()).search(["表"], range(2), 10) == []
    assert index().scores(["表"], []) == []


def test_a_query_without_a_term_finds_nothing() -> None:
    book = index(("表",), ("章",))
    assert book.search([], None, 10) == book.search({}, None, 10) == []
    assert book.scores([], [1, 0]) == [0.0, 0.0]


def test_a_term_of_weight_zero_is_not_asked_for() -> None:
    book = index(("表",), ("章",))
    assert [row for row, _ in book.search({"表": 0.0, "章": 1.0}, None, 10)] == [1]


def test_a_term_that_the_query_repeats_counts_once() -> None:
    book = index(("表", "太字"), ("章",))
    assert book.search(["表", "表"], None, 10) == book.search(["表"], None, 10)


def test_a_word_that_stands_in_every_chunk_still_finds_them() -> None:
    found = index(("表", "太字"), ("表", "下線"), ("表",)).search(["表", "下線"], range(3), 10)
    assert found[0][0] == 1
    assert all(score > 0 for _, score in found)


def test_an_exact_match_in_a_book_of_one_is_found() -> None:
    ((row, score),) = index(("表", "ヘッダー")).search(["ヘッダー"], range(1), 10)
    assert row == 0
    assert score > 0


def test_equal_scores_are_ordered_by_row_also_where_the_number_of_hits_cuts_between_them() -> None:
    assert [row for row, _ in index(*[("表", "太字")] * 4).search(["表"], range(4), 3)] == [0, 1, 2]


def test_words_of_the_heading_count_as_often_as_their_weight() -> None:
    fields = [(("表",), ("章", "番号")), ((), ("表", "章", "番号"))]
    scores = KeywordIndex(fields, 3).scores(["表"], [0, 1])
    assert scores[0] > scores[1]
    assert KeywordIndex(fields, 0).scores(["表"], [0, 1])[0] == 0


def test_a_word_in_a_short_content_counts_more_than_in_a_long_one() -> None:
    fields = [((), ("表",)), ((), ("表", "章", "番号", "太字"))]
    short, long = KeywordIndex(fields, b=0.75).scores(["表"], [0, 1])
    assert short > long
    short, long = KeywordIndex(fields, b=0).scores(["表"], [0, 1])
    assert short == long


def test_scores_come_in_the_order_of_the_rows_and_agree_with_the_search() -> None:
    book = index(("表", "太字"), ("章",), ("表", "表"))
    by_search = dict(book.search(["表"], range(3), 10))
    assert book.scores(["表"], [2, 1, 0]) == [by_search[2], 0.0, by_search[0]]


@given(books)
def test_a_table_of_keywords_gives_the_same_index_as_the_words_themselves(book: list[tuple[Field, Field]]) -> None:
    table = KeywordTable.joined([KeywordTable.of(book[:5]), KeywordTable.of(book[5:])])
    rows = range(len(book))
    assert KeywordIndex(table).scores(TERMS, rows) == pytest.approx(KeywordIndex(book).scores(TERMS, rows))


def test_a_search_reads_no_more_of_the_index_when_the_book_grows_by_other_words() -> None:
    small, large = index(("表",), ("章",)), index(("表",), ("章",), *[("番号", "太字", "下線")] * 1_000)
    assert small.reads(["表", "未知"]) == large.reads(["表", "未知"]) == 1


@given(books, st.lists(st.frozensets(st.sampled_from([*TERMS, "未知"]), min_size=1, max_size=3), max_size=3))
def test_the_rows_of_keys_have_every_term_of_one_of_them(
    book: list[tuple[Field, Field]], keys: list[frozenset[str]]
) -> None:
    having = [row for row, (head, body) in enumerate(book) if any(key <= {*head, *body} for key in keys)]
    assert KeywordIndex(book).rows_of(keys).tolist() == having


additions = st.lists(
    st.tuples(st.sets(st.integers(0, 11)), st.floats(0.1, 5)).map(lambda pair: (sorted(pair[0]), pair[1])), max_size=3
)


@given(books, queries, additions)
def test_an_addition_is_added_to_the_score_of_its_rows_and_to_no_other(
    book: list[tuple[Field, Field]], query: list[str], wanted: list[tuple[list[int], float]]
) -> None:
    found, rows = KeywordIndex(book), range(len(book))
    added = [Addition(np.array([r for r in named if r < len(book)], np.intp), worth) for named, worth in wanted]
    expected = [
        score + sum(addition.worth for addition in added if row in addition.rows)
        for row, score in zip(rows, found.scores(query, rows), strict=True)
    ]
    assert found.scores(query, rows, added) == pytest.approx(expected)
    ranked = found.search(query, None, 20, added)
    assert [row for row, _ in ranked] == sorted((r for r in rows if expected[r] > 0), key=lambda r: -dict(ranked)[r])
    assert [score for _, score in ranked] == pytest.approx([expected[row] for row, _ in ranked])


def test_an_addition_finds_a_row_that_shares_no_word_but_none_that_is_not_allowed() -> None:
    book, added = index(("表",), ("章",), ("番号",)), [Addition(np.array([1, 2], np.intp), 0.5)]
    assert book.search([], None, 10, added) == [(1, 0.5), (2, 0.5)]
    assert book.search([], [0, 2], 10, added) == [(2, 0.5)]
    assert book.scores([], [2, 0], added) == [0.5, 0.0]


@given(books, st.dictionaries(st.sampled_from([*TERMS, "未知"]), st.floats(0.1, 2)), st.sampled_from([0.0, 1.0, 3.0]))
def test_no_row_scores_above_the_highest_score_of_the_query(
    book: list[tuple[Field, Field]], query: dict[str, float], k1: float
) -> None:
    found = KeywordIndex(book, k1=k1)
    assert max(found.scores(query, range(len(book))), default=0) <= found.highest(query) + 1e-6
    assert found.highest({}) == 0


def test_it_says_the_more_to_be_among_few_rows_and_nothing_to_be_among_none() -> None:
    book = index(*[("表",)] * 5)
    told = [book.rarity(rows) for rows in range(1, 6)]
    assert told == sorted(told, reverse=True)
    assert min(told) > 0
    assert book.rarity(0) == 0
