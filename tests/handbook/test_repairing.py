"""What was lost of a version is made anew from what is left, exactly as it was or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from rulebook.errors import BuildInProgress, StoreError
from rulebook.handbook.doctor import examine
from rulebook.handbook.locking import build_lock
from rulebook.handbook.parts import Part
from rulebook.handbook.repairing import repair
from rulebook.settings import Settings
from tests.handbooks import CATEGORIES, engine_at, files_below, part_path, write_documents

DOC = "設計方針.md"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A handbook that was built with an index and closed; tests work on copies."""
    folder = tmp_path_factory.mktemp("repair")
    engine = engine_at(folder / "home", vector_store={"exact_below": 0})
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.close()
    return engine.settings


@pytest.fixture
def settings(sound: Settings, tmp_path: Path) -> Settings:
    """The same without an index of its own: quicker where the index does not matter."""
    shutil.copytree(sound.home, tmp_path / "copy")
    exact = sound.vector_store.model_copy(update={"exact_below": 1000})
    return sound.model_copy(update={"home": tmp_path / "copy", "vector_store": exact})


@pytest.fixture
def indexed(sound: Settings, settings: Settings) -> Settings:
    return sound.model_copy(update={"home": settings.home})


def faults(settings: Settings) -> list[str]:
    return [check.name for check in examine(settings) if not check.ok]


def shared_files(settings: Settings) -> dict[str, int]:
    return {
        name: size
        for name, size in files_below(settings.home).items()
        if name.startswith(("parts", "objects", "versions", "manifests")) and "chroma" not in name
    }


DAMAGES: dict[str, Callable[[Path], object]] = {
    "deleted": lambda path: path.unlink(),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-3]),
    "garbled": lambda path: path.write_bytes(bytes(255 - b for b in path.read_bytes())),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("parts", [[part] for part in Part] + [list(Part)], ids=lambda parts: "+".join(parts))
def test_lost_parts_are_made_again_as_they_were(settings: Settings, parts: list[Part], damage: str) -> None:
    before = shared_files(settings)
    for part in parts:
        DAMAGES[damage](part_path(settings.home, DOC, part))
    assert faults(settings) == ["v1 files"]
    done = repair(settings)
    assert [line.removesuffix(" was made again.") for line in done] == [
        f"v1: {p.value} of {DOC}" for p in ORDER if p in parts
    ]
    assert faults(settings) == []
    assert shared_files(settings) == before


ORDER = (Part.CHUNKS, Part.REPORT, Part.KEYWORDS, Part.VECTORS, Part.STATEMENTS)


def test_vectors_are_made_again_without_the_cache(settings: Settings) -> None:
    shutil.rmtree(settings.home / "cache")
    part_path(settings.home, DOC, Part.VECTORS).unlink()
    assert repair(settings) == (f"v1: vectors.npy of {DOC} was made again.",)


def test_a_lost_manifest_is_restored_from_its_copy(settings: Settings) -> None:
    path = settings.home / "versions" / "v1" / "manifest.json"
    published = path.read_bytes()
    path.write_bytes(published.replace(b"write", b"style"))
    assert repair(settings) == ("The manifest of v1 was restored from its copy in manifests.",)
    assert path.read_bytes() == published


def test_what_cannot_be_made_as_it_was_is_said_and_left(settings: Settings) -> None:
    other = settings.model_copy(
        update={
            "chunking": settings.chunking.model_copy(update={"max_tokens": 64, "target_tokens": 32, "min_tokens": 1})
        }
    )
    path = part_path(settings.home, "記入規則.md", Part.CHUNKS)
    path.unlink()
    (line,) = repair(other)
    assert "chunks.json of 記入規則.md cannot be made again as it was" in line
    assert not path.exists()


def test_without_the_original_lost_chunks_are_said_to_be_lost(settings: Settings) -> None:
    part_path(settings.home, DOC, Part.CHUNKS).unlink()
    shutil.rmtree(settings.home / "objects")
    (line,) = repair(settings)
    assert f"chunks.json of {DOC} cannot be made again" in line
    assert "Upload the document again" in line


def test_a_lost_manifest_keeps_every_file_that_it_may_need(settings: Settings) -> None:
    before = files_below(settings.home / "parts")
    (settings.home / "versions" / "v1" / "manifest.json").unlink()
    shutil.rmtree(settings.home / "manifests")
    (settings.home / "staging").mkdir(exist_ok=True)
    (settings.home / "staging" / "v2-dead").mkdir()
    lines = repair(settings)
    assert "cannot be restored" in lines[0]
    assert any("were not looked for" in line for line in lines)
    assert files_below(settings.home / "parts") == before


def test_a_missing_handbook_is_not_made(settings: Settings, tmp_path: Path) -> None:
    nowhere = settings.model_copy(update={"home": tmp_path / "nowhere"})
    assert repair(nowhere) == ()
    assert not nowhere.home.exists()


def test_leftovers_are_swept(settings: Settings) -> None:
    for folder in ("staging/abc", "versions/v9"):
        (settings.home / folder).mkdir(parents=True)
    assert len(repair(settings)) == 2
    assert faults(settings) == []
    assert (settings.home / "versions" / "v1" / "manifest.json").exists()


def test_nothing_is_repaired_while_somebody_builds(settings: Settings) -> None:
    staged = settings.home / "staging" / "abc"
    staged.mkdir(parents=True)
    with build_lock(settings.home / "build.lock", "somebody"), pytest.raises(BuildInProgress, match="somebody"):
        repair(settings)
    assert staged.exists()


@pytest.mark.parametrize("how", ["missing", "no database"])
def test_a_damaged_index_is_told_and_rebuilt_from_the_vectors(indexed: Settings, how: str) -> None:
    chroma = indexed.home / "versions" / "v1" / "chroma"
    if how == "missing":
        shutil.rmtree(chroma)
    else:
        (chroma / "chroma.sqlite3").write_bytes(b"")
    assert faults(indexed) == ["v1 index"]
    (done,) = repair(indexed)
    assert done.startswith("The vector index of v1 was rebuilt")
    engine = engine_at(indexed.home, vector_store={"exact_below": 0})
    try:
        assert np.isclose(engine.rag.search(query="表ヘッダー").chunks[0].breakdown.vector.score, 1, atol=1)
        assert engine.rag.search(query="表ヘッダー").notices == ()
    finally:
        engine.close()


def test_an_index_in_use_is_not_replaced(indexed: Settings) -> None:
    chroma = indexed.home / "versions" / "v1" / "chroma"
    with FileLock(chroma.with_suffix(".lock")):
        shutil.rmtree(chroma)
        with pytest.raises(StoreError, match="open in another process"):
            repair(indexed)


def test_an_index_is_not_rebuilt_from_vectors_that_cannot_be_restored(indexed: Settings) -> None:
    shutil.rmtree(indexed.home / "versions" / "v1" / "chroma")
    part_path(indexed.home, DOC, Part.CHUNKS).unlink()
    part_path(indexed.home, DOC, Part.VECTORS).unlink()
    shutil.rmtree(indexed.home / "objects")
    assert not any("rebuilt" in line for line in repair(indexed))
