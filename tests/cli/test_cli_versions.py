"""``rulebook versions``, ``show``, ``compare``, ``activate``, ``retire``."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli


def test_versions_are_listed_oldest_first(cli: Cli, built_home: Path) -> None:
    manifests = cli("versions", "--home", built_home, "--json").json["versions"]
    assert [(m["version"], m["active"]) for m in manifests] == [("v1", False), ("v2", True)]
    assert "v2       active" in cli("versions", "--home", built_home).out


def test_no_version_is_an_empty_list(cli: Cli, tmp_path: Path) -> None:
    outcome = cli("versions", "--home", tmp_path / "home", "--json")
    empty: dict[str, object] = {"versions": [], "locks": {}, "activations": [], "retired": []}
    assert (outcome.status, outcome.json) == (0, empty)


def test_a_version_is_shown_with_the_reports_of_its_documents(cli: Cli, built_home: Path) -> None:
    shown = cli("show", "v1", "--home", built_home, "--json").json
    assert (shown["version"], shown["collections"]["rules-design"]["chunk_count"] > 0) == ("v1", True)
    assert [d["doc"] for d in shown["documents"]] == ["図表規則.md", "記入規則.md", "設計方針.md"]


def test_an_unknown_version_could_not_be_shown(cli: Cli, built_home: Path) -> None:
    for name in ("v9", "latest"):
        outcome = cli("show", name, "--home", built_home, "--json")
        assert (outcome.status, outcome.out) == (1, "")
        assert name in outcome.err


def test_two_versions_are_compared(cli: Cli, built_home: Path) -> None:
    difference = cli("compare", "v1", "v2", "--home", built_home, "--json").json
    assert [(d["doc"], d["status"]) for d in difference["documents"]] == [("設計方針.md", "removed")]
    assert cli("compare", "v1", "v1", "--home", built_home, "--json").json["documents"] == []
    assert "設計方針.md: removed" in cli("compare", "v1", "v2", "--home", built_home).out


def test_an_older_version_is_activated(cli: Cli, home: Path) -> None:
    manifest = cli("activate", "v1", "--home", home, "--json").json
    assert (manifest["version"], manifest["active"], manifest["active_previous"]) == ("v1", True, "v2")


def test_who_activated_what_and_which_session_holds_which_is_listed(cli: Cli, home: Path) -> None:
    cli("session", "start", "下書き-7", "--version", "v1", "--home", home)
    cli("activate", "v1", "--home", home)
    listed = cli("versions", "--home", home, "--json").json
    moves = [(a["version"], a["previous"]) for a in listed["activations"]]
    assert (moves, listed["locks"]) == ([("v1", None), ("v2", "v1"), ("v1", "v2")], {"v1": ["下書き-7"]})
    assert all(a["by"] for a in listed["activations"])
    line = next(line for line in cli("versions", "--home", home).out.splitlines() if line.startswith("v1"))
    assert "下書き-7" in line


def test_a_retired_version_is_gone_but_for_its_record(cli: Cli, home: Path) -> None:
    done = cli("retire", "v1", "--home", home, "--json").json
    assert (done["version"], done["freed_bytes"] > 0) == ("v1", True)
    assert [m["version"] for m in cli("versions", "--home", home, "--json").json["versions"]] == ["v2"]
    listed = cli("versions", "--all", "--home", home, "--json").json
    assert [m["version"] for m in listed["versions"]] == ["v1", "v2"]
    assert [(r["version"], bool(r["retired_at"])) for r in listed["retired"]] == [("v1", True)]
    assert "v1       retired" in cli("versions", "--all", "--home", home).out
    assert cli("show", "v1", "--home", home).status == 1


def test_a_version_in_use_is_not_retired_and_the_session_is_named(cli: Cli, home: Path) -> None:
    assert "active" in cli("retire", "v2", "--home", home).err
    cli("session", "start", "下書き-7", "--version", "v1", "--home", home)
    outcome = cli("retire", "v1", "--home", home)
    assert (outcome.status, "下書き-7" in outcome.err) == (1, True)
    assert len(cli("versions", "--home", home, "--json").json["versions"]) == 2


def test_all_may_stand_after_versions_with_options_at_either_place(cli: Cli, home: Path) -> None:
    assert cli("versions", "show", "v1", "--home", home, "--json").json["version"] == "v1"
    assert cli("versions", "--home", home, "--json", "activate", "v1").json["version"] == "v1"
    assert cli("versions", "compare", "v1", "v2", "--home", home, "--json").json["before"] == "v1"
    assert cli("versions", "--home", home, "--json", "retire", "v2").json["version"] == "v2"
