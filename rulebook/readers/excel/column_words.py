"""Words that name columns in tables of rules, whatever the rules are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

_JAPANESE = """
項目 項目名 項目名称 名称 名前 論理名 物理名 内容 説明 概要 定義 意味 備考 補足 注記 規則 ルール 規約 基準 条件
対象 対象範囲 範囲 適用範囲 例 例外 記載例 記入例 サンプル 区分 種別 分類 種類 カテゴリ カテゴリー 用途 目的
理由 根拠 方法 手順 単位 値 設定値 初期値 既定値 桁数 型 データ型 形式 書式 フォーマット 必須 要否 有無 担当
担当者 役割 責任者 期限 日付 変更日 版 版数 変更内容 コード 番号 項番 キー 用語 コメント 状態 結果 判定 重要度
優先度 参照 参照先 出典 記載内容 チェック項目 チェック内容 確認内容 観点 欄 欄名 略語 正式名 正式名称 文書番号 文書名
所管 主管 部署 部門 承認 審査 作成 確認 承認者 審査者 作成者 確認者 更新者 改訂者 作成日 更新日 承認日 確認日 制定日
改訂日 改定日 発行日 適用日
"""
_CHINESE = """
项目 名称 内容 说明 描述 定义 含义 备注 规则 标准 条件 对象 范围 适用范围 示例 例子 例外 类别 类型 分类 用途
目的 理由 方法 步骤 单位 值 默认值 长度 格式 必填 负责人 角色 日期 版本 编号 序号 代码 术语 状态 结果 级别
优先级 参考 要求
"""
_ENGLISH = """
item name description definition meaning remarks remark notes note rule rules standard condition target scope
example exception category type class purpose reason method step unit value default length format required owner
role date version id no no. # code term status result severity priority reference comment comments requirement
"""
_NAMED = re.compile(
    r"[^ぁ-ん、。]{1,6}(?:方法|内容|要領|事項|条件|理由|基準|要否|有無|区分|種別)|[^、。を]{1,6}例"
    r"|(?:good|bad|correct|wrong)examples?|正例|反例|正确示例|错误示例"
)
"""Words that name columns by their last part: 記入方法, 設定条件, 良い例."""

_WORDS = frozenset(f"{_JAPANESE} {_CHINESE} {_ENGLISH}".split())


def are_column_titles(texts: Sequence[str]) -> bool:
    """Whether at least two of the texts, and two thirds of them, are such words, and all differ."""
    words = [re.sub(r"\s+", "", normalize("NFKC", text)).casefold() for text in texts]
    named = sum(1 for word in words if word in _WORDS or _NAMED.fullmatch(word))
    return named >= 2 and named * 3 >= len(words) * 2 and len(set(words)) == len(words)
