"""A full disk: the command says so, the version in force stays as it was, and with space again everything goes on.

The kernel refuses what passes the size that the process may write (RLIMIT_FSIZE), and SQLite what passes the number of
pages that its database may have. Wrong: a stack trace, or a version of which a part is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import StoreError, StoreFull
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from tests.faults.commands import Conditions
from tests.faults.storage import TERMS, Answers, Handbook, answers_of, no_file_larger_than
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at

LARGE = "# 用語\n\n" + "\n\n".join(f"## {n} 略語{n}\n\n略語{n}は第{n}章の初出で正式名称を併記する。" for n in range(60))
"""Its parts are larger than itself, and its vectors larger than they."""


@pytest.mark.parametrize("size", [0, 2_000])
def test_an_upload_that_does_not_fit_is_refused_and_nothing_of_it_is_an_original(
    handbook: Handbook, before: Answers, size: int
) -> None:
    kept = handbook.files()
    ended = handbook.run("update", handbook.document("用語.md", LARGE), at=Conditions(file_size=size))
    assert ended.status == 1
    assert "用語.md cannot be kept" in ended.sentence
    assert str(handbook.home) in ended.sentence
    assert "disk" in ended.sentence
    handbook.run("versions")  # the next start takes away what was begun
    assert (handbook.files(), handbook.staged()) == (kept, [])
    assert handbook.answers() == before


def test_an_upload_that_does_not_fit_takes_no_space(handbook: Handbook) -> None:
    """A server that is not started again would fill what is left with every further try."""
    handbook.run("update", handbook.document("用語.md", LARGE), at=Conditions(file_size=2_000))
    assert handbook.staged() == []


def test_a_build_that_does_not_fit_changes_nothing_wherever_it_fails(handbook: Handbook, before: Answers) -> None:
    """In a text part, in the vectors, and in the manifest."""
    path = handbook.document("用語.md", LARGE)
    sentences = set()
    for size in (10_000, 40_000):
        ended = handbook.run("update", path, at=Conditions(file_size=size))
        assert ended.status == 1
        sentences.add(ended.sentence)
        assert handbook.staged() == []
        assert handbook.answers() == before
    ended = handbook.run("update", "--remove", "設計方針.md", at=Conditions(file_size=1_000))
    assert ended.status == 1
    sentences.add(ended.sentence)
    assert [sentence for sentence in sentences if "The active version is untouched" not in sentence] == []
    assert handbook.run("doctor").status == 0
    assert handbook.run("update", path, "--json").json["version"] == "v3"
    assert handbook.answers("--version", "v2") == before


COMMANDS = {
    "session start": ("session", "start", "草案-1"),
    "retire": ("retire", "v1"),
    "activate": ("activate", "v1"),
    "update": ("update", "--remove", "設計方針.md"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_cannot_write_says_where_and_what_to_do_and_works_later(
    handbook: Handbook, before: Answers, command: str
) -> None:
    kept = handbook.files()
    for size in (0, 1_000):  # not even a note, the journal of the database
        ended = handbook.run(*COMMANDS[command], at=Conditions(file_size=size))
        assert ended.status == 1, ended.err
        assert str(handbook.home) in ended.sentence
        assert "Check the" in ended.sentence
    handbook.run("versions")
    assert (handbook.files(), handbook.staged()) == (kept, [])
    assert handbook.answers("--version", "v2") == before
    assert handbook.run(*COMMANDS[command]).status == 0


def test_searching_needs_no_space(handbook: Handbook, before: Answers) -> None:
    handbook.run("session", "start", "草案-1")
    full = Conditions(file_size=1_000)
    assert handbook.answers(at=full) == before
    assert handbook.answers("--session", "草案-1", at=full) == before


def test_a_backup_that_does_not_fit_leaves_the_one_before(handbook: Handbook, before: Answers, folder: Path) -> None:
    target = folder / "控え"
    assert handbook.run("backup", target).status == 0
    record = (target / "backup.json").read_bytes()
    handbook.run("update", "--remove", "設計方針.md")
    for size in (300, 1_000, 20_000):
        ended = handbook.run("backup", target, at=Conditions(file_size=size))
        assert ended.status == 1
        assert "disk" in ended.sentence
        assert (target / "backup.json").read_bytes() == record
    restored = handbook.at(folder / "戻した")
    assert restored.run("restore", target).status == 0
    assert restored.answers() == before
    assert handbook.run("backup", target).status == 0


def test_a_backup_that_does_not_fit_says_that_and_nothing_else(handbook: Handbook, folder: Path) -> None:
    ended = handbook.run("backup", folder / "控え", at=Conditions(file_size=1_000))
    assert "No such file" not in ended.sentence


def start(engine: Engine, number: int) -> None:
    engine.sessions.lock_version(f"草案-{number}")


def activate(engine: Engine, number: int) -> None:
    engine.handbooks.rollback_to(f"v{1 + number % 2}", by="佐藤" * 200)


def fill(engine: Engine, write: Callable[[Engine, int], None]) -> tuple[int, StoreFull]:
    """Lets the database have no page more, and writes until it is full; gives how often that went well."""
    (pages,) = engine.state.db.conn.execute("PRAGMA page_count").fetchone()
    engine.state.db.conn.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(2_000):
        try:
            write(engine, number)
        except StoreFull as error:
            return number, error
    raise AssertionError("the database does not get full")


def give_space(engine: Engine) -> None:
    engine.state.db.conn.execute("PRAGMA max_page_count = 100000")


@pytest.mark.parametrize("write", [start, activate], ids=lambda write: write.__name__)
def test_a_database_that_is_full_takes_all_of_a_change_or_nothing(
    handbook: Handbook, before: Answers, write: Callable[[Engine, int], None]
) -> None:
    engine = engine_at(handbook.home)
    moves = len(engine.versions.activations())
    written, error = fill(engine, write)
    assert "is full" in error.what
    assert error.where == str(engine.layout.state)
    assert "Free some space" in error.remedy
    if write is start:
        events = engine.state.query("SELECT count(*) AS n FROM session_event WHERE event = 'locked'")
        assert (len(engine.session_table.all()), events[0]["n"]) == (written, written)
    else:
        assert len(engine.versions.activations()) == moves + written
    assert answers_of(engine, "v2") == before
    give_space(engine)
    write(engine, written)
    engine.close()


def test_a_database_that_is_full_publishes_no_version(handbook: Handbook) -> None:
    """The version is in its place when the database refuses to record it."""
    with nearby():
        engine = engine_at(handbook.home)
    added = engine.handbooks.store(handbook.document("用語.md", TERMS))
    request = BuildRequest(originals=(added,), categories={"用語.md": Category.REF}, keep_others=True)
    fill(engine, activate)
    active, kept = engine.handbooks.get_latest_version(), handbook.files()
    with pytest.raises(StoreFull):
        engine.handbooks.build(request, owner="佐藤" * 200)
    assert (engine.handbooks.get_latest_version(), handbook.staged()) == (active, [])
    assert [name for name in handbook.files() if name not in kept] == []
    give_space(engine)
    assert engine.handbooks.build(request).version == "v3"
    engine.close()


def test_a_disk_that_fills_up_while_documents_are_read_is_no_fault_of_a_document(handbook: Handbook) -> None:
    """A build in this process, where the limit comes after the uploads."""
    with nearby():
        engine = engine_at(handbook.home)
        added = engine.handbooks.store(handbook.document("用語.md", LARGE))
        request = BuildRequest(originals=(added,), categories={"用語.md": Category.REF}, keep_others=True)
        with no_file_larger_than(10_000), pytest.raises(StoreError, match="could not be written"):
            engine.handbooks.build(request)
        assert engine.handbooks.get_latest_version() == "v2"
        assert engine.handbooks.build(request).version == "v3"
        engine.close()


@pytest.mark.parametrize("command", [("search", "表"), ("versions",), ("doctor",)], ids=" ".join)
def test_a_result_that_cannot_be_written_is_told(handbook: Handbook, command: tuple[str, ...]) -> None:
    ended = handbook.run(*command, at=Conditions(out="/dev/full"))
    assert ended.status == 1
    assert "space" in ended.sentence
