"""A version is read back as it was written, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import VersionDamaged
from rulebook.handbook.parts import Part
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
