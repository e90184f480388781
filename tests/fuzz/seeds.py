"""The sound files that mutations start from: one of each type, small, with all that readers know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.fuzz.deck_seed import deck_parts
from tests.fuzz.word_seed import word_parts
from tests.fuzz.workbook_seed import workbook_parts
from tests.packages import Parts, packed
from tests.pdfs import Text, pdf

_MARKDOWN = """---
title: 規則
keywords: [余白, 番号]
---
# 1. 総則

- **番号**を付ける。
    1. ~~取消~~と`符号`
    2. [外](http://example.com "題") ![絵](x.png)

> 引用の中の
> > 引用

| 項目 | 値 |
|:--|--:|
| 余白 | 10mm \\| 20mm |

```python
code()
```

<details><summary>詳細</summary>隠れた<b>規則</b></details>
<!-- 覚え書き -->

細則
----
行末の\\
改行&amp;参照 <https://example.com>[^1]

[^1]: 脚注の規則
"""


@dataclass(frozen=True, slots=True)
class Seed:
    """A sound file; ``parts`` are those of its package, empty for a file that is none."""

    doc: str
    content: bytes
    parts: Mapping[str, bytes]


def _packaged(doc: str, parts: Parts) -> Seed:
    return Seed(doc, packed(parts), parts)


def _pdf() -> bytes:
    pages = [
        [Text("Chapter 1", 780, size=20), Text("A table has a number.", 700), Text("Margins are 10 mm.", 680)],
        [Text("Chapter 2", 780, size=20), Text("Figures stand in the middle ....... 3", 700), Text("internal", 20)],
    ]
    return pdf(pages, outline=[("Chapter 1", 0), ("Chapter 2", 1)])


SEEDS = (
    _packaged("規則.docx", word_parts()),
    _packaged("規則.xlsx", workbook_parts()),
    _packaged("規則.pptx", deck_parts()),
    Seed("規則.md", _MARKDOWN.encode(), {}),
    Seed("規則.pdf", _pdf(), {}),
)
