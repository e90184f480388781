"""``rulebook session``: the version that a piece of work is done under."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put_json, put_table
from rulebook.model.json import JsonValue

if TYPE_CHECKING:
    from rulebook.store.sessions import SessionRow

group = typer.Typer(help="Start, end and show sessions.", no_args_is_help=True)

SessionId = Annotated[str, typer.Argument(metavar="ID", help="Name of the session.")]


@group.command()
def start(
    session_id: SessionId,
    version: Annotated[str | None, typer.Option(metavar="V", help="Lock to this version.")] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Lock a session to the active version, or to another; a lock that stands is kept."""
    with engine_at(home) as engine:
        engine.sessions.lock_version(session_id, version)
        row = engine.session_table.get(session_id)
    _put(row, as_json)


@group.command()
def end(session_id: SessionId, home: Home = None, as_json: AsJson = False) -> None:
    """End a session; its record stays."""
    with engine_at(home) as engine:
        engine.sessions.end(session_id)
        row = engine.session_table.get(session_id)
    _put(row, as_json)


@group.command()
def show(session_id: SessionId, home: Home = None, as_json: AsJson = False) -> None:
    """Show a session's lock and its decisions."""
    with engine_at(home) as engine:
        row = engine.session_table.get(session_id)
    _put(row, as_json, decisions=True)


def _put(row: SessionRow, as_json: bool, *, decisions: bool = False) -> None:
    lock: dict[str, JsonValue] = {
        "session_id": row.id,
        "version": None if row.n is None else f"v{row.n}",
        "locked_at": row.locked_at,
        "ended_at": row.ended_at,
    }
    if as_json:
        # nothing decides conflicts yet, so no session has a decision
        put_json({**lock, "decisions": []} if decisions else lock)
    else:
        put_table(tuple(lock), [tuple(lock.values())])
