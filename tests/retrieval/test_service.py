"""A search accounts for every score, and says what it had to do without."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rulebook.encoders.base import Encoder, ModelIdentity, Vectors
from rulebook.engine import Engine
from rulebook.errors import EncoderUnavailable, RerankerUnavailable, SessionNotFound, UsageError, VersionNotFound
from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Constraint, EvidenceStatus, Mode, Query, RerankScore
from rulebook.retrieval.rerank import Candidates, RerankStep
from rulebook.retrieval.service import RagService
from tests.handbooks import CATEGORIES, engine_at, write_documents


class FailingEncoder:
    """An embedding model that breaks on every text."""

    def __init__(self, identity: ModelIdentity) -> None:
        self.identity = identity

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        raise EncoderUnavailable("out of memory.")

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        raise EncoderUnavailable("out of memory.")


class FailingStep:
    """A reranker that breaks."""

    model = "broken"
    needs_vector = False
    window = None

    def score(self, candidates: Candidates) -> list[RerankScore]:
        raise RerankerUnavailable("timed out.")


class ReversingStep:
    """A reranker that turns the order of the fusion round."""

    model = "reversed"
    needs_vector = False
    window = None

    def score(self, candidates: Candidates) -> list[RerankScore]:
        count = len(candidates.rows)
        return [RerankScore(score=n / count, model=self.model) for n in range(count)]


def service(engine: Engine, *, encoder: Encoder | None = None, step: RerankStep | None = None) -> RagService:
    return RagService(
        engine.settings,
        engine.versions,
        engine.opened,
        engine.sessions,
        engine.models.encoder_of if encoder is None else lambda name, revision: encoder,
        engine.models.rerank_step if step is None else lambda rerank: step,
    )


def broken_encoder(engine: Engine) -> FailingEncoder:
    return FailingEncoder(engine.models.encoder().encoder.identity)


def test_both_contradicting_rules_are_found(engine: Engine) -> None:
    result = engine.rag.search(query="表ヘッダーの書き方", agent="writer", category="write", top_k=2)
    assert [hit.rank for hit in result.chunks] == [1, 2]
    assert {hit.doc for hit in result.chunks} == {"記入規則.md", "図表規則.md"}
    assert result.constraint is Constraint.HANDBOOK
    assert result.version == "v1"


@pytest.mark.parametrize("text", ["表ヘッダー", "主キー", "個人情報をログに出す", "COMP_NAME_KANJI", "table header"])
@pytest.mark.parametrize("mode", list(Mode))
def test_every_breakdown_adds_up(engine: Engine, text: str, mode: Mode) -> None:
    result = engine.rag.run(Query(text=text, mode=mode, top_k=3))
    k = engine.settings.retrieval.rrf_k
    for hit in result.chunks:
        parts = hit.breakdown.rrf.parts
        returned = {"vector": hit.breakdown.vector, "bm25": hit.breakdown.bm25}
        assert hit.breakdown.rrf.score == sum(parts.values())
        assert parts == {name: 1 / (k + score.rank) for name, score in returned.items() if score is not None}
        assert all(score.rank >= 1 for score in returned.values() if score is not None)


def test_a_channel_that_was_not_asked_returns_nothing(engine: Engine) -> None:
    keyword = engine.rag.run(Query(text="表ヘッダー", mode=Mode.KEYWORD))
    assert all(hit.breakdown.vector is None for hit in keyword.chunks)
    assert keyword.notices == ()
    semantic = engine.rag.run(Query(text="表ヘッダー", mode=Mode.SEMANTIC))
    assert all(hit.breakdown.bm25 is None for hit in semantic.chunks)


def test_matched_terms_stand_in_the_text_as_they_are_reported(engine: Engine) -> None:
    best = engine.rag.run(Query(text="comp_name_kanji", top_k=1)).chunks[0]
    assert best.doc == "設計方針.md"
    assert best.breakdown.bm25 is not None
    assert "COMP_NAME_KANJI" in best.breakdown.bm25.matched_terms


def test_the_reranker_decides_the_order_and_the_breakdown_tells_what_it_moved(engine: Engine) -> None:
    plain = engine.rag.run(Query(text="表の書き方", top_k=2, rerank=False))
    turned = service(engine, step=ReversingStep()).run(Query(text="表の書き方", top_k=2))
    assert [hit.breakdown.fusion_rank for hit in plain.chunks] == [1, 2]
    assert all(hit.breakdown.rerank is None for hit in plain.chunks)
    fusion_ranks = [hit.breakdown.fusion_rank for hit in turned.chunks]
    assert fusion_ranks == sorted(fusion_ranks, reverse=True)
    assert turned.chunks[0].breakdown.rerank is not None
    assert turned.chunks[0].breakdown.rerank.model == "reversed"


def test_rerank_is_skipped_when_there_are_no_more_candidates_than_hits_asked_for(engine: Engine) -> None:
    result = service(engine, step=FailingStep()).run(Query(text="表の書き方", top_k=50))
    assert result.notices == ()
    assert all(hit.breakdown.rerank is None for hit in result.chunks)


def test_a_failing_embedding_leaves_the_keywords_and_says_so(engine: Engine) -> None:
    result = service(engine, encoder=broken_encoder(engine)).run(Query(text="表ヘッダー", top_k=2))
    assert result.chunks[0].doc in ("記入規則.md", "図表規則.md")
    assert all(hit.breakdown.vector is None and hit.breakdown.bm25 is not None for hit in result.chunks)
    assert "keywords_only" in [notice.code for notice in result.notices]
    assert "out of memory" in result.notices[0].message


def test_a_failing_reranker_leaves_the_order_of_the_fusion_and_says_so(engine: Engine) -> None:
    result = service(engine, step=FailingStep()).run(Query(text="表の書き方", top_k=2))
    plain = engine.rag.run(Query(text="表の書き方", top_k=2, rerank=False))
    assert [hit.chunk_id for hit in result.chunks] == [hit.chunk_id for hit in plain.chunks]
    assert [notice.code for notice in result.notices] == ["rerank_off"]


def test_without_a_handbook_the_builtin_rules_hold_and_it_is_said(empty_engine: Engine) -> None:
    result = empty_engine.rag.search(query="表ヘッダー", agent="writer")
    assert (result.constraint, result.version) == (Constraint.BUILTIN, None)
    assert result.evidence_status is EvidenceStatus.NO_EVIDENCE
    assert [notice.code for notice in result.notices] == ["no_handbook"]
    assert result.chunks
    assert all(hit.breakdown.vector is None and hit.breakdown.bm25 is None for hit in result.chunks)


@pytest.mark.parametrize(
    ("agent", "documents"),
    [
        (Agent.WRITER, {"記入規則.md", "図表規則.md"}),
        (Agent.IMPACT, {"設計方針.md"}),
        (Agent.QA, set(CATEGORIES)),
        (None, set(CATEGORIES)),
    ],
)
def test_each_agent_searches_its_own_collections(engine: Engine, agent: Agent | None, documents: set[str]) -> None:
    result = engine.rag.run(Query(text="規則 表 図 ログ 主キー", agent=agent, top_k=50))
    assert {hit.doc for hit in result.chunks} == documents


def test_a_named_category_wins_over_the_agent(engine: Engine) -> None:
    result = engine.rag.run(Query(text="規則 表 図 ログ", agent=Agent.WRITER, category=Category.DESIGN, top_k=50))
    assert {hit.doc for hit in result.chunks} == {"設計方針.md"}


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_an_empty_query_is_refused(engine: Engine, text: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        engine.rag.search(query=text)


def test_asking_for_less_than_one_hit_is_refused(engine: Engine) -> None:
    with pytest.raises(UsageError, match="top_k"):
        engine.rag.search(query="表", top_k=0)


@pytest.mark.parametrize("text", ["。", "the", "§§§", "🙂", "\u0000", "あ" * 5_000, "x" * 60_000, "規則" * 20_000])
def test_odd_queries_are_answered_without_an_error(engine: Engine, text: str) -> None:
    result = engine.rag.run(Query(text=text))
    assert [hit.rank for hit in result.chunks] == list(range(1, len(result.chunks) + 1))


def test_a_category_or_agent_that_does_not_exist_is_refused(engine: Engine) -> None:
    with pytest.raises(UsageError, match="'rules'"):
        engine.rag.search(query="表", category="rules")
    with pytest.raises(UsageError, match="'poet'"):
        engine.rag.search(query="表", agent="poet")


def test_sessions_and_versions_that_do_not_exist_are_named(engine: Engine) -> None:
    with pytest.raises(SessionNotFound, match="ghost"):
        engine.rag.search(session_id="ghost", query="表")
    with pytest.raises(VersionNotFound, match="v99"):
        engine.rag.run(Query(text="表", version="v99"))


def test_a_session_searches_its_own_version_whatever_is_built_meanwhile(tmp_path: Path) -> None:
    engine = engine_at(tmp_path / "home")
    engine.handbooks.build_handbook(write_documents(tmp_path / "rules"), CATEGORIES)
    engine.sessions.lock_version("draft")
    changed = write_documents(tmp_path / "rules", {"記入規則.md": "# 規則\n\n表ヘッダーは斜体で記載する。"})
    engine.handbooks.build_handbook(changed, CATEGORIES)
    locked = engine.rag.search(session_id="draft", query="表ヘッダー")
    current = engine.rag.search(query="表ヘッダー")
    assert {hit.chunk_id.split("_")[1] for hit in locked.chunks} == {"v1"}
    assert (locked.version, current.version) == ("v1", "v2")
    assert "斜体" in current.chunks[0].content
    engine.close()


def test_a_version_built_with_another_model_is_searched_with_that_model(tmp_path: Path) -> None:
    first = engine_at(tmp_path / "home")
    first.handbooks.build_handbook(write_documents(tmp_path / "rules"), CATEGORIES)
    first.close()
    later = engine_at(tmp_path / "home", embedding={"model": "embedded"})
    result = later.rag.search(query="表ヘッダー", top_k=1)
    assert result.notices == ()
    assert result.chunks[0].breakdown.vector is not None
    later.close()


def test_the_memory_store_gives_the_same_hits_as_chroma(tmp_path: Path) -> None:
    documents = write_documents(tmp_path / "rules")
    results = []
    for adapter in ("chroma", "memory"):
        engine = engine_at(tmp_path / adapter, vector_store={"adapter": adapter})
        engine.handbooks.build_handbook(documents, CATEGORIES)
        hits = engine.rag.search(query="表ヘッダーの太字", top_k=5).chunks
        results.append([(hit.chunk_id, hit.breakdown.fusion_rank) for hit in hits])
        engine.close()
    assert results[0] == results[1]
