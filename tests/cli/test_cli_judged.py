"""``rulebook judged``: sets are brought in, listed, written out as they were, and removed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulebook.evaluation.judged import load_judged
from tests.cli.conftest import Cli

GOLD = {"doc": "記入規則.md", "evidence": "見出しは「1.1」形式で記述する。", "grade": 3}
LINES: list[dict[str, Any]] = [
    {"id": "1", "lang": "ja", "kind": "keyword", "query": "見出しの書き方", "intent": "writer", "gold": [GOLD]},
    {"id": "2", "lang": "en", "kind": "keyword", "query": "backup", "gold": []},
]


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    return written(tmp_path / "queries.jsonl", *LINES)


def test_a_set_is_listed_after_its_import(cli: Cli, home: Path, queries: Path) -> None:
    assert cli("judged", "list", "--home", home).err == "There are no judged sets.\n"
    outcome = cli("judged", "import", "mine", queries, "--home", home, "--json")
    assert outcome.json == {"name": "mine", "added": 2, "replaced": 0}
    assert cli("judged", "list", "--home", home, "--json").json == [{"name": "mine", "queries": 2}]
    assert cli("judged", "list", "--home", home).out.split() == ["name", "queries", "mine", "2"]


def test_an_import_replaces_the_queries_with_the_same_id(cli: Cli, home: Path, queries: Path, tmp_path: Path) -> None:
    cli("judged", "import", "mine", queries, "--home", home)
    changed = written(tmp_path / "more.jsonl", {**LINES[1], "query": "restore"}, {**LINES[1], "id": "3"})
    outcome = cli("judged", "import", "mine", changed, "--home", home)
    assert outcome.err == "mine: 1 queries added, 1 replaced.\n"
    exported = cli("judged", "export", "mine", "--home", home, "--json").json
    assert [(query["id"], query["query"]) for query in exported] == [
        ("1", "見出しの書き方"),
        ("2", "restore"),
        ("3", "backup"),
    ]


def test_an_exported_set_is_read_as_the_file_it_came_from(cli: Cli, home: Path, queries: Path, tmp_path: Path) -> None:
    cli("judged", "import", "mine", queries, "--home", home)
    to_file, to_stdout = tmp_path / "out.jsonl", tmp_path / "stdout.jsonl"
    cli("judged", "export", "mine", "--out", to_file, "--home", home)
    to_stdout.write_text(cli("judged", "export", "mine", "--home", home).out, encoding="utf-8")
    assert load_judged(to_file) == load_judged(to_stdout) == load_judged(queries)


def test_a_query_and_then_the_set_are_removed(cli: Cli, home: Path, queries: Path) -> None:
    cli("judged", "import", "mine", queries, "--home", home)
    assert cli("judged", "remove", "mine", "1", "--home", home, "--json").json == {"name": "mine", "removed": 1}
    assert cli("judged", "remove", "mine", "--home", home).err == "mine: 1 queries removed.\n"
    outcome = cli("judged", "export", "mine", "--home", home)
    assert (outcome.status, "no judged set mine" in outcome.err) == (2, True)


def test_a_file_with_a_bad_line_brings_nothing_in(cli: Cli, home: Path, tmp_path: Path) -> None:
    bad = written(tmp_path / "bad.jsonl", LINES[0], {**LINES[1], "gold": [{**GOLD, "grade": 4}]})
    outcome = cli("judged", "import", "mine", bad, "--home", home)
    assert (outcome.status, "line 2" in outcome.err) == (2, True)
    assert cli("judged", "list", "--home", home, "--json").json == []


def test_a_file_that_cannot_be_written_is_named(cli: Cli, home: Path, queries: Path, tmp_path: Path) -> None:
    cli("judged", "import", "mine", queries, "--home", home)
    outcome = cli("judged", "export", "mine", "--out", tmp_path / "nowhere" / "out.jsonl", "--home", home)
    assert (outcome.status, "nowhere" in outcome.err) == (2, True)
