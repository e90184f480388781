"""The embedded reranker: signals that depend on the query and one chunk alone, and an account of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rulebook.engine import Engine
from rulebook.errors import RerankerUnavailable
from rulebook.handbook.opened import OpenVersion
from rulebook.handbook.version_files import VersionContent, make_collection
from rulebook.model.search import Mode, Query, RerankScore
from rulebook.retrieval.rerank import Candidates, StatementReranker

QUERY = "表ヘッダーの太字"


@pytest.fixture(scope="module")
def version(engine: Engine) -> OpenVersion:
    return engine.opened.get("v1")


@pytest.fixture(scope="module")
def vector(engine: Engine) -> NDArray[np.float32]:
    return engine.models.encoder().encoder.encode_queries([QUERY])[0]


def scored(
    version: OpenVersion,
    vector: NDArray[np.float32] | None,
    rows: Sequence[int],
    keywords: Sequence[float] | None = None,
    *,
    weight: float = 0.5,
) -> list[RerankScore]:
    shares = [row / 10 for row in rows] if keywords is None else keywords
    asked = Candidates(version=version, rows=rows, keywords=shares, text=QUERY, vector=vector)
    return StatementReranker(weight).score(asked)


def without_statements(version: OpenVersion) -> OpenVersion:
    """The same rules, none of which has a statement."""
    collections = tuple(
        make_collection(c.category, [replace(chunk, statements=()) for chunk in c.chunks], c.vectors, c.statements[:0])
        for c in version.collections
    )
    content = VersionContent(collections=collections, vectors=version.vectors, statements=version.statements[:0])
    return OpenVersion(version.manifest, content, version.index)


@settings(deadline=None)
@given(st.data())
def test_a_score_depends_on_no_other_candidate(
    version: OpenVersion, vector: NDArray[np.float32], data: st.DataObject
) -> None:
    rows = data.draw(st.lists(st.sampled_from(range(len(version.chunks))), min_size=1, unique=True))
    alone = [scored(version, vector, [row])[0] for row in rows]
    together = scored(version, vector, rows)
    assert [score.score for score in together] == pytest.approx([score.score for score in alone], abs=1e-6)
    for one, other in zip(together, alone, strict=True):
        assert one.parts == pytest.approx(other.parts, abs=1e-6)


@settings(deadline=None)
@given(weight=st.floats(0, 1), share=st.floats(0, 1))
def test_the_parts_sum_to_the_score_but_for_the_cut_at_zero_and_one(
    version: OpenVersion, vector: NDArray[np.float32], weight: float, share: float
) -> None:
    rows = range(len(version.chunks))
    for score in scored(version, vector, rows, [share] * len(rows), weight=weight):
        assert 0 <= score.score <= 1
        assert score.score == pytest.approx(min(max(sum(score.parts.values()), 0), 1), abs=1e-5)


def test_every_part_has_a_name_and_each_chunk_has_all_of_them(
    version: OpenVersion, vector: NDArray[np.float32]
) -> None:
    names = {frozenset(score.parts) for score in scored(version, vector, range(len(version.chunks)))}
    assert len(names) == 1
    assert all(name.isidentifier() for name in next(iter(names)))


def test_more_of_the_querys_words_never_lower_a_score(version: OpenVersion, vector: NDArray[np.float32]) -> None:
    for row in range(len(version.chunks)):
        scores = [scored(version, vector, [row], [share])[0].score for share in (0.0, 0.3, 0.6, 1.0)]
        assert scores == sorted(scores)


def test_the_weight_decides_between_similarity_and_keywords(version: OpenVersion, vector: NDArray[np.float32]) -> None:
    only_similarity = scored(version, vector, [0, 0], [0.0, 1.0], weight=1.0)
    assert only_similarity[0].score == only_similarity[1].score
    only_keywords = scored(version, vector, [0], weight=0.0)[0]
    assert only_keywords.parts["chunk"] == only_keywords.parts["statement"] == 0


def test_the_statement_that_is_the_query_lifts_its_chunk(engine: Engine, version: OpenVersion) -> None:
    row = next(row for row, chunk in enumerate(version.chunks) if len(chunk.statements) > 1)
    start = int(version.statement_start[row])
    own = scored(version, version.statements[start], [row])[0].parts["statement"]
    assert own >= max(score.parts["statement"] for score in scored(version, version.vectors[row], [row]))


def test_a_chunk_without_statements_is_its_own_best_statement(
    version: OpenVersion, vector: NDArray[np.float32]
) -> None:
    bare = without_statements(version)
    rows = range(len(bare.chunks))
    for row, score in zip(rows, scored(bare, vector, rows), strict=True):
        cosine = float(bare.vectors[row] @ vector)
        similarity = score.parts["chunk"] + score.parts["statement"]
        whole = sum(scored(bare, bare.vectors[row], [row])[0].parts[name] for name in ("chunk", "statement"))
        assert similarity == pytest.approx(whole * cosine, abs=1e-5)


def test_no_candidate_has_no_score(version: OpenVersion, vector: NDArray[np.float32]) -> None:
    assert scored(version, vector, []) == []


def test_a_query_without_a_vector_cannot_be_compared(version: OpenVersion) -> None:
    with pytest.raises(RerankerUnavailable, match="no vector"):
        scored(version, None, [0])


def test_a_search_by_keywords_only_keeps_the_order_of_the_keywords_and_nothing_is_amiss(engine: Engine) -> None:
    result = engine.rag.run(Query(text="表 見出し 図 ログ", mode=Mode.KEYWORD, top_k=2))
    assert [hit.breakdown.fusion_rank for hit in result.chunks] == [1, 2]
    assert all(hit.breakdown.rerank is None for hit in result.chunks)
    assert result.notices == ()


@pytest.mark.parametrize("text", [QUERY, "主キー", "log level", "図の番号を振る", "§"])
@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.SEMANTIC])
def test_hits_stand_in_the_order_of_their_scores(engine: Engine, text: str, mode: Mode) -> None:
    scores = [hit.breakdown.rerank for hit in engine.rag.run(Query(text=text, mode=mode, top_k=2)).chunks]
    given = [score.score for score in scores if score is not None]
    assert len(given) == len(scores)
    assert given == sorted(given, reverse=True)


def test_a_hit_has_the_same_score_however_deep_the_channels_search(engine: Engine) -> None:
    retrieval = engine.settings.retrieval
    found = []
    for depth in (3, 30):
        changed = engine.settings.model_copy(
            update={"retrieval": retrieval.model_copy(update={"channel_top_k": depth})}
        )
        hits = engine.rag.with_settings(changed).run(Query(text=QUERY, top_k=2)).chunks
        found.append({hit.chunk_id: hit.breakdown.rerank.score for hit in hits if hit.breakdown.rerank})
    shared = found[0].keys() & found[1].keys()
    assert shared
    assert [found[0][one] for one in shared] == pytest.approx([found[1][one] for one in shared])
