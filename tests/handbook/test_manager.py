"""Building: what changed is built, the rest is reused, and nothing half-done is ever seen."""

from __future__ import annotations

import json
import unicodedata
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import (
    BuildCancelled,
    BuildInProgress,
    BuildRefused,
    UsageError,
    VersionDamaged,
    VersionNotFound,
)
from rulebook.handbook import projection
from rulebook.handbook.index import opening
from rulebook.handbook.locking import build_lock
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.parts import Part
from rulebook.model.chunk import Category
from rulebook.model.manifest import Changes, Manifest, Plan, Progress, Stage
from tests.handbooks import CATEGORIES, RULES, engine_at, files_below, part_path, write_documents


def request_for(engine: Engine, paths: list[Path], **options: object) -> BuildRequest:
    originals = tuple(engine.handbooks.store(path) for path in paths)
    categories = {o.name: Category(CATEGORIES.get(o.name, "design")) for o in originals}
    return BuildRequest(originals=originals, categories=categories, **options)


def without_time(manifest: Manifest) -> Manifest:
    return replace(manifest, created_at="")


def encoded_texts(engine: Engine) -> int:
    return engine.models.encoder().encoder.encoded_texts


def test_the_first_build_publishes_version_one_with_every_document(engine: Engine, documents: list[Path]) -> None:
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v1"
    manifest = engine.handbooks.get_version("v1")
    assert [(s.name, s.type.value, s.built) for s in manifest.source_files] == [
        ("図表規則.md", "write", "rebuilt"),
        ("記入規則.md", "write", "rebuilt"),
        ("設計方針.md", "design", "rebuilt"),
    ]
    assert set(manifest.collections) == {"rules-write", "rules-design"}
    assert manifest.active
    assert engine.handbooks.get_latest_version() == "v1"


