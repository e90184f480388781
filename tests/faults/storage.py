"""Handbooks that get into trouble: a small one with two versions, what it answers, and what the kernel can refuse."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulebook.engine import Engine
from rulebook.model.search import Query
from tests.faults.commands import ORDINARY, CommandServer, Conditions, Ended
from tests.handbooks import RULES

NOBODY = Conditions(user=65534 if os.geteuid() == 0 else None)
"""Somebody who owns nothing; where the tests are run by an ordinary user, that user, who may not write either."""

QUERIES = ("表ヘッダーの書き方", "主キーに何を用いるか", "見出しの末尾", "図の番号")

TERMS = "# 用語\n\n## 1 略語\n\n略語は初出で正式名称を併記する。\n"
"""A document that the handbook does not have yet."""

Answers = list[list[tuple[str, str, str]]]


def answers_of(engine: Engine, version: str | None = None) -> Answers:
    """The hits of some queries, each with id, place and text, and their order."""
    results = [engine.rag.run(Query(text=text, version=version)) for text in QUERIES]
    return [[(hit.chunk_id, hit.source_uri, hit.content) for hit in result.chunks] for result in results]


class Handbook:
    """A home and the commands on it."""

    def __init__(self, home: Path, commands: CommandServer) -> None:
        self.home = home
        self._commands = commands

    def at(self, home: Path) -> Handbook:
        """Another home, which need not be there."""
        return Handbook(home, self._commands)

    def run(self, *arguments: object, at: Conditions = ORDINARY) -> Ended:
        return self._commands.run(*arguments, "--home", self.home, at=at)

    def answers(self, *options: object, at: Conditions = ORDINARY) -> Answers:
        """The same as ``answers_of``, by the command line."""
        batch = self.home.parent / "queries.jsonl"
        batch.write_text("".join(f'{{"id": "{text}", "query": "{text}"}}\n' for text in QUERIES), encoding="utf-8")
        ended = self.run("search", "--batch", batch, *options, at=at)
        assert ended.status == 0, ended.err
        return [
            [(hit["chunk_id"], hit["source_uri"], hit["content"]) for hit in line["chunks"]]
            for line in ended.json_lines
        ]

    def document(self, name: str, text: str = "") -> Path:
        """A document beside the home."""
        path = self.home.parent / "documents" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text or RULES[name], encoding="utf-8")
        return path

    def files(self) -> dict[str, bytes]:
        """Everything that is kept, by path; locks and journals are not."""
        paths = [path for path in sorted(self.home.rglob("*")) if path.is_file()]
        kept = [path for path in paths if path.suffix not in (".lock", ".db-journal")]
        return {str(path.relative_to(self.home)): path.read_bytes() for path in kept}

    def staged(self) -> list[str]:
        """What lies in staging: nothing, as long as nobody works."""
        return sorted(path.name for path in (self.home / "staging").glob("*"))


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """In this process a write past ``size`` bytes fails, by the kernel, as one on a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def database_held(home: Path, how: str) -> Iterator[None]:
    """Another program has begun a transaction on the database: ``EXCLUSIVE``, or ``IMMEDIATE``."""
    source = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute(f'BEGIN {sys.argv[2]}'); print('held', flush=True); sys.stdin.read()"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", source, str(home / "state.db"), how], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline() == b"held\n"
        yield
    finally:
        program.communicate()


def make_unreadable(path: Path) -> None:
    """Reading the file gives EIO, from the kernel, whoever reads: it leads to memory that is not there."""
    path.unlink()
    path.symlink_to("/proc/self/mem")


def forbid_writing(folder: Path) -> None:
    """The folder and everything below may only be read."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)


def allow_writing(folder: Path) -> None:
    """Everybody may write the folder and everything below."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o222 | 0o111 * path.is_dir())
