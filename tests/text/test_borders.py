"""A text without ends of sentences is cut between phrases, else between words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text.borders import word_border


@pytest.mark.parametrize(
    ("text", "limit", "head"),
    [
        ("項目名、単位記号、桁数", 10, "項目名、単位記号、"),
        ("alpha beta gamma", 12, "alpha beta "),
        ("番号を付けて本文から参照する", 8, "番号を付けて"),
        ("必须使用统一的命名规则", 9, "必须使用统一的"),
        ("（甲乙丙丁）戊己庚辛", 8, "（甲乙丙丁）"),
        ("設計標準データベース定義", 8, "設計標準"),
        ("規規規規規規規規", 5, "規規規規規"),
        ("書式はFORMAT_ID", 8, "書式は"),
        ("印は👩\u200d👩\u200d👧です", 6, "印は"),
        ("かがか\u3099か", 3, "かが"),
    ],
)
def test_the_last_border_of_the_best_kind_is_taken(text: str, limit: int, head: str) -> None:
    assert text[: word_border(text, limit)] == head


@given(st.text(min_size=1, max_size=60), st.data())
def test_there_is_always_something_in_front_of_the_border(text: str, data: st.DataObject) -> None:
    limit = data.draw(st.integers(1, len(text)))
    assert 1 <= word_border(text, limit) <= limit


@given(st.lists(st.sampled_from(["FORMAT", "データ", "の", "12", "規則"]), min_size=8, max_size=30).map("".join))
def test_latin_words_and_numbers_stay_whole(text: str) -> None:
    text = f"の{text}"
    at = word_border(text, len(text) - 1)
    assert not (text[at - 1].isascii() and text[at].isascii())
