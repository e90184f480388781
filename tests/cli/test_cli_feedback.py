"""``rulebook feedback``: what a search lacked is filed with its cause, listed, closed and analysed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from rulebook.settings import load_settings
from tests.cli.conftest import Cli, Outcome

EXPECTED = ("--expect-doc", "図表規則.md", "--expect-text", "図の番号は章ごとに振り")
ELSEWHERE = ("--expect-doc", "設計方針.md", "--expect-text", "主キーには業務上の意味を持たない連番を用いる。")


@pytest.fixture
def add(cli: Cli, home: Path) -> Cli:
    def call(query: str, *arguments: object) -> Outcome:
        return cli("feedback", "add", "--query", query, *arguments, "--home", home, "--json")

    return call


@pytest.fixture
def missed(add: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rules that a channel of one hit leaves out; the settings stay so."""
    monkeypatch.setenv("RULEBOOK_RETRIEVAL__CHANNEL_TOP_K", "1")
    monkeypatch.setenv("RULEBOOK_RERANK__ENABLED", "false")
    for _ in range(2):
        assert add("見出しの番号", *EXPECTED).json["cause"] == "not_retrieved"


def test_what_is_added_is_kept_with_its_query_hits_and_cause(add: Cli) -> None:
    filed = add("図の番号", *EXPECTED, "--agent", "writer", "--top-k", 1, "--by", "田中", "--note", "第3章").json
    assert (filed["id"], filed["version"], filed["state"], filed["kind"]) == (1, "v2", "open", "missing")
    assert (filed["by"], filed["note"], filed["cause"]) == ("田中", "第3章", "found")
    assert (filed["query"]["text"], filed["query"]["agent"], filed["query"]["top_k"]) == ("図の番号", "writer", 1)
    assert [hit["rank"] for hit in filed["actual"]] == [1]
    assert filed["detail"]["chunk_id"].startswith("rules-write_v2_")


def test_a_rule_of_a_document_that_is_not_in_the_version_is_told_so(add: Cli) -> None:
    filed = add("主キー", *ELSEWHERE).json
    assert (filed["cause"], filed["detail"]["why"]) == ("not_in_handbook", "document")
    assert add("主キー", *ELSEWHERE, "--version", "v1").json["cause"] == "found"


def test_the_context_of_the_agent_is_part_of_the_query(add: Cli) -> None:
    filed = add("図の番号", *EXPECTED, "--agent", "qa", "--context", '{"passage": "図1"}').json
    assert filed["query"]["context"]["passage"] == "図1"
    refused = add("図の番号", *EXPECTED, "--context", "図1")
    assert refused.status == 2
    assert "--context" in refused.err


def test_people_read_where_the_rule_was_lost(cli: Cli, home: Path) -> None:
    outcome = cli("feedback", "add", "--query", "図の番号", *EXPECTED, "--home", home)
    assert outcome.status == 0
    assert "feedback 1, missing, open: found, it is among the hits" in outcome.out
    assert cli("feedback", "show", 1, "--home", home).out == outcome.out


def test_a_hit_that_was_not_followed_is_named_by_its_evidence_key(add: Cli) -> None:
    key = add("図の番号", *EXPECTED).json["actual"][0]["evidence_key"]
    ignored = add("図の番号", "--kind", "ignored", "--hit", key).json
    assert (ignored["cause"], ignored["marked"]) == ("retrieved_ignored", key)


def test_naming_no_rule_is_wrong_usage(add: Cli) -> None:
    outcome = add("図の番号")
    assert outcome.status == 2
    assert "Name the document and the exact text" in outcome.err


def test_the_list_has_everything_or_what_is_open(add: Cli, cli: Cli, home: Path) -> None:
    assert cli("feedback", "list", "--home", home, "--json").json == []
    assert "There is no feedback" in cli("feedback", "list", "--home", home).err
    first, second = add("図の番号", *EXPECTED).json, add("主キー", *ELSEWHERE).json
    assert cli("feedback", "close", first["id"], "--home", home, "--json").json == {**first, "state": "done"}
    assert cli("feedback", "list", "--open", "--home", home, "--json").json == [second]
    table = cli("feedback", "list", "--home", home).out
    assert "not_in_handbook" in table
    assert len(table.splitlines()) == 3


