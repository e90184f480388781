"""Token counts are a formula: the same everywhere, 0 only for nothing, near to what the model counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text.tokens import count_tokens
from tests.examples import some


@some
@given(st.text(max_size=80))
def test_only_blank_text_has_no_tokens(text: str) -> None:
    assert (count_tokens(text) == 0) is (not text.strip())


@some
@given(st.text(max_size=60), st.text(max_size=60))
def test_a_longer_text_never_has_fewer_tokens(text: str, more: str) -> None:
    assert count_tokens(f"{text}\n{more}") >= count_tokens(text)


@some
@given(st.lists(st.text(alphabet="規則カナabcA1。、 ", min_size=1, max_size=30), min_size=1, max_size=8))
def test_lines_count_as_much_together_as_apart(lines: list[str]) -> None:
    apart = sum(count_tokens(line) for line in lines)
    assert abs(count_tokens("\n".join(lines)) - apart) <= len(lines)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("表ヘッダーは太字+下線で記載する。", 8, 14),
        ("The header row of a table is bold and underlined.", 9, 14),
        ("表格标题必须加粗并加下划线。", 8, 14),
    ],
)
def test_a_sentence_counts_about_what_a_multilingual_vocabulary_makes_of_it(text: str, low: int, high: int) -> None:
    assert low <= count_tokens(text) <= high
