"""``rulebook build`` and ``rulebook update``: the next version of the handbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulebook.cli.inputs import Choice, InputFile, choose_category, collect, unmatched_globs
from rulebook.cli.options import AsJson, Home, engine_at
from rulebook.cli.output import put, put_json, put_table, say
from rulebook.cli.progress import ProgressLines
from rulebook.errors import UsageError, VersionDamaged
from rulebook.model.chunk import Category
from rulebook.model.json import to_json
from rulebook.model.manifest import BuildResult, Manifest

if TYPE_CHECKING:
    from rulebook.engine import Engine
    from rulebook.handbook.manager import BuildRequest
    from rulebook.handbook.originals import Original

Write = Annotated[list[str] | None, typer.Option("--write", metavar="GLOB", help="Names of writing rules.")]
Design = Annotated[list[str] | None, typer.Option("--design", metavar="GLOB", help="Names of design rules.")]
Ref = Annotated[list[str] | None, typer.Option("--ref", metavar="GLOB", help="Names of reference documents.")]
PlanOnly = Annotated[bool, typer.Option("--plan", help="Only say what would be done.")]
Include = Annotated[
    list[str] | None, typer.Option(metavar="SOURCE_URI", help="Hidden part that shall count as a rule.")
]
Exclude = Annotated[
    list[str] | None, typer.Option(metavar="SOURCE_URI", help="Hidden part that shall count as a rule no more.")
]
SkipFailed = Annotated[bool, typer.Option("--skip-failed", help="Publish without documents that cannot be read.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """What the command line asks for."""

    documents: Mapping[InputFile, Choice]
    skipped: tuple[str, ...]
    keep_others: bool
    remove: tuple[str, ...]
    skip_failed: bool
    plan_only: bool
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


def build(
    files: Annotated[list[Path], typer.Argument(help="Documents, or folders of documents.")],
    write: Write = None,
    design: Design = None,
    ref: Ref = None,
    plan: PlanOnly = False,
    skip_failed: SkipFailed = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Build a version whose documents are exactly the given ones.

    A document's category comes from --write, --design or --ref, else from the name of its folder (write, design, ref),
    else from its file name, which is said.
    """
    order = _order(files, _globs(write, design, ref), (), skip_failed, plan, keep_others=False)
    _carry_out(order, home, as_json)


