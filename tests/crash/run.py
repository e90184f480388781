"""Runs rounds on all processors, and adds up what came of them."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from tests.crash.rounds import Outcome, Round, Template, run_round
from tests.crash.scenes import SCENES, STORES
from tests.crash.steps import Mode
from tests.crash.templates import make_templates

AT_STEPS = (Mode.KILL, Mode.ONCE, Mode.FULL)
_BUILDS = ("first", "update", "job")
_FROM_START = 20
"""Every so many kills the process is killed while it starts."""


@dataclass(slots=True)
class Tally:
    """What came of some rounds: how they ended, in which state, and what was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    swept: int = 0

    def add(self, outcome: Outcome) -> None:
        how, ended = outcome.round.how, outcome.ended
        self.counts[f"{how} {outcome.round.scene}: {ended}, {outcome.state}"] += 1
        self.swept += outcome.swept
        self.slowest = max(self.slowest, (outcome.seconds, outcome.round.key))
        if outcome.faults:
            self.faults.append(described(outcome))


def described(outcome: Outcome) -> str:
    """The faults of a round and the command that repeats it."""
    lines = "\n    ".join(outcome.faults)
    again = f"python -m tests.crash --only {outcome.round.key} --seed {outcome.round.seed}"
    return f"{outcome.round.key}\n    {lines}\n    again: {again}"


def templates(
    scenes: Sequence[str], folder: Path, jobs: int, timed: Iterable[Round] = ()
) -> dict[tuple[str, str], Template]:
    """The templates of the scenes, in both stores; the times that the rounds of ``timed`` need are measured."""
    far = {(found.scene, found.store) for found in timed if found.how in ("far", "start")}
    with _pool(jobs) as pool:
        made = [pool.submit(make_templates, scenes, store, folder, far=far) for store in STORES]
        return {key: template for future in made for key, template in future.result().items()}


def random_rounds(kills: int, seed: int, scenes: Sequence[str]) -> Iterator[Round]:
    """Kills at random moments: builds most often, in both stores by turns, near and far by turns."""
    weighted = [name for name in scenes for _ in range(3 if name in _BUILDS else 1)]
    for number in range(kills):
        scene = random.Random(f"{seed} {number}").choice(weighted)
        how = "start" if number % _FROM_START == _FROM_START - 1 else ("near", "far")[number // 2 % 2]
        yield Round(scene=scene, store=STORES[number % 2], how=how, at=number, seed=seed)


def step_rounds(
    made: dict[tuple[str, str], Template], modes: Sequence[Mode], share: float, seed: int
) -> Iterator[Round]:
    """A round for each step of each scene in each mode, and one that nothing disturbs; or a ``share`` of them, at least
    one of each kind, chosen by ``seed``."""
    for (scene, store), template in made.items():
        for mode in modes:
            steps = range(1, len(template.steps) + 2)
            chance = random.Random(f"{seed} {scene} {store} {mode.value}")
            for at in sorted(chance.sample(steps, math.ceil(share * len(steps)))):
                yield Round(scene=scene, store=store, how=mode, at=at, seed=seed)


def run(
    rounds: Sequence[Round],
    made: dict[tuple[str, str], Template],
    folder: Path,
    jobs: int,
    on_outcome: Callable[[Outcome], None],
) -> Tally:
    """What came of the rounds; each outcome is told as soon as it is there, in their order."""
    tally = Tally()
    with _pool(jobs) as pool:
        pending = [pool.submit(run_round, r, made[r.scene, r.store], folder) for r in rounds]
        for future in pending:
            outcome = future.result()
            tally.add(outcome)
            on_outcome(outcome)
    return tally


def round_of(key: str, seed: int) -> Round:
    """The round that a fault names."""
    how, scene, store, at = key.split(":")
    if scene not in SCENES or store not in STORES:
        raise ValueError(f"there is no round {key}")
    return Round(scene=scene, store=store, how=how, at=int(at), seed=seed)


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Workers that are forked, since each round is forked from them: everything is imported once."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("fork"))
