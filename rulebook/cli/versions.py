"""``rulebook versions``, ``show``, ``compare``, ``activate``, ``retire``: the versions of the handbook.

All but the first may also be written after ``versions``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put, put_json, put_table, say
from rulebook.model.json import JsonValue, to_json
from rulebook.model.manifest import Manifest

if TYPE_CHECKING:
    from rulebook.engine import Engine
    from rulebook.handbook.comparing import ChunkChange, DocumentChange

group = typer.Typer(help="List the versions; or show, compare, activate and retire them.")

_HEADER = ("version", "state", "created", "documents", "chunks", "model", "built by", "locked by")

Version = Annotated[str, typer.Argument(metavar="V", help="A version, as v3.")]


@group.callback(invoke_without_command=True)
def versions(
    context: typer.Context,
    retired: Annotated[bool, typer.Option("--all", help="List retired versions too.")] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """List the versions, oldest first, with the sessions that lock them; or show, compare, activate, retire them.

    Retired ones come before the others.
    """
    if context.invoked_subcommand is not None:
        context.default_map = {context.invoked_subcommand: {"home": home, "as_json": as_json}}
        return
    with engine_at(home) as engine:
        manifests = engine.handbooks.list_versions()
        gone = engine.handbooks.retired_versions() if retired else []
        damaged = engine.handbooks.damaged_versions()
        locks, history = _locks(engine), _history(engine)
    for error in damaged:
        say(f"rulebook: {error}")
    if as_json:
        put_json({"versions": [*gone, *manifests], "locks": locks, **history})
    elif manifests or gone:
        put_table(_HEADER, [_line(m, {}, "retired") for m in gone] + [_line(m, locks) for m in manifests])
    elif not damaged:
        say("There is no version yet. Build one: 'rulebook build FILE...'.")


@group.command()
def show(version: Version, home: Home = None, as_json: AsJson = False) -> None:
    """Show a version's manifest, and the reports of reading its documents."""
    with engine_at(home) as engine:
        manifest, documents = engine.handbooks.get_version(version), engine.handbooks.documents(version)
        locks = _locks(engine)
    if as_json:
        encoded = to_json(manifest)
        assert isinstance(encoded, Mapping)  # a dataclass is written as an object
        put_json({**encoded, "documents": documents})
        return
    put_table(_HEADER, [_line(manifest, locks)])
    put("")
    reports = {document.doc: document.report for document in documents}
    put_table(
        ("document", "category", "built", "chunks", "hidden", "warnings", "sha256"),
        [
            (
                source.name,
                source.type.value,
                source.built,
                source.chunk_count,
                len(reports[source.name].hidden),
                len(reports[source.name].warnings),
                source.hash.removeprefix("sha256:")[:12],
            )
            for source in manifest.source_files
        ],
    )


@group.command()
def compare(before: Version, after: Version, home: Home = None, as_json: AsJson = False) -> None:
    """Show which documents and chunks differ between two versions, and how."""
    from rulebook.handbook.comparing import compare_versions

    with engine_at(home) as engine:
        manifests = engine.handbooks.get_version(before), engine.handbooks.get_version(after)
        difference = compare_versions(engine.layout, *manifests)
    if as_json:
        put_json(difference)
        return
    for document in difference.documents:
        _show_document(document)
    if not difference.documents:
        put(f"{before} and {after} hold the same documents.")


@group.command()
def activate(version: Version, home: Home = None, as_json: AsJson = False) -> None:
    """Make a version active again; sessions keep the version they began with."""
    from rulebook.handbook.locking import owner_name

    with engine_at(home) as engine:
        engine.handbooks.rollback_to(version, owner_name())
        manifest = engine.handbooks.get_version(version)
    if as_json:
        put_json(manifest)
    else:
        put(f"{manifest.version} is active.")


@group.command()
def retire(version: Version, home: Home = None, as_json: AsJson = False) -> None:
    """Take a version out of use for good and give its space back; its manifest stays as a record."""
    with engine_at(home) as engine:
        done = engine.handbooks.retire(version)
    if as_json:
        put_json(done)
    else:
        put(f"{done.version} is retired; {done.freed_bytes:,} bytes came back.")


def _line(manifest: Manifest, locks: Mapping[str, Sequence[str]], state: str = "") -> tuple[object, ...]:
    return (
        manifest.version,
        "active" if manifest.active else state,
        manifest.created_at,
        len(manifest.source_files),
        manifest.chunk_count,
        manifest.embedding_model,
        manifest.built_by,
        ", ".join(locks.get(manifest.version, ())),
    )


def _locks(engine: Engine) -> dict[str, list[str]]:
    """The sessions that have not ended, by the version they are locked to, in the order of their ids."""
    engine.sessions.expire()
    found: dict[str, list[str]] = {}
    for row in sorted(engine.session_table.living(), key=lambda row: row.id):
        if row.n is not None:
            found.setdefault(f"v{row.n}", []).append(row.id)
    return found


def _history(engine: Engine) -> dict[str, JsonValue]:
    """Every activation and every retirement, oldest first."""
    activations: list[JsonValue] = [
        {"version": f"v{row.n}", "previous": f"v{row.previous}" if row.previous else None, "at": row.at, "by": row.by}
        for row in engine.versions.activations()
    ]
    retired: list[JsonValue] = [
        {"version": f"v{row.n}", "retired_at": row.retired_at, "retired_by": row.retired_by}
        for row in engine.versions.retired()
    ]
    return {"activations": activations, "retired": retired}


def _show_document(document: DocumentChange) -> None:
    counts = f"+{len(document.added)} -{len(document.removed)} ~{len(document.changed)} chunks"
    put(f"{document.doc}: {document.status.value} {'(' + ', '.join(document.reasons) + ') ' * bool(document.reasons)}")
    put(f"  {counts}")
    for change in document.changed:
        put(f"  ~ {change.after.source_uri}: {_marked(change)}")


_CONTEXT = 12


def _marked(change: ChunkChange) -> str:
    """The text with removed words in [-…-] and added ones in {+…+}, the rest cut to what stands beside them."""
    if change.before.content == change.after.content:
        return f"the same words, other {', '.join(change.differs)}"
    from rulebook.handbook.comparing import Edit

    brackets = {Edit.REMOVED: ("[-", "-]"), Edit.ADDED: ("{+", "+}")}
    parts = []
    for edit in change.edits:
        opening, closing = brackets.get(edit.edit, ("", ""))
        long = edit.edit is Edit.EQUAL and len(edit.text) > 2 * _CONTEXT
        text = f"{edit.text[:_CONTEXT]}…{edit.text[-_CONTEXT:]}" if long else edit.text
        parts.append(f"{opening}{text}{closing}")
    return " ".join("".join(parts).split())