def test_building_the_same_documents_again_makes_no_version(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    before = encoded_texts(engine)
    assert engine.handbooks.build_handbook(documents, CATEGORIES) is None
    assert len(engine.handbooks.list_versions()) == 1
    assert encoded_texts(engine) == before


def test_changing_one_rule_encodes_only_the_text_that_changed(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    before = encoded_texts(engine)
    changed = RULES | {"図表規則.md": RULES["図表規則.md"].replace("図3-1", "図3.1")}
    paths = write_documents(documents[0].parent, changed)
    assert engine.handbooks.build_handbook(paths, CATEGORIES) == "v2"
    # the chunk of section 2.4 and the one statement in it
    assert encoded_texts(engine) - before == 2
    built = {s.name: s.built for s in engine.handbooks.get_version("v2").source_files}
    assert built == {"図表規則.md": "rebuilt", "設計方針.md": "reuse_from_v1", "記入規則.md": "reuse_from_v1"}


def test_reused_chunks_are_those_of_the_version_before_under_new_ids(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    paths = write_documents(documents[0].parent, RULES | {"図表規則.md": "# 図\n\n図は中央に置く。"})
    engine.handbooks.build_handbook(paths, CATEGORIES)
    old = {c.evidence_key: c for c in engine.opened.get("v1").chunks if c.doc == "記入規則.md"}
    new = {c.evidence_key: c for c in engine.opened.get("v2").chunks if c.doc == "記入規則.md"}
    assert old.keys() == new.keys()
    assert all(replace(new[key], chunk_id=old[key].chunk_id) == old[key] for key in old)
    assert all(c.chunk_id.startswith("rules-write_v2_") for c in new.values())


def test_a_document_that_is_not_given_leaves_the_new_version_and_stays_in_the_old(
    engine: Engine, documents: list[Path]
) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    assert engine.handbooks.build_handbook(documents[:2], CATEGORIES) == "v2"
    assert [s.name for s in engine.handbooks.get_version("v2").source_files] == ["図表規則.md", "記入規則.md"]
    assert len(engine.handbooks.get_version("v1").source_files) == 3


def test_an_unchanged_document_has_the_same_parts_in_every_version(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    before = files_below(engine.layout.parts)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    old, new = (engine.handbooks.get_version(v).source_files for v in ("v1", "v2"))
    assert old[0].parts == next(s for s in new if s.name == old[0].name).parts
    assert before.items() < files_below(engine.layout.parts).items()


def test_a_manifest_says_who_built_what_on_which_version(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build(request_for(engine, documents[:2]), owner="佐藤")
    paths = [documents[0], documents[2]]
    paths[0].write_text("# 図\n\n図は中央に置く。", encoding="utf-8")
    engine.handbooks.build(request_for(engine, paths), owner="鈴木")
    first, second = engine.handbooks.list_versions()
    assert (first.based_on, first.built_by, second.based_on, second.built_by) == (None, "佐藤", "v1", "鈴木")
    assert first.changes == Changes(added=("図表規則.md", "記入規則.md"))
    assert second.changes == Changes(added=("設計方針.md",), changed=("記入規則.md",), removed=("図表規則.md",))


def test_a_version_activated_while_another_is_built_stays_active(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)

    def roll_back(progress: Progress) -> None:
        if progress.stage is Stage.PUBLISH:
            engine.handbooks.rollback_to("v1")

    result = engine.handbooks.build(request_for(engine, documents), roll_back)
    assert (result.version, result.activated, engine.handbooks.get_latest_version()) == ("v3", False, "v1")


def test_the_order_of_the_files_does_not_matter(tmp_path: Path, documents: list[Path]) -> None:
    engines = [engine_at(tmp_path / "a"), engine_at(tmp_path / "b")]
    engines[0].handbooks.build_handbook(documents, CATEGORIES)
    engines[1].handbooks.build_handbook(documents[::-1], CATEGORIES)
    first, second = (without_time(e.handbooks.get_version("v1")) for e in engines)
    assert first == second
    for engine in engines:
        engine.close()


def test_a_plan_names_every_document_once_and_builds_nothing(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    paths = write_documents(
        documents[0].parent,
        {"図表規則.md": "# 図\n\n図は中央に置く。", "記入規則.md": RULES["記入規則.md"], "新.md": "# 新"},
    )
    plan = engine.handbooks.plan(request_for(engine, paths))
    assert plan == Plan(
        added=("新.md",),
        changed=("図表規則.md",),
        unchanged=("記入規則.md",),
        removed=("設計方針.md",),
        reasons={"図表規則.md": "content"},
    )
    assert len(engine.handbooks.list_versions()) == 1


def test_an_update_keeps_the_others_and_removes_only_what_is_named(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    request = request_for(engine, [], keep_others=True, remove=frozenset({"設計方針.md"}))
    assert engine.handbooks.build(request).version == "v2"
    assert [s.name for s in engine.handbooks.get_version("v2").source_files] == ["図表規則.md", "記入規則.md"]


def test_removing_a_document_that_is_not_there_is_refused(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    with pytest.raises(UsageError, match=r"nix\.md"):
        engine.handbooks.build(request_for(engine, [], keep_others=True, remove=frozenset({"nix.md"})))


def test_changed_chunk_settings_make_a_document_changed(tmp_path: Path, documents: list[Path]) -> None:
    first = engine_at(tmp_path / "home")
    first.handbooks.build_handbook(documents, CATEGORIES)
    first.close()
    second = engine_at(tmp_path / "home", chunking={"target_tokens": 200})
    plan = second.handbooks.plan(request_for(second, documents))
    assert (set(plan.changed), set(plan.reasons.values())) == (set(CATEGORIES), {"reading"})
    second.close()


def test_a_new_category_moves_the_document_to_the_other_collection(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    assert engine.handbooks.build_handbook(documents, CATEGORIES | {"図表規則.md": "ref"}) == "v2"
    manifest = engine.handbooks.get_version("v2")
    assert manifest.collections["ref-docs"].chunk_count > 0


def test_with_a_file_that_cannot_be_read_nothing_is_published(engine: Engine, documents: list[Path]) -> None:
    broken = documents[0].parent / "壊れた.docx"
    broken.write_bytes(b"PK\x03\x04 this is no package")
    with pytest.raises(BuildRefused, match=r"壊れた\.docx"):
        engine.handbooks.build_handbook([*documents, broken], CATEGORIES | {"壊れた.docx": "write"})
    assert engine.handbooks.list_versions() == []


def test_on_request_the_others_are_published_and_the_failed_file_is_named(
    engine: Engine, documents: list[Path]
) -> None:
    broken = documents[0].parent / "空.xlsx"
    broken.write_bytes(b"")
    result = engine.handbooks.build(request_for(engine, [*documents, broken], skip_failed=True))
    assert result.version == "v1"
    assert [(f.doc, f.code, f.kept_from) for f in result.failed] == [("空.xlsx", "E_EMPTY_FILE", None)]
    assert len(engine.handbooks.get_version("v1").source_files) == 3


def test_a_known_document_that_has_become_unreadable_keeps_its_rules(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    documents[1].write_bytes(b"")
    documents[2].write_text("# 方針\n\n新しい方針を定める。", encoding="utf-8")
    result = engine.handbooks.build(request_for(engine, documents, skip_failed=True))
    assert [(f.doc, f.kept_from) for f in result.failed] == [(documents[1].name, "v1")]
    kept = [c.content for c in engine.opened.get("v2").chunks if c.doc == documents[1].name]
    assert kept == [c.content for c in engine.opened.get("v1").chunks if c.doc == documents[1].name]


def test_no_version_is_made_when_everything_that_changed_is_unreadable(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    documents[0].write_bytes(b"")
    result = engine.handbooks.build(request_for(engine, documents, skip_failed=True))
    assert (result.version, [f.doc for f in result.failed]) == (None, [documents[0].name])


def test_a_second_builder_is_told_at_once_who_is_building(engine: Engine, documents: list[Path]) -> None:
    with build_lock(engine.layout.lock, "佐藤"), pytest.raises(BuildInProgress, match="佐藤"):
        engine.handbooks.build_handbook(documents, CATEGORIES)
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v1"


@pytest.mark.parametrize("stage", [s for s in Stage if s is not Stage.STORE])
def test_a_build_that_is_cancelled_at_any_stage_leaves_everything_as_it_was(
    tmp_path: Path, documents: list[Path], stage: Stage
) -> None:
    engine = engine_at(tmp_path / "home", vector_store={"exact_below": 0})
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    before = files_below(engine.layout.parts)

    def cancel(progress: Progress) -> None:
        if progress.stage is stage:
            raise BuildCancelled("cancelled")

    with pytest.raises(BuildCancelled):
        engine.handbooks.build_handbook(documents, CATEGORIES, on_progress=cancel)
    assert engine.handbooks.get_latest_version() == "v1"
    assert list(engine.layout.staging.iterdir()) == []
    assert [p.name for p in engine.layout.versions.iterdir()] == ["v1"]
    assert files_below(engine.layout.parts) == before
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v2"
    engine.close()


def test_a_version_whose_index_does_not_find_everything_is_published_without_it_and_says_so(
    tmp_path: Path, documents: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An approximate index can miss one of many texts that are nearly the same; building again would not help."""
    engine = engine_at(tmp_path / "home", vector_store={"exact_below": 0})
    with monkeypatch.context() as patch:
        patch.setattr(opening, "probe", lambda *_: "the vector of rules-write_v1_001 does not find itself")
        result = engine.handbooks.build(request_for(engine, documents))
    assert result.version == "v1"
    assert "does not find itself" in result.notices[0].message
    assert not engine.layout.version(1).chroma.exists()
    assert [notice.code for notice in engine.rag.search(query="表ヘッダー").notices] != []
    engine.close()


def test_leftovers_of_a_crash_are_swept_by_the_next_build(engine: Engine, documents: list[Path]) -> None:
    (engine.layout.staging / "dead").mkdir(parents=True)
    (engine.layout.version(1).path / "chroma").mkdir(parents=True)
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v1"
    assert list(engine.layout.staging.iterdir()) == []
    assert engine.opened.get("v1").chunks


def test_rollback_activates_an_older_version_and_keeps_the_newer(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.handbooks.rollback_to("v1")
    assert engine.handbooks.get_latest_version() == "v1"
    assert [(m.version, m.active, m.active_previous) for m in engine.handbooks.list_versions()] == [
        ("v1", True, "v2"),
        ("v2", False, None),
    ]
    projected = json.loads((engine.layout.manifests / "v1.json").read_text(encoding="utf-8"))
    assert projected["active"] is True


def test_of_two_activations_at_once_the_later_one_is_projected(
    engine: Engine, documents: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    other = engine_at(engine.layout.home)
    rivals = iter([lambda: other.handbooks.rollback_to("v2")])
    lock = projection.files_lock

    def overtaken(path: Path) -> AbstractContextManager[None]:
        next(rivals, lambda: None)()
        return lock(path)

    monkeypatch.setattr(projection, "files_lock", overtaken)
    engine.handbooks.rollback_to("v1")
    projected = {p.stem: json.loads(p.read_bytes())["active"] for p in engine.layout.manifests.iterdir()}
    assert projected == {"v1": False, "v2": True}
    other.close()


def test_after_a_rollback_a_build_reuses_the_version_that_is_active(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.handbooks.rollback_to("v1")
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    built = {s.name: s.built for s in engine.handbooks.get_version("v3").source_files}
    assert built == {"記入規則.md": "reuse_from_v1", "図表規則.md": "rebuilt"}


@pytest.mark.parametrize("name", ["v9", "v99999999999999999999", "9x", "latest", "", "v", "v１"])
def test_a_version_that_does_not_exist_is_named(engine: Engine, documents: list[Path], name: str) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    with pytest.raises(VersionNotFound):
        engine.handbooks.get_version(name)


def test_a_document_without_a_category_is_refused(engine: Engine, documents: list[Path]) -> None:
    with pytest.raises(UsageError, match=r"図表規則\.md"):
        engine.handbooks.build_handbook(documents, {"記入規則.md": "write", "設計方針.md": "design"})
    with pytest.raises(UsageError, match="'rules'"):
        engine.handbooks.build_handbook(documents, CATEGORIES | {"図表規則.md": "rules"})


def test_one_name_in_two_unicode_spellings_is_one_document(engine: Engine, tmp_path: Path) -> None:
    composed, decomposed = (tmp_path / form / unicodedata.normalize(form, "ガイド.md") for form in ("NFC", "NFD"))
    for path in (composed, decomposed):
        path.parent.mkdir()
        path.write_text("# 規則\n\n図は中央に置く。", encoding="utf-8")
    with pytest.raises(UsageError, match="two documents"):
        engine.handbooks.build_handbook([composed, decomposed], {"ガイド.md": "write"})


def test_another_embedding_model_builds_every_vector_anew_and_reads_nothing(
    tmp_path: Path, documents: list[Path]
) -> None:
    first = engine_at(tmp_path / "home")
    first.handbooks.build_handbook(documents, CATEGORIES)
    first.close()
    second = engine_at(tmp_path / "home", embedding={"model": "embedded"})
    stages = []
    result = second.handbooks.build(request_for(second, documents), lambda p: stages.append(p.stage))
    assert (result.version, set(result.plan.reasons.values())) == ("v2", {"model"})
    assert Stage.READ not in stages
    assert result.manifest is not None
    assert result.manifest.embedding_model == second.models.encoder().encoder.identity.name
    second.close()


def test_another_revision_of_the_model_is_another_model(
    engine: Engine, documents: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    newer = replace(engine.models.encoder().encoder.identity, revision="later")
    monkeypatch.setattr(type(engine.models.encoder().encoder), "identity", newer)
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v2"
    assert engine.rag.search(query="表ヘッダー").notices == ()


def test_a_version_without_any_document_is_refused(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    everything = frozenset(CATEGORIES)
    with pytest.raises(BuildRefused, match="no document"):
        engine.handbooks.build(request_for(engine, [], keep_others=True, remove=everything))
    assert engine.handbooks.get_latest_version() == "v1"


def test_a_document_cannot_be_given_and_removed_at_once(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    with pytest.raises(UsageError, match="at once"):
        engine.handbooks.build(
            request_for(engine, documents[:1], keep_others=True, remove=frozenset({documents[0].name}))
        )


def alter(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace("太字".encode(), "細字".encode()))


def test_nothing_is_copied_from_a_version_whose_files_were_altered(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    alter(part_path(engine.layout.home, "記入規則.md", Part.CHUNKS))
    with pytest.raises(VersionDamaged, match=r"chunks\.json"):
        engine.handbooks.build(request_for(engine, documents[:1], keep_others=True))
    assert engine.handbooks.get_latest_version() == "v1"


def test_a_damaged_active_version_is_replaced_by_building_from_all_documents(
    engine: Engine, documents: list[Path]
) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    alter(part_path(engine.layout.home, "記入規則.md", Part.CHUNKS))
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v2"
    assert all("細字" not in chunk.content for chunk in engine.opened.get("v2").chunks)


def test_a_damaged_old_version_does_not_hide_the_others(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    engine.layout.version(1).manifest.unlink()
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v3"
    assert [m.version for m in engine.handbooks.list_versions()] == ["v2", "v3"]
    assert [error.where for error in engine.handbooks.damaged_versions()] == ["v1"]


def test_an_altered_original_is_not_read_and_is_mended_by_uploading_it_again(
    engine: Engine, documents: list[Path]
) -> None:
    request = request_for(engine, documents)
    stored = engine.handbooks.original_path(request.originals[0].sha256)
    alter(stored)
    result = engine.handbooks.build(request)
    assert [(f.doc, f.code) for f in result.failed] == [(documents[0].name, "E_DAMAGED_FILE")]
    assert engine.handbooks.build_handbook(documents, CATEGORIES) == "v1"
