"""Reads mutations through the isolated reader on all processors, and adds up what came of them."""

from __future__ import annotations

import os
import re
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from rulebook.errors import DocumentError
from rulebook.parsing.isolated import IsolatedReader
from rulebook.readers.limits import MIB, Limits
from tests.fuzz.mutations import Mutation, mutation
from tests.fuzz.outcomes import KILLED, Outcome, of_document, of_error

SECONDS = 10.0
MEMORY = 1024 * MIB
_BATCH = 100
_TWICE = 20
"""Every so many mutations are read twice: the answer must be the same."""


@dataclass(slots=True)
class Tally:
    """What came of some mutations. ``slowest`` is in seconds, ``peak`` the most memory of a reader in bytes."""

    codes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    peak: int = 0

    def add(self, other: Tally) -> None:
        self.codes += other.codes
        self.faults += other.faults
        self.killed += other.killed
        self.slowest = max(self.slowest, other.slowest)
        self.peak = max(self.peak, other.peak)


def run(seed: int, numbers: Sequence[int], processes: int | None = None) -> Tally:
    """The mutations of these numbers, each read within ``SECONDS`` and ``MEMORY``."""
    batches = [numbers[at : at + _BATCH] for at in range(0, len(numbers), _BATCH)]
    tally = Tally()
    with ProcessPoolExecutor(processes or os.cpu_count()) as pool:
        for part in pool.map(_run_batch, [seed] * len(batches), batches):
            tally.add(part)
    return tally


def _run_batch(seed: int, numbers: Sequence[int]) -> Tally:
    tally = Tally()
    limits = Limits(wall_seconds=SECONDS, memory_bytes=MEMORY)
    with tempfile.TemporaryDirectory() as folder, IsolatedReader(limits) as reader:
        for number in numbers:
            _run_one(reader, Path(folder) / "stored", seed, mutation(seed, number), tally)
    # of the readers that have ended, and the one of this batch has
    tally.peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return tally


def _run_one(reader: IsolatedReader, path: Path, seed: int, found: Mutation, tally: Tally) -> None:
    path.write_bytes(found.content)
    began = time.perf_counter()
    outcome = read(reader, path, found.doc)
    spent = time.perf_counter() - began
    name = f"{found.number} of seed {seed}, {found.doc}: {', '.join(found.steps)}"
    again = f"python -m tests.fuzz --seed {seed} --only {found.number}"
    faults = list(outcome.faults)
    if found.number % _TWICE == 0 and read(reader, path, found.doc).digest != outcome.digest:
        faults.append("read again, the outcome is another one")
    if spent > SECONDS:
        faults.append(f"took {spent:.1f} seconds")
    tally.faults += [f"{name}\n    {fault}\n    again: {again}" for fault in map(with_trace, faults)]
    tally.killed += [f"{name} ({outcome.code})\n    again: {again}"] if outcome.code in KILLED else []
    tally.codes[outcome.code] += 1
    tally.slowest = max(tally.slowest, (spent, name))


def read(reader: IsolatedReader, path: Path, doc: str) -> Outcome:
    """What comes of one file."""
    try:
        return of_document(reader.read(path, doc), doc)
    except DocumentError as error:
        return of_error(error, doc)


def with_trace(fault: str) -> str:
    """A fault with the end of the trace that its message names, which is then taken away: there may be thousands."""
    named = re.search(r"\S+rulebook-fault-\S+\.log", fault)
    if named is None or not Path(named[0]).is_file():
        return fault
    lines = Path(named[0]).read_text(encoding="utf-8").splitlines()
    Path(named[0]).unlink()
    return "\n    ".join(["not typed:", *lines[-7:]])
