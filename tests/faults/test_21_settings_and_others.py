"""Fault kind 21: the next build does what the settings say now, and only to what it was asked about.

Wrong: changed chunk settings are ignored because "the file has not changed"; one collection's rebuild wipes another;
a sync deletes what somebody else added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from rulebook.engine import Engine
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from rulebook.model.manifest import Manifest
from tests.faults.storage import TERMS, Handbook
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at

LONG = "# 規則\n\n" + "".join(f"## {n} 節\n\n" + f"節{n}では表の列を{n}とする。" * 12 + "\n\n" for n in range(6))
SHORTER = {"max_tokens": 96, "target_tokens": 48, "min_tokens": 5}
NOTHING = BuildRequest(originals=(), categories={}, keep_others=True)


@pytest.fixture
def near() -> Iterator[None]:
    with nearby():
        yield


def added(engine: Engine, handbook: Handbook, name: str, text: str, category: Category = Category.REF) -> Manifest:
    """The version with one more document."""
    original = engine.handbooks.store(handbook.document(name, text))
    request = BuildRequest(originals=(original,), categories={name: category}, keep_others=True)
    manifest = engine.handbooks.build(request).manifest
    assert manifest is not None
    return manifest


def texts(engine: Engine, version: str) -> Mapping[str, list[str]]:
    """The texts of the chunks of each document."""
    found: dict[str, list[str]] = {}
    for chunk in engine.opened.get(version).chunks:
        found.setdefault(chunk.doc, []).append(chunk.content)
    return found


@pytest.mark.usefixtures("near")
def test_changed_settings_for_cutting_take_effect_on_documents_that_did_not_change(handbook: Handbook) -> None:
    engine = engine_at(handbook.home)
    added(engine, handbook, "長い規則.md", LONG)
    long = texts(engine, "v3")["長い規則.md"]
    engine.close()
    engine = engine_at(handbook.home, chunking=SHORTER)
    plan = engine.handbooks.plan(NOTHING)
    assert not plan.changes_nothing
    result = engine.handbooks.build(NOTHING)
    assert result.version == "v4"
    short = texts(engine, "v4")["長い規則.md"]
    assert len(short) > len(long)
    assert max(map(len, short)) < max(map(len, long))
    assert "".join("".join(short).split()).count("節3では表の列を3とする。") == 12
    assert texts(engine, "v3")["長い規則.md"] == long
    assert engine.handbooks.plan(NOTHING).changes_nothing
    engine.close()


@pytest.mark.usefixtures("near")
def test_settings_that_go_back_make_the_chunks_that_were_there_before(handbook: Handbook) -> None:
    first = engine_at(handbook.home)
    before = texts(first, "v2")
    first.close()
    other = engine_at(handbook.home, chunking=SHORTER)
    other.handbooks.build(NOTHING)
    other.close()
    again = engine_at(handbook.home)
    again.handbooks.build(NOTHING)
    assert texts(again, "v4") == before
    parts = [[s.parts for s in again.handbooks.get_version(version).source_files] for version in ("v2", "v4")]
    assert parts[0] == parts[1]
    again.close()


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize("category", Category)
def test_a_document_that_comes_to_one_collection_changes_no_other(handbook: Handbook, category: Category) -> None:
    engine = engine_at(handbook.home)
    before = engine.opened.get("v2")
    added(engine, handbook, "用語.md", TERMS, category)
    after = engine.opened.get("v3")
    assert [c.content for c in after.chunks if c.doc != "用語.md"] == [c.content for c in before.chunks]
    for one in before.collections:
        other = next(c for c in after.collections if c.category is one.category)
        if one.category is not category:
            assert [c.content for c in other.chunks] == [c.content for c in one.chunks]
            assert (other.vectors == one.vectors).all()
            assert (other.keywords.rows(), len(other.statements)) == (one.keywords.rows(), len(one.statements))
    engine.close()


@pytest.mark.usefixtures("near")
def test_the_last_document_of_a_collection_goes_without_taking_another_along(handbook: Handbook) -> None:
    engine = engine_at(handbook.home)
    before = texts(engine, "v2")
    request = BuildRequest(originals=(), categories={}, remove=frozenset({"設計方針.md"}), keep_others=True)
    assert engine.handbooks.build(request).version == "v3"
    assert texts(engine, "v3") == {name: found for name, found in before.items() if name != "設計方針.md"}
    engine.close()


def test_what_somebody_else_added_meanwhile_stays(handbook: Handbook) -> None:
    """Two people begin with v2; each knows only of the own document."""
    with nearby():
        one, other = engine_at(handbook.home), engine_at(handbook.home)
        request = BuildRequest(
            originals=(one.handbooks.store(handbook.document("用語.md", TERMS)),),
            categories={"用語.md": Category.REF},
            keep_others=True,
        )
        added(other, handbook, "運用.md", "# 運用\n\n## 1 期限\n\n改訂は毎年四月に行う。\n")
        manifest = one.handbooks.build(request).manifest
        assert manifest is not None
        assert manifest.based_on == "v3"
        names = {source.name for source in manifest.source_files}
        assert {"用語.md", "運用.md", "記入規則.md", "図表規則.md", "設計方針.md"} == names
        assert "運用.md" in texts(one, "v4")
        one.close()
        other.close()


@pytest.mark.usefixtures("near")
def test_a_document_that_moves_to_another_category_is_in_that_one_alone(handbook: Handbook) -> None:
    engine = engine_at(handbook.home)
    before = texts(engine, "v2")
    added(
        engine, handbook, "図表規則.md", handbook.document("図表規則.md").read_text(encoding="utf-8"), Category.DESIGN
    )
    found = [(c.category, c.content) for c in engine.opened.get("v3").chunks if c.doc == "図表規則.md"]
    assert found == [(Category.DESIGN, text) for text in before["図表規則.md"]]
    engine.close()
