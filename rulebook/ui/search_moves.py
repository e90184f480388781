"""What the rerank moved: how far each hit came from its rank after the fusion, and which part of its score did it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.model.search import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """``by`` ranks up, below 0 down, from the fusion to the end.

    ``part`` is the part of the rerank score that made the most of it, by ``difference`` over the hits it changed places
    with; ``None`` where the score has no parts or none points the way the hit went. Not ``passed`` says that those hits
    were not returned and the difference is over all others.
    """

    by: int
    part: str | None = None
    difference: float = 0.0
    passed: bool = True


_TELLING = 0.0005
"""A smaller difference is 0 as it is shown."""


def move_of(hit: Hit, hits: Sequence[Hit]) -> Move:
    """The move of one of ``hits``, which are all that were returned."""
    by = hit.breakdown.fusion_rank - hit.rank
    if by == 0:
        return Move(by=0)
    own, passed = _parts(hit), [other for other in hits if _changed_places(hit, other)]
    others = [_parts(other) for other in passed or hits if other.chunk_id != hit.chunk_id]
    measured = [parts for parts in others if parts]
    if not own or not measured:
        return Move(by=by)
    gaps = {name: value - _mean(measured, name) for name, value in own.items()}
    sign = 1 if by > 0 else -1
    part, gap = max(gaps.items(), key=lambda item: sign * item[1])
    return Move(by=by, part=part, difference=gap, passed=bool(passed)) if sign * gap >= _TELLING else Move(by=by)


def _changed_places(hit: Hit, other: Hit) -> bool:
    before = other.breakdown.fusion_rank - hit.breakdown.fusion_rank
    return before * (other.rank - hit.rank) < 0


def _parts(hit: Hit) -> Mapping[str, float]:
    return hit.breakdown.rerank.parts if hit.breakdown.rerank is not None else {}


def _mean(parts: Sequence[Mapping[str, float]], name: str) -> float:
    return sum(one.get(name, 0.0) for one in parts) / len(parts)
