"""Every durable step of a process counted, so that the process can be ended, or refused something, at each of them."""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from rulebook.errors import BuildCancelled
from rulebook.model.manifest import Progress

_WRITING_SQL = frozenset({"BEGIN", "COMMIT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER"})
_WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Kind(StrEnum):
    """What a step needs, and so what can be wrong with it."""

    SPACE = "space"
    PRESENT = "present"
    REMOVAL = "removal"
    DATABASE = "database"
    STAGE = "stage"


class Mode(StrEnum):
    """What happens at the chosen step."""

    COUNT = "count"
    KILL = "kill"
    """The process ends by SIGKILL before the step."""
    ONCE = "once"
    """The step is refused; those after it are not."""
    FULL = "full"
    """The disk is full from that step on: what needs space is refused, what gives it back is not."""


@dataclass(slots=True)
class Steps:
    """Counts the steps below ``home`` from 1; ``labels`` names them."""

    home: Path
    mode: Mode
    at: int
    labels: list[str] = field(default_factory=list)

    def on_progress(self, progress: Progress) -> None:
        self.reached(Kind.STAGE, f"stage {progress.stage.value} {progress.done}/{progress.total}")

    def reached(self, kind: Kind, label: str) -> None:
        """Called before a step is done."""
        self.labels.append(label)
        here = len(self.labels)
        if self.mode is Mode.KILL and here == self.at:
            os.kill(os.getpid(), signal.SIGKILL)
        full = self.mode is Mode.FULL and here >= self.at and kind in (Kind.SPACE, Kind.DATABASE)
        if full or (self.mode is Mode.ONCE and here == self.at):
            raise _refusal(kind, label)

    def install(self) -> None:
        """Puts the count around the functions by which this process writes; there is no way back."""
        one: list[tuple[str, Kind]] = [("mkdir", Kind.SPACE), ("fsync", Kind.SPACE)]
        one += [(name, Kind.REMOVAL) for name in ("unlink", "remove", "rmdir")]
        for name, kind in one:
            setattr(os, name, self._counted(getattr(os, name), kind, name))
        for name in ("rename", "replace"):
            setattr(os, name, self._moving(getattr(os, name), name))
        setattr(os, "open", self._opening_low(os.open))  # noqa: B010
        setattr(io, "open", self._opening(io.open))  # noqa: B010
        setattr(builtins, "open", io.open)  # noqa: B010
        self._count_sqlite()

    def _counted(self, real: Callable[..., Any], kind: Kind, name: str) -> Callable[..., Any]:
        def counted(path: Any, *args: Any, **options: Any) -> Any:
            named = self._named(path, options.get("dir_fd"))
            if named and not (name == "mkdir" and os.path.isdir(path)):  # a folder that is there costs nothing
                self.reached(kind, f"{name} {named}")
            return real(path, *args, **options)

        return counted

    def _moving(self, real: Callable[..., Any], name: str) -> Callable[..., Any]:
        def moving(source: Any, target: Any, **options: Any) -> Any:
            if named := self._named(target, None):
                self.reached(Kind.SPACE, f"{name} {self._named(source, None)} to {named}")
            return real(source, target, **options)

        return moving

    def _opening(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opening(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
            if not isinstance(file, int) and set(mode) & set("wax+") and (named := self._named(file, None)):
                self.reached(_kind_of_opening(file), f"open {named}")
            return real(file, mode, *args, **options)

        return opening

    def _opening_low(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opening(path: Any, flags: int, *args: Any, **options: Any) -> Any:
            writes = flags & _WRITING_FLAGS and not os.path.isdir(path)
            if writes and (named := self._named(path, options.get("dir_fd"))):
                self.reached(_kind_of_opening(path), f"open {named}")
            return real(path, flags, *args, **options)

        return opening

    def _count_sqlite(self) -> None:
        steps, real = self, sqlite3.connect

        class Counted(sqlite3.Connection):
            def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
                steps.statement(sql)
                return super().execute(sql, *args)

            def executemany(self, sql: str, *args: Any) -> sqlite3.Cursor:
                steps.statement(sql)
                return super().executemany(sql, *args)

        def connect(path: Any, *args: Any, **options: Any) -> sqlite3.Connection:
            if named := steps._named(path, None):
                steps.reached(Kind.DATABASE, f"connect {named}")
            return real(path, *args, factory=Counted, **options)

        setattr(sqlite3, "connect", connect)  # noqa: B010

    def statement(self, sql: str) -> None:
        words = sql.split(maxsplit=4)
        if words and words[0].upper() in _WRITING_SQL:
            self.reached(Kind.DATABASE, " ".join(words[:4]))

    def _named(self, path: Any, folder: int | None) -> str:
        """The path below the home, ``""`` for one that is elsewhere."""
        if isinstance(path, int):
            found = os.readlink(f"/proc/self/fd/{path}")
        else:
            found = os.fspath(path)
            found = found.decode() if isinstance(found, bytes) else found
            if folder is not None:
                found = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), found)
        full = Path(found)
        return str(full.relative_to(self.home)) or "." if full.is_relative_to(self.home) else ""


def _kind_of_opening(path: Any) -> Kind:
    return Kind.PRESENT if os.path.exists(path) else Kind.SPACE


def _refusal(kind: Kind, label: str) -> Exception:
    if kind is Kind.STAGE:
        return BuildCancelled("the build was cancelled.", remedy="The active version is untouched.")
    if kind is Kind.DATABASE:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        error.sqlite_errorname = "SQLITE_FULL"
        return error
    number = errno.ENOSPC if kind is Kind.SPACE else errno.EIO
    return OSError(number, os.strerror(number), label)
