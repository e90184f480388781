"""A handbook searched with a cross-encoder, and what is left of the search where it cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")

from rulebook.engine import Engine, open_engine
from rulebook.model.search import SearchResult
from rulebook.settings import load_settings
from tests.encoders.tiny_models import save_cross_encoder
from tests.handbooks import CATEGORIES, engine_at, write_documents


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    engine = engine_at(folder / "home")
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.close()
    return folder / "home"


@pytest.fixture(scope="module")
def cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_cross_encoder(tmp_path_factory.mktemp("models"))


@pytest.fixture
def engine_with(home: Path, cross_encoder: Path) -> Iterator[Callable[..., Engine]]:
    opened: list[Engine] = []

    def open_with(*, load_in_background: bool = False, **rerank: Any) -> Engine:
        settings = load_settings(home=home)
        changes = {
            "embedding": settings.embedding.model_copy(update={"model": "hashing"}),
            "rerank": settings.rerank.model_copy(update={"model": str(cross_encoder), **rerank}),
        }
        opened.append(open_engine(settings.model_copy(update=changes), load_in_background=load_in_background))
        return opened[-1]

    yield open_with
    for engine in opened:
        engine.close()


def _search(engine: Engine) -> SearchResult:
    return engine.rag.search(query="表ヘッダーの書き方", top_k=1)


def _in_the_order_of_the_fusion(result: SearchResult) -> bool:
    return all(h.breakdown.rerank is None and h.rank == h.breakdown.fusion_rank for h in result.chunks)


def test_hits_have_the_score_of_the_cross_encoder(engine_with, cross_encoder):
    result = _search(engine_with())
    assert not result.notices
    (hit,) = result.chunks
    assert hit.breakdown.rerank is not None
    assert hit.breakdown.rerank.model == str(cross_encoder)
    assert 0 < hit.breakdown.rerank.score < 1


def test_while_the_model_is_loaded_in_the_background_the_order_of_the_fusion_stands(engine_with):
    engine = engine_with(load_in_background=True)
    first = _search(engine)
    assert [notice.code for notice in first.notices] == ["rerank_loading"]
    assert _in_the_order_of_the_fusion(first)
    engine.models.reranker().reranker.load()
    assert not _search(engine).notices


def test_a_device_that_is_not_there_costs_the_rerank_and_is_told(engine_with):
    result = _search(engine_with(device="cuda:99"))
    assert [notice.code for notice in result.notices] == ["rerank_off"]
    assert "'cuda:99' that is set is not there" in result.notices[0].message
    assert result.chunks
    assert _in_the_order_of_the_fusion(result)


def test_a_time_that_is_over_costs_the_rerank_and_is_told(engine_with):
    result = _search(engine_with(timeout_seconds=1e-9))
    assert "longer than 1e-09 s" in result.notices[0].message
    assert _in_the_order_of_the_fusion(result)
