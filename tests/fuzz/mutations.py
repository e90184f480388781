"""Mutation ``number`` of run ``seed``: which file, what was done to it, and what became of it; the same every time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.fuzz.bytes_mutators import BYTES_MUTATORS
from tests.fuzz.package_mutators import ARCHIVE_MUTATORS, PARTS_MUTATORS
from tests.fuzz.seeds import SEEDS, Seed
from tests.fuzz.text_mutators import PDF_MUTATORS, TEXT_MUTATORS
from tests.fuzz.xml_mutators import RAW_MUTATORS, TREE_MUTATORS, on_tree
from tests.packages import Parts, packed

_SHARES = (8, 8, 8, 3, 3)
"""How often each seed is taken: Office files have more to go wrong."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A file that something was done to; ``steps`` says what, in order."""

    number: int
    doc: str
    content: bytes
    steps: tuple[str, ...]


def mutation(seed: int, number: int) -> Mutation:
    """The mutation of this number; no other one has a part in it."""
    chance = Random(f"{seed}:{number}")
    chosen = chance.choices(SEEDS, _SHARES)[0]
    steps: list[str] = []
    content = _package(chosen, chance, steps) if chosen.parts else _plain(chosen, chance, steps)
    if chance.random() < 0.03:
        content = _as_bytes(content, chance, steps)
    return Mutation(number, chosen.doc, content, tuple(steps))


def _plain(seed: Seed, chance: Random, steps: list[str]) -> bytes:
    own = PDF_MUTATORS if seed.doc.endswith(".pdf") else TEXT_MUTATORS
    content = seed.content
    for _ in range(chance.choice((1, 1, 2, 3))):
        mutate = chance.choice((*own, *own, *BYTES_MUTATORS))
        content = mutate(content, chance) if content else content
        steps.append(mutate.__name__)
    return content


def _as_bytes(content: bytes, chance: Random, steps: list[str]) -> bytes:
    mutate = chance.choice(BYTES_MUTATORS)
    steps.append(mutate.__name__)
    return mutate(content, chance)


def _package(seed: Seed, chance: Random, steps: list[str]) -> bytes:
    if chance.random() < 0.1:
        return _as_bytes(seed.content, chance, steps)
    parts: Parts = dict(seed.parts)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        parts = _step(parts, chance, steps)
    if chance.random() < 0.15:
        write = chance.choice(ARCHIVE_MUTATORS)
        steps.append(write.__name__)
        return write(parts, chance)
    return packed(parts)


def _step(parts: Parts, chance: Random, steps: list[str]) -> Parts:
    """One change to a part or to the set of parts; parts that hold more are chosen more often."""
    kind = chance.random()
    if kind < 0.2:
        change = chance.choice(PARTS_MUTATORS)
        steps.append(change.__name__)
        return change(parts, chance)
    name = chance.choices(list(parts), [len(part) + 200 for part in parts.values()])[0]
    if kind < 0.88:
        tree = chance.choice(TREE_MUTATORS)
        steps.append(f"{tree.__name__} in {name}")
        return {**parts, name: on_tree(tree, parts[name], chance)}
    raw = chance.choice(RAW_MUTATORS)
    steps.append(f"{raw.__name__} in {name}")
    return {**parts, name: raw(parts[name], chance)}
