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
        ("See ver. 3.2 of it, e.g. this one.", ["See ver. 3.2 of it, e.g. this one."]),
        ("値は1.5とする。A.B.Cは使わない。", ["値は1.5とする。", "A.B.Cは使わない。"]),
        ("a != b とする。", ["a != b とする。"]),
        ("一行目\n二行目。\r\n\n三行目", ["一行目", "二行目。", "三行目"]),
        ("  余白  。  ", ["余白  。"]),
        ("项目名必填；长度不超过30个；", ["项目名必填；", "长度不超过30个；"]),
        ("である．次に述べる．", ["である．", "次に述べる．"]),
        ("１．概要を書く。Ａ．Ｂは使わない。", ["１．概要を書く。", "Ａ．Ｂは使わない。"]),
        ("ア．概要を書く。\n二．目的を書く。", ["ア．概要を書く。", "二．目的を書く。"]),
        ("・ 2.6.2.  論理名に従うこと", ["・ 2.6.2.  論理名に従うこと"]),
        ("変数名 (i, j, ...) を使う。e.g. は使わない。", ["変数名 (i, j, ...) を使う。", "e.g. は使わない。"]),
        ("する.次に", ["する.", "次に"]),
        ("半角の句点｡次", ["半角の句点｡", "次"]),
        ("1. Use bold. 2. Do not underline.", ["1. Use bold.", "2. Do not underline."]),
        ("See Fig. 3 and No. 5. Dr. Who of the U.S. Office.", ["See Fig. 3 and No. 5.", "Dr. Who of the U.S. Office."]),
        ("It is version 3. Next one.", ["It is version 3.", "Next one."]),
        ("wait... then go. etc. is kept", ["wait... then go. etc. is kept"]),
        ("待つ…次に書く。", ["待つ…次に書く。"]),
        ("完了🎉！次の文😀。終わり", ["完了🎉！", "次の文😀。", "終わり"]),
        ("1）表題。2）余白（上。下。）。", ["1）表題。", "2）余白（上。下。）。"]),
        ("「甲。乙。（丙。）」とする。", ["「甲。乙。（丙。）」とする。"]),
        ("（" + "例を書く。" * 60 + "）", ["（例を書く。", *["例を書く。"] * 58, "例を書く。）"]),
        ("", []),
        ("\n \n", []),
    ],
)
def test_a_text_is_cut_into_its_sentences(text: str, sentences: list[str]) -> None:
    assert cut(text) == sentences


@pytest.mark.parametrize(
    "wrapped",
    [
        "可変長の場合は\n記入不要。",
        "検索結果がない場合\n初期値を返す。",
        "必ず値をセットする項目であれば\n○を記入する。",
        "必要に応じて\nリダイレクトする。",
        "画面を更新できるため、\n操作性が向上する。",
        "左側にインプットデータ\nを、右側にアウトプットデータを書く。",
        "別ファイル（設定ファイル）\nにて定義する。",
        "2ページ目以降\nの出力有無",
        "Create evidence for each test case even if multiple test\ncases are executed in one shot.",
    ],
)
def test_a_line_that_visibly_goes_on_ends_no_sentence(wrapped: str) -> None:
    assert cut(wrapped) == [wrapped]


@pytest.mark.parametrize(
    "lines",
    [
        "太字\n下線",
        "正の数の場合\n負の数の場合",
        "必要な場合\n×：不要な場合",
        "対象のすべて\n例外なし",
        "画面処理とすること\nまた、行う",
        "画面一覧、\n・帳票一覧",
        "次の値とし、\n(1) 余白",
        "サーバ通信あり\nなし：通信不要",
        "終わる。\nを含む",
        "次を使い、\n\n別の段落",
        'echo "a"\nfi',
        "len = records.length,\nrecord",
        "項目グループ\n【補足】",
        "氏名を記入する\nより詳しい規則は別紙",
        "規則の" + "長" * 300 + "は、\n続き",
    ],
)
def test_any_other_line_end_is_a_border(lines: str) -> None:
    assert cut(lines) == [line for line in lines.split("\n") if line]


def test_brackets_that_never_meet_cost_no_more_than_others() -> None:
    assert len(sentence_spans("「" * 30_000 + "）" * 30_000 + "。次")) == 2


@some
@given(st.text(alphabet="規則。！？「」（）.!?\n 　ab1=", max_size=60))
def test_sentences_hold_every_character_that_is_no_white_space_once_and_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert [c for sentence in cut(text) for c in sentence if not c.isspace()] == [c for c in text if not c.isspace()]
    assert all(sentence == sentence.strip() != "" for sentence in cut(text))
