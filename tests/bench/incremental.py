"""Fifty documents, one of them changed: what the next build costs of what the first one cost, in one run.

    python tests/bench/incremental.py FOLDER... [--count 50] [--model auto]

The smallest documents of the folders are taken. Not collected by pytest: with the embedded model the first build takes
minutes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.cli.inputs import collect  # noqa: E402
from rulebook.engine import Engine, open_engine  # noqa: E402
from rulebook.handbook.categories import suggest_category  # noqa: E402
from rulebook.handbook.manager import BuildRequest  # noqa: E402
from rulebook.model.manifest import Progress, Stage  # noqa: E402
from rulebook.settings import load_settings  # noqa: E402
from tests.bench.collection import edited  # noqa: E402


@dataclass(slots=True)
class Cost:
    """Seconds and encoded texts of one build, taken from its progress."""

    started: float = field(default_factory=time.monotonic)
    total: float = 0.0
    encoding: float = 0.0
    texts: int = 0
    _cached: int | None = None
    _stage: Stage | None = None
    _since: float = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if self._stage is Stage.ENCODE:
            self.encoding += now - self._since
        if progress.stage is Stage.ENCODE:
            self._cached = progress.done if self._cached is None else self._cached
            self.texts = progress.done - self._cached
        self._stage, self._since = progress.stage, now


def build(engine: Engine, paths: Sequence[Path], *, keep_others: bool) -> Cost:
    """One build from the upload to the active version."""
    cost = Cost()
    originals = tuple(engine.handbooks.store(path) for path in paths)
    request = BuildRequest(
        originals=originals,
        categories={original.name: suggest_category(original.name).category for original in originals},
        keep_others=keep_others,
        skip_failed=True,
    )
    result = engine.handbooks.build(request, cost)
    cost.total = time.monotonic() - cost.started
    manifest = result.manifest
    assert manifest is not None
    print(
        f"{result.version}: {len(manifest.source_files)} documents, {manifest.chunk_count} chunks, "
        f"{len(result.plan.added)} added, {len(result.plan.changed)} changed, {len(result.plan.unchanged)} unchanged; "
        f"{cost.texts} texts in {cost.encoding:.1f} s, all in all {cost.total:.1f} s"
    )
    return cost


def readable(folders: Sequence[Path], count: int) -> list[Path]:
    """The smallest documents with different names, and at least one Word document to change."""
    by_name = {item.name: item.path for item in collect(folders).files}
    return sorted(by_name.values(), key=lambda path: (path.stat().st_size, path.name))[:count]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--model", default="auto")
    chosen = options.parse_args()
    paths = readable(chosen.folders, chosen.count)
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(home=Path(folder) / "home")
        embedding = settings.embedding.model_copy(update={"model": chosen.model})
        engine = open_engine(settings.model_copy(update={"embedding": embedding}))
        print(f"{len(paths)} files. {engine.models.encoder().reason}")
        full = build(engine, paths, keep_others=False)
        names = {source.name for source in engine.handbooks.get_version("v1").source_files}
        document = edited(next(p for p in paths[::-1] if p.suffix == ".docx" and p.name in names), Path(folder))
        print(f"one sentence added to {document.name}:")
        again = build(engine, [document], keep_others=True)
        engine.close()
    print(f"encoder work {again.texts / full.texts:.2%}, wall time {again.total / full.total:.2%}")


if __name__ == "__main__":
    main()
