"""A chunk matches a gold when its own text contains the evidence, both normalised."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from rulebook.evaluation.matching import ChunkMatcher
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import DocType
from rulebook.model.judged import Gold, JudgedQuery


def chunk(
    chunk_id: str, content: str, doc: str = "規則.docx", heading: str = "見出し", table_header: str = ""
) -> RuleChunk:
    return RuleChunk(
        chunk_id=chunk_id,
        doc=doc,
        doc_id=doc,
        doc_type=DocType.WORD,
        content=content,
        headings=(heading,),
        source_uri=f"{doc}#見出し!1",
        position=1,
        token_count=1,
        table_header=table_header,
    )


def query(*golds: Gold) -> JudgedQuery:
    return JudgedQuery(id="q", query="?", lang="ja", kind="keyword", gold=golds)


def gold(evidence: str, grade: int = 3, doc: str = "規則.docx") -> Gold:
    return Gold(doc=doc, evidence=evidence, grade=grade)


@pytest.mark.parametrize("content", ["ＴＬＳ １．２ 以上", "TLS\n1.2以\u3000上と", "TLS1.2以上"])
def test_width_and_white_space_do_not_matter(content: str) -> None:
    assert ChunkMatcher([chunk("a", content)]).grades(query(gold("TLS 1.2 以上"))) == {"a": 3}


def test_the_document_must_be_the_golds_own_in_any_unicode_spelling() -> None:
    matcher = ChunkMatcher([chunk("a", "同じ文", doc="ガイド.docx"), chunk("b", "同じ文", doc="別.docx")])
    assert matcher.grades(query(gold("同じ文", doc=normalize("NFD", "ガイド.docx")))) == {"a": 3}


def test_headings_and_column_titles_do_not_count() -> None:
    matcher = ChunkMatcher([chunk("a", "本文", heading="表ヘッダー", table_header="表ヘッダー")])
    assert not matcher.covers(gold("表ヘッダー"))


def test_the_highest_grade_of_the_golds_a_chunk_matches_counts() -> None:
    matcher = ChunkMatcher([chunk("a", "甲と乙"), chunk("b", "乙だけ")])
    assert matcher.grades(query(gold("甲", 3), gold("乙", 1))) == {"a": 3, "b": 1}
