"""Where sentences end in Japanese, Chinese and English."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text.sentences import sentence_spans
from tests.examples import some


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("番号を付ける。題名を付ける。", ["番号を付ける。", "題名を付ける。"]),
        ("必须加粗！是否编号？编号。", ["必须加粗！", "是否编号？", "编号。"]),
        ("「はい。」と答える。次へ。", ["「はい。」と答える。", "次へ。"]),
        ("（例。注意。）を参照。", ["（例。注意。）を参照。"]),
        ("閉じない「括弧。次の文。", ["閉じない「括弧。", "次の文。"]),
        ("本当に！？はい。", ["本当に！？", "はい。"]),
        ("Use bold. Do not underline.", ["Use bold.", "Do not underline."]),
        ("See ver. 3.2 of it, e.g. this one.", ["See ver.", "3.2 of it, e.g. this one."]),
        ("値は1.5とする。A.B.Cは使わない。", ["値は1.5とする。", "A.B.Cは使わない。"]),
        ("a != b とする。", ["a != b とする。"]),
        ("一行目\n二行目。\r\n\n三行目", ["一行目", "二行目。", "三行目"]),
        ("  余白  。  ", ["余白  。"]),
        ("", []),
        ("\n \n", []),
    ],
)
def test_a_text_is_cut_into_its_sentences(text: str, sentences: list[str]) -> None:
    assert cut(text) == sentences


@some
@given(st.text(alphabet="規則。！？「」（）.!?\n 　ab1=", max_size=60))
def test_sentences_hold_every_character_that_is_no_white_space_once_and_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert [c for sentence in cut(text) for c in sentence if not c.isspace()] == [c for c in text if not c.isspace()]
    assert all(sentence == sentence.strip() != "" for sentence in cut(text))