def test_a_number_that_was_never_given_is_told(cli: Cli, home: Path) -> None:
    outcome = cli("feedback", "close", 9, "--home", home)
    assert (outcome.status, outcome.err) == (
        1,
        "rulebook: there is no feedback 9. 'rulebook feedback list' shows what was filed.\n",
    )


@pytest.mark.usefixtures("missed")
def test_the_analysis_counts_causes_and_proposes_settings(cli: Cli, home: Path) -> None:
    analysis = cli("feedback", "analyse", "--home", home, "--json").json
    assert (analysis["version"], analysis["causes"]) == ("v2", {"not_retrieved": 2})
    proposal = analysis["proposals"][0]
    assert (proposal["code"], proposal["feedback"]) == ("deeper_channels", [1, 2])
    assert proposal["settings"] == {"retrieval": {"channel_top_k": 10}}
    assert "checks" not in analysis


@pytest.mark.usefixtures("missed")
def test_what_is_proposed_can_be_put_into_a_settings_file(cli: Cli, home: Path, tmp_path: Path) -> None:
    lines = cli("feedback", "analyse", "--home", home).out.splitlines()
    start = lines.index("    retrieval:")
    text = "\n".join(line.removeprefix("    ") for line in lines[start : start + 2])
    assert yaml.safe_load(text) == {"retrieval": {"channel_top_k": 10}}
    (tmp_path / "rag.yaml").write_text(text, encoding="utf-8")
    assert load_settings(tmp_path / "rag.yaml").rerank == load_settings().rerank


@pytest.mark.usefixtures("missed")
def test_a_check_measures_each_proposal_over_the_feedback_and_over_a_judged_set(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    gold = [{"doc": "記入規則.md", "evidence": "見出しは「1.1」形式で記述する。", "grade": 3}]
    line = {"id": "1", "lang": "ja", "kind": "keyword", "query": "見出しの書き方", "gold": gold}
    (tmp_path / "others.jsonl").write_text(json.dumps(line, ensure_ascii=False), encoding="utf-8")
    checked = ("feedback", "analyse", "--check", "--set", tmp_path / "others.jsonl", "--home", home)
    check = cli(*checked, "--json").json["checks"][0]
    assert (check["found_before"], check["found_after"], check["asked"]) == (0, 2, 2)
    assert check["verdict"] == "helps"
    assert [measure["delta"] for measure in check["others"]] == [0.0, 0.0, 0.0]
    assert {"wins", "losses", "ties", "p_value"} <= set(check["feedback"][0])
    assert "deeper_channels: helps. Found 0 -> 2 of 2 expected rules." in cli(*checked).out


@pytest.mark.usefixtures("missed")
def test_a_check_without_a_judged_set_says_what_it_leaves_open(cli: Cli, home: Path) -> None:
    outcome = cli("feedback", "analyse", "--check", "--home", home)
    assert "--set" in outcome.err
    assert outcome.status == 0


def test_a_set_without_a_check_and_a_set_that_is_not_there_are_wrong_usage(cli: Cli, home: Path) -> None:
    assert cli("feedback", "analyse", "--set", "mine", "--home", home).status == 2
    outcome = cli("feedback", "analyse", "--check", "--set", "mine", "--home", home)
    assert outcome.status == 2
    assert "mine" in outcome.err


def test_nothing_open_is_told(cli: Cli, home: Path) -> None:
    assert "No feedback is open" in cli("feedback", "analyse", "--home", home).err


@pytest.mark.parametrize("command", ["add", "list", "show", "close", "analyse"])
def test_every_command_takes_a_home_and_json(cli: Cli, command: str) -> None:
    text = cli("feedback", command, "--help").out
    assert "--home" in text
    assert "--json" in text
