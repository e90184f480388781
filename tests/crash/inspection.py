"""A handbook looked at after a process that worked on it was ended: in a process of its own, as the next start is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.build_job import KIND, follow
from rulebook.engine import Engine
from rulebook.settings import Settings
from tests.crash.documents import FIGURES_CHANGED
from tests.crash.invariants import faults_of, faults_of_doctor
from tests.crash.scenes import Scene, further, opened
from tests.crash.state import HandbookState, VersionState, cached_texts, sound_files, state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What an undisturbed run comes to. ``before`` is ``None`` for a handbook that is damaged before; ``sound`` are its
    files that are not; ``cached`` are the texts whose vectors are kept after the work."""

    before: HandbookState | None
    after: HandbookState
    sound: frozenset[str]
    cached: frozenset[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """``state`` is ``old``, ``new``, or ``neither``; ``faults`` is empty when all is as it should be."""

    state: str
    faults: tuple[str, ...]


def inspect(settings: Settings, scene: Scene, expected: Expected, *, indexes: bool) -> Found:
    """Opens the handbook, which sweeps it, and looks; then does the work again, or a further build after it, and looks
    again, with ``indexes`` also into Chroma's files as the doctor does."""
    faults = [f"after the end: {fault}" for fault in _lost(settings.home, expected)]
    state, found = _damaged(settings, expected) if scene.damaged else _opened(settings, scene, expected)
    faults += [f"after opening: {fault}" for fault in found]
    if state == "old":
        scene.work(settings, lambda _: None)
        faults += [f"done again: {fault}" for fault in _checked(settings, (expected.after,))[1]]
    elif state == "new":
        faults += [f"after a further build: {fault}" for fault in _further(settings, expected.after)]
    if indexes:
        with opened(settings) as engine:
            faults += faults_of_doctor(engine, indexes=True)
    return Found(state=state, faults=tuple(faults))


def _damaged(settings: Settings, expected: Expected) -> tuple[str, list[str]]:
    """It opens, however it is damaged, and is to be repaired by doing the work again."""
    with opened(settings) as engine:
        active = engine.handbooks.get_latest_version()
    return "old", [] if active == expected.after.active else [f"{active} is active"]


def _opened(settings: Settings, scene: Scene, expected: Expected) -> tuple[str, list[str]]:
    state, faults = _checked(settings, (expected.before, expected.after))
    if state == expected.after:
        if scene.name == "retire":
            faults += _faults_of_cache(settings.home, expected)
        return "new", faults
    return "old" if state == expected.before else "neither", faults


def _checked(settings: Settings, allowed: Sequence[HandbookState | None]) -> tuple[HandbookState, list[str]]:
    with opened(settings) as engine:
        state = state_of(engine)
        faults = [] if state in allowed else [f"it is in none of the states that it may be in, but: {state}"]
        faults += _faults_of_jobs(engine, done=len(allowed) == 1 or state == allowed[-1])
        faults += faults_of(engine, state, settings.home)
        faults += faults_of_doctor(engine, indexes=False)
    return state, faults


def _further(settings: Settings, before: HandbookState) -> Iterator[str]:
    """The build after everything else makes one more version, with one document changed, and changes no other."""
    further(settings, lambda _: None)
    number = 1 + max(int(name[1:]) for name in [*(v.version for v in before.versions), *before.retired])
    with opened(settings) as engine:
        state = state_of(engine)
    fresh = state.versions[-1]
    rest = replace(state, active=before.active, versions=state.versions[:-1])
    if rest != before or (state.active, fresh.version) != (f"v{number}", f"v{number}"):
        yield f"instead of v{number} there is: {state}"
    (base,) = [version for version in before.versions if version.version == before.active]
    if _originals(fresh) != _originals(base) | {FIGURES_CHANGED.name: FIGURES_CHANGED.sha256}:
        yield f"{fresh.version} does not hold what was asked for: {_originals(fresh)}"
    yield from _checked(settings, (state,))[1]


def _originals(version: VersionState) -> dict[str, str]:
    return {name: sha256 for name, sha256, _ in version.documents}


def _lost(home: Path, expected: Expected) -> Iterator[str]:
    """Nothing that was sound before and is needed after may be lost meanwhile."""
    documents = [document for version in expected.after.versions for document in version.documents]
    needed = {original for _, original, _ in documents} | {part for *_, parts in documents for _, part in parts}
    for path in sorted(expected.sound - sound_files(home)):
        if os.path.basename(path) in needed:
            yield f"{path} was lost"


def _faults_of_jobs(engine: Engine, *, done: bool) -> Iterator[str]:
    """A job whose process is gone has ended, unless it was so quick that it may yet begin, and its end is true."""
    job = engine.jobs.latest(KIND)
    if job is None:
        return
    job = follow(engine, job.id)
    if job.state == "running":
        yield "the job is still running"
    if done and job.state != "done":
        yield f"the version is active, but its job is {job.state}: {job.error}"
    if not done and job.state == "done":
        yield "there is no version, but its job is done"


def _faults_of_cache(home: Path, expected: Expected) -> Iterator[str]:
    if more := cached_texts(home) - expected.cached:
        yield f"the cache still holds {len(more)} vectors of texts that no version has"
