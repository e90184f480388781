"""``rulebook session``: the version that a piece of work is done under."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put, put_json, put_table, say, shortened
from rulebook.errors import UsageError
from rulebook.model.json import JsonValue, to_json

if TYPE_CHECKING:
    from rulebook.store.decisions import DecisionRow
    from rulebook.store.sessions import SessionRow

group = typer.Typer(help="Start, end, show and export sessions.", no_args_is_help=True)

SessionId = Annotated[str, typer.Argument(metavar="ID", help="Name of the session.")]

_WHY_WIDTH = 40


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
        engine.sessions.expire(only=session_id)
        row = engine.session_table.get(session_id)
        decisions = engine.decisions.of_session(session_id)
    if as_json:
        put_json({**_lock(row), "decisions": [_decision(decision) for decision in decisions]})
        return
    _put(row, as_json)
    if decisions:
        put("")
        header = ("conflict", "decision", "by", "at", "why")
        put_table(
            header, [(d.conflict_key, d.decision.value, d.by, d.at, shortened(d.why, _WHY_WIDTH)) for d in decisions]
        )


@group.command(name="list")
def list_sessions(home: Home = None, as_json: AsJson = False) -> None:
    """List every session, the newest lock first; what was not used for too long is shown as expired."""
    with engine_at(home) as engine:
        engine.sessions.expire()
        locks = [_lock(row) for row in engine.session_table.all()]
    if as_json:
        put_json(locks)
    elif locks:
        put_table(tuple(locks[0]), [tuple(lock.values()) for lock in locks])
    else:
        say("There are no sessions.")


@group.command()
def export(
    session_id: SessionId,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Write a session's record, always as JSON: its version, documents, decisions and history."""
    del as_json  # every command takes it, and this one writes nothing else
    with engine_at(home) as engine:
        record = engine.sessions.record(session_id)
    if out is None:
        put_json(record)
        return
    text = json.dumps(to_json(record), ensure_ascii=False, indent=1)
    try:
        out.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"the record cannot be written: {error.strerror or error}.", where=str(out), remedy="Name another file."
        ) from error
    say(f"Written: {out}")


def _put(row: SessionRow, as_json: bool) -> None:
    lock = _lock(row)
    if as_json:
        put_json(lock)
    else:
        put_table(tuple(lock), [tuple(lock.values())])


def _lock(row: SessionRow) -> dict[str, JsonValue]:
    return {
        "session_id": row.id,
        "version": _version(row.n),
        "locked_at": row.locked_at,
        "last_used_at": row.last_used_at,
        "started_by": row.started_by,
        "ended_at": row.ended_at,
        "ended_why": row.ended_why,
    }


def _decision(row: DecisionRow) -> dict[str, JsonValue]:
    return {
        "conflict_key": row.conflict_key,
        "decision": row.decision.value,
        "by": row.by,
        "why": row.why,
        "decided_at": row.at,
        "rev": row.rev,
        "chapter": row.chapter,
        "version": _version(row.n),
        "record": to_json(row.record),
    }


def _version(n: int | None) -> str | None:
    return None if n is None else f"v{n}"
