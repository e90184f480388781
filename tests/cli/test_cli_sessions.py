"""``rulebook session``: a lock that stands until it is ended."""

from __future__ import annotations

from pathlib import Path

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
