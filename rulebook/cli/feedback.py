"""``rulebook feedback``: what is said of a search, its root cause, and what all of it suggests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.feedback_output import put_analysis, put_checks, put_feedback, put_feedbacks
from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put_json, say
from rulebook.errors import UsageError
from rulebook.evaluation.judged import load_judged
from rulebook.model.chunk import Category
from rulebook.model.decode import from_json
from rulebook.model.feedback import ExpectedRule, FeedbackKind
from rulebook.model.json import JsonValue, to_json
from rulebook.model.judged import JudgedQuery
from rulebook.model.search import Agent, Mode, Query, QueryContext

if TYPE_CHECKING:
    from rulebook.engine import Engine
    from rulebook.evaluation.feedback import FeedbackAnalysis
    from rulebook.evaluation.proposal_check import ProposalCheck

group = typer.Typer(help="Tell what a search lacked, and learn what to change.", no_args_is_help=True)

FeedbackId = Annotated[int, typer.Argument(metavar="ID", help="Number of the feedback.")]


@group.command()
def add(
    query: Annotated[str, typer.Option(help="What was searched for.")],
    expect_doc: Annotated[str, typer.Option(metavar="NAME", help="Document of the expected rule.")] = "",
    expect_text: Annotated[str, typer.Option(metavar="TEXT", help="Exact text of the expected rule.")] = "",
    expect_chunk: Annotated[
        str, typer.Option(metavar="CHUNK", help="Or the chunk it stands in, of the version searched.")
    ] = "",
    kind: Annotated[FeedbackKind, typer.Option(help="What was wrong with the result.")] = FeedbackKind.MISSING,
    hit: Annotated[
        str, typer.Option(metavar="KEY", help="Evidence key of the hit that is wrong or was not followed.")
    ] = "",
    session: Annotated[str | None, typer.Option(metavar="ID", help="Session that was searched in.")] = None,
    version: Annotated[str | None, typer.Option(metavar="V", help="Version that was searched.")] = None,
    agent: Annotated[Agent | None, typer.Option(help="Who asked.")] = None,
    category: Annotated[Category | None, typer.Option(help="Category that was searched.")] = None,
    context: Annotated[
        str, typer.Option(metavar="JSON", help='What the agent knew: {"chapter": …, "passage": …}.')
    ] = "",
    top_k: Annotated[
        int | None, typer.Option(min=1, help="Hits that were asked for.", show_default="from rag.yaml")
    ] = None,
    mode: Annotated[Mode, typer.Option(help="Channels that were asked.")] = Mode.HYBRID,
    rerank: Annotated[bool, typer.Option("--rerank/--no-rerank", help="Whether the top was scored again.")] = True,
    by: Annotated[str, typer.Option(metavar="WHO", help="Who says so.")] = "",
    note: Annotated[str, typer.Option(metavar="TEXT", help="Anything else.")] = "",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Search once more, keep what was expected and what came, and tell where the rule was lost."""
    asked = Query(
        text=query,
        session_id=session,
        version=version,
        agent=agent,
        category=category,
        context=_context(context),
        top_k=top_k,
        mode=mode,
        rerank=rerank,
    )
    named = bool(expect_doc or expect_text or expect_chunk)
    expected = ExpectedRule(doc=expect_doc, evidence=expect_text, chunk_id=expect_chunk) if named else None
    with engine_at(home) as engine:
        filed = engine.feedback.file(asked, kind=kind, expected=expected, marked=hit, by=by, note=note)
    if as_json:
        put_json(filed)
    else:
        put_feedback(filed)


@group.command(name="list")
def list_feedback(
    open_only: Annotated[bool, typer.Option("--open", help="Only what is open.")] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """List what was filed, oldest first, each with the root cause at its filing."""
    with engine_at(home) as engine:
        found = engine.feedback.all(open_only=open_only)
    if as_json:
        put_json(found)
    else:
        put_feedbacks(found)


@group.command()
def show(feedback_id: FeedbackId, home: Home = None, as_json: AsJson = False) -> None:
    """Show one feedback: the query, what was expected, what came, and where the rule was lost."""
    with engine_at(home) as engine:
        found = engine.feedback.get(feedback_id)
    if as_json:
        put_json(found)
    else:
        put_feedback(found)


@group.command()
def close(feedback_id: FeedbackId, home: Home = None, as_json: AsJson = False) -> None:
    """Mark a feedback as done: it is not analysed any more, and still checks proposals."""
    with engine_at(home) as engine:
        closed = engine.feedback.close(feedback_id)
    if as_json:
        put_json(closed)
    else:
        put_feedback(closed)


@group.command()
def analyse(
    judged_set: Annotated[
        str, typer.Option("--set", metavar="NAME|FILE.jsonl", help="Judged queries that must not get worse.")
    ] = "",
    check: Annotated[bool, typer.Option("--check", help="Try every proposal that changes settings.")] = False,
    version: Annotated[
        str | None, typer.Option(metavar="V", help="Version to ask.", show_default="the active one")
    ] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Ask all open feedback again, count where the rules are lost, and propose what to change."""
    if judged_set and not check:
        raise UsageError("--set names queries for the check.", remedy="Add --check, or leave --set out.")
    with engine_at(home) as engine:
        judged = _judged(engine, judged_set)
        analysis = engine.feedback.analyse(version or engine.handbooks.get_latest_version())
        checks = _checked(engine, analysis, judged) if check else ()
    if as_json:
        put_json({**_object(analysis), "checks": to_json(checks)} if check else analysis)
        return
    put_analysis(analysis)
    if check:
        put_checks(checks, judged_set)


def _checked(engine: Engine, analysis: FeedbackAnalysis, judged: Sequence[JudgedQuery]) -> tuple[ProposalCheck, ...]:
    count = sum(bool(proposal.settings) for proposal in analysis.proposals)
    say(f"Trying {count} proposals over the feedback and {len(judged)} judged queries …")
    return engine.feedback.check(analysis, judged)


def _judged(engine: Engine, name: str) -> Sequence[JudgedQuery]:
    if not name:
        return ()
    path = Path(name)
    return load_judged(path) if path.suffix == ".jsonl" or path.is_file() else engine.judged.queries(name)


def _context(text: str) -> QueryContext:
    if not text:
        return QueryContext()
    try:
        return from_json(QueryContext, json.loads(text))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the context is no JSON object of its fields: {error}.", where="--context") from error


def _object(value: object) -> dict[str, JsonValue]:
    encoded = to_json(value)
    assert isinstance(encoded, dict)  # a dataclass is written as an object
    return encoded
