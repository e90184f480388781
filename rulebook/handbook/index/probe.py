"""Examines a vector index in a process of its own: damage to its files may end the process that reads them.

The process is this module, ``python -m rulebook.handbook.index.probe``; it gets what the index should hold on its
standard input and answers with one line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np

import rulebook
from rulebook.errors import RulebookError
from rulebook.handbook.index.content import IndexContent, verify
from rulebook.vectorstore.chroma import ChromaAdapter
from rulebook.vectorstore.seal import broken_seal

_SECONDS = 60.0
_SECONDS_A_THOUSAND = 2.0
"""How long an examination may take: measured are 2 seconds, and 0.2 more for a thousand vectors, on an idle machine."""

_LAST_BREATH = 10.0
"""Seconds a process has to end after its answer."""


def probe(folder: Path, contents: Sequence[IndexContent], seconds: float | None = None) -> str:
    """What is wrong with the index in ``folder``, ``""`` when it holds ``contents`` and finds them.

    It may take ``seconds``; by default enough for its size. The caller holds the lock of the folder, or owns it as a
    build does: the other process takes none, and ends when this one ends. When it has answered, it has ended.
    """
    count = sum(len(content.ids) for content in contents)
    allowed = _SECONDS + _SECONDS_A_THOUSAND * count / 1_000 if seconds is None else seconds
    started = time.monotonic()
    with _child() as child:
        timer = threading.Timer(allowed, child.kill)
        timer.start()
        try:
            line = _asked(child, folder, contents)
        finally:
            timer.cancel()
    if line.endswith("\n"):
        return str(json.loads(line))
    if time.monotonic() - started >= allowed:
        return f"examining it takes longer than {allowed:g} seconds"
    status = child.returncode
    return f"reading it ends the process (signal {-status})" if status < 0 else f"it cannot be examined ({status})"


def _asked(child: subprocess.Popen[bytes], folder: Path, contents: Sequence[IndexContent]) -> str:
    """The line that the child answers; not a whole one when it ended instead."""
    if child.stdin is None or child.stdout is None:
        return ""
    head = [{"name": c.name, "ids": c.ids, "shape": c.vectors.shape} for c in contents]
    try:
        child.stdin.write(json.dumps({"folder": str(folder), "contents": head}).encode() + b"\n")
        for content in contents:
            child.stdin.write(np.ascontiguousarray(content.vectors, np.float32).tobytes())
        child.stdin.flush()
    except BrokenPipeError:  # it ended, which its status tells
        return ""
    return child.stdout.readline().decode("ascii", "replace")


@contextmanager
def _child() -> Iterator[subprocess.Popen[bytes]]:
    """The other process, which has ended when this is left. A program that has no guard around its main part, as a page
    of the workbench, must not be run by it: so it is no process of ``multiprocessing``."""
    source = str(Path(rulebook.__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH", ""))))
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "rulebook.handbook.index.probe"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        yield child
        child.wait(_LAST_BREATH)
    except subprocess.TimeoutExpired:  # it has answered, and has nothing more to do
        pass
    finally:
        child.kill()
        _closed(child.stdin)
        child.wait()
        _closed(child.stdout)


def _closed(stream: IO[bytes] | None) -> None:
    try:
        if stream is not None:
            stream.close()
    except BrokenPipeError:  # what was not sent is for nobody any more
        pass


def main() -> None:
    """Answers one request."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else prints is no answer
    _without_core_file()
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    folder, contents = _request(requests)
    # when the asking process dies, its lock is free for another one, which must not find this one still reading
    threading.Thread(target=_end_with, args=(requests,), daemon=True).start()
    answers.write(json.dumps(_trouble(folder, contents)) + "\n")
    answers.flush()
    os._exit(0)


def _request(stream: IO[bytes]) -> tuple[Path, list[IndexContent]]:
    head = json.loads(stream.readline())
    contents = []
    for entry in head["contents"]:
        rows, columns = entry["shape"]
        vectors = np.frombuffer(stream.read(rows * columns * 4), np.float32).reshape(rows, columns)
        contents.append(IndexContent(name=entry["name"], ids=tuple(entry["ids"]), vectors=vectors))
    return Path(head["folder"]), contents


def _trouble(folder: Path, contents: Sequence[IndexContent]) -> str:
    if broken := broken_seal(folder):
        return broken
    try:
        adapter = ChromaAdapter(folder)
        try:
            verify(adapter, contents)
        finally:
            adapter.close()
    except RulebookError as error:
        return error.what
    return ""


def _end_with(stream: IO[bytes]) -> None:
    stream.read(1)
    os._exit(1)


def _without_core_file() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
