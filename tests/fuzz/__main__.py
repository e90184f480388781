"""Reads mutated documents and says what came of them; ends with 1 when something came that must not.

python -m tests.fuzz [--count 2000] [--first 0] [--seed 1] [--json]
python -m tests.fuzz --seed 1 --only 4711 [--save FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tests.fuzz.mutations import mutation
from tests.fuzz.run import Tally, run


def main() -> int:
    options = _options()
    if options.save:
        options.save.write_bytes(mutation(options.seed, options.only).content)
    numbers = range(options.first, options.first + options.count) if options.only is None else [options.only]
    began = time.perf_counter()
    tally = run(options.seed, numbers)
    seconds = time.perf_counter() - began
    if options.json:
        print(json.dumps(_as_json(tally, seconds), ensure_ascii=False))
    else:
        _show(tally, seconds)
    return 1 if tally.faults else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=2000, help="how many mutations")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="number of the one mutation to read")
    parser.add_argument("--save", type=Path, help="keep the file of --only there")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _as_json(tally: Tally, seconds: float) -> dict[str, object]:
    return {
        "count": tally.codes.total(),
        "seconds": round(seconds, 1),
        "codes": dict(tally.codes.most_common()),
        "faults": tally.faults,
        "killed": tally.killed,
        "slowest": tally.slowest,
        "peak_bytes": tally.peak,
    }


def _show(tally: Tally, seconds: float) -> None:
    for fault in tally.faults:
        print(f"FAULT {fault}")
    for killed in tally.killed:
        print(f"killed by a limit: {killed}")
    for code, count in tally.codes.most_common():
        print(f"{count:7} {code}")
    slowest, name = tally.slowest
    print(f"{tally.codes.total()} mutations in {seconds:.1f} s, {len(tally.faults)} faults, {len(tally.killed)} killed")
    print(f"slowest {slowest:.2f} s: {name}")
    print(f"most memory of a reader: {tally.peak / 2**20:.0f} MiB")


if __name__ == "__main__":
    sys.exit(main())
