"""What happened to each version: built, active from when to when, locked by whom, retired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from rulebook.engine import Engine
from rulebook.errors import VersionDamaged
from rulebook.handbook.version_files import read_manifest
from rulebook.model.manifest import Manifest
from rulebook.store.sessions import SessionRow
from rulebook.store.versions import ActivationRow, VersionRow
from rulebook.ui.boundary import error_text
from rulebook.ui.words import Words


class State(StrEnum):
    """What a version is now: in force, kept to go back to, or retired."""

    ACTIVE = "active"
    KEPT = "kept"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A time in which a version was active; ``end`` is ``None`` while it is. ``by`` is who activated it."""

    start: str
    end: str | None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A session that holds a version since ``since`` and has not ended."""

    session: str
    since: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One version with its history; ``periods`` and ``locks`` are oldest first."""

    row: VersionRow
    manifest: Manifest
    state: State
    periods: tuple[Period, ...] = ()
    locks: tuple[Lock, ...] = ()

    @property
    def version(self) -> str:
        return self.manifest.version


def read_history(engine: Engine, words: Words) -> tuple[TimelineEntry, ...]:
    """All versions, newest first, each manifest read once; a damaged one is told and does not hide the others."""
    engine.sessions.expire()
    rows, manifests = [*engine.versions.all(), *engine.versions.retired()], {}
    for row in rows:
        try:
            manifests[f"v{row.n}"] = _manifest(engine, row)
        except VersionDamaged as error:
            st.error(error_text(words, error.code, str(error)), icon=":material/broken_image:")
    return timeline(rows, manifests, engine.versions.activations(), engine.session_table.living())


def _manifest(engine: Engine, row: VersionRow) -> Manifest:
    """Of a retired version only the record is left."""
    if row.retired_at is not None:
        return read_manifest(engine.layout.version(row.n), row.manifest_sha256)
    return engine.handbooks.get_version(f"v{row.n}")


def timeline(
    rows: Iterable[VersionRow],
    manifests: Mapping[str, Manifest],
    activations: Sequence[ActivationRow],
    sessions: Iterable[SessionRow],
) -> tuple[TimelineEntry, ...]:
    """The versions of which there is a manifest, newest first.

    ``activations`` are oldest first; ``sessions`` are those that have not ended.
    """
    periods, locks = periods_of(activations), _locks_of(sessions)
    return tuple(
        TimelineEntry(
            row=row,
            manifest=manifests[f"v{row.n}"],
            state=_state(row, manifests[f"v{row.n}"]),
            periods=tuple(periods.get(row.n, ())),
            locks=tuple(sorted(locks.get(row.n, ()), key=lambda lock: (lock.since, lock.session))),
        )
        for row in sorted(rows, key=lambda row: -row.n)
        if f"v{row.n}" in manifests
    )


def periods_of(activations: Sequence[ActivationRow]) -> dict[int, list[Period]]:
    """When each version was active: from being activated to the next activation of any version."""
    found: dict[int, list[Period]] = {}
    ends = [activation.at for activation in activations[1:]]
    for activation, end in zip(activations, [*ends, None], strict=False):
        found.setdefault(activation.n, []).append(Period(start=activation.at, end=end, by=activation.by))
    return found


def _locks_of(sessions: Iterable[SessionRow]) -> dict[int, list[Lock]]:
    found: dict[int, list[Lock]] = {}
    for session in sessions:
        if session.n is not None:
            found.setdefault(session.n, []).append(Lock(session=session.id, since=session.locked_at))
    return found


def _state(row: VersionRow, manifest: Manifest) -> State:
    if row.retired_at is not None:
        return State.RETIRED
    return State.ACTIVE if manifest.active else State.KEPT
