"""A restore gives back the handbook whole, or changes nothing and says which file is wrong."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from filelock import FileLock

from rulebook.engine import Engine
from rulebook.errors import BackupDamaged, BackupRefused, BuildInProgress, RulebookError, StoreError
from rulebook.handbook.backups.folder import BackupFolder
from rulebook.handbook.backups.making import back_up
from rulebook.handbook.backups.restoring import Restored, restore
from rulebook.handbook.doctor import examine
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import build_lock
from rulebook.handbook.parts import Part
from rulebook.settings import Settings
from rulebook.store.database import StateDatabase
from tests.handbooks import CATEGORIES, RULES, engine_at, files_below, part_path, write_documents

QUERIES = ("表ヘッダーの書き方", "図の番号", "ログに出力してはならないもの")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a handbook in ``home``, v2 active, v1 retired, a session decided; and its backup in ``backup``."""
    folder = tmp_path_factory.mktemp("restore")
    engine = engine_at(folder / "home")
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    changed = RULES | {"図表規則.md": "# 図\n\n図は中央に置く。"}
    engine.handbooks.build_handbook(write_documents(folder / "rules", changed), CATEGORIES)
    engine.handbooks.retire("v1")
    engine.sessions.lock_version("draft-7")
    engine.decisions.decide("draft-7", "k", "adopt_a", by="佐藤", why="太字のみ", record={"a": "太字"})
    back_up(engine.layout, engine.state, folder / "backup")
    engine.close()
    return folder


@pytest.fixture
def backup(source: Path, tmp_path: Path) -> Path:
    """A copy of that backup."""
    return shutil.copytree(source / "backup", tmp_path / "backup")


@pytest.fixture
def settings(source: Path, tmp_path: Path) -> Settings:
    """Those of the handbook, over a home that is not there."""
    engine = engine_at(tmp_path / "elsewhere")
    engine.close()
    shutil.rmtree(tmp_path / "elsewhere")
    return engine.settings.model_copy(update={"home": tmp_path / "place" / "home"})


@pytest.fixture
def occupied(source: Path, settings: Settings) -> Path:
    """The home of ``settings`` with a handbook in it."""
    shutil.copytree(source / "home", settings.home)
    (settings.home / "mine.txt").write_text("これ", encoding="utf-8")
    return settings.home


def found(engine: Engine, query: str) -> object:
    return engine.rag.search(session_id="draft-7", query=query, agent="writer").chunks


def beside(settings: Settings) -> list[str]:
    return sorted(path.name for path in settings.home.parent.iterdir()) if settings.home.parent.is_dir() else []


def test_what_was_restored_is_told(backup: Path, settings: Settings) -> None:
    told = restore(backup, settings)
    assert told == Restored(
        home=str(settings.home),
        backup_made_at=BackupFolder(backup).read_record().created_at,
        versions=("v2",),
        retired=("v1",),
        active="v2",
        documents=3,
        sessions=1,
        decisions=1,
        replaced=None,
        notes=(),
        missing=(),
        complete=True,
    )
    assert beside(settings) == ["home"]


def test_a_restored_handbook_is_sound_and_searches_give_the_same_hits_with_the_same_scores(
    source: Path, backup: Path, settings: Settings
) -> None:
    restore(backup, settings)
    assert [check for check in examine(settings) if not check.ok] == []
    before, after = engine_at(source / "home"), engine_at(settings.home)
    for query in QUERIES:
        assert found(after, query) == found(before, query)
    assert after.handbooks.list_versions() == before.handbooks.list_versions()
    assert after.handbooks.retired_versions() == before.handbooks.retired_versions()
    assert after.session_table.all() == before.session_table.all()
    assert after.decisions.log("draft-7") == before.decisions.log("draft-7")
    before.close()
    after.close()


def test_the_next_build_goes_on_from_where_the_backup_was(backup: Path, settings: Settings, tmp_path: Path) -> None:
    restore(backup, settings)
    engine = engine_at(settings.home)
    paths = write_documents(tmp_path / "rules", RULES | {"図表規則.md": "# 図\n\n図は左に置く。"})
    assert engine.handbooks.build_handbook(paths, CATEGORIES) == "v3"
    built = {s.name: s.built for s in engine.handbooks.get_version("v3").source_files}
    assert built == {"図表規則.md": "rebuilt", "設計方針.md": "reuse_from_v2", "記入規則.md": "reuse_from_v2"}
    engine.close()


def test_the_projected_manifests_are_those_of_the_handbook(source: Path, backup: Path, settings: Settings) -> None:
    restore(backup, settings)
    assert (settings.home / "manifests" / "v2.json").read_bytes() == (
        source / "home" / "manifests" / "v2.json"
    ).read_bytes()


def test_vector_indexes_are_made_anew_where_they_are_wanted(backup: Path, settings: Settings) -> None:
    always = settings.vector_store.model_copy(update={"adapter": "chroma", "exact_below": 0})
    wanting = settings.model_copy(update={"vector_store": always})
    told = restore(backup, wanting)
    assert [note for note in told.notes if "v2 was rebuilt" in note] == list(told.notes) != []
    assert [check for check in examine(wanting) if not check.ok] == []


