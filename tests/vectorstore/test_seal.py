"""The seal of a Chroma folder breaks for every damage that could change an answer, and for nothing that Chroma does."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from rulebook.vectorstore.chroma import ChromaAdapter
from rulebook.vectorstore.seal import broken_seal, write_seal


def stored(folder: Path, sizes: dict[str, int]) -> None:
    adapter = ChromaAdapter(folder)
    for name, count in sizes.items():
        rows = np.random.default_rng(count).normal(size=(count, 8)).astype(np.float32)
        adapter.create_collection(name)
        adapter.upsert(name, [f"c{n}" for n in range(count)], rows, ["文"] * count, [{"doc": "d"}] * count)
    adapter.close()


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seal") / "chroma"
    stored(folder, {"large": 1_100, "small": 40})
    write_seal(folder)
    return folder


@pytest.fixture
def copy(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "chroma"))


def test_opening_and_searching_breaks_no_seal(copy: Path) -> None:
    for _ in range(3):
        adapter = ChromaAdapter(copy)
        adapter.query("large", [1.0] * 8, 5)
        adapter.query("small", [1.0] * 8, 5, where={"doc": "d"})
        adapter.vectors("large", ["c1"])
        adapter.close()
        assert broken_seal(copy) == ""


@pytest.mark.parametrize("name", ["header.bin", "data_level0.bin", "link_lists.bin", "index_metadata.pickle"])
def test_one_bit_in_a_file_of_the_index_breaks_it(copy: Path, name: str) -> None:
    path = next(copy.glob("*/index_metadata.pickle")).parent / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert name in broken_seal(copy)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE embedding_metadata SET string_value = '別' WHERE rowid = 7",
        "UPDATE embeddings SET embedding_id = 'other' WHERE id = 3",
        "DELETE FROM embeddings_queue",
        "UPDATE collections SET schema_str = replace(schema_str, '200', '10')",
    ],
)
def test_a_changed_row_of_its_database_breaks_it(copy: Path, change: str) -> None:
    with closing(sqlite3.connect(copy / "chroma.sqlite3")) as connection:
        assert connection.execute(change).rowcount
        connection.commit()
    assert "was altered" in broken_seal(copy)


def test_a_folder_without_seal_or_database_is_not_sound(copy: Path) -> None:
    (copy / "seal.json").write_text("[]")
    assert broken_seal(copy) == "seal.json was altered"
    (copy / "seal.json").unlink()
    assert broken_seal(copy) == "seal.json is missing"
    write_seal(copy)
    (copy / "chroma.sqlite3").unlink()
    assert broken_seal(copy) == "chroma.sqlite3 is missing"


def test_an_index_file_that_was_not_there_breaks_it(copy: Path) -> None:
    small = next(
        path.parent for path in copy.glob("*/header.bin") if not (path.parent / "index_metadata.pickle").exists()
    )
    (small / "index_metadata.pickle").write_bytes(b"x")
    assert small.name in broken_seal(copy)
