"""How good a hit is, on a scale that does not depend on the other hits."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulebook.model.search import Breakdown, EvidenceStatus, Hit, RelevanceLevel

_HIGH, _MEDIUM = 0.7, 0.4


def quality_of(breakdown: Breakdown) -> float:
    """A first estimate in 0-1 from what the channels say by themselves: agreement of both raises it.

    It orders hits of different searches roughly; it is not yet calibrated to a measured precision.
    """
    vector, keyword = breakdown.vector, breakdown.bm25
    score = -1.5
    if vector is not None:
        score += 1.2 + 0.6 / vector.rank
    if keyword is not None:
        score += 0.6 + 0.6 / keyword.rank + 0.25 * min(len(keyword.matched_terms), 4)
    return round(1 / (1 + math.exp(-score)), 3)


def relevance_level(quality: float) -> RelevanceLevel:
    if quality >= _HIGH:
        return RelevanceLevel.HIGH
    return RelevanceLevel.MEDIUM if quality >= _MEDIUM else RelevanceLevel.LOW


def evidence_status(hits: Sequence[Hit]) -> EvidenceStatus:
    """``no_evidence`` when nothing was found, or every hit is of the lowest level."""
    found = any(hit.relevance_level is not RelevanceLevel.LOW for hit in hits)
    return EvidenceStatus.FOUND if found else EvidenceStatus.NO_EVIDENCE
