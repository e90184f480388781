"""Many versions of a large handbook: what the newest costs to open and search, and what the disk holds.

    python tests/bench/versions.py [--versions 50] [--documents 40] [--rules 50]

Two homes are measured turn by turn, one with a single version and one with all of them. The encoder is the one without
a model: opening and searching read vectors, whoever made them.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.engine import Engine  # noqa: E402
from rulebook.handbook.manager import BuildRequest  # noqa: E402
from rulebook.model.chunk import Category  # noqa: E402
from tests.handbooks import engine_at, files_below  # noqa: E402

SUBJECTS = (
    "見出し",
    "表ヘッダー",
    "図番号",
    "用語",
    "単位",
    "改版履歴",
    "画面項目",
    "帳票",
    "コード値",
    "主キー",
    "ログ",
    "権限",
)
RULES = (
    "は太字で記載し、下線を付けない",
    "は章ごとに番号を振り、本文から参照する",
    "は必ず一覧に登録し、承認を得てから用いる",
    "は半角英数字とし、先頭を英字にする",
    "は設計書の付録にまとめ、版ごとに更新する",
)
QUERIES = [f"{subject}の書き方" for subject in SUBJECTS]


def document(number: int, rules: int, edition: int) -> str:
    """Sections with a rule each, the same for the same numbers; ``edition`` changes one of them."""
    chance = random.Random(number)
    lines = [f"# 規則書{number}"]
    for n in range(1, rules + 1):
        subject, rule = chance.choice(SUBJECTS), chance.choice(RULES)
        others = [(chance.randrange(1000), chance.choice(SUBJECTS)) for _ in range(3)]
        scope = "".join(f"対象{number}の{other}と合わせて確認する。" for number, other in others)
        again = f"第{edition}版で見直した。" if n == 1 and edition else ""
        lines.append(f"## {n} {subject}\n\n{subject}{n}{rule}。{scope}{again}")
    return "\n\n".join(lines)


def build(engine: Engine, numbers: range, rules: int, edition: int) -> None:
    originals = tuple(
        engine.handbooks.store(_written(engine.layout.home.parent / f"規則書{n:02d}.md", document(n, rules, edition)))
        for n in numbers
    )
    categories = {original.name: Category.WRITE for original in originals}
    engine.handbooks.build(BuildRequest(originals=originals, categories=categories, keep_others=True))


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def opening(home: Path) -> float:
    """Seconds from the start of an engine to the end of the first search."""
    started = time.perf_counter()
    engine = engine_at(home)
    engine.rag.search(query=QUERIES[0])
    seconds = time.perf_counter() - started
    engine.close()
    return seconds


def searching(home: Path) -> float:
    """Median seconds of a search on an open version."""
    engine = engine_at(home)
    engine.rag.search(query=QUERIES[0])
    found = []
    for query in QUERIES:
        started = time.perf_counter()
        engine.rag.search(query=query)
        found.append(time.perf_counter() - started)
    engine.close()
    return statistics.median(found)


def compared(name: str, measure: Callable[[Path], float], one: Path, many: Path, rounds: int = 9) -> None:
    pairs = [(measure(one), measure(many)) for _ in range(rounds)]
    first, second = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{name}: {first * 1000:.1f} ms with one version, {second * 1000:.1f} with all, {second / first:.2f} times")


def disk(home: Path) -> dict[str, float]:
    """Megabytes by folder."""
    sizes: dict[str, float] = {}
    for name, size in files_below(home).items():
        top = name.split("/")[0]
        sizes[top] = sizes.get(top, 0.0) + size / 1e6
    return sizes


def told(sizes: dict[str, float]) -> str:
    shown = ", ".join(f"{name} {size:.2f}" for name, size in sorted(sizes.items()) if size >= 0.005)
    return f"{shown}; all {sum(sizes.values()):.2f} MB"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--versions", type=int, default=50)
    options.add_argument("--documents", type=int, default=40)
    options.add_argument("--rules", type=int, default=50)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one", Path(folder) / "many"
        for home, versions in ((one, 1), (many, chosen.versions)):
            engine = engine_at(home)
            build(engine, range(chosen.documents), chosen.rules, 0)
            for n in range(1, versions):
                changed = n % chosen.documents
                build(engine, range(changed, changed + 1), chosen.rules, n)
            newest = engine.handbooks.list_versions()[-1]
            print(f"{newest.version}: {len(newest.source_files)} documents, {newest.chunk_count} chunks")
            print(f"  {told(disk(home))}")
            engine.close()
        compared("opening and first search", opening, one, many)
        compared("search", searching, one, many)
        engine = engine_at(many)
        started = time.perf_counter()
        freed = sum(engine.handbooks.retire(f"v{n}").freed_bytes for n in range(1, chosen.versions))
        seconds = time.perf_counter() - started
        print(f"{chosen.versions - 1} versions retired in {seconds:.1f} s, {freed / 1e6:.2f} MB freed")
        print(f"  {told(disk(many))}")
        engine.close()


if __name__ == "__main__":
    main()
