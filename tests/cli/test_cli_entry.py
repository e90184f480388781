"""Exit status, messages and encoding, whatever the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.cli import searching
from tests.cli.conftest import Cli
from tests.handbooks import write_documents

ROOT = Path(__file__).parents[2]


def test_help_is_no_fault_and_wrong_usage_is_2(cli: Cli) -> None:
    assert cli("--help").status == 0
    assert cli("nonsense").status == 2
    assert cli("show").status == 2
    assert cli("parse", "--home").status == 2


COMMANDS = ["parse", "build", "update", "versions", "show", "compare", "activate", "search", "doctor"]
SUBCOMMANDS = ["session start", "session end", "session show", "eval retrieval"]


@pytest.mark.parametrize("command", [*COMMANDS, *SUBCOMMANDS])
def test_every_command_takes_a_home_and_json(cli: Cli, command: str) -> None:
    text = cli(*command.split(), "--help").out
    assert "--home" in text
    assert "--json" in text


def test_an_error_is_one_sentence_and_no_trace(cli: Cli, built_home: Path) -> None:
    outcome = cli("show", "v9", "--home", built_home)
    assert (outcome.status, outcome.err) == (
        1,
        "rulebook: there is no version v9. 'rulebook versions' lists those that exist.\n",
    )


def test_a_broken_configuration_could_not_be_used(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "rag.yaml"
    config.write_text("retrieval: {rrf: 60}", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_CONFIG", str(config))
    outcome = cli("versions")
    assert outcome.status == 1
    assert "retrieval.rrf" in outcome.err


def test_a_defect_of_ours_is_told_in_one_line_and_its_trace_kept_in_a_file(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(home: Path | None) -> None:
        raise ZeroDivisionError("defect")

    monkeypatch.setattr(searching, "engine_at", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    outcome = cli("search", "x")
    (log,) = tmp_path.glob("rulebook-fault-*.log")
    assert outcome.status == 1
    assert len(outcome.err.splitlines()) == 1
    assert str(log) in outcome.err
    assert "ZeroDivisionError: defect" in log.read_text(encoding="utf-8")


def test_stdout_is_utf8_and_one_document_when_the_locale_is_not(tmp_path: Path) -> None:
    path = write_documents(tmp_path)[0]
    done = subprocess.run(
        [sys.executable, "-m", "rulebook", "parse", str(path), "--json"],
        env={**os.environ, "LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert "見出し" in done.stdout.decode("utf-8")
    assert json.loads(done.stdout)["documents"][0]["doc"] == "記入規則.md"


def test_a_name_that_has_no_utf8_does_not_stop_the_output(cli: Cli, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path / "rule-") + b"\x83K.md"))
    path.write_text("# 規則\n\n規則を書く。", encoding="utf-8")
    outcome = cli("parse", path, "--json")
    assert outcome.json["documents"][0]["doc"].endswith("K.md")
