"""Keeps house while others work: retires old versions, examines everything, makes backups."""

from __future__ import annotations

import random
import time
from pathlib import Path

from rulebook.engine import Engine
from rulebook.errors import BuildInProgress, VersionInUse, VersionRetired
from rulebook.handbook.backups.making import back_up
from rulebook.handbook.doctor import examine
from tests.at_once.journal import Journal

KEPT = 2
"""So many versions the keeper leaves."""

_GAP = 2.0


class Keeper:
    """Retires versions, oldest first, and looks whether all is well in between."""

    def __init__(self, engine: Engine, journal: Journal, rng: random.Random) -> None:
        self._engine = engine
        self._journal = journal
        self._rng = rng

    def step(self) -> None:
        self._rng.choices([self._retire, self._examine], [6, 1])[0]()

    def _retire(self) -> None:
        rows = self._engine.versions.all()
        if len(rows) <= KEPT:
            return
        n = self._rng.choice(rows[:-KEPT]).n
        self._journal.attempt("retire", lambda: self._retired(n), BuildInProgress, VersionInUse, VersionRetired)

    def _retired(self, n: int) -> None:
        """Waits for a gap between two builds, as the people at the pages do."""
        until = time.monotonic() + _GAP
        while True:
            try:
                self._engine.handbooks.retire(f"v{n}", by=self._journal.who)
            except BuildInProgress:
                if time.monotonic() > until:
                    raise
                time.sleep(0.005)
            else:
                self._journal.note("retired", n=n)
                return

    def _examine(self) -> None:
        """Only this process retires, so that no version goes while it is looked at."""
        for check in self._journal.attempt("examine", lambda: examine(self._engine.settings)) or ():
            if not check.ok:
                self._journal.fault(f"examine: {check.name}: {check.detail}")
        self._journal.note("examined")


class Copier:
    """Makes one backup after the other in the same folder."""

    def __init__(self, engine: Engine, journal: Journal, target: Path) -> None:
        self._engine = engine
        self._journal = journal
        self._target = target

    def step(self) -> None:
        self._journal.attempt("back up", self._backed_up, BuildInProgress)

    def _backed_up(self) -> None:
        made = back_up(self._engine.layout, self._engine.state, self._target, by=self._journal.who)
        for missing in made.record.missing:
            self._journal.fault(f"the backup misses {missing}")
        self._journal.note("backed up", versions=[version.version for version in made.record.versions])
