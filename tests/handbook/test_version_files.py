"""A version is read back as it was written, or not at all."""

from __future__ import annotations

import gc
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rulebook.engine import Engine
from rulebook.errors import VersionDamaged
from rulebook.handbook.content import ContentStore
from rulebook.handbook.parts import Part, read_array_part
from rulebook.model.chunk import Category
from tests.handbooks import CATEGORIES, engine_at, part_path


@pytest.fixture
def built(engine: Engine, documents: list[Path]) -> Engine:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    return engine


@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize("change", ["altered", "cut", "empty", "deleted"])
def test_an_altered_or_missing_part_is_named_and_nothing_is_answered(built: Engine, part: Part, change: str) -> None:
    built.close()
    path = part_path(built.layout.home, "記入規則.md", part)
    content = path.read_bytes()
    if change == "deleted":
        path.unlink()
    else:
        path.write_bytes({"altered": content[:-2] + b"  ", "cut": content[: len(content) // 2], "empty": b""}[change])
    again = engine_at(built.layout.home)
    asked = {Part.REPORT: lambda: again.handbooks.documents("v1")}
    with pytest.raises(VersionDamaged, match=f"{part.value} of 記入規則.md"):
        asked.get(part, lambda: again.rag.search(query="表ヘッダー"))()
    again.close()


def test_an_altered_manifest_is_noticed(built: Engine) -> None:
    path = built.layout.version(1).manifest
    path.write_bytes(path.read_bytes().replace(b"write", b"style"))
    with pytest.raises(VersionDamaged, match="not the one that was published"):
        built.handbooks.get_version("v1")


def test_a_collection_has_a_vector_and_an_entry_for_each_searchable_chunk(built: Engine) -> None:
    for collection in built.opened.get("v1").collections:
        assert len(collection.vectors) == len(collection.keywords) == len(collection.searchable)
        assert len(collection.statements) == sum(len(c.statements) for c in collection.searchable)


def test_the_reports_of_all_documents_are_kept(built: Engine) -> None:
    assert [d.doc for d in built.handbooks.documents("v1")] == ["図表規則.md", "記入規則.md", "設計方針.md"]


def test_the_vectors_of_a_version_are_kept_once(built: Engine) -> None:
    version = built.opened.get("v1")
    for whole, own in (
        (version.vectors, [c.vectors for c in version.collections]),
        (version.statements, [c.statements for c in version.collections]),
    ):
        assert (whole == np.concatenate(own)).all()
        assert all(np.shares_memory(whole, part) for part in own)


def test_a_mask_covers_the_rows_of_its_categories(built: Engine) -> None:
    version = built.opened.get("v1")
    for covered in ([], [Category.WRITE], [Category.DESIGN, Category.REF], list(Category)):
        assert version.mask(covered).tolist() == [chunk.category in covered for chunk in version.chunks]
        assert version.rows(covered) == [row for row, c in enumerate(version.chunks) if c.category in covered]


@pytest.mark.parametrize(
    ("array", "told"),
    [
        (np.zeros((3, 5), np.float32), r"shape \(3, 5\)"),
        (np.zeros(3, np.float32), r"shape \(3,\)"),
        (np.array([{"a": 1}], dtype=object), "cannot be read"),
    ],
)
def test_vectors_of_another_length_are_named(
    built: Engine, monkeypatch: pytest.MonkeyPatch, array: NDArray[Any], told: str
) -> None:
    buffer = io.BytesIO()
    np.save(buffer, array)
    monkeypatch.setattr(ContentStore, "read", lambda *_: buffer.getvalue())
    manifest = built.handbooks.get_version("v1")
    with pytest.raises(VersionDamaged, match=told):
        read_array_part(built.layout, manifest, manifest.source_files[0], Part.VECTORS, 256)


@pytest.mark.parametrize("array", [np.asfortranarray(np.arange(6, dtype=np.float32).reshape(3, 2)), np.zeros((0, 2))])
def test_an_array_is_read_as_numpy_reads_it(
    built: Engine, monkeypatch: pytest.MonkeyPatch, array: NDArray[Any]
) -> None:
    buffer = io.BytesIO()
    np.save(buffer, array)
    monkeypatch.setattr(ContentStore, "read", lambda *_: buffer.getvalue())
    manifest = built.handbooks.get_version("v1")
    found = read_array_part(built.layout, manifest, manifest.source_files[0], Part.VECTORS, 2)
    assert found.tolist() == array.tolist()


def test_opening_leaves_the_search_for_garbage_as_it_was(built: Engine) -> None:
    for was_on in (True, False):
        (gc.enable if was_on else gc.disable)()
        try:
            built.opened.forget(1)
            built.opened.get("v1")
            assert gc.isenabled() == was_on
        finally:
            gc.enable()
