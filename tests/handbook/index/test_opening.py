"""The vector index is checked before it is relied on, and replaced by exact search when it cannot be."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rulebook.engine import Engine
from rulebook.errors import VectorStoreError
from rulebook.handbook import vector_index
from rulebook.handbook.opened import OpenVersions
from rulebook.model.chunk import Category
from tests.handbooks import CATEGORIES, engine_at


@pytest.fixture
def built(engine: Engine, documents: list[Path]) -> Engine:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    return engine


def test_an_index_with_a_missing_row_does_not_pass(built: Engine) -> None:
    collections = built.opened.get("v1").collections
    fewer = [replace(c, chunks=c.chunks[1:], vectors=c.vectors[1:]) for c in collections]
    store = vector_index.new_adapter("memory", Path())
    vector_index.fill(store, fewer, 1)
    with pytest.raises(VectorStoreError, match="rows instead of"):
        vector_index.verify(store, collections, 1)


def test_an_index_with_another_vector_does_not_pass(built: Engine) -> None:
    collections = built.opened.get("v1").collections
    store = vector_index.new_adapter("memory", Path())
    vector_index.fill(store, [replace(c, vectors=np.roll(c.vectors, 1, axis=1)) for c in collections], 1)
    with pytest.raises(VectorStoreError, match="differ"):
        vector_index.verify(store, collections, 1)


def test_a_sound_index_passes(built: Engine) -> None:
    collections = built.opened.get("v1").collections
    store = vector_index.new_adapter("memory", Path())
    vector_index.fill(store, collections, 1)
    vector_index.verify(store, collections, 1)


@pytest.mark.parametrize("damage", ["missing", "cut"])
def test_a_damaged_index_is_replaced_by_exact_search_with_a_notice(built: Engine, damage: str) -> None:
    healthy = [hit.chunk_id for hit in built.rag.search(query="表ヘッダー").chunks]
    built.close()
    folder = built.layout.version(1).chroma
    if damage == "missing":
        shutil.rmtree(folder)
    else:
        (folder / "chroma.sqlite3").write_bytes(b"")
    again = engine_at(built.layout.home)
    result = again.rag.search(query="表ヘッダー")
    assert [hit.chunk_id for hit in result.chunks] == healthy
    assert [notice.code for notice in result.notices] == ["index_exact"]
    again.close()


def test_a_second_opener_searches_exactly_and_finds_the_same(built: Engine) -> None:
    first = built.rag.search(query="表ヘッダー")
    second = engine_at(built.layout.home)
    result = second.rag.search(query="表ヘッダー")
    assert [hit.chunk_id for hit in result.chunks] == [hit.chunk_id for hit in first.chunks]
    assert second.opened.get("v1").index.lock is None
    assert built.opened.get("v1").index.lock is not None
    assert result.notices == ()
    second.close()


def test_only_a_few_versions_stay_open_and_all_can_be_searched(built: Engine, documents: list[Path]) -> None:
    for count in range(2, 8):
        documents[0].write_text(f"# 規則\n\n表は{count}列までとする。", encoding="utf-8")
        built.handbooks.build_handbook(documents, CATEGORIES)
    opened = OpenVersions(built.layout, built.versions, "chroma")
    sizes = [len(opened.get(f"v{n}").chunks) for n in range(1, 8)]
    assert len(sizes) == 7
    assert len(opened._open) == 4
    opened.close()


def test_a_version_that_is_evicted_serves_the_searches_that_hold_it(built: Engine, documents: list[Path]) -> None:
    for count in range(2, 8):
        documents[0].write_text(f"# 規則\n\n表は{count}列までとする。", encoding="utf-8")
        built.handbooks.build_handbook(documents, CATEGORIES)
    opened = OpenVersions(built.layout, built.versions, "memory")
    held = opened.get("v1")
    for n in range(2, 8):
        opened.get(f"v{n}")
    name = held.collection_names(list(Category))[0]
    assert held.index.adapter.query(name, held.vectors[0].tolist(), 1)
    opened.close()