def test_an_empty_folder_is_a_place_to_restore_to(backup: Path, settings: Settings) -> None:
    settings.home.mkdir(parents=True)
    assert restore(backup, settings).versions == ("v2",)


@pytest.mark.parametrize("harm", ["altered", "missing", "a folder"])
@pytest.mark.parametrize("kind", ["objects", "parts", "records"])
def test_a_damaged_backup_is_refused_naming_the_file(backup: Path, settings: Settings, kind: str, harm: str) -> None:
    path = sorted((backup / kind).glob("*/*"))[0]
    if harm == "altered":
        path.write_bytes(path.read_bytes() + b" ")
    else:
        path.unlink()
    if harm == "a folder":
        path.mkdir()
    with pytest.raises(BackupDamaged) as refused:
        restore(backup, settings)
    assert str(path.relative_to(backup)) in str(refused.value)
    assert {"altered": "altered", "missing": "missing", "a folder": "cannot be read"}[harm] in str(refused.value)
    assert beside(settings) == []


def test_every_damaged_file_is_named_with_its_document(backup: Path, settings: Settings, source: Path) -> None:
    for doc in ("設計方針.md", "記入規則.md"):
        part = part_path(source / "home", doc, Part.VECTORS, "v2")
        (backup / part.relative_to(source / "home")).write_bytes(b"")
    with pytest.raises(BackupDamaged) as refused:
        restore(backup, settings)
    assert "vectors.npy of 設計方針.md (v2)" in str(refused.value)
    assert "vectors.npy of 記入規則.md (v2)" in str(refused.value)


def test_a_database_whose_every_page_is_garbage_is_refused_by_name(backup: Path, settings: Settings) -> None:
    record = BackupFolder(backup).read_record()
    state = BackupFolder(backup).records.path(record.state_sha256)
    state.write_bytes(b"x" * state.stat().st_size)
    with pytest.raises(BackupDamaged, match="the database: its content was altered"):
        restore(backup, settings)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"kind": "other"}', '{"kind": "rulebook backup", "format": 1}'])
def test_a_record_that_is_none_is_refused(backup: Path, settings: Settings, content: str) -> None:
    (backup / "backup.json").write_text(content, encoding="utf-8")
    with pytest.raises(BackupDamaged, match=r"backup\.json: it cannot be read"):
        restore(backup, settings)


