"""The rules of a result as text for a prompt."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.model.chunk import Category, Statement
from rulebook.model.document import DocType, Flag
from rulebook.model.search import (
    Breakdown,
    Constraint,
    EvidenceStatus,
    FusionScore,
    Hit,
    RelevanceLevel,
    SearchResult,
)
from rulebook.model.text import Mark, MarkSpan
from rulebook.retrieval.context import assemble_context
from rulebook.text.sentences import sentence_spans
from rulebook.text.tokens import count_tokens

PLENTY = 100_000


def hit(
    rank: int,
    content: str,
    *,
    doc: str = "規則.md",
    headings: tuple[str, ...] = ("1 規則",),
    header: str = "",
    marks: tuple[MarkSpan, ...] = (),
    flags: tuple[Flag, ...] = (),
) -> Hit:
    return Hit(
        chunk_id=f"rules-write_v1_{rank:03d}",
        doc=doc,
        doc_id=doc,
        doc_type=DocType.MARKDOWN,
        content=content,
        headings=headings,
        source_uri=f"{doc}#段落!{rank}",
        position=rank,
        token_count=count_tokens(content),
        category=Category.WRITE,
        marks=marks,
        table_header=header,
        statements=tuple(Statement(start=s, end=e, text=content[s:e]) for s, e in sentence_spans(content)),
        flags=flags,
        rank=rank,
        quality_score=0.5,
        relevance_level=RelevanceLevel.HIGH,
        breakdown=Breakdown(
            vector=None, bm25=None, rrf=FusionScore(score=0.0, parts={}), fusion_rank=rank, rerank=None
        ),
    )


def result(*hits: Hit) -> SearchResult:
    return SearchResult(
        query="表",
        version="v3",
        constraint=Constraint.HANDBOOK if hits else Constraint.NONE,
        chunks=hits,
        evidence_status=EvidenceStatus.FOUND,
    )


SENTENCES = st.sampled_from(
    ["表ヘッダーは太字とする。", "下線は引かない。", "図には番号を振る。", "Log no data. ", "主キーは連番とする。"]
)
CONTENTS = st.lists(SENTENCES, min_size=1, max_size=5).map("".join)
HITS = st.lists(
    st.builds(
        lambda content, doc, heading, header: (content, doc, heading, header),
        CONTENTS,
        st.sampled_from(["甲.md", "乙.docx", "丙.xlsx"]),
        st.sampled_from(["1 概要", "2 表", ""]),
        st.sampled_from(["", "項目 | 書式", "表1 項目\n項目 | 書式"]),
    ),
    min_size=1,
    max_size=8,
).map(
    lambda found: tuple(
        hit(rank, content, doc=doc, headings=(heading,) if heading else (), header=header)
        for rank, (content, doc, heading, header) in enumerate(found, 1)
    )
)


def sources(context: str, hits: tuple[Hit, ...]) -> list[Hit]:
    """The hits whose source the context names: as the source of a text, or beside one."""
    lines = context.split("\n")
    return [h for h in hits if any(line.endswith(f"出典: {h.source_uri}）") for line in lines)]


@given(HITS, st.integers(min_value=0, max_value=400))
def test_the_budget_holds_with_everything_around_the_rules(hits: tuple[Hit, ...], budget: int) -> None:
    assert count_tokens(assemble_context(result(*hits), budget)) <= budget


@given(HITS, st.integers(min_value=60, max_value=400))
def test_what_was_left_out_is_counted_and_all_else_is_named_by_its_source(hits: tuple[Hit, ...], budget: int) -> None:
    context = assemble_context(result(*hits), budget)
    omitted = len(hits) - len(sources(context, hits))
    assert (f"（予算を超えたため {omitted} 件を省略）" in context) == (omitted > 0)


@given(HITS)
def test_with_room_for_all_every_hit_is_named_and_no_text_with_the_same_titles_stands_twice(
    hits: tuple[Hit, ...],
) -> None:
    plain = tuple(replace(h, table_header="") for h in hits)
    context = assemble_context(result(*plain), PLENTY)
    assert sources(context, plain) == list(plain)
    printed = [block.split("\n")[1] for block in context.split("【")[1:] if "\n（出典: " in block]
    assert all(first not in second for first in printed for second in printed if first is not second)
    assert all(any(h.content.strip() in text for text in printed) for h in plain)


@given(HITS)
def test_documents_stand_together_in_the_order_of_their_best_hit(hits: tuple[Hit, ...]) -> None:
    context = assemble_context(result(*hits), PLENTY)
    docs = [line.removeprefix("（出典: ").split("#")[0] for line in context.split("\n") if line.startswith("（出典: ")]
    assert sum(a != b for a, b in pairwise(docs)) == len(set(docs)) - 1


def test_the_form_is_that_of_the_handbook() -> None:
    first = hit(1, "見出しは「1.1」形式で記述する。", headings=("3 文書", "3.2 見出し"))
    assert assemble_context(result(first), PLENTY) == (
        "--- 適用される規則（規則ハンドブック v3）---\n"
        "【3 文書 > 3.2 見出し】\n"
        "見出しは「1.1」形式で記述する。\n"
        "（出典: 規則.md#段落!1）\n"
    )


def test_a_rule_without_headings_is_headed_by_its_document() -> None:
    assert assemble_context(result(hit(1, "太字とする。", headings=())), PLENTY).split("\n")[1] == "【規則.md】"


def test_nothing_found_gives_no_context() -> None:
    assert assemble_context(result(), PLENTY) == ""


def test_a_text_that_stands_in_another_hit_is_named_there_by_heading_and_source() -> None:
    part = hit(1, "太字とする。", doc="甲.md", headings=("2 表",))
    whole = hit(2, "太字とする。 下線は引かない。", doc="乙.md")
    context = assemble_context(result(part, whole), PLENTY)
    assert context.count("太字とする。") == 1
    assert "（出典: 乙.md#段落!2）\n（同文: 【2 表】 出典: 甲.md#段落!1）" in context


def test_a_rule_that_holds_is_not_taken_for_said_by_one_that_is_withdrawn() -> None:
    withdrawn = hit(1, "太字とする。", doc="甲.md", marks=(MarkSpan(start=0, end=6, mark=Mark.STRIKE),))
    context = assemble_context(result(withdrawn, hit(2, "太字とする。", doc="乙.md")), PLENTY)
    assert "~~太字とする。~~\n（出典: 甲.md" in context
    assert "\n太字とする。\n（出典: 乙.md" in context


def test_the_titles_of_a_table_stand_once_and_rows_under_other_titles_are_other_rules() -> None:
    titles = "表1 書式\n項目 | 書式"
    rows = (hit(1, "電話 | 半角", header=titles), hit(2, "住所 | 全角", header=titles))
    other = hit(3, "電話 | 半角", header="項目 | 禁止", headings=("2 禁止",))
    context = assemble_context(result(*rows, other), PLENTY)
    assert (context.count("項目 | 書式"), context.count("項目 | 禁止"), context.count("電話 | 半角")) == (1, 1, 2)


def test_a_first_hit_that_is_too_long_is_cut_behind_a_statement_and_says_so() -> None:
    content = "".join(f"{n} 番目の項目は必ず記入しなければならない。" for n in range(1, 60))
    context = assemble_context(result(hit(1, content), hit(2, "図には番号を振る。")), 150)
    text, mark = context.split("\n")[2:4]
    assert content.startswith(text)
    assert text.endswith("ならない。")
    assert mark == "（この規則の続きは予算を超えたため省略）"


def test_a_statement_is_never_cut_in_itself() -> None:
    endless = hit(1, "あらゆる場合に" * 200 + "記入してはならない。")
    context = assemble_context(result(endless, hit(2, "図には番号を振る。")), 120)
    assert "あらゆる" not in context
    assert "図には番号を振る。" in context
    assert "1 件を省略" in context


@pytest.mark.parametrize(
    ("flag", "said"),
    [
        (Flag.COMMENT, "校閲コメントであり、規則本文ではない"),
        (Flag.HIDDEN, "元の文書では非表示"),
        (Flag.NOTES, "発表者ノート"),
        (Flag.CHANGED, "変更履歴を含む"),
    ],
)
def test_what_is_no_plain_rule_text_is_marked(flag: Flag, said: str) -> None:
    assert f"【1 規則】（{said}）" in assemble_context(result(hit(1, "太字とする。", flags=(flag,))), PLENTY)


def test_marks_survive_a_cut() -> None:
    content = "旧い規則である。" + "次の規則である。" * 60
    marks = (MarkSpan(start=0, end=len(content), mark=Mark.STRIKE),)
    text = assemble_context(result(hit(1, content, marks=marks)), 120).split("\n")[2]
    assert text.startswith("~~旧い規則である。")
    assert text.endswith("。~~")
