"""Two thousand broken files a run: each is read or refused with a typed error, and none hurts the reader.

``python -m tests.fuzz --help`` says how to read more of them and how to repeat one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulebook.model.document import BlockKind
from rulebook.parsing.parse import parse_file
from rulebook.readers.registry import format_of_name, reader_for
from tests.fuzz.mutations import mutation
from tests.fuzz.run import MEMORY, SECONDS
from tests.fuzz.seeds import SEEDS

COUNT = 2000
MOST_KILLED = COUNT // 200
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def outcome() -> dict[str, Any]:
    """What came of the run, in a process of its own, whose children alone its peak of memory counts."""
    command = [sys.executable, "-m", "tests.fuzz", "--count", str(COUNT), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_file_is_read_or_refused_with_a_typed_error(outcome: dict[str, Any]) -> None:
    assert outcome["count"] == COUNT
    assert not outcome["faults"], "\n".join(outcome["faults"])


def test_no_file_takes_longer_or_more_memory_than_it_may(outcome: dict[str, Any]) -> None:
    assert outcome["slowest"][0] < SECONDS, outcome["slowest"]
    assert outcome["peak_bytes"] < MEMORY
    assert len(outcome["killed"]) <= MOST_KILLED, "\n".join(outcome["killed"])


def test_files_are_broken_in_many_ways_and_most_are_still_read(outcome: dict[str, Any]) -> None:
    codes = outcome["codes"]
    assert {"E_DAMAGED_FILE", "E_UNSAFE_FILE", "E_TYPE_MISMATCH", "E_ENCRYPTED_FILE", "E_LIMIT_DEPTH"} <= codes.keys()
    assert COUNT // 3 < codes["read"] < COUNT * 9 // 10


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.doc)
def test_the_sound_files_are_read(tmp_path: Path, seed: Any) -> None:
    path = tmp_path / "stored"
    path.write_bytes(seed.content)
    assert parse_file(path, seed.doc).chunks


def test_the_sound_files_hold_what_can_go_wrong(tmp_path: Path) -> None:
    kinds = set()
    for seed in SEEDS:
        path = tmp_path / "stored"
        path.write_bytes(seed.content)
        form = format_of_name(seed.doc)
        assert form is not None
        kinds |= {block.kind for block in reader_for(form.doc_type)(path, seed.doc).blocks}
    assert kinds >= set(BlockKind) - {BlockKind.CAPTION}


def test_a_mutation_is_the_same_every_time_and_no_two_are_alike() -> None:
    first = [mutation(7, number) for number in range(60)]
    assert first == [mutation(7, number) for number in range(60)]
    assert len({found.content for found in first}) > 55
    assert first[:20] != [mutation(8, number) for number in range(20)]
