"""Builds the judged collection, measures it, and shows what a second build and one edited document cost.

    python tests/bench/collection.py --home DIR [--set ../shared/eval/retrieval] [--settings rag.yaml]

Not collected by pytest: with the embedded model the first build takes minutes. The embedding cache of DIR makes the
next one quick, whatever has changed in reading and cutting.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.cli.entry import run  # noqa: E402
from rulebook.engine import Engine, open_engine  # noqa: E402
from rulebook.handbook.manager import BuildRequest  # noqa: E402
from rulebook.model.chunk import Category  # noqa: E402
from rulebook.model.manifest import BuildResult, Progress, Stage  # noqa: E402
from rulebook.settings import load_settings  # noqa: E402


@dataclass(slots=True)
class Encoded:
    """Counts the texts of a build; ``cached`` of ``total`` distinct ones needed no model."""

    total: int = 0
    cached: int | None = None
    last: float = field(default=0.0)

    def __call__(self, progress: Progress) -> None:
        if progress.stage is Stage.ENCODE:
            self.total = progress.total
            self.cached = progress.done if self.cached is None else self.cached
            if time.monotonic() - self.last > 20:
                self.last = time.monotonic()
                print(f"  encoding {progress.done}/{progress.total}", file=sys.stderr, flush=True)


def build(engine: Engine, paths: Sequence[Path], categories: dict[str, Category], *, keep_others: bool) -> BuildResult:
    """One build, with its plan, its time and the texts that had to be encoded."""
    encoded, started = Encoded(), time.monotonic()
    originals = tuple(engine.handbooks.store(path) for path in paths)
    request = BuildRequest(originals=originals, categories=categories, keep_others=keep_others)
    result = engine.handbooks.build(request, encoded)
    plan = result.plan
    print(
        f"{result.version or 'no change'}: {len(plan.added)} added, {len(plan.changed)} changed, "
        f"{len(plan.unchanged)} unchanged, {len(plan.removed)} removed; {time.monotonic() - started:.1f} s, "
        f"{encoded.total - (encoded.cached or 0)} of {encoded.total} texts encoded"
    )
    for failure in result.failed:
        print(f"  failed: {failure.message}")
    return result


def edited(path: Path, folder: Path) -> Path:
    """A copy of a Word document with one more sentence in its last paragraph."""
    import docx

    document = docx.Document(str(path))
    last = [paragraph for paragraph in document.paragraphs if paragraph.text.strip()][-1]
    last.add_run("この規則は、次回の改訂で見直す。")
    document.save(str(folder / path.name))
    return folder / path.name


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--set", type=Path, default=ROOT.parent / "shared" / "eval" / "retrieval")
    options.add_argument("--settings", type=Path, help="configuration laid over the default")
    chosen = options.parse_args()
    entries = json.loads((chosen.set / "collection.json").read_text(encoding="utf-8"))["documents"]
    categories = {entry["doc"]: Category(entry["category"]) for entry in entries}
    paths = [chosen.set / "collection" / name for name in categories]

    engine = open_engine(load_settings(chosen.settings, home=chosen.home))
    print(engine.models.encoder().reason)
    first = build(engine, paths, categories, keep_others=False)
    if first.failed:
        sys.exit(1)
    version = engine.handbooks.get_latest_version()
    engine.close()
    run(["eval", "retrieval", str(chosen.set / "queries.jsonl"), "--home", str(chosen.home)])

    engine = open_engine(load_settings(chosen.settings, home=chosen.home))
    print("\nthe same again:")
    build(engine, paths, categories, keep_others=False)
    with tempfile.TemporaryDirectory() as folder:
        document = edited(next(path for path in paths if path.suffix == ".docx"), Path(folder))
        print(f"one sentence added to {document.name}:")
        build(engine, [document], categories, keep_others=True)
    engine.handbooks.rollback_to(version)
    print(f"{version} is active again")
    engine.close()


if __name__ == "__main__":
    main()
