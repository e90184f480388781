"""Judged queries are taken exactly, and a bad line is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulebook.errors import UsageError
from rulebook.evaluation.judged import judged_lines, load_judged
from rulebook.model.chunk import Category
from rulebook.model.judged import Gold
from rulebook.model.search import Agent

LINE = {
    "id": "R1",
    "lang": "ja",
    "query": "見出しの形式",
    "kind": "keyword",
    "intent": "writer",
    "category": "write",
    "gold": [{"doc": "記入規則.docx", "evidence": "「1.1」形式", "grade": 3, "where": "3.2", "note": "ignored"}],
}


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "queries.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_a_line_becomes_a_query_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    none = {"id": "R2", "lang": "en", "query": "backup time", "kind": "keyword", "gold": []}
    first, second = load_judged(written(tmp_path, LINE, "", none))
    assert first.gold == (Gold(doc="記入規則.docx", evidence="「1.1」形式", grade=3, where="3.2"),)
    assert (first.intent, first.category, first.answerable) == (Agent.WRITER, Category.WRITE, True)
    assert (second.intent, second.answerable) == (None, False)


def test_a_line_separator_inside_a_text_does_not_end_the_line(tmp_path: Path) -> None:
    assert load_judged(written(tmp_path, json.dumps({**LINE, "query": "a\u2028b"}, ensure_ascii=False)))[0].id == "R1"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[]", "JudgedQuery"),
        ({**LINE, "id": "R0"}, "the id R0 stands in an earlier line"),
        ({**LINE, "query": " "}, "the id or the query is empty"),
        ({name: value for name, value in LINE.items() if name != "kind"}, "kind"),
        ({**LINE, "intent": "reader"}, "intent"),
        ({**LINE, "gold": [{"doc": "a.docx", "evidence": "x", "grade": 4}]}, "the grade 4 is not 1, 2 or 3"),
        ({**LINE, "gold": [{"doc": "a.docx", "evidence": "\u3000 ", "grade": 3}]}, "a gold in a.docx has no text"),
    ],
)
def test_a_line_that_is_no_judged_query_is_named(tmp_path: Path, line: object, message: str) -> None:
    with pytest.raises(UsageError, match=r"queries\.jsonl, line 3: ") as caught:
        load_judged(written(tmp_path, {**LINE, "id": "R0"}, "", line))
    assert message in str(caught.value)


def test_a_file_without_a_query_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no judged query"):
        load_judged(written(tmp_path, "", " "))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.jsonl"):
        load_judged(tmp_path / "nowhere.jsonl")


def test_what_is_written_out_is_read_as_it_was(tmp_path: Path) -> None:
    none = {"id": "R2", "lang": "en", "query": "line\u2028\nbreaks", "kind": "keyword", "gold": []}
    queries = load_judged(written(tmp_path, LINE, none))
    path = tmp_path / "again.jsonl"
    path.write_text(judged_lines(queries), encoding="utf-8")
    assert load_judged(path) == queries


def test_a_line_nested_beyond_reason_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"not JSON: maximum recursion depth .*"):
        load_judged(written(tmp_path, "[" * 100_000))
