"""Lets processes and threads work on one handbook at once, and says what came of it; ends with 1 when it was wrong.

python -m tests.at_once [--seconds 60] [--seed 1] [--store exact] [--json] [--keep] [--folder F]
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import chromadb  # noqa: F401  # imported before anything is forked: the processes then need not

from tests.at_once.checks import faults_at_rest, faults_of
from tests.at_once.journal import entries
from tests.at_once.run import Place, compete, run


def main() -> int:
    options = _options()
    folder = Path(tempfile.mkdtemp(prefix="rulebook-at-once-", dir=options.folder))
    place = Place(folder=folder, store=options.store, seed=options.seed)
    began = time.perf_counter()
    counts = run(place, options.seconds)
    faults = list(faults_at_rest(place))
    compete(place)
    faults += faults_of(place)
    seconds = round(time.perf_counter() - began, 1)
    expected = Counter(f"{note['doing']}: {note['code']}" for note in entries(place.journals) if "code" in note)
    if options.json:
        found = {"faults": faults, "counts": counts, "expected": expected, "seconds": seconds}
        print(json.dumps(found, ensure_ascii=False))
    else:
        _show(faults, counts, expected, seconds, folder if options.keep or faults else None)
    if not (options.keep or faults):
        shutil.rmtree(folder)
    return 1 if faults else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.at_once")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long everybody works")
    parser.add_argument("--seed", type=int, default=1, help="what is done; when it is done nobody can repeat")
    parser.add_argument("--store", choices=("exact", "chroma"), default="exact", help="how versions are searched")
    parser.add_argument("--folder", type=Path, help="where the handbook lies")
    parser.add_argument("--keep", action="store_true", help="keep the handbook and the journals; with faults they stay")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _show(faults: list[str], counts: Counter[str], expected: Counter[str], seconds: float, folder: Path | None) -> None:
    for fault in faults:
        print(f"FAULT {fault}")
    for name, count in [*sorted(counts.items()), *sorted(expected.items())]:
        print(f"{count:7} {name}")
    print(f"{seconds} s, {len(faults)} faults")
    if folder:
        print(f"handbook and journals: {folder}")


if __name__ == "__main__":
    sys.exit(main())
