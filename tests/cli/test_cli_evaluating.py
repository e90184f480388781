"""``rulebook eval retrieval``: measures of the active version, alone or against another configuration."""

from __future__ import annotations

import json
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
    outcome = cli("eval", "retrieval", queries, "--home", built_home, "--json")
    report = outcome.json
    assert (outcome.status, report["version"], report["embedding_model"]) == (0, "v2", "hashing-256")
    assert (report["overall"]["recall_at_5"], report["overall"]["gold_coverage"]) == (1.0, 1.0)
    assert set(report["by_kind"]) == {"keyword", "vague"}
    assert [row["id"] for row in report["rows"]] == ["1", "2", "3"]


def test_routed_searches_only_where_the_intent_looks(cli: Cli, built_home: Path, queries: Path) -> None:
    report = cli("eval", "retrieval", queries, "--routed", "--home", built_home, "--json").json
    # an impact query looks at design and reference documents, and v2 has none
    assert [row["recall"] for row in report["rows"]] == [1.0, 0.0, None]


def test_two_configurations_are_compared_query_by_query(
    cli: Cli, built_home: Path, queries: Path, tmp_path: Path
) -> None:
    config = tmp_path / "other.yaml"
    config.write_text("retrieval: {channel_top_k: 1}\nchunking: {target_tokens: 100}\n", encoding="utf-8")
    outcome = cli("eval", "retrieval", queries, "--compare", config, "--home", built_home, "--json")
    report = outcome.json
    assert report["compare"]["version"] == report["version"]
    pairs = zip(report["rows"], report["compare"]["rows"], strict=True)
    assert [d["id"] for d in report["differences"]] == [before["id"] for before, after in pairs if before != after]
    assert "differ in 'chunking'" in outcome.err


def test_people_get_tables(cli: Cli, built_home: Path, queries: Path, tmp_path: Path) -> None:
    config = tmp_path / "other.yaml"
    config.write_text("rerank: {enabled: false}\n", encoding="utf-8")
    outcome = cli("eval", "retrieval", queries, "--compare", config, "--home", built_home)
    assert "recall@5" in outcome.out
    assert "queries differ" in outcome.out


def test_without_a_version_nothing_can_be_measured(cli: Cli, queries: Path, tmp_path: Path) -> None:
    assert cli("eval", "retrieval", queries, "--home", tmp_path / "home", "--json").status == 1


def test_a_bad_judged_set_is_wrong_usage(cli: Cli, built_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{}", encoding="utf-8")
    outcome = cli("eval", "retrieval", path, "--home", built_home)
    assert outcome.status == 2
    assert "line 1" in outcome.err
