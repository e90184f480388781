"""The doctor finds what is damaged, says what to do, and rebuilds only what can be rebuilt."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from rulebook.errors import BuildInProgress, StoreError
from rulebook.handbook import vector_index
from rulebook.handbook.doctor import Check, examine, repair
from rulebook.handbook.index_repair import index_trouble
from rulebook.handbook.layout import VersionFolder
from rulebook.handbook.locking import build_lock
from rulebook.handbook.version_files import make_collection, write_collection
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.document import DocType
from rulebook.model.manifest import CollectionEntry, Manifest
from rulebook.settings import Settings
from tests.handbooks import CATEGORIES, engine_at, write_documents


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A handbook that was built and closed; tests work on copies."""
    folder = tmp_path_factory.mktemp("doctor")
    engine = engine_at(folder / "home")
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.close()
    return engine.settings


@pytest.fixture
def settings(sound: Settings, tmp_path: Path) -> Settings:
    shutil.copytree(sound.home, tmp_path / "copy")
    return sound.model_copy(update={"home": tmp_path / "copy"})


@pytest.fixture
def unindexed(settings: Settings) -> Settings:
    """The same without an index of its own: quicker where the index does not matter."""
    return settings.model_copy(update={"vector_store": settings.vector_store.model_copy(update={"adapter": "memory"})})


def faults(checks: tuple[Check, ...]) -> dict[str, str]:
    return {check.name: check.detail for check in checks if not check.ok}


def version_file(settings: Settings, name: str) -> Path:
    return settings.home / "versions" / "v1" / name


def test_a_sound_handbook_has_no_fault(settings: Settings) -> None:
    checks = examine(settings)
    assert faults(checks) == {}
    assert {"settings", "embedding model", "database", "v1 files", "v1 originals", "v1 index", "leftovers"} <= {
        check.name for check in checks
    }


def test_a_missing_handbook_is_no_fault_and_is_not_made(settings: Settings, tmp_path: Path) -> None:
    nowhere = settings.model_copy(update={"home": tmp_path / "nowhere"})
    assert faults(examine(nowhere)) == {}
    assert repair(nowhere) == ()
    assert not nowhere.home.exists()


@pytest.mark.parametrize(
    "name", ["rules-write/chunks.json", "rules-design/vectors.npy", "manifest.json", "documents.json"]
)
def test_an_altered_file_of_a_version_is_named(unindexed: Settings, name: str) -> None:
    path = version_file(unindexed, name)
    path.write_bytes(path.read_bytes() + b" ")
    assert Path(name).name in faults(examine(unindexed))["v1 files"]


def test_an_altered_original_is_told_by_the_documents_name(unindexed: Settings) -> None:
    original = next(path for path in (unindexed.home / "objects").rglob("*") if path.is_file())
    original.write_bytes(b"other")
    found = faults(examine(unindexed))
    assert list(found) == ["v1 originals"]
    assert ".md" in found["v1 originals"]


def test_a_model_that_is_not_here_is_told(unindexed: Settings) -> None:
    elsewhere = unindexed.embedding.model_copy(update={"model": "no-such-model"})
    assert list(faults(examine(unindexed.model_copy(update={"embedding": elsewhere})))) == ["embedding model"]


@pytest.mark.parametrize("content", [b"no database at all", b""])
def test_a_broken_database_is_a_fault_and_no_trace(unindexed: Settings, content: bytes) -> None:
    state = unindexed.home / "state.db"
    if content:
        state.write_bytes(content * 100)
    else:
        with sqlite3.connect(state) as connection:
            connection.execute("INSERT INTO migration VALUES ('999_of_the_future', 'now')")
        connection.close()
    (check,) = [check for check in examine(unindexed) if not check.ok]
    assert check.name == "database"
    assert check.remedy


