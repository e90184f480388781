"""``rulebook session``: a lock that stands until it is ended."""

from __future__ import annotations

import json
from pathlib import Path

from rulebook.store.database import StateDatabase
from rulebook.store.decisions import DecisionTable
from tests.cli.conftest import Cli


def test_a_session_keeps_the_version_it_began_with(cli: Cli, home: Path) -> None:
    assert cli("session", "start", "章1", "--home", home, "--json").json["version"] == "v2"
    cli("activate", "v1", "--home", home)
    assert cli("session", "start", "章1", "--home", home, "--json").json["version"] == "v2"
    assert cli("search", "表ヘッダー", "--session", "章1", "--home", home, "--json").json["version"] == "v2"


def test_a_session_can_be_locked_to_an_older_version(cli: Cli, home: Path) -> None:
    assert cli("session", "start", "s", "--version", "v1", "--home", home, "--json").json["version"] == "v1"


def test_show_tells_the_lock_and_the_decisions(cli: Cli, home: Path) -> None:
    cli("session", "start", "s", "--home", home)
    shown = cli("session", "show", "s", "--home", home, "--json").json
    assert (shown["session_id"], shown["version"], shown["ended_at"], shown["decisions"]) == ("s", "v2", None, [])


def test_an_ended_session_cannot_be_searched(cli: Cli, home: Path) -> None:
    cli("session", "start", "s", "--home", home)
    assert cli("session", "end", "s", "--home", home, "--json").json["ended_at"]
    assert cli("search", "表", "--session", "s", "--home", home).status == 1


def test_an_unknown_session_could_not_be_shown(cli: Cli, home: Path) -> None:
    outcome = cli("session", "show", "nobody", "--home", home, "--json")
    assert (outcome.status, outcome.out) == (1, "")
    assert "nobody" in outcome.err


def test_list_tells_every_session_with_its_state(cli: Cli, home: Path) -> None:
    assert cli("session", "list", "--home", home, "--json").json == []
    cli("session", "start", "章1", "--home", home)
    cli("session", "start", "章2", "--version", "v1", "--home", home)
    cli("session", "end", "章1", "--home", home)
    listed = {row["session_id"]: row for row in cli("session", "list", "--home", home, "--json").json}
    assert {name: (row["version"], row["ended_why"]) for name, row in listed.items()} == {
        "章1": ("v2", "ended"),
        "章2": ("v1", None),
    }
    assert "章2" in cli("session", "list", "--home", home).out


def test_a_session_that_expired_says_how_to_go_on(cli: Cli, home: Path) -> None:
    cli("session", "start", "s", "--home", home)
    state = StateDatabase(home / "state.db")
    with state.write() as db:
        db.execute("UPDATE session SET last_used_at = '2026-01-01T00:00:00+00:00'")
    state.close()
    outcome = cli("search", "表", "--session", "s", "--home", home)
    assert outcome.status == 1
    assert "expired" in outcome.err
    assert "rulebook session start ID --version v2" in outcome.err
    assert cli("session", "list", "--home", home, "--json").json[0]["ended_why"] == "expired"


def test_show_lists_the_decisions_for_people_too(cli: Cli, home: Path) -> None:
    cli("session", "start", "s", "--home", home)
    decide(home)
    shown = cli("session", "show", "s", "--home", home)
    assert "adopt_a" in shown.out
    assert "新しい規則" in shown.out
    assert [d["rev"] for d in cli("session", "show", "s", "--home", home, "--json").json["decisions"]] == [1]


def test_the_record_is_written_where_it_is_wanted(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("session", "start", "s", "--home", home)
    decide(home)
    record = cli("session", "export", "s", "--home", home).json
    assert (record["session_id"], record["version"]) == ("s", "v2")
    assert sorted(document["name"] for document in record["documents"]) == ["図表規則.md", "記入規則.md"]
    assert record["decisions"][0]["record"] == {"topic": "表ヘッダー"}
    outcome = cli("session", "export", "s", "--out", tmp_path / "s.json", "--home", home)
    assert (outcome.status, outcome.out) == (0, "")
    written = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))
    assert {**written, "exported_at": ""} == {**record, "exported_at": ""}


def test_a_file_that_cannot_be_written_is_named(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("session", "start", "s", "--home", home)
    outcome = cli("session", "export", "s", "--out", tmp_path, "--home", home)
    assert outcome.status == 2
    assert str(tmp_path) in outcome.err


def test_a_name_that_nobody_could_read_is_wrong_usage(cli: Cli, home: Path) -> None:
    assert cli("session", "start", "a\tb", "--home", home).status == 2
    assert cli("session", "start", "x" * 201, "--home", home).status == 2
    assert cli("session", "list", "--home", home, "--json").json == []


def decide(home: Path) -> None:
    state = StateDatabase(home / "state.db")
    DecisionTable(state).decide("s", "k", "adopt_a", by="田中", why="新しい規則", record={"topic": "表ヘッダー"})
    state.close()
