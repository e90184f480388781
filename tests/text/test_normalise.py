import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text.normalise import fold, normalise

_SCRIPTS = st.text(
    st.sampled_from(
        "aZ9 -ー－‐—・あがかはカガハパｶﾊﾞﾟﾞー表頭①㈱㍻ﬁé\u0301\u3099\u309a각ᄀ\u1161\u11a8Ａ９．，、\n\U0002000b"
    ),
    max_size=40,
)


@pytest.mark.parametrize("header", ["ヘッダー", "ヘッダ－", "ヘッダ‐", "ヘッダ—", "ﾍｯﾀﾞｰ", "ﾍｯﾀﾞ－", "ヘッタ\u3099−"])
def test_a_dash_behind_katakana_is_a_long_vowel(header):
    assert fold(header).text == "ヘッダー"


@pytest.mark.parametrize(
    "identifier", ["FMT-012", "FMT－012", "FMT‐012", "FMT–012", "FMTー012", "ＦＭＴ－０１２", "FMT−012"]
)
def test_a_dash_between_letters_and_digits_is_a_hyphen(identifier):
    assert fold(identifier).text == "FMT-012"


def test_a_drawn_out_dash_is_punctuation():
    assert fold("データ——これは").text == "データ--これは"


def test_width_case_and_white_space_do_not_tell_texts_apart():
    assert normalise("ＡＢＣ　 ｻｰﾊﾞ－\n") == normalise("abc サーバー")


def test_folding_keeps_upper_and_lower_case():
    assert fold("ＣompＮame").text == "CompName"


@pytest.mark.parametrize(
    ("text", "folded", "spans"),
    [
        ("ｶﾞ", "ガ", [(0, 2)]),
        ("㈱x", "(株)x", [(0, 1), (0, 1), (0, 1), (1, 2)]),
        ("か\u3099き", "がき", [(0, 2), (2, 3)]),
        ("abc", "abc", [(0, 1), (1, 2), (2, 3)]),
        ("a\u200bb", "ab", [(0, 2), (2, 3)]),
        ("\ufeffa", "a", [(0, 2)]),
        ("葛\U000e0100飾", "葛飾", [(0, 2), (2, 3)]),
        ("\u200b", "", []),
        ("", "", []),
    ],
)
def test_every_folded_character_knows_where_it_came_from(text, folded, spans):
    result = fold(text)
    assert result.text == folded
    assert [result.original_span(i, i + 1) for i in range(len(folded))] == spans


@given(_SCRIPTS)
def test_spans_cover_the_original_in_order_without_gaps(text):
    result = fold(text)
    spans = list(dict.fromkeys(zip(result.starts, result.ends, strict=True)))
    assert len(result.text) == len(result.starts) == len(result.ends)
    if result.text:
        assert [0, *(end for _, end in spans)] == [*(start for start, _ in spans), len(text)]


@given(_SCRIPTS)
def test_folding_is_nfkc_but_for_dashes_and_folding_again_changes_nothing(text):
    once = fold(text).text
    assert unicodedata.is_normalized("NFKC", once)
    assert fold(once).text == once
