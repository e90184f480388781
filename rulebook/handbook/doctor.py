"""Checks everything a handbook stands on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rulebook.encoders.registry import choose_encoder, choose_reranker, encoder_for
from rulebook.encoders.running import running
from rulebook.errors import BuildInProgress, RulebookError, StoreError
from rulebook.handbook.index.opening import wants_index
from rulebook.handbook.index.repair import IN_USE, index_trouble
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.leftovers import Leftovers
from rulebook.handbook.locking import build_lock
from rulebook.handbook.originals import OriginalStore
from rulebook.handbook.parts import damaged_parts
from rulebook.handbook.registry import check_not_lost
from rulebook.handbook.verification import fault_of
from rulebook.handbook.version_files import read_collections, read_manifest
from rulebook.model.manifest import Manifest
from rulebook.settings import Settings
from rulebook.store.database import StateDatabase, journal_mode
from rulebook.store.drafts import DraftTable
from rulebook.store.versions import VersionRow, VersionTable
from rulebook.text.concepts import vocabulary

_REPAIR = "Run 'rulebook doctor --repair'."


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at: whether it is as it should be, what was found, and what to do if not."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def examine(settings: Settings) -> tuple[Check, ...]:
    """Every check, in a fixed order. Nothing is changed but the schema of an older release's database, which is brought
    up to date as whenever it is opened, and no folder is made for a handbook that is not there."""
    checks = [_settings(settings), *_models(settings), *_vocabulary(settings.retrieval.vocabulary)]
    layout = HandbookLayout(settings.home)
    try:
        check_not_lost(layout)
    except StoreError as error:
        return (*checks, _failed("database", error))
    if not layout.state.is_file():
        there = "has no database" if layout.home.is_dir() else "does not exist"
        return (*checks, Check(name="home", ok=True, detail=f"{layout.home} {there}: the first build makes it."))
    try:
        state = StateDatabase(layout.state, wait_seconds=settings.store.wait_seconds)
    except StoreError as error:
        return (*checks, _failed("database", error))
    try:
        database = list(_database(state))
        checks += database
        if database[0].ok:
            checks += [*_versions(layout, state, settings), _leftovers(layout, state)]
        return tuple(checks)
    finally:
        state.close()


def _settings(settings: Settings) -> Check:
    parts = (
        f"home {settings.home}",
        f"embedding {settings.embedding.model}",
        f"rerank {settings.rerank.model if settings.rerank.enabled else 'off'}",
        f"vector store {settings.vector_store.adapter}",
    )
    return Check(name="settings", ok=True, detail=", ".join(parts))


def _models(settings: Settings) -> Iterator[Check]:
    with _noted("embedding model") as note:
        choice = choose_encoder(settings.embedding.model, running(settings.embedding))
        model = choice.encoder.identity
        note(f"{model.name} ({model.revision}), {model.dimensions} dimensions. {choice.reason}")
    yield note.check
    with _noted("rerank model") as note:
        reranker = choose_reranker(settings.rerank.model)
        note(reranker.reason)
    yield note.check


def _vocabulary(own: Path | None) -> Iterator[Check]:
    if own is None:
        return
    with _noted("vocabulary") as note:
        vocabulary(own)
        note(f"{own} can be read")
    yield note.check


class _Note:
    """Collects what a check found; stands as failed until it is told something."""

    def __init__(self, name: str) -> None:
        self.check = Check(name=name, ok=False, detail="not finished")

    def __call__(self, detail: str, *, ok: bool = True, remedy: str = "") -> None:
        self.check = Check(name=self.check.name, ok=ok, detail=detail, remedy=remedy)


@contextmanager
def _noted(name: str) -> Iterator[_Note]:
    """A check whose typed errors are its finding."""
    note = _Note(name)
    try:
        yield note
    except RulebookError as error:
        note.check = _failed(name, error)


def _failed(name: str, error: RulebookError) -> Check:
    where = f"{error.where}: " if error.where else ""
    return Check(name=name, ok=False, detail=f"{where}{error.what}", remedy=error.remedy)


def _database(state: StateDatabase) -> Iterator[Check]:
    try:
        found = "; ".join(str(row[0]) for row in state.db.conn.execute("PRAGMA quick_check"))
        migrations = len(list(state.db.query("SELECT name FROM migration")))
    except sqlite3.DatabaseError as error:
        found, migrations = str(error), 0
    sound = found == "ok"
    yield Check(
        name="database",
        ok=sound,
        detail=f"sound, {migrations} migrations applied" if sound else found,
        remedy="" if sound else "Restore state.db from a backup; the versions' own files are beside it.",
    )
    if not sound:
        return
    mode = str(state.db.conn.execute("PRAGMA journal_mode").fetchone()[0]).upper()
    yield Check(
        name="journal mode",
        ok=mode == journal_mode(),
        detail=mode,
        remedy=""
        if mode == journal_mode()
        else f"Close all programs that hold state.db; it should be {journal_mode()}.",
    )


def _versions(layout: HandbookLayout, state: StateDatabase, settings: Settings) -> Iterator[Check]:
    table = VersionTable(state)
    rows, active, retired = table.all(), table.active(), table.retired()
    if not rows:
        yield Check(name="versions", ok=True, detail="none yet")
        return
    more = f", {len(retired)} retired" if retired else ""
    yield Check(
        name="versions",
        ok=active is not None,
        detail=f"{len(rows)}, active is {f'v{active.n}' if active else 'none'}{more}",
        remedy="" if active else "Choose one: 'rulebook activate V'.",
    )
    for row in rows:
        yield from _version(layout, row, settings)


def _version(layout: HandbookLayout, row: VersionRow, settings: Settings) -> Iterator[Check]:
    name = f"v{row.n}"
    with _noted(f"{name} files") as note:
        manifest = read_manifest(layout.version(row.n), row.manifest_sha256)
        lost = [f"{part.value} of {source.name}" for source, part in damaged_parts(layout, manifest)]
        wrong = f"missing or altered: {', '.join(lost)}" if lost else ""
        collections = () if lost else read_collections(layout, manifest)
        wrong = wrong or fault_of(manifest, collections)
        counts = f"{len(manifest.source_files)} documents, {manifest.chunk_count} chunks, hashes match"
        note(wrong or counts, ok=not wrong, remedy=_REPAIR if wrong else "")
    yield note.check
    if not note.check.ok:
        return
    yield _originals(layout, manifest, name)
    yield _model_of(manifest, name, settings)
    if wants_index(settings.vector_store, sum(len(c.searchable) for c in collections)):
        trouble = index_trouble(layout, manifest)
        ok = trouble in ("", IN_USE)
        yield Check(
            name=f"{name} index", ok=ok, detail=trouble or "every vector is found", remedy="" if ok else _REPAIR
        )


def _originals(layout: HandbookLayout, manifest: Manifest, name: str) -> Check:
    store = OriginalStore(layout)
    bad = [source.name for source in manifest.source_files if not store.holds(source.sha256)]
    return Check(
        name=f"{name} originals",
        ok=not bad,
        detail=f"missing or altered: {', '.join(bad)}" if bad else f"{len(manifest.source_files)} files as uploaded",
        remedy="Build with these documents again: their text is still searched." if bad else "",
    )


def _model_of(manifest: Manifest, name: str, settings: Settings) -> Check:
    with _noted(f"{name} model") as note:
        for entry in manifest.collections.values():
            found = encoder_for(entry.embedding_model, running(settings.embedding)).identity
            if found.revision != entry.embedding_revision:
                note(
                    f"built with {entry.embedding_model} {entry.embedding_revision}, installed is {found.revision}",
                    ok=False,
                    remedy="Build the handbook again, or install that revision; until then only keywords are searched.",
                )
                return note.check
        note(manifest.embedding_model or "no chunks")
    return note.check


def _leftovers(layout: HandbookLayout, state: StateDatabase) -> Check:
    with _noted("leftovers") as note:
        try:
            with build_lock(layout.lock, doing="is checking this handbook"):
                found = Leftovers(layout, VersionTable(state), DraftTable(state).originals).find()
        except BuildInProgress as error:
            note(f"not looked for: {error.what}")
            return note.check
        detail = f"left by a crash: {', '.join(found)}" if found else "none"
        note(detail, ok=not found, remedy=_REPAIR if found else "")
    return note.check
