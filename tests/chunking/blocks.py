"""Blocks and documents for tests of the chunking, and strategies that make them."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from rulebook.model.document import (
    Block,
    BlockKind,
    DocType,
    Document,
    Flag,
    ParseReport,
    Table,
    TableCell,
    TableRow,
)
from rulebook.model.place import NumberedRange
from rulebook.model.text import Mark, RichText

HERE = NumberedRange("line", 1, 1)


def at(line: int) -> NumberedRange:
    return NumberedRange("line", line, line)


def heading(text: str | RichText, level: int = 1, label: str = "", line: int = 1) -> Block:
    text = RichText(text) if isinstance(text, str) else text
    return Block(kind=BlockKind.HEADING, span=at(line), text=text, level=level, label=label)


def paragraph(text: str | RichText, *flags: Flag, kind: BlockKind = BlockKind.PARAGRAPH, line: int = 1) -> Block:
    text = RichText(text) if isinstance(text, str) else text
    return Block(kind=kind, span=at(line), text=text, flags=frozenset(flags))


def table(rows: Sequence[Sequence[str]], header_rows: int = 1, line: int = 1) -> Block:
    made = tuple(
        TableRow(
            cells=tuple(TableCell(text=RichText(t), row=r, column=c) for c, t in enumerate(row) if t), span=at(line + r)
        )
        for r, row in enumerate(rows)
    )
    return Block(kind=BlockKind.TABLE, span=at(line), table=Table(rows=made, header_rows=header_rows))


def document(blocks: Sequence[Block], doc_type: DocType = DocType.MARKDOWN, title: str = "規則") -> Document:
    return Document(doc="規則.md", doc_type=doc_type, title=title, blocks=tuple(blocks), report=ParseReport())


sentences = st.sampled_from(
    [
        "表には番号を付ける。",
        "見出しは「1.1」形式で記述する。",
        "Use bold only.",
        "数値は右寄せとし、単位を付ける。",
        "例：A-001",
    ]
)
texts = st.lists(sentences, min_size=1, max_size=30).map("".join)
rich_texts = st.lists(
    st.builds(lambda text, marks: RichText.of(text, *marks), texts, st.sets(st.sampled_from(Mark), max_size=2)),
    min_size=1,
    max_size=3,
).map(RichText.join)
cells = st.lists(
    st.lists(st.sampled_from(["", "余白", "10mm", "上下左右とも同じ"]), min_size=3, max_size=3), min_size=1, max_size=40
)
blocks = st.one_of(
    st.builds(heading, texts.map(lambda t: t[:20]), st.integers(1, 5), st.sampled_from(["", "1.2"])),
    st.builds(paragraph, rich_texts),
    st.builds(paragraph, rich_texts, st.sampled_from([Flag.HIDDEN, Flag.NOTES, Flag.COMMENT, Flag.CHANGED])),
    st.builds(table, cells, st.integers(0, 1)),
)
documents = st.lists(blocks, max_size=25)
