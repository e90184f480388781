"""``rulebook build`` and ``update``: published whole or not at all, and the plan told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.handbook.test_inclusion import DOC, PLACE, workbook
from tests.handbooks import RULES, write_documents


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    write_documents(folder / "write", {name: RULES[name] for name in ("記入規則.md", "図表規則.md")})
    write_documents(folder / "design", {"設計方針.md": RULES["設計方針.md"]})
    return folder


def test_a_build_tells_version_plan_and_manifest(cli: Cli, rules: Path, tmp_path: Path) -> None:
    outcome = cli("build", rules, "--home", tmp_path / "home", "--json")
    result = outcome.json
    assert (outcome.status, result["version"], result["failed"]) == (0, "v1", [])
    assert result["plan"]["added"] == ["図表規則.md", "記入規則.md", "設計方針.md"]
    assert {s["name"]: s["type"] for s in result["manifest"]["source_files"]}["設計方針.md"] == "design"
    assert result["manifest"]["active"] is True
    assert "reading" in outcome.err


def test_the_same_again_is_no_change(cli: Cli, rules: Path, tmp_path: Path) -> None:
    cli("build", rules, "--home", tmp_path / "home")
    outcome = cli("build", rules, "--home", tmp_path / "home", "--json")
    assert (outcome.status, outcome.json["version"]) == (0, None)
    assert "no change" in outcome.err


def test_a_plan_reads_and_keeps_nothing(cli: Cli, rules: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (rules / "write" / "壊れた.docx").write_bytes(b"PK broken")
    outcome = cli("build", rules, "--home", home, "--plan", "--json")
    assert (outcome.status, outcome.json["version"], len(outcome.json["plan"]["added"])) == (0, None, 4)
    assert not (home / "objects").exists()
    assert cli("versions", "--home", home, "--json").json["versions"] == []


def test_with_a_failed_file_nothing_is_published(cli: Cli, rules: Path, tmp_path: Path) -> None:
    (rules / "write" / "壊れた.docx").write_bytes(b"PK\x03\x04 broken")
    outcome = cli("build", rules, "--home", tmp_path / "home", "--json")
    assert (outcome.status, outcome.json["version"], outcome.json["manifest"]) == (1, None, None)
    assert [failure["doc"] for failure in outcome.json["failed"]] == ["壊れた.docx"]
    assert "壊れた.docx" in outcome.err


def test_skip_failed_publishes_the_others(cli: Cli, rules: Path, tmp_path: Path) -> None:
    (rules / "write" / "壊れた.docx").write_bytes(b"PK\x03\x04 broken")
    outcome = cli("build", rules, "--home", tmp_path / "home", "--skip-failed", "--json")
    assert (outcome.status, outcome.json["version"]) == (0, "v1")
    assert [failure["doc"] for failure in outcome.json["failed"]] == ["壊れた.docx"]


def test_a_guessed_category_is_said_and_an_option_decides(cli: Cli, tmp_path: Path) -> None:
    path = write_documents(tmp_path, {"記入規則.md": RULES["記入規則.md"]})[0]
    assert "taken for 'write'" in cli("build", path, "--home", tmp_path / "home", "--plan").err
    chosen = cli("build", path, "--ref", "記入*", "--home", tmp_path / "home", "--json")
    assert chosen.json["manifest"]["source_files"][0]["type"] == "ref"
    assert "taken for" not in chosen.err


def test_an_update_keeps_the_other_documents(cli: Cli, home: Path, tmp_path: Path) -> None:
    path = write_documents(tmp_path, {"追加規則.md": "# 追加\n\n規則を追加する。"})[0]
    plan = cli("update", path, "--home", home, "--write", "*", "--json").json["plan"]
    assert (plan["added"], plan["unchanged"], plan["removed"]) == (["追加規則.md"], ["図表規則.md", "記入規則.md"], [])


def test_a_known_document_keeps_its_category_where_nobody_names_another(cli: Cli, tmp_path: Path) -> None:
    path = write_documents(tmp_path / "somewhere", {"規則.md": "# 規則\n\n表は左に寄せる。"})[0]
    cli("build", path, "--write", "*", "--home", tmp_path / "home")
    path.write_text("# 規則\n\n表は右に寄せる。", encoding="utf-8")
    updated = cli("update", path, "--home", tmp_path / "home", "--json")
    assert updated.json["manifest"]["source_files"][0]["type"] == "write"
    assert "as in the active version" in updated.err


def test_a_damaged_version_is_told_beside_the_others(cli: Cli, home: Path) -> None:
    before = [m["version"] for m in cli("versions", "--home", home, "--json").json["versions"]]
    (home / "versions" / "v1" / "manifest.json").unlink()
    listed = cli("versions", "--home", home, "--json")
    assert [m["version"] for m in listed.json["versions"]] == before[1:]
    assert "v1: manifest.json" in listed.err


def test_an_update_can_remove(cli: Cli, home: Path) -> None:
    outcome = cli("update", "--remove", "図表規則.md", "--home", home, "--json")
    assert outcome.json["plan"]["removed"] == ["図表規則.md"]
    assert [s["name"] for s in outcome.json["manifest"]["source_files"]] == ["記入規則.md"]


@pytest.mark.parametrize("arguments", [("--remove", "無い.md"), ()])
def test_an_update_of_nothing_is_wrong_usage(cli: Cli, home: Path, arguments: tuple[str, ...]) -> None:
    outcome = cli("update", *arguments, "--home", home, "--json")
    assert (outcome.status, outcome.out) == (2, "")


def test_a_name_that_stands_twice_is_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    for folder in ("write", "design"):
        write_documents(tmp_path / "rules" / folder, {"規則.md": "# 規則"})
    outcome = cli("build", tmp_path / "rules", "--home", tmp_path / "home")
    assert outcome.status == 2
    assert "two documents are called 規則.md" in outcome.err


def test_a_hidden_part_is_included_and_taken_out_by_its_place(cli: Cli, tmp_path: Path) -> None:
    home, path = tmp_path / "home", workbook(tmp_path / "files")
    cli("build", path, "--write", "*", "--home", home)
    included = cli("update", "--include", f"{DOC}#{PLACE}", "--home", home, "--json").json
    assert included["manifest"]["source_files"][0]["included"] == [PLACE]
    assert included["plan"]["reasons"] == {DOC: "included"}
    excluded = cli("update", "--exclude", f"{DOC}#{PLACE}", "--home", home, "--json").json
    assert excluded["manifest"]["source_files"][0]["included"] == []


def test_a_place_without_a_document_is_wrong_usage(cli: Cli, home: Path) -> None:
    outcome = cli("update", "--include", PLACE, "--home", home)
    assert (outcome.status, "source_uri" in outcome.err) == (2, True)
