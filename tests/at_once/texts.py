"""The documents of the test: each sentence says which document and which draft of it it belongs to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from rulebook.model.chunk import Category

STEMS = ("記入規則", "図表規則", "設計方針", "用語集", "命名規約", "検査基準", "版管理", "運用手順")
ALWAYS = STEMS[:3]
"""These are in every version."""

DRAFTS = 6
"""So many texts a document has; a build that comes back to an earlier one finds its parts again, or not any more."""

QUERIES = (
    "見出しの書き方",
    "表ヘッダーは太字とする",
    "図の番号",
    "主キーの命名",
    "ログに出力してはならない",
    "版を管理する手順",
    "第3稿",
    "ERROR レベル",
)

_SENTENCES = (
    "見出しは「1.1」形式で記述し、末尾に句点を付けない",
    "表ヘッダーは太字のみとし、数値の列は右寄せとする",
    "図の番号は章ごとに振り、図の下に記載する",
    "主キーには業務上の意味を持たない連番を用いる",
    "ログには個人情報を出力してはならない",
    "障害時は ERROR レベルで記録する",
    "版を管理する手順は承認の後に改める",
)
_MARK = re.compile(r"（(\w+)の第(\d+)稿）")


def name_of(stem: str) -> str:
    return f"{stem}.md"


def category_of(name: str) -> Category:
    return tuple(Category)[STEMS.index(name.removesuffix(".md")) % 3]


def content_of(name: str, draft: int) -> bytes:
    """A draft has one to three sections more than the others of its document."""
    stem = name.removesuffix(".md")
    chosen = [_SENTENCES[(STEMS.index(stem) + draft * k) % len(_SENTENCES)] for k in range(1, 3 + draft % 3)]
    sections = (f"## {k} 第{k}節\n\n{text}（{stem}の第{draft}稿）。\n" for k, text in enumerate(chosen, 1))
    return "\n".join([f"# {stem}（{stem}の第{draft}稿）\n", *sections]).encode()


def marks_in(content: str) -> Iterator[tuple[str, int]]:
    """The documents and drafts that a text says it is of."""
    for stem, draft in _MARK.findall(content):
        yield name_of(stem), int(draft)


DRAFT_OF = {
    hashlib.sha256(content_of(name_of(stem), draft)).hexdigest(): draft for stem in STEMS for draft in range(DRAFTS)
}
"""SHA-256 → draft."""
