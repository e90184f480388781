"""A version that nobody needs is retired for good: its record stays, its space comes back, nothing else is touched."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from rulebook.engine import Engine
from rulebook.errors import (
    BuildInProgress,
    SessionNotFound,
    StoreError,
    VersionDamaged,
    VersionInUse,
    VersionNotFound,
    VersionRetired,
)
from rulebook.handbook.locking import build_lock
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.parts import Part, check_parts
from rulebook.model.chunk import Category
from rulebook.store.versions import ActivePointer, VersionTable
from tests.handbooks import CATEGORIES, RULES, engine_at, files_below, part_path, write_documents

OTHER = "# 図表\n\n## 図\n\n図は章ごとに番号を付けて中央に置く。"


@pytest.fixture
def two(engine: Engine, documents: list[Path]) -> Engine:
    """Two versions that differ in one document; the second is active."""
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.handbooks.build_handbook(write_documents(documents[0].parent, RULES | {"図表規則.md": OTHER}), CATEGORIES)
    return engine


def stored(engine: Engine) -> dict[str, int]:
    return {n: s for n, s in files_below(engine.layout.home).items() if n.startswith(("parts", "objects"))}


def test_retiring_gives_back_what_only_this_version_had(two: Engine) -> None:
    before = stored(two)
    old, new = (
        {name for s in two.handbooks.get_version(v).source_files for name in (*s.parts.values(), s.sha256)}
        for v in ("v1", "v2")
    )
    retired = two.handbooks.retire("v1", "佐藤")
    after = stored(two)
    assert {Path(name).name for name in before.keys() - after.keys()} == old - new
    assert retired.version == "v1"
    assert retired.freed_bytes >= sum(before[name] for name in before.keys() - after.keys()) > 0
    check_parts(two.layout, two.handbooks.get_version("v2"))
    assert two.rag.search(query="表ヘッダー").version == "v2"


def test_the_record_of_a_retired_version_stays_and_its_number_is_not_used_again(two: Engine) -> None:
    manifest = two.handbooks.get_version("v1")
    two.handbooks.retire("v1")
    assert two.handbooks.retired_versions() == [manifest]
    assert [m.version for m in two.handbooks.list_versions()] == ["v2"]
    with pytest.raises(VersionRetired):
        two.handbooks.get_version("v1")
    paths = write_documents(two.layout.home.parent / "rules", {"新.md": "# 新\n\n新しい規則を定める。"})
    assert two.handbooks.build_handbook(paths, {"新.md": "ref"}) == "v3"


@pytest.mark.parametrize("use", ["search", "lock", "activate", "retire"])
def test_a_retired_version_cannot_be_used(two: Engine, use: str) -> None:
    two.opened.get("v1")
    two.handbooks.retire("v1")
    uses = {
        "search": lambda: two.opened.get("v1"),
        "lock": lambda: two.sessions.lock_version("s1", "v1"),
        "activate": lambda: two.handbooks.rollback_to("v1"),
        "retire": lambda: two.handbooks.retire("v1"),
    }
    with pytest.raises(VersionRetired, match="v1"):
        uses[use]()


def test_the_active_version_is_not_retired(two: Engine) -> None:
    before = stored(two)
    with pytest.raises(VersionInUse, match="active"):
        two.handbooks.retire("v2")
    assert stored(two) == before
    assert list(two.layout.staging.iterdir()) == []


def test_a_version_that_a_session_has_locked_is_not_retired_until_it_ends(two: Engine) -> None:
    two.sessions.lock_version("設計書A", "v1")
    with pytest.raises(VersionInUse, match="設計書A"):
        two.handbooks.retire("v1")
    assert two.rag.search(session_id="設計書A", query="表ヘッダー").version == "v1"
    two.sessions.end("設計書A")
    two.handbooks.retire("v1")
    assert two.sessions.record("設計書A").version == "v1"
    with pytest.raises(SessionNotFound):
        two.rag.search(session_id="設計書A", query="表ヘッダー")


def test_a_version_that_does_not_exist_is_named(two: Engine) -> None:
    with pytest.raises(VersionNotFound, match="v9"):
        two.handbooks.retire("v9")


@pytest.mark.parametrize("lock", ["lock", "removal_lock"])
def test_nothing_is_retired_while_somebody_builds_or_copies(two: Engine, lock: str) -> None:
    with build_lock(getattr(two.layout, lock), "鈴木"), pytest.raises(BuildInProgress, match="鈴木"):
        two.handbooks.retire("v1")
    assert two.handbooks.get_version("v1")


def test_an_index_that_another_process_has_open_is_not_taken_away(tmp_path: Path, documents: list[Path]) -> None:
    engine = engine_at(tmp_path / "home", vector_store={"exact_below": 0})
    engine.handbooks.build_handbook(documents[:1], CATEGORIES)
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    chroma = engine.layout.version(1).chroma
    with FileLock(chroma.with_suffix(".lock")), pytest.raises(VersionInUse, match="another process"):
        engine.handbooks.retire("v1")
    engine.opened.get("v1")  # open in this process, which can close it
    engine.handbooks.retire("v1")
    assert not chroma.exists()
    engine.close()


def test_uploads_that_no_version_holds_yet_are_kept(two: Engine, documents: list[Path]) -> None:
    waiting = two.handbooks.store(write_documents(documents[0].parent, {"下書き.md": "# 下書き"})[0])
    two.handbooks.retire("v1")
    assert two.handbooks.original_path(waiting.sha256).is_file()


def test_uploads_of_long_ago_that_nobody_built_go(two: Engine, documents: list[Path]) -> None:
    waiting = two.handbooks.store(write_documents(documents[0].parent, {"下書き.md": "# 下書き"})[0])
    os.utime(two.handbooks.original_path(waiting.sha256), (0, 0))
    two.handbooks.retire("v1")
    assert not two.handbooks.original_path(waiting.sha256).exists()


def test_vectors_of_texts_that_another_version_has_stay_in_the_cache(two: Engine, documents: list[Path]) -> None:
    two.handbooks.retire("v1")
    encoder = two.models.encoder().encoder
    before = encoder.encoded_texts
    again = write_documents(documents[0].parent, RULES | {"図表規則.md": OTHER, "追加.md": RULES["記入規則.md"]})
    assert two.handbooks.build_handbook(again, CATEGORIES | {"追加.md": "write"}) == "v3"
    assert encoder.encoded_texts == before
    old = write_documents(documents[0].parent)
    assert two.handbooks.build_handbook(old, CATEGORIES) == "v4"
    assert encoder.encoded_texts > before


def test_with_a_manifest_that_cannot_be_read_nothing_is_removed(two: Engine) -> None:
    before = stored(two)
    two.layout.version(2).manifest.write_bytes(b"{}")
    with pytest.raises(VersionDamaged, match="v2"):
        two.handbooks.retire("v1")
    assert stored(two) == before


def test_a_damaged_version_can_be_retired(two: Engine) -> None:
    part_path(two.layout.home, "図表規則.md", Part.CHUNKS).write_bytes(b"")
    two.handbooks.retire("v1")
    check_parts(two.layout, two.handbooks.get_version("v2"))


def test_what_a_crash_kept_from_being_removed_is_swept_at_the_next_start(
    two: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored(two)

    def fail(path: Path, *_: object, **__: object) -> None:
        raise OSError(5, "Input/output error", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", fail)
        with pytest.raises(StoreError, match="Input/output"):
            two.handbooks.retire("v1")
    assert stored(two) == before
    two.close()
    again = engine_at(two.layout.home)
    assert stored(again).keys() < before.keys()
    assert [m.version for m in again.handbooks.list_versions()] == ["v2"]
    assert list(again.layout.staging.iterdir()) == []
    again.close()


def test_what_a_version_set_aside_names_is_kept(two: Engine) -> None:
    aside = two.layout.unregistered / "v7-abc"
    shutil.copytree(two.layout.version(1).path, aside)
    before = stored(two)
    two.handbooks.retire("v1")
    assert {n for n in before if n.startswith("parts")} == {n for n in stored(two) if n.startswith("parts")}


def test_an_upload_that_was_stored_again_before_its_version_was_retired_is_kept(
    two: Engine, documents: list[Path]
) -> None:
    original = two.handbooks.store(write_documents(documents[0].parent)[1])  # the text that only v1 has
    two.handbooks.retire("v1")
    request = BuildRequest(originals=(original,), categories={"図表規則.md": Category.WRITE}, keep_others=True)
    assert two.handbooks.build(request).version == "v3"


def test_a_search_goes_on_when_the_version_it_has_just_read_as_active_is_retired(
    two: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = VersionTable.active
    other = engine_at(two.layout.home)
    rivals = iter([lambda: (other.handbooks.rollback_to("v1"), other.handbooks.retire("v2"))])

    def overtaken(table: VersionTable) -> ActivePointer | None:
        found = read(table)
        if table is two.versions:
            next(rivals, lambda: None)()
        return found

    monkeypatch.setattr(VersionTable, "active", overtaken)
    assert two.rag.search(query="表ヘッダー").version == "v1"
    other.close()
