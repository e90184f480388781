"""Reciprocal rank fusion of the channels' rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fused:
    """A chunk's fused score and what each channel contributed to it."""

    chunk_id: str
    score: float
    parts: Mapping[str, float]


def reciprocal_rank_fusion(rankings: Mapping[str, Sequence[str]], k: int) -> list[Fused]:
    """The chunks of all rankings by ``Σ 1 / (k + rank)``, best first, equal scores by id.

    Each ranking names chunk ids best first, ranks from 1; a channel that did not return a chunk adds nothing, an id
    that stands twice in a ranking counts at its better rank. (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion
    outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009.)
    """
    parts: dict[str, dict[str, float]] = {}
    for channel, ranking in rankings.items():
        for rank, chunk_id in enumerate(dict.fromkeys(ranking), 1):
            parts.setdefault(chunk_id, {})[channel] = 1 / (k + rank)
    fused = [Fused(chunk_id=i, score=sum(p.values()), parts=p) for i, p in parts.items()]
    return sorted(fused, key=lambda f: (-f.score, f.chunk_id))
