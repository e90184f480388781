"""Kills processes that work on a handbook, and says what came of it; ends with 1 when something came that must not.

python -m tests.crash [--kills 200] [--seed 1] [--steps] [--failures] [--share 1.0] [--scene update] [--json]
python -m tests.crash --seed 1 --only kill:update:exact:37
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from tests.crash.rounds import Outcome
from tests.crash.run import Tally, described, random_rounds, round_of, run, step_rounds, templates
from tests.crash.scenes import SCENES
from tests.crash.steps import Mode


def main() -> int:
    options = _options()
    import_module("chromadb")  # before anything is forked: a process of a round then need not
    began = time.perf_counter()
    folder = Path(tempfile.mkdtemp(prefix="rulebook-crash-", dir=options.folder))
    tally = _run(options, folder)
    seconds = time.perf_counter() - began
    if options.json:
        print(json.dumps(_as_json(tally, seconds), ensure_ascii=False))
    else:
        _show(tally, seconds)
    return 1 if tally.faults else 0


def _run(options: argparse.Namespace, folder: Path) -> Tally:
    only = round_of(options.only, options.seed) if options.only else None
    scenes = [only.scene] if only else options.scene or list(SCENES)
    rounds = [only] if only else list(random_rounds(options.kills, options.seed, scenes))
    made = templates(scenes, folder / "templates", options.jobs, rounds)
    if not only:
        modes = [Mode.KILL] * options.steps + [Mode.ONCE, Mode.FULL] * options.failures
        rounds += step_rounds(made, modes, options.share, options.seed)
    return run(rounds, made, folder, options.jobs, _tell if not options.json else lambda _: None)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=200, help="how many kills at random moments")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", action="store_true", help="kill at each step as well")
    parser.add_argument("--failures", action="store_true", help="refuse each step as well")
    parser.add_argument("--share", type=float, default=1.0, help="of --steps and --failures, this share, at random")
    parser.add_argument("--scene", action="append", choices=list(SCENES), help="only this one; may be repeated")
    parser.add_argument("--only", help="the one round to run, as a fault names it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="rounds at a time")
    parser.add_argument("--folder", type=Path, help="where the handbooks of the rounds lie")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _as_json(tally: Tally, seconds: float) -> dict[str, object]:
    return {
        "count": tally.counts.total(),
        "seconds": round(seconds, 1),
        "counts": dict(sorted(tally.counts.items())),
        "swept": tally.swept,
        "faults": tally.faults,
        "slowest": tally.slowest,
    }


def _tell(outcome: Outcome) -> None:
    if outcome.faults:
        print(f"FAULT {described(outcome)}", flush=True)


def _show(tally: Tally, seconds: float) -> None:
    for name, count in sorted(tally.counts.items()):
        print(f"{count:7} {name}")
    print(
        f"{tally.counts.total()} rounds in {seconds:.1f} s, {len(tally.faults)} with faults, {tally.swept} to be swept"
    )
    print(f"slowest {tally.slowest[0]:.2f} s: {tally.slowest[1]}")


if __name__ == "__main__":
    sys.exit(main())
