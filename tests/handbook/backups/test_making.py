"""A backup holds the handbook as it was at one moment, whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import BackupRefused, BuildInProgress, StoreError
from rulebook.handbook.backups.folder import BackupFolder
from rulebook.handbook.backups.making import Backup, back_up
from rulebook.handbook.backups.restoring import restore
from rulebook.handbook.doctor import examine
from rulebook.handbook.files import file_sha256
from rulebook.handbook.locking import build_lock
from rulebook.handbook.parts import Part
from rulebook.handbook.references import referenced
from rulebook.model.search import Hit
from tests.handbooks import CATEGORIES, RULES, engine_at, files_below, part_path, write_documents

QUERY = "表ヘッダーの書き方"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backup"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a handbook that was built and closed; tests work on copies."""
    folder = tmp_path_factory.mktemp("backup")
    engine = engine_at(folder / "home")
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.close()
    return folder / "home"


@pytest.fixture
def built(home: Path, tmp_path: Path) -> Iterator[Engine]:
    engine = engine_at(shutil.copytree(home, tmp_path / "built"))
    yield engine
    engine.close()


def change(engine: Engine, documents: list[Path], text: str) -> str:
    """A next version, in which 図表規則.md is ``text``."""
    paths = write_documents(documents[0].parent, RULES | {"図表規則.md": text})
    version = engine.handbooks.build_handbook(paths, CATEGORIES)
    assert version is not None
    return version


def backup(engine: Engine, target: Path, on_file: Callable[[int, int], None] = lambda _done, _total: None) -> Backup:
    return back_up(engine.layout, engine.state, target, on_file=on_file)


def restored(source: Engine, target: Path, home: Path) -> Engine:
    """An engine over the backup, restored to ``home``."""
    restore(target, source.settings.model_copy(update={"home": home}))
    return engine_at(home)


def hits(engine: Engine, version: str) -> tuple[Hit, ...]:
    engine.sessions.lock_version(f"look-{version}", version)
    return engine.rag.search(session_id=f"look-{version}", query=QUERY, agent="writer").chunks


