"""Words that usually stand over a column: they give away the header of a table that has no look of its own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_EXPLAINING = """
意味 定義 説明 概要 内容 詳細 記載内容 記入内容 記入例 記載例 設定例 例 備考 補足 摘要 改定内容 改訂内容 変更内容
規則 ルール 含义 释义 定义 说明 描述 备注 示例 例子 修改内容 規範 规范 规则 定義 說明 備註 範例 內容
meaning definition description explanation details example examples note notes remark remarks comment comments
"""
_NAMING = """
no # 番号 項番 連番 通番 id コード 項目 項目名 項目名称 名称 名前 論理名 物理名 英語名 和名 用語 略語 略称 単語
語句 種別 種類 分類 区分 大分類 中分類 小分類 カテゴリ カテゴリー 型 データ型 属性 桁 桁数 文字数 単位 値 設定値
初期値 既定値 版 版数 日付 改定年月日 改訂日 変更日 変更箇所 改定箇所
序号 编号 名词 术语 类别 类型 分类 字段 字段名 长度 默认值 版本 日期
序號 編號 名詞 術語 類別 類型 分類 欄位 欄位名稱 長度 預設值
number code item name term category type kind class value default unit length version date
"""
_TELLING = frozenset(_EXPLAINING.split())
_WORDS = _TELLING | frozenset(_NAMING.split())
_ENDING = re.compile(r"[.:※*]+$")


def name_columns(titles: Sequence[str]) -> bool:
    """Whether the texts of a row are all words that usually stand over a column, the last over explanations.

    A first row such as 番号 | 必須 does not count: it may be a value that says what holds for a number.
    """
    named = [_folded(title) for title in titles if title.strip()]
    return len(named) > 1 and named[-1] in _TELLING and all(title in _WORDS for title in named)


def _folded(title: str) -> str:
    plain = "".join(unicodedata.normalize("NFKC", title).casefold().split())
    return _ENDING.sub("", plain)
