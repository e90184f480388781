"""How large the chunks of a folder are, and why each thin one could not be joined to a neighbour.

    python tests/bench/chunks.py FOLDER... [--show 20]

Not collected by pytest. Thin is under 30 tokens of content. The reason tells the chunk alone under its heading path
from one whose neighbours are hidden, notes or comments, or would be over the target together; `joinable` is a fault.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.chunking.packing import ChunkLimits  # noqa: E402
from rulebook.errors import DocumentError  # noqa: E402
from rulebook.handbook.indexing import embedding_text  # noqa: E402
from rulebook.model.chunk import RuleChunk  # noqa: E402
from rulebook.model.document import Flag  # noqa: E402
from rulebook.parsing.parse import parse_file  # noqa: E402
from rulebook.readers.registry import format_of_name  # noqa: E402
from rulebook.text.tokens import count_tokens  # noqa: E402

LIMITS = ChunkLimits()
STEPS = (10, 30, 60, 120, 240, 320, 512)


def documents(folders: Sequence[Path]) -> Iterator[tuple[RuleChunk, ...]]:
    """The chunks of each document below the folders; what cannot be read is named and left out."""
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.is_file() and format_of_name(path.name):
            try:
                yield parse_file(path, path.name).chunks
            except DocumentError as error:
                print(f"not read: {error}", file=sys.stderr)


def reason(chunks: Sequence[RuleChunk], index: int) -> str:
    """Why the thin chunk at ``index`` stands alone."""
    own = chunks[index]
    neighbours = [chunks[n] for n in (index - 1, index + 1) if 0 <= n < len(chunks)]
    related = [n for n in neighbours if n.headings == own.headings]
    if not related:
        return _unrelated(own, neighbours)
    shown = [n for n in related if _kind(n) == _kind(own)]
    if not shown:
        return "neighbour under its heading is hidden, notes or comment"
    if all(count_tokens(f"{own.content}\n{n.content}") > LIMITS.max_tokens for n in shown):
        return "would be over the maximum"
    return "joinable"


def _unrelated(own: RuleChunk, neighbours: Sequence[RuleChunk]) -> str:
    near = [n for n in neighbours if n.headings[:1] == own.headings[:1] != ()]
    if not near:
        return "alone in its chapter"
    shown = [n for n in near if _kind(n) == _kind(own)]
    if not shown:
        return "alone under its heading, neighbours hidden, notes or comment"
    if all(own.token_count + n.token_count >= LIMITS.target_tokens for n in shown):
        return "alone under its heading, neighbours full"
    return "alone under its heading, neighbours cut from longer sections or side by side"


def _kind(chunk: RuleChunk) -> frozenset[Flag]:
    return frozenset(chunk.flags) - {Flag.CHANGED}


def spread(sizes: Sequence[int]) -> str:
    """Number, quartiles and how many sizes lie below each step."""
    low, _, high = quantiles(sizes, n=4) if len(sizes) > 1 else (sizes[0],) * 3
    steps = "  ".join(f"{a}-{b}: {sum(a <= s < b for s in sizes)}" for a, b in zip((0, *STEPS), STEPS, strict=False))
    return f"{len(sizes):6} chunks, {low:.0f} / {median(sizes):.0f} / {high:.0f} tokens, most {max(sizes)};  {steps}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--show", type=int, default=0, help="thin chunks to print for each reason")
    chosen = options.parse_args()
    sizes, reasons = defaultdict[str, list[int]](list), defaultdict[str, list[RuleChunk]](list)
    embedded, statements = [], []
    for chunks in documents(chosen.folders):
        for index, chunk in enumerate(chunks):
            sizes[chunk.doc_type].append(chunk.token_count)
            embedded.append(count_tokens(embedding_text(chunk)))
            statements += [len(statement.text) for statement in chunk.statements]
            if chunk.token_count < LIMITS.min_tokens:
                reasons[reason(chunks, index)].append(chunk)
    for doc_type, found in sorted(sizes.items()):
        print(f"{doc_type:9}{spread(found)}")
    print(f"{'all':9}{spread([size for found in sizes.values() for size in found])}")
    print(f"embedding texts: {spread(embedded)}")
    print(f"statements: {len(statements)}, median {median(statements)}, over 300 characters {_over(statements, 300)}")
    for why, thin in sorted(reasons.items()):
        print(f"{len(thin):6} thin: {why} {dict(Counter(chunk.doc_type.value for chunk in thin))}")
        for chunk in thin[: chosen.show]:
            print(f"         {chunk.token_count:3} {chunk.source_uri} {' > '.join(chunk.headings)} | {chunk.content!r}")


def _over(sizes: Sequence[int], limit: int) -> int:
    return sum(size > limit for size in sizes)


if __name__ == "__main__":
    main()
