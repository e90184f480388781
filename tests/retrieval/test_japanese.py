"""Japanese queries over Japanese rules with the embedded model: other words, katakana, and English between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulebook.engine import Engine
from rulebook.model.search import Hit, Query
from tests.handbooks import engine_at, write_documents

WRITING = """# 設計書の書き方

## 見出し

章の見出しには通し番号を付け、末尾に句点を打たない。見出しは三階層までとする。

## 表

表ヘッダーは太字で記載し、数値の列は右寄せにする。表には番号と題名を付ける。

## 図

図の下に中央揃えで番号と説明を記載し、本文から必ず参照する。

## 文体

文末は「である」で統一し、一文は六十文字以内とする。主語を省略しない。

## 変更履歴

改訂のたびに版数、日付、担当者と変更の理由を巻末の一覧に追記する。

## 用語

略語は初出の箇所で正式な名称を示す。同じものを別の言葉で呼ばない。
"""

DESIGN = """# システム設計の方針

## パスワード

パスワードは十二文字以上とし、英字と数字と記号を混ぜる。平文で保存してはならない。

## ログイン

認証に五回続けて失敗したアカウントは三十分間ロックする。

## データベースの主キー

主キーには業務上の意味を持たない連番を用いる。

## バックアップ

データベースは毎晩控えを取り、別の建物に三十日間保管する。

## エラー処理

例外は握りつぶさず、利用者には何をすればよいかを示すメッセージを表示する。

## 個人情報

氏名や電話番号などの個人情報をログに出力してはならない。

## 性能

画面は三秒以内に応答を返す。超える処理は非同期で行い、進み具合を表示する。

## 文字コード

ファイルの文字コードは UTF-8 とし、BOM を付けない。改行は LF とする。

## 試験

結合テストの前に単体テストの網羅率が八割を超えていることを確認する。
"""

OTHER_WORDS = {
    "暗証の文字数は最低いくつ必要か": "パスワードは十二文字以上",
    "サインインを何度も間違えた利用者の扱い": "五回続けて失敗",
    "各行を見分けるキーに使う値": "業務上の意味を持たない連番",
    "データを失わないための複製の頻度": "毎晩控えを取り",
    "不具合が起きたときに画面に出す文言": "何をすればよいか",
    "プライバシーに関わる値を記録に残してよいか": "個人情報をログに出力してはならない",
    "レスポンスが遅いときの対応": "三秒以内に応答",
    "タイトルの付け方": "通し番号を付け",
    "イラストや写真にキャプションを添える": "図の下に中央揃え",
    "修正した内容の記録": "改訂のたびに版数",
}
"""A query → words of the one rule that answers it and shares hardly a word with it."""

OWN_WORDS = {
    "表ヘッダーの太字": "表ヘッダーは太字",
    "主キーの決め方": "業務上の意味を持たない連番",
    "略語の書き方": "略語は初出の箇所",
    "ログに個人情報を出す": "個人情報をログに出力してはならない",
    "文字コードと改行": "文字コードは UTF-8",
    "単体テストの網羅率": "単体テストの網羅率",
}

MIXED = [
    "ヘッダー",
    "ﾊﾟｽﾜｰﾄﾞ",
    "パスワード",
    "バックアップ",
    "ＵＴＦ－８ の BOM",
    "log に personal data を出す",
    "primary key は 連番",
]
MIXED += [
    "エラー message",
    "table header",
    "ﾃﾞｰﾀﾍﾞｰｽのback up",
    "アカウントlock",
    "サーバ",
    "シングルサインオン",
    "response time",
]


@pytest.fixture(scope="module")
def japanese(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("japanese")
    engine = engine_at(folder / "home", embedding={"model": "embedded"})
    documents = write_documents(folder / "rules", {"書き方.md": WRITING, "方針.md": DESIGN})
    engine.handbooks.build_handbook(documents, {"書き方.md": "write", "方針.md": "design"})
    yield engine
    engine.close()


def rank_of(words: str, hits: tuple[Hit, ...]) -> int:
    """The rank of the first hit with these words; one behind the last where there is none."""
    return next((hit.rank for hit in hits if words in hit.content), len(hits) + 1)


def test_a_query_in_other_words_finds_its_rule_among_the_first_five(japanese: Engine) -> None:
    results = japanese.rag.run_many([Query(text=text) for text in OTHER_WORDS])
    ranks = {r.query: rank_of(OTHER_WORDS[r.query], r.chunks) for r in results}
    assert {text: rank for text, rank in ranks.items() if rank > 5} == {}


def test_the_rerank_takes_no_right_rule_out_of_the_first_five_and_lowers_none_by_its_own_words(
    japanese: Engine,
) -> None:
    judged = {**OTHER_WORDS, **OWN_WORDS}
    after = japanese.rag.run_many([Query(text=text) for text in judged])
    before = japanese.rag.run_many([Query(text=text, rerank=False) for text in judged])
    assert any(hit.breakdown.rerank is not None for result in after for hit in result.chunks)
    for now, then in zip(after, before, strict=True):
        rank, earlier = rank_of(judged[now.query], now.chunks), rank_of(judged[now.query], then.chunks)
        assert rank <= max(earlier, 1) or (rank <= 5 and now.query in OTHER_WORDS), (now.query, earlier, rank)


@pytest.mark.parametrize("text", MIXED)
def test_a_query_in_katakana_or_two_languages_never_comes_back_empty(japanese: Engine, text: str) -> None:
    result = japanese.rag.run(Query(text=text))
    assert len(result.chunks) == 5
    assert result.notices == ()
