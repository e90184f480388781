"""Reading and time as a test wants them: documents are read in this process, and the clock stands until it is moved."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rulebook import engine
from rulebook.handbook import repairing
from rulebook.settings import Chunking, Reading
from rulebook.store import clock
from tests.crash.child import NearReader

_TIMES = int(os.environ.get("RULEBOOK_EXAMPLES_TIMES", "1"))
_MEMORY = Path("/dev/shm")


def examples(count: int, steps: int = 50) -> settings:
    """The same ``count`` examples every time; RULEBOOK_EXAMPLES_TIMES=20 tries that many times as many, at random."""
    return settings(
        max_examples=count * _TIMES,
        stateful_step_count=steps,
        derandomize=_TIMES == 1,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def temporary_home() -> Iterator[Path]:
    """A home to be made, in memory where the system has such a place: nothing here asks what survives a crash."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder) / "home"


class SettableClock:
    """Stands in for ``datetime`` where ``rulebook.store.clock`` asks for the time."""

    def __init__(self) -> None:
        self.time = datetime(2026, 4, 1, 9, tzinfo=UTC)

    def now(self, _: tzinfo | None = None) -> datetime:
        return self.time

    def pass_days(self, days: float) -> None:
        self.time += timedelta(days=days)


@contextmanager
def nearby() -> Iterator[SettableClock]:
    """Inside it every engine reads without a process of its own, and takes the time from the clock given."""

    def near(_: Reading, chunking: Chunking) -> NearReader:
        return NearReader(chunking)

    found = SettableClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "isolated_reader", near)
        patch.setattr(repairing, "isolated_reader", near)
        patch.setattr(clock, "datetime", found)
        yield found


def names_below(folder: Path) -> frozenset[str]:
    """The names of the files of a content store."""
    return frozenset(path.name for path in folder.glob("??/*"))
