"""Two processes that activate versions at the same moment, again and again, when nobody else is at work."""

from __future__ import annotations

import json
import random
from multiprocessing.synchronize import Barrier

from rulebook.engine import Engine
from tests.at_once.journal import Journal

ROUNDS = 30
_PATIENCE = 60.0


class Rival:
    """One of the two. In each round both activate a version, then one looks at the manifests for people."""

    def __init__(self, engine: Engine, journal: Journal, rng: random.Random, barrier: Barrier, *, looks: bool) -> None:
        self._engine = engine
        self._journal = journal
        self._rng = rng
        self._barrier = barrier
        self._looks = looks

    def compete(self) -> None:
        living = [row.n for row in self._engine.versions.all()]
        for _ in range(ROUNDS):
            n = self._rng.choice(living)
            self._barrier.wait(_PATIENCE)
            self._journal.attempt("compete", lambda n=n: self._activate(n))  # type: ignore[misc]
            self._barrier.wait(_PATIENCE)
            if self._looks:
                self._look()

    def _activate(self, n: int) -> None:
        self._engine.handbooks.rollback_to(f"v{n}", by=self._journal.who)
        self._journal.note("rolled back", n=n)

    def _look(self) -> None:
        """Nobody activates anything meanwhile: the other one waits for the next round."""
        active = self._engine.handbooks.get_latest_version()
        for row in self._engine.versions.all():
            path = self._engine.layout.manifests / f"v{row.n}.json"
            says = json.loads(path.read_bytes())["active"]
            if says is not (f"v{row.n}" == active):
                self._journal.fault(f"active is {active}, but {path.name} says 'active: {says}'")
        self._journal.note("competed")
