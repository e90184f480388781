"""``rulebook doctor``: status 0 when everything is as it should be."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli


def test_a_sound_handbook_is_ok(cli: Cli, built_home: Path) -> None:
    outcome = cli("doctor", "--home", built_home, "--json")
    assert (outcome.status, outcome.json["ok"]) == (0, True)
    assert {"name", "ok", "detail", "remedy"} == set(outcome.json["checks"][0])
    assert outcome.json["settings"]["home"] == str(built_home)


def test_a_fault_is_told_with_its_remedy_and_repaired(cli: Cli, home: Path) -> None:
    (home / "staging" / "left").mkdir(parents=True)
    found = cli("doctor", "--home", home)
    assert found.status == 1
    assert "FAULT" in found.out
    assert "rulebook doctor --repair" in found.out
    repaired = cli("doctor", "--repair", "--home", home, "--json")
    assert (repaired.status, repaired.json["repaired"]) == (0, ["Removed staging/left, left by a crash."])
