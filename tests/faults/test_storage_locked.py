"""Another program holds the database: whoever needs it waits as long as is set, is told, and can go on afterwards.

As a backup program, a virus scanner or a database browser does. Wrong: a hang, "database is locked" and a stack trace,
or a change that happened by half.
"""

from __future__ import annotations

import time

from tests.faults.commands import Conditions
from tests.faults.storage import Answers, Handbook, database_held

WAIT = 0.25
IMPATIENT = Conditions(environment={"RULEBOOK_STORE__WAIT_SECONDS": str(WAIT)})

COMMANDS: dict[str, tuple[str, ...]] = {
    "search": ("search", "表"),
    "versions": ("versions",),
    "session start": ("session", "start", "草案-1"),
    "update": ("update", "--remove", "設計方針.md"),
    "activate": ("activate", "v2"),
    "retire": ("retire", "v1"),
    "repair": ("doctor", "--repair"),
}


def test_each_command_waits_says_who_is_in_the_way_and_works_when_nobody_is(handbook: Handbook) -> None:
    kept = handbook.files()
    with database_held(handbook.home, "EXCLUSIVE"):
        for name, command in COMMANDS.items():
            began = time.monotonic()
            ended = handbook.run(*command, at=IMPATIENT)
            assert time.monotonic() - began >= WAIT, name
            assert ended.status == 1, name
            assert "another program holds" in ended.sentence, name
            assert f"{handbook.home}/state.db" in ended.sentence, name
            assert "Try again" in ended.sentence, name
        doctor = handbook.run("doctor", at=IMPATIENT)
        assert (doctor.status, doctor.sentence) == (1, "")
        assert "another program holds" in doctor.out
    assert (handbook.files(), handbook.staged()) == (kept, [])
    assert [name for name, command in COMMANDS.items() if handbook.run(*command, at=IMPATIENT).status] == []


def test_the_sentence_says_how_long_was_waited(handbook: Handbook) -> None:
    with database_held(handbook.home, "EXCLUSIVE"):
        assert f"{WAIT:g} seconds" in handbook.run("search", "表", at=IMPATIENT).sentence


def test_who_only_reads_is_not_kept_waiting_by_who_writes(handbook: Handbook, before: Answers) -> None:
    handbook.run("session", "start", "草案-1")
    with database_held(handbook.home, "IMMEDIATE"):
        assert handbook.answers(at=IMPATIENT) == before
        assert handbook.answers("--session", "草案-1", at=IMPATIENT) == before
        assert handbook.run("versions", at=IMPATIENT).status == 0
        assert handbook.run("session", "start", "草案-2", at=IMPATIENT).status == 1
    assert handbook.run("session", "show", "草案-2").status == 1


def test_a_build_that_cannot_record_its_version_leaves_nothing(handbook: Handbook, before: Answers) -> None:
    """The reading and the writing went well; the last step is what another program keeps from happening."""
    kept = handbook.files()
    with database_held(handbook.home, "IMMEDIATE"):
        ended = handbook.run("update", "--remove", "設計方針.md", at=IMPATIENT)
    assert ended.status == 1
    assert "another program holds" in ended.sentence
    assert (handbook.files(), handbook.staged()) == (kept, [])
    assert handbook.answers() == before
    assert handbook.run("update", "--remove", "設計方針.md", "--json").json["version"] == "v3"
