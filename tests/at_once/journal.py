"""What each of the workers did and was told, written down at once, to be held against the handbook at the end."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from rulebook.errors import RulebookError

T = TypeVar("T")
Entry = dict[str, Any]


class Journal:
    """The notes of one worker: a line each, in the order of time."""

    def __init__(self, folder: Path, who: str) -> None:
        self.who = who
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / f"{who}.jsonl").open("a", encoding="utf-8", buffering=1)

    def note(self, kind: str, **fields: Any) -> None:
        self._file.write(json.dumps({"kind": kind, "who": self.who, **fields}, ensure_ascii=False) + "\n")

    def fault(self, what: str) -> None:
        self.note("fault", what=what)

    def attempt(self, doing: str, call: Callable[[], T], *expected: type[RulebookError]) -> T | None:
        """What ``call`` gives. ``None`` when it raised: an expected error is counted, any other one is a fault."""
        try:
            return call()
        except expected as error:
            self.note("expected", doing=doing, code=error.code)
        except Exception:  # whatever it is, it is what this test looks for
            self.fault(f"{doing}: {traceback.format_exc()}")
        return None

    def close(self) -> None:
        self._file.close()


class JournalHandler(logging.Handler):
    """Notes what the product logs."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        self._journal.note("log", what=record.getMessage())


def entries(folder: Path) -> Iterator[Entry]:
    """All notes, worker by worker."""
    for path in sorted(folder.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):  # somebody may be writing the last one
                    yield json.loads(line)
