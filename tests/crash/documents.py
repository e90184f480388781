"""The documents of the crash tests, each with a sentence that no other one has."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rulebook.model.chunk import Category


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A document: what it is called, where it belongs, and the sentence that a search must find in it."""

    name: str
    category: Category
    sentence: str
    more: str

    @property
    def content(self) -> bytes:
        chapter = self.name.removesuffix(".md")
        return f"# 1. {chapter}\n\n## 1.1 原則\n\n{self.sentence}\n\n## 1.2 補足\n\n{self.more}\n".encode()

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


WRITING = Text(
    name="記入規則.md",
    category=Category.WRITE,
    sentence="見出しは「1.1」形式で記述し、見出しの末尾に句点を付けない。",
    more="表には必ず番号と題名を付け、本文から参照する。箇条書きの各項目は一文とする。",
)
WRITING_CHANGED = Text(
    name=WRITING.name,
    category=Category.WRITE,
    sentence="見出しは「第1章」形式で記述し、見出しの行頭を一字下げる。",
    more=WRITING.more,
)
FIGURES = Text(
    name="図表規則.md",
    category=Category.WRITE,
    sentence="図の番号は章ごとに振り、図の下に中央揃えで記載する。",
    more="数値の列は右寄せ、文字の列は左寄せとする。単位は表の右上に示す。",
)
FIGURES_CHANGED = Text(
    name=FIGURES.name,
    category=Category.WRITE,
    sentence="図の番号は文書を通して振り、図の上に左揃えで記載する。",
    more=FIGURES.more,
)
DESIGN = Text(
    name="設計方針.md",
    category=Category.DESIGN,
    sentence="主キーには業務上の意味を持たない連番を用いる。",
    more="ログには個人情報を出力してはならない。障害時は ERROR レベルで記録する。",
)
TERMS = Text(
    name="用語集.md",
    category=Category.REF,
    sentence="利用者とは、契約に基づき本システムを操作する者をいう。",
    more="管理者とは、利用者の権限を変更できる者をいう。",
)

FIRST = (WRITING, FIGURES, DESIGN)
ALL = (WRITING, WRITING_CHANGED, FIGURES, FIGURES_CHANGED, DESIGN, TERMS)
BY_SHA256 = {text.sha256: text for text in ALL}
