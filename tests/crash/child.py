"""The process of a round: says READY, does the work of a scene, and says what came of it, unless it is killed before.

It is forked, so that 200 of them need no 200 imports; ``python -m tests.crash.child HOME SCENE STORE`` is the same
process from its very beginning.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulebook import engine
from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import RulebookError, VectorStoreError
from rulebook.handbook import repairing
from rulebook.handbook.index import opening
from rulebook.handbook.index import repair as index_repair
from rulebook.handbook.index.content import IndexContent, verify
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.parsing.parse import parse_file
from rulebook.readers.limits import Limits
from rulebook.settings import Chunking, Reading
from rulebook.vectorstore.chroma import ChromaAdapter
from rulebook.vectorstore.seal import broken_seal
from tests.crash.processes import MARK
from tests.crash.scenes import SCENES, Work, settings_of
from tests.crash.steps import Mode, Steps

READY = "READY\n"


@dataclass(frozen=True, slots=True)
class Child:
    """A started process, and the end of the pipe on which it speaks."""

    pid: int
    pipe: int


class NearReader:
    """Reads in this process, as the process that the isolated reader starts would."""

    def __init__(self, chunking: Chunking) -> None:
        self._limits = ChunkLimits(**chunking.model_dump())

    def read(self, path: Path, doc: str, category: Category | None = None) -> ParsedDocument:
        return parse_file(path, doc, category, Limits(), self._limits)

    def close(self) -> None:
        return None


def stay_near(*, doctor: bool = True) -> None:
    """Lets this process read documents, and probe indexes, itself: that takes no time to start, and what it does to the
    disk is the same. Without ``doctor`` that examines indexes as it always does."""

    def near(_: Reading, chunking: Chunking) -> NearReader:
        return NearReader(chunking)

    for module in (engine, repairing):
        setattr(module, "isolated_reader", near)  # noqa: B010
    for module in (opening, index_repair) if doctor else (opening,):
        setattr(module, "probe", near_probe)  # noqa: B010


def near_probe(folder: Path, contents: Sequence[IndexContent]) -> str:
    """What the process that probes an index would say of it."""
    if broken := broken_seal(folder):
        return broken
    try:
        adapter = ChromaAdapter(folder)
        try:
            verify(adapter, contents)
        finally:
            adapter.close()
    except VectorStoreError as error:
        return error.what
    return ""


def forked(name: str, log: Path, task: Callable[[int], None]) -> Child:
    """A process that does ``task`` with its end of a pipe; what it prints goes to ``log``."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, reading)
    status = 1
    try:
        os.close(reading)
        os.environ[MARK] = name
        _print_to(log)
        task(writing)
        status = 0
    except BaseException:  # the end of this process, whatever it is: the code of its parent must not go on here
        os.write(writing, f"untyped {traceback.format_exc()}".encode())
    finally:
        os._exit(status)


def spawned(name: str, log: Path, home: Path, scene: str, store: str) -> Child:
    """The same as a process that has everything still to import."""
    reading, writing = os.pipe()
    with log.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.child", str(home), scene, store, str(writing)],
            env={**os.environ, MARK: name},
            stdout=out,
            stderr=out,
            pass_fds=[writing],
        )
    os.close(writing)
    process.returncode = 0  # whoever asked waits for the process by its number
    return Child(process.pid, reading)


def perform(pipe: int, work: Work, home: Path, store: str, steps: Steps | None = None) -> None:
    """Does ``work``; says READY, then ``done``, or the code of the error it ended with."""
    settings = settings_of(home, store)
    on_progress = steps.on_progress if steps else (lambda _: None)
    os.write(pipe, READY.encode())
    if steps:
        steps.install()
    try:
        work(settings, on_progress)
    except RulebookError as error:
        said = f"error {error.code}: {error}"
    except BaseException:  # said to the parent, which counts it as a fault
        said = f"untyped {traceback.format_exc()}"
    else:
        said = "done"
    if steps:
        said += "".join(f"\n{label}" for label in steps.labels) if steps.mode is Mode.COUNT else ""
    _say(pipe, said)


def _say(pipe: int, text: str) -> None:
    content = text.encode()
    while content:
        content = content[os.write(pipe, content) :]


def _print_to(log: Path) -> None:
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    logging.basicConfig(stream=sys.stderr, format="%(message)s", force=True)


def main() -> None:
    home, scene, store, pipe = sys.argv[1:]
    perform(int(pipe), SCENES[scene].work, Path(home), store)


if __name__ == "__main__":
    main()
