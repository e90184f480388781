"""The vector index is checked before it is relied on, and replaced by exact search when it cannot be."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from rulebook.engine import Engine
from rulebook.errors import VectorStoreError
from rulebook.handbook.index.content import IndexContent, verify
from rulebook.handbook.index.opening import OpenIndex, build_index, index_in_use, new_adapter, open_index, wants_index
from rulebook.handbook.opened import OpenVersions
from rulebook.model.chunk import Category
from rulebook.settings import VectorStore
from rulebook.vectorstore import VectorStoreAdapter
from rulebook.vectorstore.seal import write_seal
from tests.handbooks import CATEGORIES, engine_at
from tests.indexes import answers, made_collection

COLLECTIONS = (made_collection(Category.WRITE, 1_700), made_collection(Category.DESIGN, 120))
"""The first is more than Chroma keeps in its database alone, the second is not."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index that was built and closed; tests work on copies."""
    folder = tmp_path_factory.mktemp("index") / "chroma"
    build_index(folder, COLLECTIONS, 1)
    return folder


@pytest.fixture
def copy(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "chroma"))


def opened(folder: Path) -> OpenIndex:
    return open_index("chroma", folder, COLLECTIONS, 1)


def exact_answers() -> list[list[str]]:
    return answers(open_index("memory", Path(), COLLECTIONS, 1).adapter, COLLECTIONS)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "half": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "zeroed": lambda content: _with_middle(content, bytes(len(content) // 3)),
    "garbled": lambda content: _with_middle(content, np.random.default_rng(1).bytes(len(content) // 3)),
}


def _with_middle(content: bytes, middle: bytes) -> bytes:
    start = (len(content) - len(middle)) // 2
    return content[:start] + middle + content[start + len(middle) :]


@pytest.mark.parametrize("damage", [*DAMAGES, "deleted"])
def test_whichever_file_is_damaged_the_answers_are_those_of_the_exact_search(
    sound: Path, tmp_path: Path, damage: str
) -> None:
    """Damage is told, except in what Chroma does not read."""
    expected = exact_answers()
    names = sorted(path.relative_to(sound) for path in sound.rglob("*") if path.is_file())
    large = next(sound.glob("*/index_metadata.pickle")).parent.name
    for name in names:
        folder = Path(shutil.copytree(sound, tmp_path / name / "chroma"))
        before = (folder / name).read_bytes()
        (folder / name).unlink() if damage == "deleted" else (folder / name).write_bytes(DAMAGES[damage](before))
        altered = damage == "deleted" or (folder / name).read_bytes() != before
        index = opened(folder)
        assert answers(index.adapter, COLLECTIONS) == expected, name
        if altered and (len(name.parts) == 1 or name.parts[0] == large):
            assert index.trouble, name
        index.close()


def test_a_sound_index_is_opened_and_answers_as_the_exact_search_does(copy: Path) -> None:
    for _ in range(2):
        index = opened(copy)
        assert (index.trouble, index.lock is not None) == (None, True)
        assert answers(index.adapter, COLLECTIONS) == exact_answers()
        index.close()


def test_an_index_that_ends_the_process_that_reads_it_is_told_and_ends_nothing_else(copy: Path) -> None:
    """Sealed as it is, so that nothing but reading it shows the damage."""
    path = next(copy.glob("*/index_metadata.pickle")).parent / "data_level0.bin"
    path.write_bytes(_with_middle(path.read_bytes(), np.random.default_rng(1).bytes(path.stat().st_size // 2)))
    write_seal(copy)
    index = opened(copy)
    assert index.trouble
    assert answers(index.adapter, COLLECTIONS) == exact_answers()


def test_an_index_with_other_vectors_than_the_version_is_not_used(copy: Path) -> None:
    others = (COLLECTIONS[0], made_collection(Category.DESIGN, 120, seed=9))
    index = open_index("chroma", copy, others, 1)
    assert index.trouble is not None
    assert "differ" in index.trouble
    assert index.lock is None


def test_a_missing_folder_is_told_and_not_made(tmp_path: Path) -> None:
    index = opened(tmp_path / "chroma")
    assert index.trouble == "its folder is missing"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_made_anew_under_its_path_is_opened_anew(copy: Path) -> None:
    first = opened(copy)
    first.close()
    shutil.rmtree(copy)
    others = (made_collection(Category.WRITE, 60, seed=5),)
    build_index(copy, others, 1)
    index = open_index("chroma", copy, others, 1)
    assert index.trouble is None
    expected = answers(open_index("memory", Path(), others, 1).adapter, others)
    assert answers(index.adapter, others) == expected
    index.close()


def test_a_folder_that_could_not_be_opened_can_be_once_it_was_made_anew(tmp_path: Path) -> None:
    """In one process, and without the probe that keeps damaged folders from being opened here."""
    folder = tmp_path / "chroma"
    folder.mkdir()
    (folder / "chroma.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(VectorStoreError):
        new_adapter("chroma", folder)
    shutil.rmtree(folder)
    collections = (made_collection(Category.REF, 5),)
    build_index(folder, collections, 1)
    index = open_index("chroma", folder, collections, 1)
    assert index.trouble is None
    assert answers(index.adapter, collections)
    index.close()


def test_an_index_is_in_use_from_its_opening_until_it_is_closed(copy: Path) -> None:
    assert not index_in_use(copy)
    index = opened(copy)
    assert index_in_use(copy)
    index.close()
    assert not index_in_use(copy)
    with FileLock(copy.with_suffix(".lock")):  # as another process holds it
        assert index_in_use(copy)
    assert not index_in_use(copy.parent / "nothing")


def test_who_cannot_have_the_folder_searches_exactly_and_that_is_no_trouble(copy: Path) -> None:
    with FileLock(copy.with_suffix(".lock")):
        index = opened(copy)
    assert (index.trouble, index.lock) == (None, None)
    assert answers(index.adapter, COLLECTIONS) == exact_answers()


@pytest.mark.parametrize(
    ("adapter", "exact_below", "count", "wanted"),
    [
        ("chroma", 50, 49, False),
        ("chroma", 50, 50, True),
        ("chroma", 0, 0, True),
        ("memory", 50, 50, False),
        ("memory", 0, 1, False),
    ],
)
def test_an_index_is_wanted_from_a_number_of_chunks_on(
    adapter: str, exact_below: int, count: int, wanted: bool
) -> None:
    assert wants_index(VectorStore.model_validate({"adapter": adapter, "exact_below": exact_below}), count) is wanted


def memory_with(*contents: IndexContent) -> VectorStoreAdapter:
    store = new_adapter("memory", Path())
    for content in contents:
        store.create_collection(content.name)
        store.upsert(content.name, content.ids, content.vectors, content.ids, [{"doc": "d"}] * len(content.ids))
    return store


def content(rows: np.ndarray) -> IndexContent:
    return IndexContent(name="rules-write-v1", ids=tuple(f"c{n}" for n in range(len(rows))), vectors=rows)


def test_verifying_finds_missing_rows_and_other_vectors() -> None:
    rows = COLLECTIONS[1].vectors
    verify(memory_with(content(rows)), [content(rows)])
    with pytest.raises(VectorStoreError, match="rows instead of"):
        verify(memory_with(content(rows[1:])), [content(rows)])
    with pytest.raises(VectorStoreError, match="differ"):
        verify(memory_with(content(np.roll(rows, 1, axis=1))), [content(rows)])


@pytest.fixture
def built(tmp_path: Path, documents: list[Path]) -> Engine:
    engine = engine_at(tmp_path / "home", vector_store={"exact_below": 0})
    engine.handbooks.build_handbook(documents, CATEGORIES)
    return engine


@pytest.mark.parametrize("damage", ["missing", "cut"])
def test_a_damaged_index_is_replaced_by_exact_search_with_a_notice(built: Engine, damage: str) -> None:
    healthy = [hit.chunk_id for hit in built.rag.search(query="表ヘッダー").chunks]
    built.close()
    folder = built.layout.version(1).chroma
    if damage == "missing":
        shutil.rmtree(folder)
    else:
        (folder / "chroma.sqlite3").write_bytes(b"")
    again = engine_at(built.layout.home, vector_store={"exact_below": 0})
    result = again.rag.search(query="表ヘッダー")
    assert [hit.chunk_id for hit in result.chunks] == healthy
    assert [notice.code for notice in result.notices] == ["index_exact"]
    again.close()


def test_a_second_opener_searches_exactly_and_finds_the_same(built: Engine) -> None:
    first = built.rag.search(query="表ヘッダー")
    second = engine_at(built.layout.home, vector_store={"exact_below": 0})
    result = second.rag.search(query="表ヘッダー")
    assert [hit.chunk_id for hit in result.chunks] == [hit.chunk_id for hit in first.chunks]
    assert second.opened.get("v1").index.lock is None
    assert built.opened.get("v1").index.lock is not None
    assert result.notices == ()
    second.close()
    built.close()


def test_a_small_version_has_no_index_and_that_is_no_trouble(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    assert not engine.layout.version(1).chroma.exists()
    assert engine.rag.search(query="表ヘッダー").notices == ()


@pytest.fixture
def many(engine: Engine, documents: list[Path]) -> Engine:
    """An engine over seven versions."""
    for count in range(1, 8):
        documents[0].write_text(f"# 規則\n\n表は{count}列までとする。", encoding="utf-8")
        engine.handbooks.build_handbook(documents, CATEGORIES)
    return engine


def test_only_a_few_versions_stay_open_and_all_can_be_searched(many: Engine) -> None:
    opened = OpenVersions(many.layout, many.versions, many.settings.vector_store)
    sizes = [len(opened.get(f"v{n}").chunks) for n in range(1, 8)]
    assert len(sizes) == 7
    assert len(opened._open) == 4
    opened.close()


def test_a_version_that_is_evicted_serves_the_searches_that_hold_it(many: Engine) -> None:
    opened = OpenVersions(many.layout, many.versions, many.settings.vector_store)
    held = opened.get("v1")
    for n in range(2, 8):
        opened.get(f"v{n}")
    name = held.collection_names(list(Category))[0]
    assert held.index.adapter.query(name, held.vectors[0].tolist(), 1)
    opened.close()
