"""Processes killed and refused at chosen steps and random moments: a handbook is always whole, the old or the new one.

``python -m tests.crash --help`` says how to do it at every step, and how to repeat one round.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.crash.child import forked
from tests.crash.leftovers import leftovers
from tests.crash.processes import MARK, living, read_until, survivors, wait
from tests.crash.scenes import SCENES
from tests.crash.steps import Mode, Steps

KILLS = 8
SHARE = "0.005"
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found through /proc")


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of some rounds, in a process of its own, which forks."""
    options = ["--kills", str(KILLS), "--steps", "--failures", "--share", SHARE, "--seed", "1", "--json"]
    folder = str(tmp_path_factory.mktemp("crash"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash", *options, "--folder", folder],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_whatever_happens_to_a_process_the_handbook_is_whole(outcome: dict[str, Any]) -> None:
    assert not outcome["faults"], "\n".join(outcome["faults"])


def test_processes_are_ended_before_and_after_their_work_is_done(outcome: dict[str, Any]) -> None:
    counts = outcome["counts"]
    ends = {name.partition(": ")[2] for name in counts}
    assert {"killed, old", "killed, new"} <= ends
    assert any(end.startswith("E_") for end in ends)
    assert {name.split()[1].removesuffix(":") for name in counts} == set(SCENES)
    assert outcome["swept"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def _said(home: Path, steps: Steps) -> tuple[int, str]:
    """How a process ends that writes a file with ``steps`` around it, and what it says."""

    def task(pipe: int) -> None:
        steps.install()
        (home / "a").write_bytes(b"a")
        (home / "a").rename(home / "b")
        (home / "b").unlink()
        os.write(pipe, "\n".join(steps.labels).encode())

    child = forked("steps", home.parent / "log.txt", task)
    said = read_until(child.pipe, b"", 60).decode()
    os.close(child.pipe)
    return wait(child.pid, 60), said


def test_the_steps_of_a_process_are_counted_and_named(home: Path) -> None:
    assert _said(home, Steps(home, Mode.COUNT, 0)) == (0, "open a\nrename a to b\nunlink b")


@pytest.mark.parametrize(("at", "left"), [(1, []), (2, ["a"]), (3, ["b"]), (4, [])])
def test_a_process_is_killed_between_two_steps(home: Path, at: int, left: list[str]) -> None:
    assert _said(home, Steps(home, Mode.KILL, at))[0] == (0 if at == 4 else -9)
    assert sorted(path.name for path in home.iterdir()) == left


def test_a_full_disk_refuses_what_needs_space_and_nothing_else(home: Path) -> None:
    status, said = _said(home, Steps(home, Mode.FULL, 2))
    assert status == 1
    assert "No space left on device" in said
    assert _said(home, Steps(home, Mode.FULL, 3))[0] == 0


@pytest.mark.parametrize("path", ["staging/v2-1", "versions/v1/manifest.json.tmp", "build.json", "jobs/1.lock"])
def test_what_is_left_over_is_found(home: Path, path: str) -> None:
    assert leftovers(home) == []
    (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / path).touch()
    assert path in leftovers(home)


@pytest.fixture
def sleeper() -> Iterator[int]:
    process = subprocess.Popen(["sleep", "60"], env={**os.environ, MARK: "sleeper"})
    yield process.pid
    process.kill()
    process.wait()


def test_a_process_that_outlives_its_round_is_found_and_ended(sleeper: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.crash.processes._GRACE", 0.0)
    while not living("sleeper"):  # until it is no copy of this process any more
        pass
    assert survivors("sleeper") == {sleeper: "sleep 60"}
    assert living("another") == {}
