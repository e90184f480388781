"""A chunk's place in a search can be asked for, also where it is not among the hits."""

from __future__ import annotations

from itertools import product

import pytest

from rulebook.engine import Engine
from rulebook.errors import UsageError
from rulebook.model.chunk import Category
from rulebook.model.search import Agent, ChunkAccount, Mode, Query
from rulebook.retrieval.service import RagService


def ids(engine: Engine) -> list[str]:
    return [chunk.chunk_id for chunk in engine.opened.get("v1").chunks]


def narrow(engine: Engine, channel_top_k: int) -> RagService:
    retrieval = engine.settings.retrieval.model_copy(update={"channel_top_k": channel_top_k})
    return engine.rag.with_settings(engine.settings.model_copy(update={"retrieval": retrieval}))


@pytest.mark.parametrize(("text", "mode"), list(product(["表ヘッダー", "ログに出す個人情報", "🙂"], Mode)))
def test_the_account_of_a_hit_is_its_breakdown(engine: Engine, text: str, mode: Mode) -> None:
    query = Query(text=text, mode=mode, top_k=2)
    hits = engine.rag.run(query).chunks
    accounts = engine.rag.explain(query, [hit.chunk_id for hit in hits])
    for hit, account in zip(hits, accounts, strict=True):
        shown = hit.breakdown
        assert (account.final_rank, account.fusion_rank) == (hit.rank, shown.fusion_rank)
        assert account.in_channels == tuple(shown.rrf.parts)
        assert account.rerank == shown.rerank
        assert account.vector == shown.vector
        assert account.bm25 == shown.bm25 or shown.bm25 is None


def test_ranks_go_on_behind_the_cut_of_a_channel(engine: Engine) -> None:
    query = Query(text="表ヘッダーの書き方", rerank=False)
    deep = {a.chunk_id: a for a in engine.rag.explain(query, ids(engine))}
    cut = {a.chunk_id: a for a in narrow(engine, 1).explain(query, ids(engine))}
    for chunk_id, account in cut.items():
        assert account.vector is not None
        assert deep[chunk_id].vector is not None
        assert (account.vector, account.bm25) == (deep[chunk_id].vector, deep[chunk_id].bm25)
        assert ("vector" in account.in_channels) == (account.vector.rank == 1)
        assert (account.final_rank is None) == (not account.in_channels)
    assert sorted(a.vector.rank for a in cut.values() if a.vector) == list(range(1, len(cut) + 1))


def test_a_chunk_without_a_word_of_the_query_has_no_place_among_the_keywords(engine: Engine) -> None:
    (account,) = engine.rag.explain(Query(text="🙂"), ids(engine)[:1])
    assert (account.searched, account.bm25) == (True, None)
    assert account.vector is not None


@pytest.mark.parametrize(
    "query", [Query(text="主キー", agent=Agent.WRITER), Query(text="主キー", category=Category.REF)]
)
def test_a_chunk_of_a_category_that_is_not_covered_was_not_searched(engine: Engine, query: Query) -> None:
    design = next(c.chunk_id for c in engine.opened.get("v1").chunks if c.category is Category.DESIGN)
    assert engine.rag.explain(query, [design]) == (ChunkAccount(chunk_id=design, searched=False),)


def test_the_order_is_that_of_the_ids_that_were_given(engine: Engine) -> None:
    asked = [ids(engine)[2], ids(engine)[0], ids(engine)[2]]
    assert [a.chunk_id for a in engine.rag.explain(Query(text="表"), asked)] == asked


def test_a_chunk_that_the_version_does_not_hold_is_refused(engine: Engine, empty_engine: Engine) -> None:
    with pytest.raises(UsageError, match="rules-write_v9_001"):
        engine.rag.explain(Query(text="表"), ["rules-write_v9_001"])
    with pytest.raises(UsageError, match="no handbook"):
        empty_engine.rag.explain(Query(text="表"), ["rules-write_v1_001"])
