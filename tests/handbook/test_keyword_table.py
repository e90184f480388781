"""The terms of many chunks in numbers are the same terms."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulebook.handbook.keyword_table import KeywordTable

field = st.lists(st.text(max_size=2), max_size=4).map(tuple)
tables = st.lists(st.tuples(field, field), max_size=6)


@given(tables)
def test_a_table_gives_back_the_terms_of_every_row(rows: list[tuple[tuple[str, ...], tuple[str, ...]]]) -> None:
    table = KeywordTable.of(rows)
    assert table.rows() == rows
    assert len(table) == len(rows)


@given(st.lists(tables, max_size=3))
def test_joined_tables_stand_one_after_the_other(parts: list[list[tuple[tuple[str, ...], tuple[str, ...]]]]) -> None:
    joined = KeywordTable.joined([KeywordTable.of(part) for part in parts])
    assert joined.rows() == [row for part in parts for row in part]


def test_each_distinct_term_is_kept_once() -> None:
    table = KeywordTable.of([(("表",), ("表", "章")), ((), ("章",))])
    assert dict(table.numbers) == {"表": 0, "章": 1}
