"""The rules of a result as text for a prompt."""

from __future__ import annotations

from dataclasses import replace

from rulebook.engine import Engine
from rulebook.model.search import SearchResult
from rulebook.retrieval.context import assemble_context


def with_headings(result: SearchResult, *headings: str) -> SearchResult:
    return replace(result, chunks=(replace(result.chunks[0], headings=headings),))


def test_a_rule_is_headed_by_the_whole_path_of_its_headings(engine: Engine) -> None:
    result = engine.rag.search(query="表ヘッダーの書き方", agent="writer", category="write", top_k=1)
    lines = assemble_context(with_headings(result, "3 図表", "3.2 表", "書式"), 4000).split("\n")
    assert lines[1] == "【3 図表 > 3.2 表 > 書式】"


def test_a_rule_without_headings_is_headed_by_its_document(engine: Engine) -> None:
    result = engine.rag.search(query="表ヘッダーの書き方", agent="writer", category="write", top_k=1)
    assert assemble_context(with_headings(result), 4000).split("\n")[1] == f"【{result.chunks[0].doc}】"
