"""``rulebook search``: one query as one document, a batch as one line each, in order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def batch_file(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "batch.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def test_a_result_has_the_keys_that_programs_rely_on(cli: Cli, built_home: Path) -> None:
    outcome = cli("search", "表ヘッダーの下線", "--home", built_home, "--json")
    result = outcome.json
    assert outcome.status == 0
    assert {"query", "version", "constraint", "notices", "chunks", "conflicts", "timings_ms", "evidence_status"} <= set(
        result
    )
    hit = result["chunks"][0]
    assert (hit["rank"], hit["doc"], result["constraint"]) == (1, "図表規則.md", "handbook")
    assert {"quality_score", "relevance_level", "evidence_key", "content", "headings", "source_uri"} <= set(hit)
    assert {"vector", "bm25", "rrf", "rerank"} <= set(hit["breakdown"])


def test_options_narrow_the_search(cli: Cli, built_home: Path) -> None:
    assert len(cli("search", "規則", "--top-k", 1, "--home", built_home, "--json").json["chunks"]) == 1
    keyword = cli("search", "番号", "--mode", "keyword", "--no-rerank", "--home", built_home, "--json").json["chunks"]
    assert all(hit["breakdown"]["vector"] is None and hit["breakdown"]["rerank"] is None for hit in keyword)
    older = cli("search", "ログ", "--version", "v1", "--agent", "impact", "--home", built_home, "--json").json
    assert (older["version"], {hit["category"] for hit in older["chunks"]}) == ("v1", {"design"})


def test_without_a_handbook_the_builtin_rules_hold_and_it_is_said(cli: Cli, tmp_path: Path) -> None:
    result = cli("search", "見出し", "--home", tmp_path / "home", "--json").json
    assert (result["version"], result["constraint"], result["notices"][0]["code"]) == (None, "builtin", "no_handbook")
    assert "no handbook" in cli("search", "見出し", "--home", tmp_path / "home").err


def test_a_batch_keeps_ids_and_order(cli: Cli, built_home: Path, tmp_path: Path) -> None:
    path = batch_file(
        tmp_path,
        {"id": "b", "query": "見出しの書き方", "top_k": 1, "kind": "ignored", "gold": []},
        "",
        {"id": "a", "query": "図の番号", "category": "write", "context": {"chapter": "図"}, "agent": "writer"},
    )
    outcome = cli("search", "--batch", path, "--top-k", 2, "--home", built_home)
    first, second = [json.loads(line) for line in outcome.out.splitlines()]
    assert (outcome.status, first["id"], second["id"]) == (0, "b", "a")
    assert (len(first["chunks"]), len(second["chunks"])) == (1, 2)
    assert "見出しの書き方" in outcome.out  # not ASCII-escaped


def test_a_batch_of_more_than_a_block_gives_every_line_what_it_gets_alone(
    cli: Cli, built_home: Path, tmp_path: Path
) -> None:
    words = ["見出し", "表ヘッダー", "図の番号", "ログ"]
    path = batch_file(tmp_path, *({"id": str(n), "query": words[n % 4]} for n in range(70)))
    found = [json.loads(line) for line in cli("search", "--batch", path, "--home", built_home).out.splitlines()]
    assert [result["id"] for result in found] == [str(n) for n in range(70)]
    alone = {word: cli("search", word, "--home", built_home, "--json").json["chunks"] for word in words}
    assert all(result["chunks"] == alone[result["query"]] for result in found)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON: maximum recursion"),
        ({"query": "x"}, "id"),
        ({"id": "a", "query": " "}, "the query is empty"),
        ({"id": "a", "query": "x", "agent": "reader"}, "agent"),
        ({"id": "a", "query": "x", "top_k": 0}, "top_k is 0"),
        ({"id": "a", "query": "x", "context": {"chapter": 3}}, "chapter"),
    ],
)
def test_a_wrong_line_is_named_before_anything_is_searched(
    cli: Cli, built_home: Path, tmp_path: Path, line: object, message: str
) -> None:
    outcome = cli("search", "--batch", batch_file(tmp_path, {"id": "1", "query": "表"}, line), "--home", built_home)
    assert (outcome.status, outcome.out) == (2, "")
    assert "batch.jsonl, line 2: " in outcome.err
    assert message in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("表", "--batch", "x.jsonl"),
        ("表", "--agent", "reader"),
        ("表", "--top-k", 0),
        (" ",),
        ("--batch", "missing.jsonl"),
    ],
)
def test_a_wrong_request_is_wrong_usage(cli: Cli, built_home: Path, arguments: tuple[object, ...]) -> None:
    outcome = cli("search", *arguments, "--home", built_home, "--json")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err


def test_people_get_a_table(cli: Cli, built_home: Path) -> None:
    outcome = cli("search", "表ヘッダー", "--home", built_home)
    assert outcome.out.startswith("rank")
    assert "図表規則.md#" in outcome.out


def test_a_vocabulary_that_cannot_be_read_is_told_in_a_sentence_and_the_search_goes_on(
    cli: Cli, built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "words.yaml").write_text("- [表, table]\n- 見出し\n", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_RETRIEVAL__VOCABULARY", str(tmp_path / "words.yaml"))
    outcome = cli("search", "表ヘッダー", "--home", built_home)
    assert (outcome.status, "図表規則.md" in outcome.out) == (0, True)
    assert "Your own vocabulary is off" in outcome.err
    assert "words.yaml: entry 2" in outcome.err
    result = cli("search", "表ヘッダー", "--home", built_home, "--json").json
    assert [notice["code"] for notice in result["notices"]] == ["vocabulary_off"]