def test_a_folder_without_a_backup_is_refused(settings: Settings, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(BackupRefused, match="holds no backup"):
            restore(folder, settings)


def test_a_database_of_a_newer_rulebook_is_refused(backup: Path, settings: Settings) -> None:
    folder = BackupFolder(backup)
    record = folder.read_record()
    with closing(sqlite3.connect(folder.records.path(record.state_sha256))) as database, database:
        database.execute("INSERT INTO migration VALUES ('999_of_the_future', '')")
    sha256 = folder.records.add(folder.records.path(record.state_sha256).read_bytes())
    folder.write_record(replace(record, state_sha256=sha256))
    with pytest.raises(StoreError, match="newer rulebook") as refused:
        restore(backup, settings)
    assert refused.value.where == str(folder.records.path(sha256))
    assert beside(settings) == []


def test_a_handbook_that_is_there_is_not_touched_without_replace(
    backup: Path, settings: Settings, occupied: Path
) -> None:
    before = files_below(occupied)
    with pytest.raises(BackupRefused, match="a handbook already"):
        restore(backup, settings)
    assert files_below(occupied) == before
    assert beside(settings) == ["home"]


def test_with_replace_the_handbook_that_was_there_is_kept_beside(
    backup: Path, settings: Settings, occupied: Path
) -> None:
    told = restore(backup, settings, replace=True)
    assert told.replaced is not None
    kept = Path(told.replaced)
    assert kept.parent == occupied.parent
    assert kept.name.startswith("home.before-2")
    assert (kept / "mine.txt").read_text(encoding="utf-8") == "これ"
    assert not (occupied / "mine.txt").exists()
    assert not (kept / "build.json").exists()
    for home in (kept, occupied):
        assert [c for c in examine(settings.model_copy(update={"home": home})) if not c.ok] == []


def test_a_folder_that_is_no_handbook_is_not_replaced(backup: Path, settings: Settings) -> None:
    settings.home.mkdir(parents=True)
    (settings.home / "報告.docx").write_bytes(b"")
    with pytest.raises(BackupRefused, match="no handbook"):
        restore(backup, settings, replace=True)
    assert beside(settings) == ["home"]


@pytest.mark.parametrize("lock", ["build.lock", "removal.lock"])
def test_a_handbook_that_somebody_works_on_is_not_replaced(
    backup: Path, settings: Settings, occupied: Path, lock: str
) -> None:
    with (
        build_lock(occupied / lock, "鈴木", doing="is at work"),
        pytest.raises(BuildInProgress, match="鈴木 is at work"),
    ):
        restore(backup, settings, replace=True)
    assert (occupied / "mine.txt").exists()
    assert beside(settings) == ["home"]


def test_a_handbook_with_a_job_of_the_workbench_is_not_replaced(
    backup: Path, settings: Settings, occupied: Path
) -> None:
    (occupied / "jobs").mkdir()
    with FileLock(occupied / "jobs" / "1.lock"), pytest.raises(BuildInProgress, match="workbench"):
        restore(backup, settings, replace=True)
    assert (occupied / "mine.txt").exists()


def test_a_handbook_with_an_open_index_is_not_replaced(backup: Path, settings: Settings, occupied: Path) -> None:
    (occupied / "versions" / "v2" / "chroma").mkdir()
    with (
        FileLock(occupied / "versions" / "v2" / "chroma.lock"),
        pytest.raises(BuildInProgress, match="v2 is open in another process"),
    ):
        restore(backup, settings, replace=True)


def test_a_backup_that_is_being_written_is_not_read(backup: Path, settings: Settings) -> None:
    with FileLock(BackupFolder(backup).lock), pytest.raises(BuildInProgress, match="somebody is writing"):
        restore(backup, settings)


@pytest.mark.parametrize("place", ["backup", "backup/home", "."])
def test_a_backup_is_not_restored_into_itself_or_over_itself(
    backup: Path, settings: Settings, tmp_path: Path, place: str
) -> None:
    before = files_below(backup)
    with pytest.raises(BackupRefused, match="lie in each other"):
        restore(backup, settings.model_copy(update={"home": tmp_path / place}), replace=True)
    assert files_below(backup) == before


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_leaves_nothing_half_restored(
    backup: Path, settings: Settings, source: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        shutil.copytree(source / "home", settings.home)
        (settings.home / "mine.txt").touch()
    real = os.fsync
    for number in count(1, 4):
        calls = count(1)

        def fsync(handle: int, calls: count[int] = calls, number: int = number) -> None:
            if next(calls) == number:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(handle)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fsync)
            told = trouble(lambda: restore(backup, settings, replace=there))
        if not told:
            break
        assert "No space left on device" in told
        assert beside(settings) == (["home"] if there else [])
        assert (settings.home / "mine.txt").exists() == there
    assert number > 20
    assert [check for check in examine(settings) if not check.ok] == []


def trouble(work: Callable[[], object]) -> str:
    """The error that ``work`` ends with, ``""`` when it ends well."""
    try:
        work()
    except RulebookError as error:
        return str(error)
    return ""


def test_what_stands_there_is_put_back_when_the_restored_handbook_cannot_take_its_place(
    backup: Path, settings: Settings, occupied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def refused(self: Path, target: Path) -> Path:
        if ".restoring-" in self.name:
            raise PermissionError(errno.EACCES, "Permission denied")
        return rename(self, target)

    before = files_below(occupied)
    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(StoreError, match="Permission denied"):
        restore(backup, settings, replace=True)
    assert files_below(occupied).keys() - before.keys() <= {"build.lock", "removal.lock"}
    assert files_below(occupied).keys() >= before.keys()
    assert beside(settings) == ["home"]


def test_what_a_killed_restore_left_is_removed_and_what_another_one_makes_is_not(
    backup: Path, settings: Settings
) -> None:
    left, at_work = (settings.home.with_name(f"home.restoring-{name}") for name in ("left", "work"))
    for folder in (left, at_work):
        folder.mkdir(parents=True)
        folder.with_name(f"{folder.name}.lock").touch()
    with FileLock(at_work.with_name(f"{at_work.name}.lock")):
        restore(backup, settings)
    assert beside(settings) == ["home", at_work.name, f"{at_work.name}.lock"]


def test_an_incomplete_backup_is_restored_with_what_could_be_made_again(
    source: Path, settings: Settings, tmp_path: Path
) -> None:
    home = shutil.copytree(source / "home", tmp_path / "damaged")
    part_path(home, "設計方針.md", Part.CHUNKS, "v2").write_bytes(b"")
    told = restored_backup_of(home, tmp_path / "incomplete", settings)
    assert told.complete
    assert any("chunks.json of 設計方針.md was made again" in note for note in told.notes)
    assert [check for check in examine(settings) if not check.ok] == []


def test_an_incomplete_backup_is_restored_and_names_what_is_lost(
    source: Path, settings: Settings, tmp_path: Path
) -> None:
    home = shutil.copytree(source / "home", tmp_path / "damaged")
    engine = engine_at(home)
    (lost,) = (s for s in engine.handbooks.get_version("v2").source_files if s.name == "設計方針.md")
    engine.handbooks.original_path(lost.sha256).unlink()
    engine.close()
    told = restored_backup_of(home, tmp_path / "incomplete", settings)
    assert not told.complete
    assert [(m.document, m.use) for m in told.missing] == [("設計方針.md", "the original of 設計方針.md (v2)")]
    assert [check.name for check in examine(settings) if not check.ok] == ["v2 originals"]


def restored_backup_of(home: Path, backup: Path, settings: Settings) -> Restored:
    state = StateDatabase(home / "state.db")
    assert not back_up(HandbookLayout(home), state, backup).record.complete
    state.close()
    return restore(backup, settings)