def fails_at(number: int, error: OSError, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Lets the ``number``-th flush to the disk from now on fail; gives whether it came to that."""
    real, calls = os.fsync, count(1)
    failed = []

    def fsync(handle: int) -> None:
        if next(calls) == number:
            failed.append(True)
            raise error
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return lambda: bool(failed)


def trouble(work: Callable[[], object]) -> str:
    """The error that ``work`` ends with, ``""`` when it ends well."""
    try:
        work()
    except StoreError as error:
        return str(error)
    return ""


def test_a_backup_tells_what_it_holds(built: Engine, target: Path) -> None:
    built.sessions.lock_version("draft-7")
    built.decisions.decide("draft-7", "k", "adopt_a", by="佐藤", record={})
    record = backup(built, target).record
    assert [(v.version, v.retired) for v in record.versions] == [("v1", False)]
    assert (record.active, record.originals, record.parts) == ("v1", 3, 3 * len(Part))
    assert (record.sessions, record.decisions, record.complete) == (1, 1, True)
    held = files_below(target)
    assert record.bytes == sum(size for name, size in held.items() if "/" in name)


def test_nothing_but_the_record_needs_to_be_derived_again(built: Engine, target: Path) -> None:
    backup(built, target)
    assert {Path(name).parts[0] for name in files_below(target)} == {
        "backup.json",
        "objects",
        "parts",
        "records",
        "writing.lock",
    }


def test_a_second_backup_copies_only_what_changed(built: Engine, documents: list[Path], target: Path) -> None:
    backup(built, target)
    before = {path: path.stat().st_mtime_ns for path in target.glob("*/*/*")}
    change(built, documents, "# 図\n\n図は中央に置く。")
    made = backup(built, target)
    old, new = (referenced([built.handbooks.get_version(v)]) for v in ("v1", "v2"))
    # the manifest of v2 and the database besides; the database of the first backup goes
    assert made.copied_files == len(new.originals - old.originals) + len(new.parts - old.parts) + 2
    assert made.removed_files == 1
    assert len(new.parts - old.parts) <= len(Part)
    kept = {path: time for path, time in before.items() if path.exists()}
    assert len(kept) == len(before) - 1
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_backup_of_what_did_not_change_copies_nothing(built: Engine, target: Path) -> None:
    backup(built, target)
    again = backup(built, target)
    assert (again.copied_files, again.copied_bytes, again.removed_files) == (0, 0, 0)


def test_what_no_version_needs_any_more_leaves_the_backup(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    change(built, documents, "# 図\n\n図は中央に置く。")
    backup(built, target)
    built.handbooks.retire("v1")
    made = backup(built, target)
    assert made.removed_files > 0
    living = referenced([built.handbooks.get_version("v2")])
    assert {path.name for path in (target / "parts").glob("*/*")} == living.parts
    assert {path.name for path in (target / "objects").glob("*/*")} == living.originals
    again = restored(built, target, tmp_path / "again")
    assert [manifest.version for manifest in again.handbooks.retired_versions()] == ["v1"]
    again.close()


def test_backups_made_while_others_build_lock_and_decide_are_each_of_one_moment(
    built: Engine, documents: list[Path], tmp_path: Path
) -> None:
    ended, failures = threading.Event(), []

    def until_ended(work: Callable[[int], object]) -> threading.Thread:
        def run() -> None:
            try:
                for number in count(1):
                    if ended.is_set():
                        return
                    work(number)
            except BaseException as error:
                failures.append(error)
                raise

        return threading.Thread(target=run)

    def draft(number: int) -> None:
        built.sessions.lock_version(f"draft-{number}")
        built.decisions.decide(f"draft-{number}", "k", "human", by="佐藤", record={})

    workers = [
        until_ended(lambda number: change(built, documents, f"# 図\n\n図は{number}番から振る。")),
        until_ended(draft),
    ]
    for worker in workers:
        worker.start()
    try:
        made = [backup(built, tmp_path / f"backup-{number}") for number in range(3)]
    finally:
        ended.set()
        for worker in workers:
            worker.join()
    assert failures == []
    assert len(built.handbooks.list_versions()) > 1
    assert len(built.session_table.all()) > 1
    for number, one in enumerate(made):
        assert one.record.complete
        again = restored(built, tmp_path / f"backup-{number}", tmp_path / f"home-{number}")
        assert [check for check in examine(again.settings) if not check.ok] == []
        sessions = again.session_table.all()
        assert len(sessions) == one.record.sessions
        assert len(sessions) - one.record.decisions in (0, 1)  # a session is locked before it decides
        versions = {manifest.version for manifest in again.handbooks.list_versions()}
        assert {f"v{session.n}" for session in sessions} <= versions
        assert versions == {version.version for version in one.record.versions}
        for version in versions:
            assert hits(again, version) == hits(built, version)
        again.close()


def test_a_version_that_is_published_meanwhile_is_in_the_next_backup(
    built: Engine, documents: list[Path], target: Path
) -> None:
    def build(done: int, _total: int) -> None:
        if done == 0:
            change(built, documents, "# 図\n\n図は中央に置く。")

    assert [v.version for v in backup(built, target, build).record.versions] == ["v1"]
    assert [v.version for v in backup(built, target).record.versions] == ["v1", "v2"]


def test_nobody_retires_a_version_or_makes_another_backup_meanwhile(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    change(built, documents, "# 図\n\n図は中央に置く。")
    told = []

    def interfere(done: int, _total: int) -> None:
        if done == 0:
            for attempt in (lambda: built.handbooks.retire("v1"), lambda: backup(built, tmp_path / "other")):
                with pytest.raises(BuildInProgress) as refused:
                    attempt()
                told.append(str(refused.value))

    back_up(built.layout, built.state, target, by="佐藤", on_file=interfere)
    assert len(told) == 2
    for message in told:
        assert f"佐藤 is making a backup in {target} (process {os.getpid()}, since 2" in message
    assert not (tmp_path / "other" / "backup.json").exists()


def test_a_backup_waits_for_no_retirement_but_says_who_is_at_it(built: Engine, target: Path) -> None:
    with (
        build_lock(built.layout.removal_lock, "鈴木", doing="is retiring v1"),
        pytest.raises(BuildInProgress, match="鈴木 is retiring v1"),
    ):
        backup(built, target)
    assert not target.exists()


def test_two_handbooks_do_not_write_one_backup_at_once(built: Engine, target: Path, tmp_path: Path) -> None:
    backup(built, target)
    other = restored(built, target, tmp_path / "other")

    def interfere(_done: int, _total: int) -> None:
        with pytest.raises(BuildInProgress, match="is making a backup"):
            backup(other, target)

    backup(built, target, interfere)
    other.close()


@pytest.mark.parametrize("part", [Part.CHUNKS, Part.VECTORS])
def test_a_damaged_part_is_named_and_the_rest_is_backed_up(built: Engine, target: Path, part: Part) -> None:
    damaged = part_path(built.layout.home, "設計方針.md", part)
    damaged.write_bytes(b"other")
    record = backup(built, target).record
    assert not record.complete
    (missing,) = record.missing
    assert (missing.document, missing.versions) == ("設計方針.md", ("v1",))
    assert missing.file == str(damaged.relative_to(built.layout.home))
    assert missing.use == f"{part.value} of 設計方針.md (v1)"
    assert missing.why == "its content was altered"
    assert len(list((target / "parts").glob("*/*"))) == 3 * len(Part) - 1


def test_a_damaged_manifest_leaves_its_version_out_and_what_an_earlier_backup_has_of_it_in(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    change(built, documents, "# 図\n\n図は中央に置く。")
    backup(built, target)
    before = files_below(target)
    built.layout.version(1).manifest.write_bytes(b"{}")
    assert backup(built, target).record.complete
    assert files_below(target) == before
    (missing,) = backup(built, tmp_path / "fresh").record.missing
    assert (missing.file, missing.use, missing.versions) == ("versions/v1/manifest.json", "the manifest", ("v1",))


def test_a_good_copy_of_an_earlier_backup_is_not_replaced_by_a_damaged_file(built: Engine, target: Path) -> None:
    backup(built, target)
    damaged = part_path(built.layout.home, "設計方針.md", Part.VECTORS)
    good = damaged.read_bytes()
    damaged.write_bytes(b"other")
    assert backup(built, target).record.complete
    assert (target / damaged.relative_to(built.layout.home)).read_bytes() == good


def test_a_damaged_copy_in_the_backup_is_replaced_by_a_good_file(built: Engine, target: Path) -> None:
    backup(built, target)
    part = part_path(built.layout.home, "設計方針.md", Part.VECTORS)
    copy = target / part.relative_to(built.layout.home)
    copy.write_bytes(b"other")
    assert backup(built, target).copied_files == 1
    assert copy.read_bytes() == part.read_bytes()


def test_a_full_disk_leaves_the_earlier_backup_as_it_was(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(built, target)
    change(built, documents, "# 図\n\n図は中央に置く。")
    for number in count(1, 3):
        place = tmp_path / f"full-{number}"
        shutil.copytree(target, place)
        with monkeypatch.context() as patch:
            reached = fails_at(number, OSError(errno.ENOSPC, "No space left on device"), patch)
            told = trouble(partial(backup, built, place))
        if not reached():
            break
        assert "No space left on device" in told
        assert all(file_sha256(path) == path.name for path in place.glob("*/??/*"))
        again = restore(place, built.settings.model_copy(update={"home": tmp_path / f"home-{number}"}))
        assert again.versions in (("v1",), ("v1", "v2"))
    assert number > 10


KILLED = """
import os, shutil, signal, sys
from functools import partial
from itertools import count
from pathlib import Path
from rulebook.handbook.backups.making import back_up
from rulebook.handbook.layout import HandbookLayout
from rulebook.store.database import StateDatabase

home, earlier, places = map(Path, sys.argv[1:])
real = os.fsync
for number in count(1, 3):
    place = places / str(number)
    shutil.copytree(earlier, place)
    child = os.fork()
    if child == 0:
        calls = count(1)
        def fsync(handle):
            if next(calls) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            real(handle)
        os.fsync = fsync
        layout = HandbookLayout(home)
        back_up(layout, StateDatabase(layout.state), place)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(os.WEXITSTATUS(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the processes to kill are forked")
def test_a_backup_that_is_killed_at_any_step_leaves_one_that_can_be_restored(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    backup(built, target)
    change(built, documents, "# 図\n\n図は中央に置く。")
    places = tmp_path / "killed"
    command = [sys.executable, "-c", KILLED, str(built.layout.home), str(target), str(places)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found = set()
    for place in sorted(places.iterdir(), key=lambda path: int(path.name)):
        again = restore(place, built.settings.model_copy(update={"home": tmp_path / f"home-{place.name}"}))
        assert again.complete
        found.add(again.versions)
    assert found == {("v1",), ("v1", "v2")}
    first = backup(built, places / "1")
    assert first.record == replace(backup(built, places / "1").record, created_at=first.record.created_at)
    assert not (places / "1" / "staging").exists()


def test_a_first_backup_that_did_not_come_to_its_end_is_taken_up_again(
    built: Engine, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fails_at(8, OSError(errno.EIO, "Input/output error"), patch)
        with pytest.raises(StoreError, match="Input/output error"):
            backup(built, target)
    assert not (target / "backup.json").exists()
    assert backup(built, target).record.complete


@pytest.mark.parametrize("inside", ["backups", ".", "objects/ab"])
def test_a_backup_inside_of_the_handbook_is_refused(built: Engine, inside: str) -> None:
    before = files_below(built.layout.home)
    with pytest.raises(BackupRefused, match="lie in each other"):
        backup(built, built.layout.home / inside)
    assert files_below(built.layout.home) == before


def test_a_backup_around_the_handbook_is_refused(built: Engine) -> None:
    with pytest.raises(BackupRefused, match="lie in each other"):
        backup(built, built.layout.home.parent)


@pytest.mark.parametrize("name", ["報告.docx", "objects", "backup.txt"])
def test_a_folder_with_something_else_is_refused_and_left_as_it_is(built: Engine, target: Path, name: str) -> None:
    (target / name).mkdir(parents=True)
    with pytest.raises(BackupRefused, match="something else"):
        backup(built, target)
    assert [path.name for path in target.iterdir()] == [name]


def test_a_file_is_no_place_for_a_backup(built: Engine, target: Path) -> None:
    target.write_text("規則", encoding="utf-8")
    with pytest.raises(BackupRefused, match="this is a file"):
        backup(built, target)


def test_a_backup_of_another_handbook_is_not_replaced(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    backup(built, target)
    other = engine_at(tmp_path / "other")
    with pytest.raises(BackupRefused, match="a v1 that this handbook does not have"):
        backup(other, target)
    other.handbooks.build_handbook(documents[:1], CATEGORIES)
    with pytest.raises(BackupRefused, match="a v1 that this handbook does not have"):
        backup(other, target)
    other.close()
    assert restore(target, built.settings.model_copy(update={"home": tmp_path / "again"})).versions == ("v1",)


def test_a_backup_of_a_later_state_is_not_replaced_by_an_earlier_one(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    backup(built, target)
    earlier = restored(built, target, tmp_path / "earlier")
    change(built, documents, "# 図\n\n図は中央に置く。")
    backup(built, target)
    with pytest.raises(BackupRefused, match="a v2 that this handbook does not have"):
        backup(earlier, target)
    earlier.close()


def test_a_record_of_a_newer_rulebook_is_refused(built: Engine, target: Path) -> None:
    backup(built, target)
    record = BackupFolder(target).record
    record.write_text(record.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(BackupRefused, match="newer rulebook"):
        backup(built, target)


def test_a_handbook_without_versions_can_be_backed_up(engine: Engine, target: Path, tmp_path: Path) -> None:
    engine.sessions.lock_version("draft-7")
    record = backup(engine, target).record
    assert (record.versions, record.active, record.sessions) == ((), None, 1)
    again = restored(engine, target, tmp_path / "again")
    assert [session.id for session in again.session_table.all()] == ["draft-7"]
    again.close()


def test_an_upload_that_waits_in_a_draft_is_backed_up(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    documents[0].write_text("# 新しい規則", encoding="utf-8")
    waiting = built.handbooks.store(documents[0])
    built.handbooks.store(write_documents(tmp_path / "more", {"要らない.md": "# 要らない"})[0])
    built.drafts.save("draft", {"files": [{"sha256": waiting.sha256}, {"sha256": "none"}]})
    record = backup(built, target).record
    assert (record.originals, record.complete) == (4, True)
    again = restored(built, target, tmp_path / "again")
    assert again.drafts.originals() == {waiting.sha256, "none"}
    assert again.handbooks.original_path(waiting.sha256).read_bytes() == documents[0].read_bytes()
    again.close()


def test_an_upload_whose_draft_is_given_up_meanwhile_is_not_missed(
    built: Engine, documents: list[Path], target: Path, tmp_path: Path
) -> None:
    documents[0].write_text("# 新しい規則", encoding="utf-8")
    waiting = built.handbooks.store(documents[0])
    built.drafts.save("draft", {"sha256": waiting.sha256})

    def give_up(done: int, _total: int) -> None:
        if done == 0:
            built.drafts.delete("draft")
            built.handbooks.original_path(waiting.sha256).unlink()

    assert backup(built, target, give_up).record.complete
    told = restore(target, built.settings.model_copy(update={"home": tmp_path / "again"}))
    assert [note for note in told.notes if waiting.sha256 in note] == list(told.notes) != []
    assert told.complete


def test_a_lost_upload_that_a_draft_still_needs_is_named(built: Engine, documents: list[Path], target: Path) -> None:
    documents[0].write_text("# 新しい規則", encoding="utf-8")
    waiting = built.handbooks.store(documents[0])
    built.drafts.save("draft", {"sha256": waiting.sha256})
    built.handbooks.original_path(waiting.sha256).unlink()
    (missing,) = backup(built, target).record.missing
    assert (missing.use, missing.why) == ("an upload that waits to be built", "it is missing")
