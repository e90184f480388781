"""Which category a document probably belongs to; the uploader decides."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.model.chunk import Category

_HINTS = (
    (Category.REF, re.compile("サンプル|見本|記入例|参考|過去|実績|wbs|仕様書|设计书|示例|样例|sample|example")),
    (
        Category.WRITE,
        re.compile(
            "記入|書式|様式|フォーマット|テンプレート|雛形|文書|図表|用語|表記|一覧|"
            "编写|填写|模板|格式|文档|template|format|writing|style"
        ),
    ),
    (
        Category.DESIGN,
        re.compile(
            "設計|方針|標準|規約|規程|基準|アーキテクチャ|セキュリティ|"
            "设计|规范|标准|安全|架构|design|standard|policy|architecture|security|coding"
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A category and the word of the file name that speaks for it; no word means that nothing did."""

    category: Category
    word: str


def suggest_category(file_name: str) -> Suggestion:
    """By the words of the file name, a hint for a sample before one for a form before one for a standard; without any
    hint ``design``, which every agent but the writer searches."""
    for category, hints in _HINTS:
        if found := hints.search(file_name.lower()):
            return Suggestion(category=category, word=found.group())
    return Suggestion(category=Category.DESIGN, word="")
