"""Two build, one searches, ten decide, one keeps house and one makes backups, all at once: nothing is lost or mixed.

``python -m tests.at_once --seconds 60`` is the same for longer.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.at_once.run import LEAST

ROOT = Path(__file__).parents[2]
MEMORY = Path("/dev/shm")
SECONDS = 5

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the processes are forked")


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of a run, in a process of its own: it forks others. In memory, where nobody waits for a disk."""
    folder = MEMORY if MEMORY.is_dir() else tmp_path_factory.mktemp("at-once")
    command = [sys.executable, "-m", "tests.at_once", "--json", "--seconds", str(SECONDS), "--folder", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_no_work_is_lost_and_no_answer_is_mixed(outcome: dict[str, Any]) -> None:
    assert not outcome["faults"], "\n".join(outcome["faults"])


def test_everybody_came_to_work(outcome: dict[str, Any]) -> None:
    counts = outcome["counts"]
    assert {kind: counts.get(kind, 0) for kind in LEAST if counts.get(kind, 0) < LEAST[kind]} == {}


def test_the_second_builder_was_told_that_somebody_builds(outcome: dict[str, Any]) -> None:
    assert outcome["expected"].get("build: E_BUILD_IN_PROGRESS", 0) > 0
