"""Commands, each in a process of its own that can be given what offices give: a full disk, another user, a time limit.

``python -m tests.faults.commands`` is a server that has imported everything and forks a process for each command it is
asked for: that takes a tenth of a second, where a process from its very beginning takes three.
"""

from __future__ import annotations

import gc
import io
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from rulebook.cli import main as rulebook
from rulebook.cli.entry import run

ROOT = Path(__file__).resolve().parents[2]
_SECONDS = 60
"""How long a command may take; one that hangs is ended by SIGALRM, which its status shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What a process meets: ``file_size`` is the size that no file may pass (the kernel says EFBIG, or with ``kills``
    ends the process there), ``user`` the id it runs under, ``folder`` where it is started, ``out`` the file its stdout
    goes to instead of being kept."""

    file_size: int | None = None
    kills: bool = False
    user: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    out: str = ""


ORDINARY = Conditions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What a command gave. A status below 0 is the signal that ended it."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """All of stdout as one JSON document."""
        return json.loads(self.out)

    @property
    def json_lines(self) -> list[Any]:
        """A JSON document of each line of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def sentence(self) -> str:
        """What was said to the person at the end, checked to be fit for one: no stack trace, no defect of ours."""
        for mark in ("Traceback", "unexpected fault", 'File "'):
            assert mark not in self.err, self.err
        return next((line for line in reversed(self.err.splitlines()) if line.startswith("rulebook: ")), "")


class CommandServer:
    """Runs ``rulebook …`` in processes of their own, one after the other."""

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("RULEBOOK_")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.commands"],
            cwd=ROOT,
            env={**environment, "RULEBOOK_EMBEDDING__MODEL": "hashing"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> CommandServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def run(self, *arguments: object, at: Conditions = ORDINARY) -> Ended:
        """Runs a command to its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"arguments": [str(argument) for argument in arguments], "conditions": asdict(at)}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return Ended(**answer)


def _serve() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        answer = _carried_out(request["arguments"], Conditions(**request["conditions"]))
        print(json.dumps(asdict(answer)), flush=True)


def _carried_out(arguments: list[str], at: Conditions) -> Ended:
    (out, out_end), (err, err_end) = os.pipe(), os.pipe()  # no limit on files holds for a pipe
    pid = os.fork()
    if not pid:
        _become(arguments, at, out_end, err_end)
    os.close(out_end)
    os.close(err_end)
    said = _read_both(out, err)
    _, status = os.waitpid(pid, 0)
    return Ended(status=os.waitstatus_to_exitcode(status), out=said[out], err=said[err])


def _read_both(*pipes: int) -> dict[int, str]:
    said = dict.fromkeys(pipes, b"")
    is_open = list(pipes)
    while is_open:
        for pipe in select.select(is_open, [], [])[0]:
            part = os.read(pipe, 65536)
            said[pipe] += part
            if not part:
                is_open.remove(pipe)
                os.close(pipe)
    return {pipe: text.decode("utf-8", "replace") for pipe, text in said.items()}


def _become(arguments: list[str], at: Conditions, out: int, err: int) -> NoReturn:
    """Turns this process into the one of the command."""
    status = 99
    try:
        signal.alarm(_SECONDS)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(at.out, os.O_WRONLY) if at.out else out, 1)
        os.dup2(err, 2)
        sys.stdout, sys.stderr = (io.TextIOWrapper(open(end, "wb", closefd=False)) for end in (1, 2))  # noqa: SIM115
        os.environ.update(at.environment)
        os.chdir(at.folder or "/")
        _take_on(at)
        sys.argv = ["rulebook", *arguments]
        rulebook()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _take_on(at: Conditions) -> None:
    if at.user is not None:
        os.setgroups([])
        os.setresgid(at.user, at.user, at.user)
        os.setresuid(at.user, at.user, at.user)
    if at.kills:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python lets the write fail instead
    if at.file_size is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (at.file_size, at.file_size))


def _import_all() -> None:
    """Runs each command once, so that everything it imports on its way is there: another user may not be able to read
    where Python and its packages lie."""
    import_module("encodings.utf_8_sig")
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        (at / "規則.md").write_text("# 規則\n\n## 1 表\n\n表には番号を付ける。\n", encoding="utf-8")
        (at / "queries.jsonl").write_text('{"id": "1", "query": "表"}\n', encoding="utf-8")
        judged = '{"id": "1", "lang": "ja", "kind": "keyword", "query": "表", "gold": []}\n'
        (at / "judged.jsonl").write_text(judged, encoding="utf-8")
        for line in (
            "build 規則.md",
            "versions",
            "session start s",
            "session show s",
            "search 表 --session s --json",
            "search --batch queries.jsonl",
            "eval retrieval judged.jsonl",
            "compare v1 v1",
            "doctor --repair",
            "retire v1",
            "backup copy",
            "update --remove 規則.md",
            "no-such-command",
        ):
            _warmed_up(line.split(), at)
    gc.collect()
    gc.freeze()  # else each process would copy all of it at its first collection


def _warmed_up(arguments: list[str], folder: Path) -> None:
    words = [str(folder / word) if (folder / word).exists() or word == "copy" else word for word in arguments]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        run([*words, "--home", str(folder / "home")])


if __name__ == "__main__":
    _import_all()
    _serve()
