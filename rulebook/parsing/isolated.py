"""Reads files of unknown origin in a process of its own, so that a file can end that process and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import rulebook
from rulebook.chunking.identity import document_name
from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import DamagedFile, DocumentError
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.parsing.messages import READY, Request, answer_from_line
from rulebook.readers.limits import Limits, MemoryExceeded, ProcessorTimeExceeded, TimeExceeded

_START = 120.0
"""Seconds a process has to begin, however busy the machine is."""
_LAST_BREATH = 5.0
"""Seconds a process has to end after its input ended."""
_MOST_FILES = 200
"""Files one process reads: what it does not give back of its memory must not count against the next file for ever."""
_LONGEST_END = 64 * 1024
"""Characters of an answer that are none of the document: an error, the end of the line."""
_CRASHES = frozenset({"SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"})
"""How a process ends by a fault of its own; by any other signal somebody else ended it."""


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

        Raises a ``DocumentError`` of its kind; one of ``LimitExceeded`` when reading took too long or too much memory,
        ``DamagedFile`` when it ended the child otherwise.
        """
        request = Request(
            path=path,
            doc=document_name(doc),
            category=category,
            limits=self._limits,
            chunk_limits=self._chunk_limits,
        )
        with self._lock:
            answer = self._ask(request)
        if isinstance(answer, DocumentError):
            raise answer
        return answer

    def _ask(self, request: Request) -> ParsedDocument | DocumentError:
        found = self._attempt(request)
        if isinstance(found, _End) and found.from_outside:
            # perhaps the child was ended while it waited, for what has nothing to do with this file
            found = self._attempt(request)
        return _ending(request, found) if isinstance(found, _End) else found

    def _attempt(self, request: Request) -> ParsedDocument | DocumentError | _End:
        try:
            return self._answer(request)
        except BaseException:
            # interrupted: an answer that nobody has taken must not become that of the next file
            if self._child is not None:
                self._child.kill()
            self._stop()
            raise

    def _answer(self, request: Request) -> ParsedDocument | DocumentError | _End:
        child = self._running()
        watch = _Watch(child, self._limits.wall_seconds)
        try:
            answer = _exchange(child, request)
        finally:
            too_late = watch.end()
        if answer is not None and not isinstance(answer, MemoryExceeded) and not too_late:
            return answer
        status = self._stop()  # dead, or short of memory: the next file gets a fresh one
        return answer or _End(status, too_late)

    def _running(self) -> subprocess.Popen[str]:
        if self._child is not None and (self._child.poll() is not None or self._served >= _MOST_FILES):
            self._stop()
        if self._child is None:
            self._child, self._served = _start(), 0
            self._await_start(self._child)
        self._served += 1
        return self._child

    def _await_start(self, child: subprocess.Popen[str]) -> None:
        """Waits until the child takes requests; one that does not is found dead by whoever asks it."""
        if child.stdout is None:
            return
        watch = _Watch(child, _START)
        try:
            # an environment may print while Python starts
            for line in iter(child.stdout.readline, ""):
                if line.strip() == READY:
                    return
        finally:
            watch.end()

    def _stop(self) -> int:
        """Ends the child, if there is one; its exit status, 0 for one that had to be killed here."""
        child, self._child = self._child, None
        if child is None:
            return 0
        if child.stdin is not None:
            _close_quietly(child)
        try:
            status = child.wait(_LAST_BREATH)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            status = 0
        if child.stdout is not None:
            child.stdout.close()
        return status


@dataclass(frozen=True, slots=True)
class _End:
    """How a child ended that gave no answer: its exit status, and whether it took too long."""

    status: int
    too_late: bool

    @property
    def from_outside(self) -> bool:
        own = {*map(_signal, _CRASHES), _signal("SIGXCPU")}
        return self.status < 0 and not self.too_late and -self.status not in own


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
        errors="replace",
        env={**os.environ, "PYTHONPATH": path},
    )


def _exchange(child: subprocess.Popen[str], request: Request) -> ParsedDocument | DocumentError | None:
    """The child's answer; nothing when it ended instead, or says what is none."""
    if child.stdin is None or child.stdout is None:
        return None
    try:
        child.stdin.write(request.to_line() + "\n")
        child.stdin.flush()
        # the child keeps to the limit; a child that a file has taken over may not
        line = child.stdout.readline(request.limits.answer_bytes + _LONGEST_END)
        return answer_from_line(line) if line.endswith("\n") else None
    except (BrokenPipeError, ValueError, LookupError):
        return None


def _close_quietly(child: subprocess.Popen[str]) -> None:
    try:
        if child.stdin is not None:
            child.stdin.close()
    except BrokenPipeError:
        pass


def _ending(request: Request, end: _End) -> DocumentError:
    """Why there is no answer."""
    limits, where, status, too_late = request.limits, request.doc, end.status, end.too_late
    if too_late or status == -_signal("SIGXCPU"):
        kind = TimeExceeded if too_late else ProcessorTimeExceeded
        spent = f"{limits.wall_seconds:g} seconds" if too_late else f"{limits.cpu_seconds} seconds of processor time"
        return kind(
            f"the document could not be read within the limits: it takes more than {spent}.",
            where=where,
            remedy="Split the document into smaller files.",
        )
    if status == -_signal("SIGKILL"):
        return MemoryExceeded(
            "the document could not be read within the limits: the system ended the reading, as it does when memory "
            "runs out.",
            where=where,
            remedy="Close other programs, or split the document into smaller files.",
        )
    if -status in map(_signal, _CRASHES):
        return DamagedFile(
            f"reading the file ended the reader (signal {-status}): the file is damaged.",
            where=where,
            remedy="Open it in the program that wrote it and save it again.",
        )
    if status < 0:
        return DocumentError(
            f"reading was ended from outside (signal {-status}), before the file was read.",
            where=where,
            remedy="Add the document again.",
        )
    return DocumentError(
        f"the reader ended without an answer (status {status}): a fault of rulebook, not of the file.",
        where=where,
        remedy="Report it with the log; the other documents are not affected.",
    )


def _signal(name: str) -> int:
    """The number of a signal, one that no process ends with where the system lacks it."""
    return next((int(s) for s in signal.Signals if s.name == name), 1 << 30)
