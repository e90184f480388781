"""``rulebook search``: one query, or a file of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put, put_json, put_json_line, put_table, say, shortened
from rulebook.errors import UsageError
from rulebook.model.chunk import Category
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.search import Agent, Mode, Query, QueryContext, SearchResult

_BLOCK = 64
"""Queries of a batch that are searched together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _BatchLine:
    """One line of a batch; what it does not say is taken from the options."""

    id: str
    query: str
    agent: Agent | None = None
    category: Category | None = None
    top_k: int | None = None
    context: QueryContext | None = None


def search(
    query: Annotated[str | None, typer.Argument(help="What the rule is about.")] = None,
    batch: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help='Queries, one {"id", "query", …} a line; writes one JSON a line.'),
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Search the version this session is locked to.")
    ] = None,
    version: Annotated[str | None, typer.Option(metavar="V", help="Search this version.")] = None,
    agent: Annotated[Agent | None, typer.Option(help="Who asks; decides which categories are searched.")] = None,
    category: Annotated[Category | None, typer.Option(help="Search this category only.")] = None,
    top_k: Annotated[int | None, typer.Option(min=1, help="Number of hits.", show_default="from rag.yaml")] = None,
    mode: Annotated[Mode, typer.Option(help="Channels that are asked.")] = Mode.HYBRID,
    rerank: Annotated[bool, typer.Option("--rerank/--no-rerank", help="Score the top again.")] = True,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Find rules, best first, each with the account of its scores."""
    if (query is None) == (batch is None):
        raise UsageError("one query is needed.", remedy="Give QUERY, or --batch FILE.jsonl, not both.")
    options = Query(
        text=query or "",
        session_id=session,
        version=version,
        agent=agent,
        category=category,
        top_k=top_k,
        mode=mode,
        rerank=rerank,
    )
    if batch is not None:
        _search_batch(_read_batch(batch), options, home)
        return
    with engine_at(home) as engine:
        result = engine.rag.run(options)
    if as_json:
        put_json(result)
    else:
        _show(result)


def _search_batch(lines: list[_BatchLine], options: Query, home: Path | None) -> None:
    """Block by block: the queries of one are encoded together, and its results are written before the next begins."""
    with engine_at(home) as engine:
        for start in range(0, len(lines), _BLOCK):
            block = lines[start : start + _BLOCK]
            results = engine.rag.run_many([_query(line, options) for line in block])
            for line, result in zip(block, results, strict=True):
                encoded = to_json(result)
                assert isinstance(encoded, Mapping)  # a dataclass is written as an object
                put_json_line({"id": line.id, **encoded})


def _query(line: _BatchLine, options: Query) -> Query:
    return Query(
        text=line.query,
        session_id=options.session_id,
        version=options.version,
        agent=line.agent if line.agent is not None else options.agent,
        category=line.category if line.category is not None else options.category,
        top_k=line.top_k if line.top_k is not None else options.top_k,
        mode=options.mode,
        rerank=options.rerank,
        context=line.context if line.context is not None else options.context,
    )


def _read_batch(path: Path) -> list[_BatchLine]:
    """All lines of the file; nothing is searched before every line is known to be right."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the queries cannot be read: {error}.", where=str(path)) from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_batch_line(line))
        except ValueError as error:
            place = f"{path}, line {number}"
            raise UsageError(f"{error}.", where=place, remedy="Correct the line; nothing was searched.") from error
    return found


def _batch_line(line: str) -> _BatchLine:
    try:
        source = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    found = from_json(_BatchLine, source)
    if not found.query.strip():
        raise ValueError("the query is empty")
    if found.top_k is not None and found.top_k < 1:
        raise ValueError(f"top_k is {found.top_k}, it must be 1 or more")
    return found


def _show(result: SearchResult) -> None:
    for notice in result.notices:
        say(notice.message)
    if not result.chunks:
        say("Nothing was found.")
        return
    rows = [
        (
            hit.rank,
            hit.relevance_level.value,
            hit.quality_score,
            f"#{vector.rank}" if (vector := hit.breakdown.vector) else "-",
            f"#{keyword.rank}" if (keyword := hit.breakdown.bm25) else "-",
            f"{hit.breakdown.rrf.score:.4f}",
            rerank.score if (rerank := hit.breakdown.rerank) else None,
            shortened(hit.content, 60),
            hit.source_uri,
        )
        for hit in result.chunks
    ]
    put_table(("rank", "level", "quality", "vector", "bm25", "rrf", "rerank", "rule", "source"), rows)
    milliseconds = result.timings_ms.get("total", 0.0)
    put(f"{result.version or 'built-in rules'}, {result.evidence_status.value}, {milliseconds:.0f} ms")
