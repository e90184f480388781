from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.text.highlight import highlight_spans


def _marked(query, text):
    return [text[start:end] for start, end in highlight_spans(query, text)]


def test_words_that_touch_are_marked_as_one():
    assert _marked("ヘッダーの表", "表ヘッダーは表の上") == ["表ヘッダー", "表"]


def test_the_original_spelling_is_marked():
    assert _marked("サーバー構成", "ｻｰﾊﾞ－の構成") == ["ｻｰﾊﾞ－", "構成"]


def test_a_query_in_english_marks_its_loan_word():
    assert _marked("table names", "テーブル名とTABLE_NAME") == ["テーブル", "TABLE", "NAME"]


def test_no_query_and_no_text_mark_nothing():
    assert highlight_spans("", "表") == ()
    assert highlight_spans("表", "") == ()


@settings(deadline=None, max_examples=40)
@given(
    st.text(st.sampled_from("表頭ヘダー太字ab1-_ の"), max_size=12),
    st.text(st.sampled_from("表頭ヘダー太字ab1-_ の"), max_size=30),
)
def test_spans_are_sorted_apart_and_inside_the_text(query, text):
    spans = highlight_spans(query, text)
    bounds = [bound for span in spans for bound in span]
    assert bounds == sorted(set(bounds))
    assert all(0 <= start < end <= len(text) for start, end in spans)
