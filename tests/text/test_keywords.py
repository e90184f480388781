import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.text.keywords import Token, matched_terms, terms, tokenise


def test_a_token_says_where_it_stands_in_the_original_text():
    text = "表のﾍｯﾀﾞ－は太字"
    assert [(t.term, text[t.start : t.end]) for t in tokenise(text)] == [
        ("表", "表"),
        ("ヘッダ", "ﾍｯﾀﾞ－"),
        ("ヘッ", "ﾍｯ"),
        ("ッダ", "ｯﾀﾞ"),
        ("ダー", "ﾀﾞ－"),
        ("太字", "太字"),
        ("太字", "太字"),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ヘッダ", "ヘッダー"),
        ("サーバ", "ｻｰﾊﾞ－"),
        ("インタフェース", "インターフェイス"),
        ("ユーザビリティ", "ユーザビリティー"),
        ("打合せ", "打ち合わせ"),
        ("行なう", "行う"),
        ("画面ＩＤ", "画面id"),
        ("12,000円", "12000円"),
        ("１．２．３", "1.2.3"),
        ("FMT-012", "FMT_012"),
        ("fmt－012", "ＦＭＴ012"),
        ("COMP_NAME_KANJI", "compNameKanji"),
        ("tables", "table"),
        ("I／F", "I/F"),
        ("IDs", "ID"),
        ("user", "ユーザー"),
        ("naming", "ネーミング"),
        ("百二十文字", "120文字"),
    ],
)
def test_spellings_of_one_thing_share_a_term(one, other):
    assert set(terms(one)) & set(terms(other))
    assert terms(one)[0] == terms(other)[0] or terms(other)[0] in terms(one)


@pytest.mark.parametrize(
    ("identifier", "whole", "parts"),
    [
        ("FMT-012", "fmt012", {"fmt", "012"}),
        ("COMP_NAME_KANJI", "compnamekanji", {"comp", "name", "kanji"}),
        ("RW11AA0304", "rw11aa0304", {"rw", "11", "aa", "0304"}),
        ("popupLink", "popuplink", {"popup", "link"}),
        ("HTTPServer", "httpserver", {"http", "server"}),
        ("OAuth2", "oauth2", {"auth"}),
        ("v1.2", "v1.2", {"1.2"}),
        ("2026-01-31", "2026-01-31", {"2026", "01", "31"}),
    ],
)
def test_identifiers_are_found_whole_and_in_parts(identifier, whole, parts):
    found = terms(f"項目{identifier}を参照")
    assert whole in found
    assert parts <= set(found)


@pytest.mark.parametrize("number", ["5.3.1", "012", "3"])
def test_a_number_is_one_term(number):
    assert terms(number) == (number,)


def test_numbers_joined_by_a_hyphen_are_not_run_together():
    assert "12" not in terms("1-2")


def test_a_latin_word_comes_with_its_japanese_loan_word():
    assert terms("NAME") == ("name", "ネーム")
    assert terms("fields") == ("field", "フィールズ", "フィールド")


def test_a_compound_comes_with_its_parts():
    assert {"国際標準化機構", "国際", "標準", "機構"} <= set(terms("国際標準化機構"))


def test_chinese_meets_japanese_in_pairs_of_characters():
    assert {"使用", "格式"} <= set(terms("表头使用粗体，格式不变")) & set(terms("この格式を使用する"))


def test_a_word_of_two_characters_counts_as_word_and_as_pair():
    assert terms("太字") == ("太字", "太字")
    assert terms("太字体").count("字体") == 1


@pytest.mark.parametrize(
    "nothing", ["", " 　\n", "。、（）「」・…", "のはがをにで", "これはそれです", "である", "the of and", "-ー—_"]
)
def test_particles_symbols_and_stop_words_give_no_terms(nothing):
    assert terms(nothing) == ()


def test_operators_in_capitals_are_terms():
    assert "and" in terms("AND条件")
    assert "in" in terms("IN句")


def test_a_line_gives_the_same_terms_wherever_it_stands():
    lines = ["表ヘッダーは太字とする", "脚注は小さくする", "FMT-012を参照"]
    assert terms("\n".join(lines)) == tuple(term for line in lines for term in terms(line))


def test_text_beyond_the_dictionarys_limit_is_cut_and_complete():
    text = "見出しは太字で記載する。" * 3000 + "最後は脚注" + "漢" * 40_000 + "印鑑"
    assert len(text.encode()) > 2 * 49_149
    found = tokenise(text)
    assert sum(t.term == "見出し" for t in found) == 3000
    assert any(t.term == "脚注" for t in found)
    assert (found[-1].start, found[-1].end) == (len(text) - 2, len(text))


def test_hostile_characters_are_no_obstacle():
    assert "表" in terms("\0表\ud800\u202e\ufeff")


@settings(deadline=None, max_examples=60)
@given(st.text(st.sampled_from("aB9_-/&.,ー－・あのカﾊﾞ表頭体①㈱\n \u3099가é'"), max_size=30))
def test_terms_are_in_order_of_occurrence_inside_the_text_and_the_same_each_time(text):
    found = tokenise(text)
    assert found == tokenise(text)
    assert [t.start for t in found] == sorted(t.start for t in found)
    assert all(0 <= t.start < t.end <= len(text) and t.term and not t.term.isspace() for t in found)


def test_threads_may_cut_at_the_same_time():
    text = "国際標準化機構のヘッダーは太字で記載する。" * 20
    expected, results = terms(text), []
    threads = [threading.Thread(target=lambda: results.append(terms(text))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 6


def test_a_token_is_term_start_end():
    assert tokenise("x") == (Token(term="x", start=0, end=1),)


def test_matched_terms_are_the_words_as_they_stand_longest_first():
    assert matched_terms(terms("表ヘッダー 太字"), "太字の表にﾍｯﾀﾞ－、表のヘッダ") == ("ﾍｯﾀﾞ－", "ヘッダ", "太字", "表")


def test_matched_pairs_are_merged_into_the_run_they_cover():
    assert matched_terms(terms("画面遷移図"), "画面遷移図の書き方") == ("画面遷移図",)


def test_one_spelling_is_listed_once():
    assert matched_terms(terms("FMT-012"), "ＦＭＴ－０１２、FMT-012、FMT012") == ("ＦＭＴ－０１２", "FMT012")


def test_a_lone_pair_of_katakana_is_no_match_to_show_but_a_word_of_two_is():
    assert matched_terms(terms("データ"), "モニタのモーター") == ()
    assert matched_terms(terms("タブ"), "タブの順序") == ("タブ",)


def test_nothing_matches_nothing():
    assert matched_terms((), "表ヘッダー") == ()
    assert matched_terms(terms("表"), "") == ()