def test_leftovers_of_a_crash_are_told_and_swept(unindexed: Settings) -> None:
    for folder in ("staging/abc", "versions/v9"):
        (unindexed.home / folder).mkdir(parents=True)
    assert faults(examine(unindexed)) == {"leftovers": "left by a crash: staging/abc, versions/v9"}
    assert len(repair(unindexed)) == 2
    assert faults(examine(unindexed)) == {}
    assert version_file(unindexed, "manifest.json").exists()


def test_a_running_build_is_not_swept(unindexed: Settings) -> None:
    staged = unindexed.home / "staging" / "abc"
    staged.mkdir(parents=True)
    with build_lock(unindexed.home / "build.lock", "somebody"):
        assert faults(examine(unindexed)) == {}
        with pytest.raises(BuildInProgress, match="somebody"):
            repair(unindexed)
    assert staged.exists()


@pytest.mark.parametrize("how", ["missing", "no database"])
def test_a_damaged_index_is_told_and_rebuilt_from_the_vectors(settings: Settings, how: str) -> None:
    chroma = version_file(settings, "chroma")
    if how == "missing":
        shutil.rmtree(chroma)
    else:
        (chroma / "chroma.sqlite3").write_bytes(b"")
    assert list(faults(examine(settings))) == ["v1 index"]
    (done,) = repair(settings)
    assert done.startswith("The vector index of v1 was rebuilt")
    engine = engine_at(settings.home)
    try:
        vector_index.verify(engine.opened.get("v1").index.adapter, engine.opened.get("v1").collections, 1)
        assert engine.rag.search(query="表ヘッダー").notices == ()
    finally:
        engine.close()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> VersionFolder:
    """A version with so many vectors that Chroma keeps them in its index files."""
    folder = VersionFolder(tmp_path_factory.mktemp("large"))
    vectors = np.random.default_rng(7).normal(size=(1_200, 16)).astype(np.float32)
    chunks = [
        RuleChunk(
            chunk_id=f"ref-docs_v1_{n:04d}",
            doc="規則.md",
            doc_id="規則",
            doc_type=DocType.MARKDOWN,
            content=f"規則{n}",
            headings=(),
            source_uri=f"規則.md#line!{n}",
            position=n,
            token_count=3,
        )
        for n in range(1, len(vectors) + 1)
    ]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    collection = make_collection(Category.REF, chunks, unit, np.empty((0, 16), np.float32))
    write_collection(folder, collection)
    index = vector_index.new_adapter("chroma", folder.chroma)
    vector_index.fill(index, [collection], 1)
    index.close()
    return folder


@pytest.mark.parametrize("how", ["cut", "garbage"])
def test_damage_inside_the_index_is_found_without_ending_this_process(
    large: VersionFolder, tmp_path: Path, how: str
) -> None:
    folder = VersionFolder(tmp_path / "v1")
    shutil.copytree(large.path, folder.path)
    data = next(folder.chroma.rglob("data_level0.bin"))
    size = data.stat().st_size
    data.write_bytes(data.read_bytes()[: size // 2] if how == "cut" else b"\xff" * size)
    entry = CollectionEntry(
        chunk_count=1_200, embedding_model="m", embedding_revision="1", dimensions=16, rerank_model="", files={}
    )
    manifest = Manifest(version="v1", created_at="", source_files=(), collections={"ref-docs": entry})
    assert index_trouble(folder, manifest)


def test_an_index_in_use_is_neither_a_fault_nor_replaced(settings: Settings) -> None:
    with FileLock(version_file(settings, "chroma.lock")):
        assert faults(examine(settings)) == {}
        shutil.rmtree(version_file(settings, "chroma"))
        with pytest.raises(StoreError, match="open in another process"):
            repair(settings)


def test_a_version_whose_files_are_damaged_is_left_alone(settings: Settings) -> None:
    shutil.rmtree(version_file(settings, "chroma"))
    version_file(settings, "rules-write/vectors.npy").write_bytes(b"")
    assert repair(settings) == ()
    assert not version_file(settings, "chroma").exists()
