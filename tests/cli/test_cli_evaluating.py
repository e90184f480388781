"""``rulebook eval``: measures of the active version, alone or against another configuration, and what was stored."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    golds = [{"doc": "記入規則.md", "evidence": "見出しは「1.1」形式で記述する。", "grade": 3}]
    other = [{"doc": "図表規則.md", "evidence": "図の番号は章ごとに振り", "grade": 3}]
    lines = [
        {"id": "1", "lang": "ja", "kind": "keyword", "query": "見出しの書き方", "intent": "writer", "gold": golds},
        {"id": "2", "lang": "ja", "kind": "vague", "query": "図の番号", "intent": "impact", "gold": other},
        {"id": "3", "lang": "en", "kind": "keyword", "query": "backup", "intent": "qa", "gold": []},
    ]
    path = tmp_path / "queries.jsonl"
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


def test_a_run_has_measures_groups_and_rows(cli: Cli, built_home: Path, queries: Path) -> None:
    outcome = cli("eval", "retrieval", queries, "--no-store", "--home", built_home, "--json")
    report = outcome.json
    assert (outcome.status, report["version"], report["embedding_model"]) == (0, "v2", "hashing-256")
    assert (report["overall"]["recall_at_5"], report["overall"]["gold_coverage"]) == (1.0, 1.0)
    assert set(report["by_kind"]) == {"keyword", "vague"}
    assert [row["id"] for row in report["rows"]] == ["1", "2", "3"]


def test_routed_searches_only_where_the_intent_looks(cli: Cli, built_home: Path, queries: Path) -> None:
    report = cli("eval", "retrieval", queries, "--routed", "--no-store", "--home", built_home, "--json").json
    # an impact query looks at design and reference documents, and v2 has none
    assert [row["recall"] for row in report["rows"]] == [1.0, 0.0, None]


def test_two_configurations_are_compared_query_by_query(
    cli: Cli, built_home: Path, queries: Path, tmp_path: Path
) -> None:
    config = tmp_path / "other.yaml"
    config.write_text("retrieval: {channel_top_k: 1}\nchunking: {target_tokens: 100}\n", encoding="utf-8")
    outcome = cli("eval", "retrieval", queries, "--compare", config, "--no-store", "--home", built_home, "--json")
    report = outcome.json
    assert report["compare"]["version"] == report["version"]
    outcomes = [[{**row, "hits": None} for row in run["rows"]] for run in (report, report["compare"])]
    pairs = zip(*outcomes, strict=True)
    assert [d["id"] for d in report["differences"]] == [before["id"] for before, after in pairs if before != after]
    assert [c["measure"] for c in report["comparison"]["overall"]] == ["recall@5", "rr@10", "ndcg@10"]
    assert set(report["comparison"]["by_kind"]) == {"keyword", "vague"}
    assert all(0 < c["p_value"] <= 1 for c in report["comparison"]["by_lang"]["ja"])
    assert "differ in 'chunking'" in outcome.err


def test_people_get_tables(cli: Cli, built_home: Path, queries: Path, tmp_path: Path) -> None:
    config = tmp_path / "other.yaml"
    config.write_text("rerank: {enabled: false}\n", encoding="utf-8")
    outcome = cli("eval", "retrieval", queries, "--compare", config, "--no-store", "--home", built_home)
    assert "recall@5" in outcome.out
    assert "queries differ" in outcome.out
    assert "rerank.enabled: True → False" in outcome.out
    assert "paired randomisation test" in outcome.out


def test_without_a_version_nothing_can_be_measured(cli: Cli, queries: Path, tmp_path: Path) -> None:
    assert cli("eval", "retrieval", queries, "--home", tmp_path / "home", "--json").status == 1


def test_a_bad_judged_set_is_wrong_usage(cli: Cli, built_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{}", encoding="utf-8")
    outcome = cli("eval", "retrieval", path, "--home", built_home)
    assert outcome.status == 2
    assert "line 1" in outcome.err


def test_a_run_is_stored_with_its_settings_and_listed(cli: Cli, home: Path, queries: Path, tmp_path: Path) -> None:
    config = tmp_path / "narrow.yaml"
    config.write_text("retrieval: {channel_top_k: 1}\n", encoding="utf-8")
    measured = cli("eval", "retrieval", queries, "--label", "night", "--compare", config, "--home", home, "--json").json
    second, first = cli("eval", "runs", "--home", home, "--json").json
    assert (first["id"], second["id"]) == (measured["run_id"], measured["compare"]["run_id"])
    assert [(run["label"], run["judged_set"], run["version"]) for run in (first, second)] == [
        ("night", "queries", "v2"),
        ("night narrow", "queries", "v2"),
    ]
    assert first["overall"] == measured["overall"]
    assert second["settings"]["retrieval"]["channel_top_k"] == 1
    assert first["by"]
    assert "night narrow" in cli("eval", "runs", "--home", home).out


def test_without_a_stored_run_that_is_said(cli: Cli, home: Path, queries: Path) -> None:
    assert cli("eval", "retrieval", queries, "--no-store", "--home", home, "--json").json["run_id"] is None
    outcome = cli("eval", "runs", "--home", home)
    assert (outcome.out, outcome.err) == ("", "There are no stored runs.\n")


def test_measures_are_shown_even_when_they_cannot_be_stored(cli: Cli, home: Path, queries: Path) -> None:
    with sqlite3.connect(home / "state.db") as raw:
        raw.execute("DROP TABLE eval_runs")
    raw.close()
    outcome = cli("eval", "retrieval", queries, "--home", home, "--json")
    assert (outcome.status, outcome.json["run_id"], outcome.json["overall"]["recall_at_5"]) == (0, None, 1.0)
    assert "The run was not stored: " in outcome.err


def test_measures_are_shown_while_somebody_else_writes(
    cli: Cli, home: Path, queries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_STORE__WAIT_SECONDS", "0")
    other = sqlite3.connect(home / "state.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outcome = cli("eval", "retrieval", queries, "--home", home)
    other.close()
    assert (outcome.status, "recall@5" in outcome.out) == (0, True)
    assert "The run was not stored: " in outcome.err


def test_a_run_of_another_release_is_named_and_the_others_are_listed(cli: Cli, home: Path, queries: Path) -> None:
    cli("eval", "retrieval", queries, "--home", home)
    with sqlite3.connect(home / "state.db") as raw:
        raw.execute("INSERT INTO eval_runs VALUES (9, '', '', 'v1', 's', '', '{}', '{}')")
    raw.close()
    outcome = cli("eval", "runs", "--home", home, "--json")
    assert ([run["id"] for run in outcome.json], outcome.status) == ([1], 0)
    assert "The stored run 9 cannot be read" in outcome.err


def test_a_judged_set_is_measured_as_its_file_is(cli: Cli, home: Path, queries: Path) -> None:
    cli("judged", "import", "mine", queries, "--home", home)
    by_file = cli("eval", "retrieval", queries, "--home", home, "--json").json
    by_set = cli("eval", "retrieval", "--set", "mine", "--home", home, "--json").json
    assert by_set["rows"] == by_file["rows"]
    assert [run["judged_set"] for run in cli("eval", "runs", "--home", home, "--json").json] == ["mine", "queries"]


@pytest.mark.parametrize("both", [True, False])
def test_queries_come_from_one_place(cli: Cli, home: Path, queries: Path, both: bool) -> None:
    outcome = cli("eval", "retrieval", *([queries, "--set", "mine"] if both else []), "--home", home)
    assert (outcome.status, "a file or a set" in outcome.err) == (2, True)


def test_a_set_that_is_not_there_is_wrong_usage(cli: Cli, home: Path) -> None:
    outcome = cli("eval", "retrieval", "--set", "mine", "--home", home)
    assert (outcome.status, "no judged set mine" in outcome.err) == (2, True)


def test_a_configuration_that_cannot_be_read_is_told_before_anything_is_measured(
    cli: Cli, home: Path, queries: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("retrieval: [", encoding="utf-8")
    outcome = cli("eval", "retrieval", queries, "--compare", broken, "--home", home)
    assert outcome.status != 0
    assert str(broken) in outcome.err
    assert cli("eval", "runs", "--home", home, "--json").json == []
