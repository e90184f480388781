"""Processor time of reading and cutting Office documents, side by side with markitdown, and what both have found.

    python tests/bench/reading.py FOLDER... [--peer PYTHON] [--coverage SCRIPT]

``--peer`` is an interpreter that has ``markitdown[docx,xlsx,pptx]``; without it only rulebook is measured.
``--coverage`` is a script that is called as ``SCRIPT PARSE.json FOLDER`` and prints how much of the documents' text a
parse holds.
Each side reads all documents one after the other in one process; the imports count. Not collected by pytest.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

SUFFIXES = (".docx", ".xlsx", ".pptx")

Read = Callable[[Path], list[dict[str, object]]]
"""A document as its chunks, each with ``content`` and ``headings``."""


def documents(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES and not p.name.startswith("~$"))


def rulebook_reader() -> Read:
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from rulebook.parsing.parse import parse_file

    def read(path: Path) -> list[dict[str, object]]:
        parsed = parse_file(path, path.name)
        return [{"content": c.content, "headings": list(c.headings)} for c in parsed.chunks]

    return read


def markitdown_reader() -> Read:
    import markitdown

    converter = markitdown.MarkItDown(enable_plugins=False)
    return lambda path: [{"content": converter.convert(path).text_content, "headings": []}]


READERS = {"rulebook": rulebook_reader, "markitdown": markitdown_reader}


def measure(reader: str, folders: Sequence[Path], output: Path) -> None:
    """Reads everything in this process; writes the parse with the seconds that each document took."""
    started = time.process_time()
    read = READERS[reader]()
    found, seconds = [], {"(start)": time.process_time() - started}
    for path in documents(folders):
        before = time.process_time()
        chunks = read(path)
        seconds[path.name] = seconds.get(path.name, 0.0) + time.process_time() - before
        found.append({"doc": path.as_posix(), "chunks": chunks})
    output.write_text(json.dumps({"documents": found, "seconds": seconds}, ensure_ascii=False), encoding="utf-8")


def compare(folders: Sequence[Path], peer: str | None, coverage: Path | None) -> None:
    """Each side in a process of its own, then the ratio of their seconds."""
    total = {}
    with tempfile.TemporaryDirectory() as scratch:
        for reader, python in {"rulebook": sys.executable, **({"markitdown": peer} if peer else {})}.items():
            output = Path(scratch) / f"{reader}.json"
            subprocess.run([python, __file__, *map(str, folders), "--only", reader, "--output", output], check=True)
            result = json.loads(output.read_text(encoding="utf-8"))
            seconds = result["seconds"]
            total[reader] = sum(seconds.values())
            slowest = sorted(seconds.items(), key=lambda item: -item[1])[:5]
            print(f"{reader}: {total[reader]:.1f} s of processor time for {len(list(documents(folders)))} documents")
            print("  slowest: " + ", ".join(f"{name} {spent:.2f}" for name, spent in slowest))
            for folder in folders if coverage else ():
                inside = [d for d in result["documents"] if Path(d["doc"]).is_relative_to(folder)]
                output.write_text(json.dumps({"documents": inside}), encoding="utf-8")
                subprocess.run([sys.executable, coverage, output, folder], check=True)
    if peer:
        print(f"ratio: {total['rulebook'] / total['markitdown']:.2f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--peer", help="interpreter that has markitdown")
    options.add_argument("--coverage", type=Path, help="script that reads a parse and prints its coverage")
    options.add_argument("--only", choices=READERS, help=argparse.SUPPRESS)
    options.add_argument("--output", type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.only:
        measure(chosen.only, chosen.folders, chosen.output)
    else:
        compare(chosen.folders, chosen.peer, chosen.coverage)


if __name__ == "__main__":
    main()
