"""``rulebook eval``: measures of the handbook's search on judged queries, and the runs that were stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.evaluation_output import (
    MeasuredRun,
    compared_as_json,
    run_as_json,
    show_compared,
    show_run,
    show_stored,
    stored_as_json,
)
from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put_json, say
from rulebook.errors import RulebookError, UsageError
from rulebook.evaluation.judged import load_judged
from rulebook.evaluation.runs import Conditions, measure, report_of, run_settings, store_run
from rulebook.model.judged import JudgedQuery
from rulebook.settings import Settings, load_settings

if TYPE_CHECKING:
    from rulebook.engine import Engine
    from rulebook.evaluation.retrieval import RetrievalReport
    from rulebook.store.runs import RunRow

group = typer.Typer(help="Measure the handbook.", no_args_is_help=True)


@group.callback()
def _evaluate() -> None:
    """Measure the handbook on judged sets."""


@group.command()
def retrieval(
    queries: Annotated[
        Path | None, typer.Argument(metavar="QUERIES.jsonl", help="Judged queries, one JSON object a line.")
    ] = None,
    set_name: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="Take the queries of this judged set, not of a file.")
    ] = None,
    compare: Annotated[
        Path | None, typer.Option(metavar="CONFIG.yaml", help="Run a second configuration over the same version.")
    ] = None,
    label: Annotated[str, typer.Option(metavar="TEXT", help="What the run is stored as, for people.")] = "",
    store: Annotated[bool, typer.Option("--store/--no-store", help="Keep the run, to compare later ones.")] = True,
    routed: Annotated[
        bool, typer.Option("--routed", help="Search as each query's intent does, not everywhere.")
    ] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Measure the search over the active version: top 10 of all collections, overall and by kind and language."""
    settings = load_settings(home=home)
    other = load_settings(compare, home=settings.home) if compare is not None else None  # told before a long run
    name, judged = _judged(settings, queries, set_name)
    first = _run(settings, judged, name, label, store=store, routed=routed)
    if compare is None or other is None:
        put_json(run_as_json(first)) if as_json else show_run(first)
        return
    _warn_of_build_settings(settings, other)
    second = _run(
        *(other, judged, name, f"{label} {compare.stem}".strip()),
        store=store,
        routed=routed,
        version=first.conditions.version,
    )
    if as_json:
        put_json(compared_as_json(first, second))
        return
    show_run(first)
    show_compared(first, second, compare)


@group.command()
def runs(home: Home = None, as_json: AsJson = False) -> None:
    """List the stored runs, the newest first."""
    with engine_at(home) as engine:
        found = [(row, report) for row in engine.runs.all() if (report := _report(row)) is not None]
    if as_json:
        put_json([stored_as_json(row, report) for row, report in found])
    elif found:
        show_stored(found)
    else:
        say("There are no stored runs.")


def _judged(settings: Settings, file: Path | None, set_name: str | None) -> tuple[str, tuple[JudgedQuery, ...]]:
    """The judged queries and the name that their run is stored with."""
    if (file is None) == (set_name is None):
        raise UsageError("the judged queries are in one place.", remedy="Name either a file or a set: --set NAME.")
    if file is not None:
        return file.stem, load_judged(file)
    assert set_name is not None
    with engine_at(settings.home) as engine:
        return set_name, engine.judged.queries(set_name)


def _run(
    settings: Settings,
    judged: tuple[JudgedQuery, ...],
    judged_set: str,
    label: str,
    *,
    store: bool,
    routed: bool,
    version: str | None = None,
) -> MeasuredRun:
    from rulebook.engine import open_engine

    engine = open_engine(settings)
    try:
        manifest = engine.handbooks.get_version(version or engine.handbooks.get_latest_version())
        conditions = Conditions(
            version=manifest.version,
            embedding_model=manifest.embedding_model,
            rerank_model=engine.models.rerank_name(),
            routed=routed,
        )
        report = measure(judged, engine.opened.get(manifest.version).chunks, engine.rag.run, conditions)
        run_id = _stored(engine, report, conditions, judged_set, label) if store else None
        return MeasuredRun(
            conditions=conditions, settings=run_settings(conditions, settings), report=report, run_id=run_id
        )
    finally:
        engine.close()


def _stored(engine: Engine, report: RetrievalReport, conditions: Conditions, judged_set: str, label: str) -> int | None:
    """The number of the stored run; ``None``, said so, when it cannot be stored: what was measured is shown still."""
    from rulebook.handbook.locking import owner_name

    try:
        return store_run(
            *(engine.runs, report, conditions, engine.settings), judged_set=judged_set, label=label, by=owner_name()
        ).id
    except RulebookError as error:
        say(f"The run was not stored: {error}")
        return None


def _report(row: RunRow) -> RetrievalReport | None:
    """``None``, said so, for a run that another release wrote in a form of its own."""
    try:
        return report_of(row)
    except ValueError as error:
        say(f"The stored run {row.id} cannot be read: {error}")
        return None


def _warn_of_build_settings(first: Settings, second: Settings) -> None:
    for section in ("reading", "chunking", "embedding"):
        if getattr(first, section) != getattr(second, section):
            say(f"The two configurations differ in '{section}', which only a new build would show.")
