"""The handbooks that rounds start from, made once, and what the work on each of them comes to undisturbed."""

from __future__ import annotations

import os
import pickle
import shutil
import time
from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import TypeVar

from tests.crash.child import READY, Child, forked, spawned, stay_near
from tests.crash.inspection import Expected
from tests.crash.leftovers import leftovers
from tests.crash.processes import read_until, survivors, wait
from tests.crash.rounds import PATIENCE, Round, Template, start
from tests.crash.scenes import SCENES, Work, opened, settings_of
from tests.crash.state import HandbookState, cached_texts, sound_files, state_of
from tests.crash.steps import Mode

T = TypeVar("T")


def make_templates(
    scenes: Sequence[str], store: str, folder: Path, *, far: Set[tuple[str, str]]
) -> dict[tuple[str, str], Template]:
    """The templates of scenes in one store; work that several of them begin with is done once. The times of processes
    that stay not near are measured for the scenes of ``far``, else they are 0."""
    place = folder / store
    place.mkdir(parents=True)
    maker = _Maker(place, store)
    return {(scene, store): maker.template(scene, far=(scene, store) in far) for scene in scenes}


class _Maker:
    def __init__(self, place: Path, store: str) -> None:
        self._place = place
        self._store = store
        self._log = place / "log.txt"
        self._bases: dict[tuple[Work, ...], Path] = {}
        self._start_seconds = 0.0

    def template(self, name: str, *, far: bool) -> Template:
        scene, round_ = SCENES[name], Round(scene=name, store=self._store, how=Mode.COUNT, at=0)
        home = self._base(tuple(scene.before))
        before = None if scene.damaged else self._state(home)
        counted = self._copy(home)
        steps, near_seconds = self._run(round_, counted)
        if left := leftovers(counted):
            raise AssertionError(f"{name} undisturbed leaves {', '.join(left)}")
        cached = cached_texts(counted)
        far_seconds = (
            self._run(Round(scene=name, store=self._store, how="far", at=0), self._copy(home))[1] if far else 0
        )
        if far and not self._start_seconds:
            self._start_seconds = self._started(name, self._copy(home))
        return Template(
            home=home,
            expected=Expected(before=before, after=self._state(counted), sound=sound_files(home), cached=cached),
            steps=steps,
            near_seconds=near_seconds,
            far_seconds=far_seconds,
            start_seconds=self._start_seconds,
        )

    def _base(self, before: tuple[Work, ...]) -> Path:
        """The handbook after some work, nothing of which is disturbed."""
        if before not in self._bases:
            home = self._copy(self._base(before[:-1])) if before else self._copy(None)
            if before:
                self._in_child(lambda: before[-1](settings_of(home, self._store), lambda _: None))
            self._bases[before] = home
        return self._bases[before]

    def _copy(self, home: Path | None) -> Path:
        target = self._place / f"{len(list(self._place.iterdir()))}-home"
        if home is None:
            target.mkdir()
        else:
            shutil.copytree(home, target)
        return target

    def _in_child(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, done in a process that ends with it."""

        def task(pipe: int) -> None:
            stay_near()
            with os.fdopen(os.dup(pipe), "wb") as out:
                out.write(pickle.dumps(work()))

        child = forked("template", self._log, task)
        said = read_until(child.pipe, b"", PATIENCE)
        os.close(child.pipe)
        if wait(child.pid, 10):
            raise AssertionError(f"preparing failed: {said.decode(errors='replace')}")
        found: T = pickle.loads(said)
        return found

    def _state(self, home: Path) -> HandbookState:
        """The state of a handbook, found without touching it."""
        copy = self._copy(home)

        def work() -> HandbookState:
            with opened(settings_of(copy, self._store)) as engine:
                return state_of(engine)

        return self._in_child(work)

    def _run(self, round_: Round, home: Path) -> tuple[tuple[str, ...], float]:
        """The steps of an undisturbed run, and its seconds after READY."""
        child = start(round_, str(home), home, self._log)
        said = read_until(child.pipe, READY.encode(), PATIENCE)
        began = time.perf_counter()
        said = read_until(child.pipe, b"", PATIENCE, said)
        seconds = time.perf_counter() - began
        return _done(child, said, home), seconds

    def _started(self, scene: str, home: Path) -> float:
        """The seconds of a process before READY."""
        began = time.perf_counter()
        child = spawned(str(home), self._log, home, scene, self._store)
        said = read_until(child.pipe, READY.encode(), PATIENCE)
        seconds = time.perf_counter() - began
        _done(child, read_until(child.pipe, b"", PATIENCE, said), home)
        return seconds


def _done(child: Child, said: bytes, home: Path) -> tuple[str, ...]:
    """What an undisturbed process said after it was done. Raises ``AssertionError`` for one that was not."""
    os.close(child.pipe)
    status = wait(child.pid, 10)
    first, *more = said.decode().removeprefix(READY).split("\n")
    alive = survivors(str(home))
    if status or first != "done" or alive:
        raise AssertionError(f"undisturbed, it ended with {status}, {alive}, and said: {said.decode()}")
    return tuple(more)
