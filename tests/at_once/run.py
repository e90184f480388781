"""Starts everybody, lets them work, and holds what they noted against the handbook that is there at the end."""

from __future__ import annotations

import logging
import multiprocessing
import random
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import Protocol

from rulebook.engine import Engine, open_engine
from rulebook.settings import Settings
from rulebook.text.keywords import terms
from tests.at_once.builders import Builder, request
from tests.at_once.journal import Journal, JournalHandler, entries
from tests.at_once.keepers import Copier, Keeper
from tests.at_once.rivals import Rival
from tests.at_once.searcher import Searcher
from tests.at_once.texts import ALWAYS, name_of
from tests.at_once.writers import SHARED, Writer
from tests.crash.scenes import settings_of

THREADS = 10
LEAST = {"published": 3, "rolled back": 1, "retired": 1, "examined": 1, "backed up": 1, "ended": 1, "exported": 5}
"""What has to have happened before a run may end, so that it says something."""

_LONGER = 60.0
"""Seconds that a run may take beyond its time for that, on a machine that has other things to do."""

_PATIENCE = 120.0
"""Seconds in which a worker has to come to the end of what it is doing."""


class Worker(Protocol):
    def step(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a run happens."""

    folder: Path
    store: str
    seed: int

    @property
    def settings(self) -> Settings:
        return settings_of(self.folder / "home", self.store)

    @property
    def journals(self) -> Path:
        return self.folder / "journals"

    @property
    def backup(self) -> Path:
        return self.folder / "backup"


def run(place: Place, seconds: float) -> Counter[str]:
    """Lets everybody work for ``seconds``, and longer where something has not happened yet; counts what happened."""
    terms("読み込み")  # loads the dictionary once, for all processes that are forked
    context = multiprocessing.get_context("fork")
    stop = context.Event()
    first = context.Process(target=_begin, args=(place,), name="first")  # Chroma, once used, does not survive a fork
    first.start()
    _join(place, [first])
    processes = [context.Process(target=_process, args=(place, name, stop), name=name) for name in _ROLES]
    for process in processes:
        process.start()
    until = time.monotonic() + seconds
    while time.monotonic() < until or (time.monotonic() < until + _LONGER and not _enough(place)):
        time.sleep(0.2)
    stop.set()
    _join(place, processes)
    return Counter(entry["kind"] for entry in entries(place.journals))


def compete(place: Place) -> None:
    """Two processes activate versions at the same moments, after everything else."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(2)
    rivals = [context.Process(target=_rival, args=(place, f"rival-{k}", barrier, k), name=f"rival-{k}") for k in (0, 1)]
    for rival in rivals:
        rival.start()
    _join(place, rivals)


def _join(place: Place, processes: Sequence[BaseProcess]) -> None:
    with _closing(Journal(place.journals, "run")) as journal:
        for process in processes:
            process.join(_PATIENCE)
            if process.exitcode != 0:
                process.kill()
                journal.fault(f"{process.name} ended with {process.exitcode}")


def _rival(place: Place, name: str, barrier: Barrier, number: int) -> None:
    with _closing(Journal(place.journals, name)) as journal, _opened(place.settings) as engine:
        rng = random.Random(f"{place.seed} {name}")
        Rival(engine, journal, rng, barrier, looks=number == 0).compete()


def _enough(place: Place) -> bool:
    counts = Counter(entry["kind"] for entry in entries(place.journals))
    return all(counts[kind] >= least for kind, least in LEAST.items())


def _begin(place: Place) -> None:
    """The first version, and the sessions that all share."""
    with _opened(place.settings) as engine:
        engine.handbooks.build(request(engine, {name_of(stem): 0 for stem in ALWAYS}, keep=False))
        for session in SHARED:
            engine.sessions.lock_version(session)


def _builder(engine: Engine, journal: Journal, rng: random.Random, _: Place) -> Worker:
    return Builder(engine, journal, rng)


def _searcher(engine: Engine, journal: Journal, rng: random.Random, place: Place) -> Worker:
    return Searcher(engine, journal, rng, place.store)


def _keeper(engine: Engine, journal: Journal, rng: random.Random, _: Place) -> Worker:
    return Keeper(engine, journal, rng)


def _copier(engine: Engine, journal: Journal, _: random.Random, place: Place) -> Worker:
    return Copier(engine, journal, place.backup)


def _writer(engine: Engine, journal: Journal, rng: random.Random, place: Place) -> Worker:
    return Writer(engine, journal, rng, place.store)


Make = Callable[[Engine, Journal, random.Random, Place], Worker]

_ROLES: Mapping[str, tuple[Make, int, float]] = {
    "builder-1": (_builder, 1, 0.1),
    "builder-2": (_builder, 1, 0.1),
    "searcher": (_searcher, 1, 0.02),
    "keeper": (_keeper, 1, 0.05),
    "copier": (_copier, 1, 1.0),
    "writer": (_writer, THREADS, 0.1),
}
"""The processes: what they do, in how many threads of one engine, and the longest pause in seconds between steps."""


def _process(place: Place, name: str, stop: Event) -> None:
    make, threads, pause = _ROLES[name]
    with _closing(Journal(place.journals, name)) as journal:
        logging.getLogger().addHandler(JournalHandler(journal))
        with _opened(place.settings) as engine:
            names = [f"{name}-{number}" for number in range(threads)] if threads > 1 else [name]
            work = [threading.Thread(target=_work, args=(place, engine, n, make, pause, stop)) for n in names]
            for thread in work:
                thread.start()
            for thread in work:
                thread.join()


def _work(place: Place, engine: Engine, name: str, make: Make, pause: float, stop: Event) -> None:
    """Steps until the run is to end; what a step lets through ends this worker, and is a fault."""
    rng = random.Random(f"{place.seed} {name}")
    with _closing(Journal(place.journals, f"{name}-work")) as journal:
        journal.who = name
        try:
            worker = make(engine, journal, rng, place)
            while not stop.is_set():
                worker.step()
                stop.wait(rng.random() * pause)
        except Exception:
            journal.fault(f"a step ended with {traceback.format_exc()}")
        finally:
            engine.state.close()


@contextmanager
def _opened(settings: Settings) -> Iterator[Engine]:
    engine = open_engine(settings)
    try:
        yield engine
    finally:
        engine.close()


@contextmanager
def _closing(journal: Journal) -> Iterator[Journal]:
    try:
        yield journal
    finally:
        journal.close()
