"""One round: a copy of a handbook, a process that works on it and is disturbed, and what is found afterwards."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.crash.child import READY, Child, forked, perform, spawned, stay_near
from tests.crash.inspection import Expected, Found, inspect
from tests.crash.leftovers import leftovers
from tests.crash.processes import kill, read_until, survivors, wait
from tests.crash.scenes import SCENES, settings_of
from tests.crash.steps import Mode, Steps

PATIENCE = 180.0
"""Seconds that anything may take before it is said to hang."""

_AGAIN = 8
"""How often a round is tried whose process was done before it could be killed."""

_DOCTOR = 20
"""After every so many kills at random moments the doctor examines Chroma's files, in a process of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A handbook before a scene's work, and what an undisturbed run of the work is like: its ``steps`` by name, its
    seconds after READY, reading nearby or in a process of its own, and its seconds before READY."""

    home: Path
    expected: Expected
    steps: tuple[str, ...]
    near_seconds: float
    far_seconds: float
    start_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """``at`` is the step that is disturbed, or the number of a kill at a random moment, which ``seed`` chooses."""

    scene: str
    store: str
    how: str
    at: int
    seed: int = 0

    @property
    def key(self) -> str:
        return f"{self.how}:{self.scene}:{self.store}:{self.at}"

    @property
    def chance(self) -> random.Random:
        return random.Random(f"{self.seed} {self.key}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """``ended`` tells how the process ended: ``killed``, ``done``, or the code of its error; ``swept`` whether it left
    something that the next start had to take away."""

    round: Round
    ended: str
    state: str
    swept: bool
    faults: tuple[str, ...]
    seconds: float


def run_round(round_: Round, template: Template, folder: Path) -> Outcome:
    """Runs a round in ``folder``, which is removed when there is no fault."""
    began = time.perf_counter()
    name = f"{round_.key}-{os.getpid()}-{time.monotonic_ns()}"
    place = folder / name.replace(":", "-")
    home, log = place / "home", place / "log.txt"
    ended, said, faults = _disturbed(round_, template, name, home, log)
    left = leftovers(home)
    found = _inspected(round_, template, name, home, log)
    faults += [*_faults_of_end(round_, ended, said, found.state), *found.faults]
    if left and round_.how in (Mode.ONCE, Mode.FULL) and SCENES[round_.scene].ends_whole and not _told(log):
        faults.append(f"the process left this, and did not tell: {', '.join(left)}")
    if faults:
        faults = [f"{_step(round_, template) or said}: {fault}" for fault in faults] + [f"kept: {place}"]
    else:
        shutil.rmtree(place)
    return Outcome(
        round=round_,
        ended=ended,
        state=found.state,
        swept=bool(left),
        faults=tuple(faults),
        seconds=time.perf_counter() - began,
    )


def _step(round_: Round, template: Template) -> str:
    known = round_.how in tuple(Mode) and round_.at <= len(template.steps)
    return template.steps[round_.at - 1] if known else ""


def _disturbed(round_: Round, template: Template, name: str, home: Path, log: Path) -> tuple[str, str, list[str]]:
    """How the process ended, what it said at last, and the processes that outlived it."""
    if round_.how in tuple(Mode):
        shutil.copytree(template.home, home)
        child = start(round_, name, home, log)
        return _ended(child, read_until(child.pipe, b"", PATIENCE), name)
    longest = {"start": template.start_seconds, "near": template.near_seconds, "far": template.far_seconds}
    seconds = round_.chance.uniform(0, longest[round_.how])
    for _ in range(_AGAIN):
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(template.home, home)
        if round_.how == "start":
            child, mark = spawned(name, log, home, round_.scene, round_.store), b""
        else:
            child, mark = start(round_, name, home, log), READY.encode()
        found = _ended(child, _killed_after(child, mark, seconds), name)
        if found[0] == "killed":
            break
        seconds *= 0.7  # it was quicker than when it was measured
    return found


def _ended(child: Child, said: bytes, name: str) -> tuple[str, str, list[str]]:
    os.close(child.pipe)
    status = wait(child.pid, 10)
    faults = [f"outlived by process {pid}: {command}" for pid, command in survivors(name).items()]
    last = said.decode().removeprefix(READY)
    ended = "killed" if status == -9 else last.partition(":")[0].removeprefix("error ").partition(" ")[0]
    return ended, last, faults


def _killed_after(child: Child, mark: bytes, seconds: float) -> bytes:
    """What a process says until it is killed, ``seconds`` after it said ``mark``."""
    said = read_until(child.pipe, mark, PATIENCE) if mark else b""
    said = read_until(child.pipe, b"", seconds, said)
    kill(child.pid)
    return said


def start(round_: Round, name: str, home: Path, log: Path) -> Child:
    """The process of a round; only one that is killed at a random moment of ``far`` reads in another process."""
    scene = SCENES[round_.scene]

    def task(pipe: int) -> None:
        steps = Steps(home, Mode(round_.how), round_.at) if round_.how in tuple(Mode) else None
        if round_.how != "far":
            stay_near()
        perform(pipe, scene.work, home, round_.store, steps)

    return forked(name, log, task)


def _inspected(round_: Round, template: Template, name: str, home: Path, log: Path) -> Found:
    """What is found in a process of its own, so that nothing of one round reaches the next."""
    scene = SCENES[round_.scene]
    # Chroma's own files are examined by the doctor where a random moment may have hit their writing
    indexes = round_.store == "chroma" and round_.how in ("near", "far") and round_.at % _DOCTOR == 1

    def task(pipe: int) -> None:
        stay_near(doctor=not indexes)
        found = inspect(settings_of(home, round_.store), scene, template.expected, indexes=indexes)
        os.write(pipe, ("\n".join([found.state, *(fault.replace("\n", " | ") for fault in found.faults)])).encode())

    child = forked(name, log.with_name("inspection.txt"), task)
    said = read_until(child.pipe, b"", PATIENCE).decode()
    os.close(child.pipe)
    status = wait(child.pid, 10)
    faults = [f"outlived by process {pid}: {command}" for pid, command in survivors(name).items()]
    state, *found = said.split("\n")
    if status or state.startswith("untyped"):
        return Found(state="unknown", faults=(f"the inspection ended with {status}: {said}", *faults))
    return Found(state=state, faults=(*found, *faults))


def _faults_of_end(round_: Round, ended: str, said: str, state: str) -> Iterator[str]:
    """A process that is not killed ends as asked or with a typed error, and says the truth."""
    scene = SCENES[round_.scene]
    if ended == "untyped":
        yield f"no typed error: {said}"
    elif ended == "done" and state == "old" and not (scene.damaged or scene.in_row):
        yield "it said that it was done, but the work was not"
    elif ended.startswith("E_") and state == "new" and scene.ends_whole:
        yield f"it was done, but it said: {said}"
    elif ended not in ("killed", "done") and not ended.startswith("E_"):
        yield f"it ended without a word: {said!r}"


def _told(log: Path) -> bool:
    """Whether there is a warning in what the process printed."""
    return log.is_file() and log.stat().st_size > 0


__all__ = ["Outcome", "Round", "Template", "run_round", "start"]
