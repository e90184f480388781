"""``rulebook judged``: the judged sets that the handbook keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put, put_json, put_table, say
from rulebook.errors import UsageError
from rulebook.evaluation.judged import judged_lines, load_judged

group = typer.Typer(help="List, export, import and remove judged sets.", no_args_is_help=True)

SetName = Annotated[str, typer.Argument(metavar="NAME", help="Name of the judged set.")]


@group.command(name="list")
def list_sets(home: Home = None, as_json: AsJson = False) -> None:
    """List the judged sets by name, each with the number of its queries."""
    with engine_at(home) as engine:
        found = engine.judged.sets()
    if as_json:
        put_json([{"name": name, "queries": count} for name, count in found])
    elif found:
        put_table(("name", "queries"), found)
    else:
        say("There are no judged sets.")


@group.command()
def export(
    name: SetName,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Write a set as JSONL, which 'eval retrieval' and 'judged import' read; with --json as one list."""
    with engine_at(home) as engine:
        queries = engine.judged.queries(name)
    if out is not None:
        _write(out, judged_lines(queries))
    elif as_json:
        put_json(queries)
    else:
        put(judged_lines(queries).removesuffix("\n"))


@group.command(name="import")
def import_set(
    name: SetName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Judged queries, one JSON object a line.")],
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Add the queries of a file to a set; one with an id that is there takes its place. All of them, or none."""
    from rulebook.handbook.locking import owner_name

    queries = load_judged(file)
    with engine_at(home) as engine:
        replaced = engine.judged.put(name, queries, owner_name())
    if as_json:
        put_json({"name": name, "added": len(queries) - replaced, "replaced": replaced})
    else:
        say(f"{name}: {len(queries) - replaced} queries added, {replaced} replaced.")


@group.command()
def remove(
    name: SetName,
    query_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="Only the query with this id.")] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Remove a set, or one query of it."""
    with engine_at(home) as engine:
        removed = engine.judged.remove(name, query_id)
    if as_json:
        put_json({"name": name, "removed": removed})
    else:
        say(f"{name}: {removed} queries removed.")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"the judged set cannot be written: {error.strerror or error}.",
            where=str(path),
            remedy="Name another file.",
        ) from error
    say(f"Written: {path}")