def update(
    files: Annotated[list[Path] | None, typer.Argument(help="Documents, or folders, to add or replace.")] = None,
    remove: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Document that shall go.")] = None,
    include: Include = None,
    exclude: Exclude = None,
    write: Write = None,
    design: Design = None,
    ref: Ref = None,
    plan: PlanOnly = False,
    skip_failed: SkipFailed = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Build a version from the active one: given documents replace or join, the others stay."""
    if not (files or remove or include or exclude):
        raise UsageError("there is nothing to update.", remedy="Name documents, or --remove NAME.")
    order = _order(files or [], _globs(write, design, ref), remove or [], skip_failed, plan, keep_others=True)
    _carry_out(replace(order, include=tuple(include or ()), exclude=tuple(exclude or ())), home, as_json)


def _globs(
    write: Sequence[str] | None, design: Sequence[str] | None, ref: Sequence[str] | None
) -> dict[Category, Sequence[str]]:
    return {Category.WRITE: write or (), Category.DESIGN: design or (), Category.REF: ref or ()}


def _order(
    paths: Sequence[Path],
    globs: Mapping[Category, Sequence[str]],
    remove: Sequence[str],
    skip_failed: bool,
    plan_only: bool,
    *,
    keep_others: bool,
) -> _Order:
    """The documents with their categories; whatever was left out is said."""
    inputs = collect(paths)
    documents = {item: choose_category(item, globs) for item in inputs.files}
    for path in inputs.skipped:
        say(f"{path}: left out, no type that is read.")
    for option in unmatched_globs(inputs.files, globs):
        say(f"{option} matches no document.")
    return _Order(
        documents=documents,
        skipped=inputs.skipped,
        keep_others=keep_others,
        remove=tuple(remove),
        skip_failed=skip_failed,
        plan_only=plan_only,
    )


def _carry_out(order: _Order, home: Path | None, as_json: bool) -> None:
    with engine_at(home) as engine:
        request = _request(engine, order)
        if order.plan_only:
            result = BuildResult(version=None, plan=engine.handbooks.plan(request))
        else:
            result = engine.handbooks.build(request, ProgressLines())
    for failure in result.failed:
        kept = f" Its text of {failure.kept_from} stays." if failure.kept_from else ""
        say(f"rulebook: {failure.message}{kept}")
    for notice in result.notices:
        say(notice.message)
    if as_json:
        encoded = to_json(result)
        assert isinstance(encoded, dict)  # a dataclass is written as an object
        put_json({**encoded, "skipped": list(order.skipped)})
    else:
        _show(result)
    if order.plan_only:
        return
    if result.failed and result.version is None:
        say("rulebook: nothing was published. Repair these files, leave them out, or add --skip-failed.")
        raise typer.Exit(1)
    say(_outcome(result))


def _outcome(result: BuildResult) -> str:
    if result.version is None:
        return "no change"
    if not result.activated:
        activate = f"Activate it with 'rulebook activate {result.version}'."
        return f"{result.version} is published. Another version was activated meanwhile and stays active. {activate}"
    return f"{result.version} is published and active."


def _request(engine: Engine, order: _Order) -> BuildRequest:
    """The request; for a plan the files are only looked at, not stored.

    A document whose category nobody names keeps the one it has in the active version, before any guess.
    """
    from rulebook.handbook.manager import BuildRequest
    from rulebook.handbook.originals import display_name

    store = _looked_at if order.plan_only else engine.handbooks.store
    originals = tuple(store(item.path) for item in order.documents)
    active = _active(engine)
    known = {source.name: source.type for source in active.source_files} if active else {}
    categories = {}
    for item, choice in order.documents.items():
        kept = known.get(item.name) if choice.suggested else None
        categories[item.name] = kept or choice.category
        if choice.suggested:
            reason = "as in the active version" if kept else choice.reason
            say(f"{item.name}: taken for '{categories[item.name].value}', {reason}.")
    return BuildRequest(
        originals=originals,
        categories=categories,
        keep_others=order.keep_others,
        remove=frozenset(display_name(name) for name in order.remove),
        skip_failed=order.skip_failed,
        included=_included(order, active),
    )


def _included(order: _Order, active: Manifest | None) -> dict[str, tuple[str, ...]]:
    """The places to include of every document that the order names one of."""
    places = {source.name: set(source.included) for source in active.source_files} if active else {}
    changed = set()
    for uri, change in [*((u, set.add) for u in order.include), *((u, set.discard) for u in order.exclude)]:
        doc, mark, place = uri.partition("#")
        if not mark or not place:
            raise UsageError(f"{uri} names no place of a document.", remedy="Give a source_uri: 規則.xlsx#表!A1:C4.")
        change(places.setdefault(doc, set()), place)
        changed.add(doc)
    return {doc: tuple(places[doc]) for doc in sorted(changed)}


def _active(engine: Engine) -> Manifest | None:
    if engine.versions.active() is None:
        return None
    try:
        return engine.handbooks.get_version(engine.handbooks.get_latest_version())
    except VersionDamaged:  # the build tells what that means for it
        return None


def _looked_at(path: Path) -> Original:
    from rulebook.handbook.files import file_sha256
    from rulebook.handbook.originals import Original, display_name

    try:
        return Original(name=display_name(path.name), sha256=file_sha256(path), size=path.stat().st_size)
    except OSError as error:
        raise UsageError(f"the file cannot be read: {error.strerror or error}.", where=str(path)) from error


def _show(result: BuildResult) -> None:
    plan = result.plan
    rows = [(doc, "added", "") for doc in plan.added]
    rows += [(doc, "changed", plan.reasons.get(doc, "")) for doc in plan.changed]
    rows += [(doc, "unchanged", "") for doc in plan.unchanged]
    rows += [(doc, "removed", "") for doc in plan.removed]
    put_table(("document", "plan", "because"), rows)
    if result.version and result.manifest:
        put("")
        put_table(
            ("collection", "chunks", "model"),
            [(name, entry.chunk_count, entry.embedding_model) for name, entry in result.manifest.collections.items()],
        )
