"""The engine joins the parts for one home, and a model that is missing costs no more than it must."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulebook
from rulebook.errors import EncoderUnavailable, StoreError
from rulebook.handbook.manager import RuleHandbookManager
from rulebook.handbook.sessions import SessionVersion
from rulebook.retrieval.service import RagService
from tests.handbooks import CATEGORIES, engine_at, write_documents


def test_the_public_names_are_where_other_programs_look_for_them(tmp_path: Path) -> None:
    engine = rulebook.open_engine(rulebook.load_settings(home=tmp_path / "home"))
    assert isinstance(engine.handbooks, RuleHandbookManager)
    assert isinstance(engine.sessions, SessionVersion)
    assert isinstance(engine.rag, RagService)
    engine.close()


def test_a_version_is_built_without_the_reranker_that_is_set_and_searches_say_so(tmp_path: Path) -> None:
    engine = engine_at(tmp_path / "home", rerank={"model": "nobody/no-such-reranker"})
    assert engine.handbooks.build_handbook(write_documents(tmp_path / "rules"), CATEGORIES) == "v1"
    entry = engine.handbooks.get_version("v1").collections["rules-write"]
    assert entry.rerank_model == "nobody/no-such-reranker"
    result = engine.rag.search(query="表ヘッダー", top_k=1)
    assert [notice.code for notice in result.notices] == ["rerank_off"]
    engine.close()


def test_a_build_without_its_embedding_model_is_refused_and_the_handbook_stays(tmp_path: Path) -> None:
    documents = write_documents(tmp_path / "rules")
    first = engine_at(tmp_path / "home")
    first.handbooks.build_handbook(documents, CATEGORIES)
    first.close()
    later = engine_at(tmp_path / "home", embedding={"model": "nobody/no-such-model"})
    with pytest.raises(EncoderUnavailable, match="no-such-model"):
        later.handbooks.build_handbook(documents[:1], CATEGORIES)
    assert later.handbooks.get_latest_version() == "v1"
    result = later.rag.search(query="表ヘッダー", top_k=1)
    assert result.chunks[0].breakdown.vector is not None  # with the model that built the version
    later.close()


def test_a_home_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder", encoding="utf-8")
    with pytest.raises(StoreError, match="home"):
        engine_at(tmp_path / "home")
