"""Reads files of unknown origin in a process of its own, so that a file can end that process and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import rulebook
from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import DamagedFile, DocumentError, LimitExceeded
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.parsing.messages import Request, answer_from_line
from rulebook.readers.limits import Limits

_LAST_BREATH = 5.0
"""Seconds a process has to end after its input ended."""
_MOST_FILES = 200
"""Files one process reads: what it does not give back of its memory must not count against the next file for ever."""


class IsolatedReader:
    """Reads one file after the other in a child process. Safe for threads, which wait for each other.

    The child is started when first needed, serves many files, and is replaced when a file ends it.
    """

    def __init__(self, limits: Limits | None = None, chunk_limits: ChunkLimits | None = None) -> None:
        self._limits = limits or Limits()
        self._chunk_limits = chunk_limits or ChunkLimits()
        self._lock = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._served = 0

    def __enter__(self) -> IsolatedReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the child; the next ``read`` starts another one."""
        with self._lock:
            self._stop()

    def read(self, path: Path, doc: str, category: Category | None = None) -> ParsedDocument:
        """The document at ``path``, which people know as ``doc``, read and cut.

        Raises a ``DocumentError`` of its kind; ``LimitExceeded`` when reading took too long or too much memory,
        ``DamagedFile`` when it ended the child otherwise.
        """
        request = Request(path=path, doc=doc, category=category, limits=self._limits, chunk_limits=self._chunk_limits)
        with self._lock:
            answer = self._ask(request)
        if isinstance(answer, DocumentError):
            raise answer
        return answer

    def _ask(self, request: Request) -> ParsedDocument | DocumentError:
        child = self._running()
        watch = _Watch(child, self._limits.wall_seconds)
        try:
            line = _exchange(child, request.to_line())
        finally:
            too_late = watch.end()
        answer = answer_from_line(line) if line else None
        if answer is not None and not isinstance(answer, LimitExceeded) and not too_late:
            return answer
        status = self._stop()  # dead, or short of memory: the next file gets a fresh one
        return answer or _ending(request, status, too_late)

    def _running(self) -> subprocess.Popen[str]:
        if self._child is not None and (self._child.poll() is not None or self._served >= _MOST_FILES):
            self._stop()
        if self._child is None:
            self._child, self._served = _start(), 0
        self._served += 1
        return self._child

    def _stop(self) -> int:
        """Ends the child, if there is one; its exit status."""
        child, self._child = self._child, None
        if child is None:
            return 0
        if child.stdin is not None:
            _close_quietly(child)
        try:
            status = child.wait(_LAST_BREATH)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        if child.stdout is not None:
            child.stdout.close()
        return status


class _Watch:
    """Kills a child that takes longer than it may."""

    def __init__(self, child: subprocess.Popen[str], seconds: float) -> None:
        self._child = child
        self._fired = False
        self._timer = threading.Timer(seconds, self._fire)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> bool:
        """Stops watching; whether the child was killed."""
        self._timer.cancel()
        self._timer.join()
        return self._fired

    def _fire(self) -> None:
        self._fired = True
        self._child.kill()


def _start() -> subprocess.Popen[str]:
    source = str(Path(rulebook.__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        # -P: a module in the working folder must not take the place of one of ours
        [sys.executable, "-P", "-m", "rulebook.parsing.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="ascii",
        env={**os.environ, "PYTHONPATH": path},
    )


def _exchange(child: subprocess.Popen[str], line: str) -> str:
    """The child's answer to ``line``; empty when it ended instead."""
    if child.stdin is None or child.stdout is None:
        return ""
    try:
        child.stdin.write(line + "\n")
        child.stdin.flush()
    except BrokenPipeError:
        return ""
    answer = child.stdout.readline()
    return answer if answer.endswith("\n") else ""


def _close_quietly(child: subprocess.Popen[str]) -> None:
    try:
        if child.stdin is not None:
            child.stdin.close()
    except BrokenPipeError:
        pass


def _ending(request: Request, status: int, too_late: bool) -> DocumentError:
    """Why there is no answer, from how the child ended."""
    limits, where = request.limits, request.doc
    if too_late or status == -_signal("SIGXCPU"):
        spent = f"{limits.wall_seconds:g} seconds" if too_late else f"{limits.cpu_seconds} seconds of processor time"
        return LimitExceeded(
            f"the document could not be read within the limits: it takes more than {spent}.",
            where=where,
            remedy="Split the document into smaller files.",
        )
    if status == -_signal("SIGKILL"):
        return LimitExceeded(
            "the document could not be read within the limits: the system ended the reading, as it does when memory "
            "runs out.",
            where=where,
            remedy="Close other programs, or split the document into smaller files.",
        )
    if status < 0:
        return DamagedFile(
            f"reading the file ended the reader (signal {-status}): the file is damaged.",
            where=where,
            remedy="Open it in the program that wrote it and save it again.",
        )
    return DocumentError(
        f"the reader ended without an answer (status {status}): a fault of rulebook, not of the file.",
        where=where,
        remedy="Report it with the log; the other documents are not affected.",
    )


def _signal(name: str) -> int:
    """The number of a signal, one that no process ends with where the system lacks it."""
    return next((int(s) for s in signal.Signals if s.name == name), 1 << 30)
