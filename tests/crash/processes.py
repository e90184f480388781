"""Whatever lives of a round: its processes are known by a mark in their environment."""

from __future__ import annotations

import os
import select
import signal
import time
from pathlib import Path

MARK = "CRASH_TEST_ROUND"
"""The environment variable that every process of a round has from its first."""

_GRACE = 15.0
"""Seconds in which a process that has lost its parent has to notice it, however busy the machine is."""


def living(name: str) -> dict[int, str]:
    """The processes of a round, with their command lines."""
    wanted = f"{MARK}={name}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (
                    (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                )
        except OSError:  # it has ended meanwhile, or is somebody else's
            continue
    return found


def survivors(name: str) -> dict[int, str]:
    """The processes of a round that do not end by themselves in time; they are ended here."""
    until = time.monotonic() + _GRACE
    while (found := living(name)) and time.monotonic() < until:
        time.sleep(0.02)
    for pid in found:
        kill(pid)
    return found


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:  # it was quicker
        return


def wait(pid: int, seconds: float) -> int:
    """The status of a child that has ended; one that does not is killed, which is -9."""
    until = time.monotonic() + seconds
    pause = 0.001
    while time.monotonic() < until:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(pause * 2, 0.02)
    kill(pid)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def read_until(pipe: int, mark: bytes, seconds: float, before: bytes = b"") -> bytes:
    """What a process says until it says ``mark``, ends, or the time is over; with ``mark`` empty until it ends."""
    said, until = before, time.monotonic() + seconds
    while not (mark and mark in said):
        left = until - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            return said
        part = os.read(pipe, 65536)
        if not part:
            return said
        said += part
    return said
